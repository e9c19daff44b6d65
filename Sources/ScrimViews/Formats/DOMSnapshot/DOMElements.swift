internal import ScrimCore

/// Turns a node into a view.
struct DOMElements {
  let styles: DOMStyles
  private var types = TypeFacts()

  init(styles: DOMStyles) {
    self.styles = styles
  }

  /// `input` types that are no text.
  private static let otherInputs: Set<String> = [
    "button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset", "submit",
  ]
  /// Words in `autocomplete` that mark a secret.
  private static let secrets: Set<String> = [
    "current-password", "new-password", "one-time-code", "cc-number", "cc-csc",
  ]
  /// Sets what a node says, without what depends on those around it.
  mutating func read(_ node: Int, of page: DOMPage, at place: DOMPlace, into view: inout View) throws(TreeError) {
    let box = page.boxes[node]
    let kind = DOMPage.Kind(rawValue: page.kinds[node])
    view.type = try page.strings.text(page.names[node])?.lowercased() ?? "unknown"
    view.bounds = kind == .document ? place.viewport : place.bounds(of: box)
    view.hidden = styles[.visibility, of: box, on: page].map { $0 == "visible" ? .no : .yes } ?? .unknown
    if let opacity = styles[.opacity, of: box, on: page], opacity != "1" { view.alpha = Double(opacity) ?? 1 }
    view.secure = .no
    switch kind {
    case .text, .characterData:
      view.classChain = ["text"]
      let own = try page.strings.text(page.values[node])
      // Blanks between elements are no text.
      view.text = (box?.text ?? own).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : SensitiveText($0) }
    case .element:
      view.classChain = ["element"]
      view.cornerRadius = (radius(of: box, on: page) ?? 0) * place.factor
      try describe(node, of: page, in: &view)
    case .document:
      view.process = page.origin
      view.clips = true
    case .fragment, nil: break
    }
  }

  private mutating func describe(_ node: Int, of page: DOMPage, in view: inout View) throws(TreeError) {
    var attributes = try page.attributes(of: node)
    view.id = attributes.take("id").flatMap { $0.isEmpty ? nil : $0 }
    view.classes = attributes.take("class").map(Self.words) ?? []
    view.role = attributes.take("role")
    view.placeholder = attributes["placeholder"].map(SensitiveText.init)
    view.label = ["aria-label", "alt", "title"].lazy.compactMap { attributes[$0] }.first.map(SensitiveText.init)
    let value = page.inputValues[node] ?? page.textValues[node]
    view.value = try value.flatMap { index throws(TreeError) in try page.strings.text(index) }.map(SensitiveText.init)
    let inputType = attributes["type"]?.lowercased() ?? "text"
    switch view.type {
    case "input": view.isTextInput = !Self.otherInputs.contains(inputType)
    case "textarea": view.isTextInput = true
    default: view.isTextInput = attributes["contenteditable"].map { $0.lowercased() != "false" } ?? false
    }
    let hints = attributes["autocomplete"].map { Self.words($0.lowercased()) } ?? []
    if view.type == "input" && inputType == "password" || hints.contains(where: Self.secrets.contains) {
      view.secure = .yes
    }
    let isEmptyFrame = ["iframe", "frame"].contains(view.type) && page.contentDocuments[node] == nil
    // What people type into, an element's kind decides: a checkbox is an `input`, too.
    let isTextInput = view.isTextInput
    types.apply(to: &view)
    view.isTextInput = isTextInput
    view.isOpaqueToInspection = view.isOpaqueToInspection || isEmptyFrame
    view.attributes = ViewAttributes(page, at: attributes.places)
  }

  /// The parts between blanks, as HTML divides lists of words: its blanks are all ASCII.
  private static func words(_ text: String) -> [String] {
    text.utf8.split { $0.isSpace || $0 == 0x0c }.map { String(Substring($0)) }
  }

  /// Whether it is known of a node that it neither turns nor mirrors what lies in it. Of shapes it is not.
  func isUpright(_ node: Int, of page: DOMPage) -> Bool {
    // What has no box has none of this either.
    guard page.kinds[node] == DOMPage.Kind.element.rawValue, let box = page.boxes[node] else { return true }
    guard page.isHTML(node), let transform = styles[.transform, of: box, on: page] else { return false }
    return [.rotate, .scale, .path].allSatisfy { styles[$0, of: box, on: page] == "none" }
      && (transform == "none" || Self.isUpright(transform))
  }

  /// Whether a `matrix(a, b, c, d, x, y)` moves and enlarges alone.
  private static func isUpright(_ matrix: String) -> Bool {
    guard matrix.hasPrefix("matrix("), matrix.hasSuffix(")") else { return false }
    let numbers = matrix.dropFirst("matrix(".count).dropLast().split(separator: ", ").map { Double($0) ?? .nan }
    return numbers.count == 6 && numbers[0] > 0 && numbers[1] == 0 && numbers[2] == 0 && numbers[3] > 0
  }

  /// The largest corner's radius in the file's unit, a share counted of the longer side; nil where it is not known.
  private func radius(of box: DOMPage.Box?, on page: DOMPage) -> Double? {
    guard let box, let value = styles[.radius, of: box, on: page] else { return nil }
    if value == "0px" { return 0 }
    let side = max(box.rect.width, box.rect.height)
    let radii = value.split(separator: " ").filter { $0 != "/" }.map { part in
      if part.hasSuffix("px") { return Double(part.dropLast(2)) }
      return part.hasSuffix("%") ? Double(part.dropLast()).map { $0 / 100 * side } : nil
    }
    // What is none of both leaves nothing of the box that is surely filled.
    return radii.contains(nil) ? side : radii.compactMap { $0 }.max()
  }
}
