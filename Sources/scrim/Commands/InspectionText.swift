internal import ScrimCore
internal import ScrimPipeline

/// An inspected frame for people: a line for each view, indented by its depth.
enum InspectionText {
  /// Deeper trees are not indented further: the lines of a thousand levels would be unreadable, and their sum enormous.
  private static let deepest = 40

  static func text(_ inspection: Inspection) -> String {
    // It is for the person at the terminal, and says so where it may be passed on.
    var text = "\(InspectOptions.mark): names and places as they were recorded; texts of views by their length.\n"
    let outcome = inspection.outcome, size = outcome.plan.size
    let scale = inspection.trees.first?.snapshot.scale ?? 1
    text += "\(outcome.identity.shown), \(size.width) x \(size.height) pixels"
    text += (scale == 1 ? "" : ", \(InspectionWords.number(scale)) a point") + ": \(outcome.status.rawValue)\n"
    if inspection.trees.isEmpty { text += "no views are known for this frame\n" }
    for (place, tree) in inspection.trees.enumerated() {
      if inspection.trees.count > 1 {
        text += place == 0 ? "It lies between two snapshots. The one before:\n" : "The one behind:\n"
      }
      text += lines(of: tree)
    }
    return text
  }

  private static func lines(of tree: Inspection.Tree) -> String {
    let views = tree.snapshot.views, isWhole = tree.selected.count == views.count
    var depths = [Int](), lines = ""
    for view in views { depths.append(view.parent.map { depths[$0] + 1 } ?? 0) }
    if tree.selected.isEmpty { return "  none of its \(counted(views.count, "view"))\n" }
    for index in tree.selected {
      let indent = isWhole ? min(depths[index], Self.deepest) : 0
      let name =
        isWhole ? InspectionWords.name(views[index]) : "\(oneLine(tree.snapshot.path(of: index)))\(id(views[index]))"
      let facts = InspectionWords.facts(views[index])
      lines += String(repeating: "  ", count: indent + 1) + name + " " + InspectionWords.place(views[index].bounds)
      lines += (facts.isEmpty ? "" : " " + facts.joined(separator: ", "))
      lines += ": " + InspectionWords.fate(tree.fates[index], in: tree.snapshot) + "\n"
    }
    return lines
  }

  private static func id(_ view: View) -> String { view.id.map { " #" + oneLine($0) } ?? "" }
}

/// Words for what is known of a view; never its text.
enum InspectionWords {
  /// `Label #balance .amount`.
  static func name(_ view: View) -> String {
    oneLine(view.type) + (view.id.map { " #" + oneLine($0) } ?? "") + view.classes.map { " ." + oneLine($0) }.joined()
  }

  /// Place and size in pixels, before the view's own transform.
  static func place(_ bounds: Bounds) -> String {
    switch bounds {
    case .rect(let rect): "(\(number(rect.x)), \(number(rect.y)), \(number(rect.width)) x \(number(rect.height)))"
    case .noArea: "(no area)"
    case .unknown: "(place unknown)"
    }
  }

  static func facts(_ view: View) -> [String] {
    let texts: [(String, SensitiveText?)] = [
      ("text", view.text), ("label", view.label), ("value", view.value), ("placeholder", view.placeholder),
    ]
    // A SensitiveText prints its length.
    var facts = texts.compactMap { name, text in text.map { "\(name) \($0)" } }
    switch view.secure {
    case .yes: facts.append("secure")
    case .unknown: if view.countsAsSecure { facts.append("perhaps secure") }
    case .no: break
    }
    if view.hideInScreenshot { facts.append("hidden in screenshots") }
    if view.isTextInput { facts.append("input") }
    if view.isOpaqueToInspection { facts.append("content not described") }
    if view.hidden == .yes { facts.append("not visible") }
    if view.alpha != 1 { facts.append("alpha \(number(view.alpha))") }
    if view.opaque == .yes { facts.append("opaque") }
    if view.clips { facts.append("clips") }
    if view.transform.map({ $0 != .identity }) ?? false { facts.append("transformed") }
    return facts
  }

  static func fate(_ fate: ViewFate, in snapshot: Snapshot) -> String {
    switch fate {
    case .hidden(let rule, let style): "hidden by \(oneLine(rule)) ('\(style.rawValue)')"
    case .hiddenWith(let owner): "hidden with \(name(snapshot.views[owner]))"
    case .shown(liftedFloor: false): "shown"
    case .shown(liftedFloor: true): "shown, though it is secure"
    case .shownWith(let owner): "shown with \(name(snapshot.views[owner]))"
    case .untouched: "no rule"
    }
  }

  /// With two decimals at most.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "?" }
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
