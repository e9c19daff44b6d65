import ScrimCore

/// A frame's views beside what its plan does with them, for people who look for the reason of a failed test.
///
/// Texts are shown where a spec has made them up; of recorded views only their length is (guarantee 8).
enum SpecDetails {
  private static let mostViews = 60
  private static let deepestIndent = 12
  private static let longestText = 24
  private static let widest = 52

  static func lines(_ plan: SpecPlan, frame: SpecFrame) -> [String] {
    let size = plan.plan.size
    let title =
      "\(frame.isRecorded ? "recorded frame \(frame.base.identity.index)" : "frame"), \(size.width) x \(size.height)"
    var rows = [(title, "plan by \(plan.rules.joined(separator: ", "))")]
    if let snapshot = frame.snapshots.first {
      var depths = [Int]()
      for (index, view) in snapshot.views.enumerated() {
        depths.append(view.parent.map { depths[$0] + 1 } ?? 0)
        guard index < mostViews else { continue }
        let indent = String(repeating: "  ", count: min(depths[index], deepestIndent))
        rows.append(
          (
            indent + words(view, isRecorded: frame.isRecorded),
            state(of: plan.visible[0][index], in: plan.plan.redactions)
          ))
      }
      if snapshot.views.count > mostViews { rows.append(("… and \(snapshot.views.count - mostViews) more views", "")) }
    } else {
      rows.append(("no views", ""))
    }
    let width = min(rows.map { $0.0.count }.max() ?? 0, widest)
    var lines = rows.map { left, right in
      right.isEmpty ? left : left + String(repeating: " ", count: max(0, width - left.count)) + "  | " + right
    }
    lines += plan.plan.redactions.filter { $0.view == nil }.map { redaction in
      "besides: \(words(redaction)) over \(rect(redaction.region.bounds))"
    }
    lines += plan.plan.failures.isEmpty ? [] : ["the frame failed closed"]
    return lines
  }

  /// `shown`, `hidden: card "Amount" (bank.lua hide[1])`, `hidden by 40 %: …`, or `not seen`.
  static func state(of seen: Region, in redactions: [Redaction]) -> String {
    if seen.isEmpty { return "not seen" }
    let hidden = seen.intersection(Region.union(of: redactions.map(\.region)))
    guard !hidden.isEmpty, let top = redactions.last(where: { !$0.region.intersection(seen).isEmpty }) else {
      return "is shown"
    }
    if hidden == seen { return "is hidden: \(words(top))" }
    // Never 0 and never 100: it is neither.
    let share = min(99, max(1, hidden.area * 100 / seen.area))
    return "is hidden by \(share) %: \(words(top))"
  }

  private static func words(_ redaction: Redaction) -> String {
    let text = redaction.style.text.map { " \"\(clipped($0))\"" } ?? ""
    return "\(redaction.style.name.rawValue)\(text) (\(redaction.rule))"
  }

  private static func words(_ view: View, isRecorded: Bool) -> String {
    var parts = view.type.isEmpty ? "(no type)" : view.type
    if let id = view.id { parts += " #\(id)" }
    for name in view.classes { parts += " .\(name)" }
    if view.countsAsSecure { parts += " secure" }
    for text in view.texts where !text.isEmpty { parts += isRecorded ? " \(text)" : " \"\(clipped(text.exposed))\"" }
    switch view.bounds {
    case .rect(let rect): parts += " \(number(rect.x)),\(number(rect.y)) \(number(rect.width))x\(number(rect.height))"
    case .noArea: parts += " no area"
    case .unknown: parts += " place not known"
    }
    return parts
  }

  private static func clipped(_ text: String) -> String {
    text.count > longestText ? text.prefix(longestText) + "…" : text
  }

  private static func rect(_ rect: PixelRect) -> String { "\(rect.left),\(rect.top) \(rect.width)x\(rect.height)" }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\((value * 10).rounded() / 10)"
  }
}
