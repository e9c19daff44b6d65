internal import ScrimCore

/// Reads the elements of Android's XML dumps, which have the same attributes whoever writes them.
struct AndroidElements {
  let document: XMLDocument
  /// The elements that are views, and the depth of those that are windows.
  let views: ArraySlice<XMLDocument.Element>
  let rootDepth: Int
  /// The depth at which the writer stops without a word, if it does.
  var limit: Int?

  func snapshot(picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    var tree = TreeBuilder<Void>()
    let deepest = (views.map(\.depth).max() ?? 0) - rootDepth
    for element in views {
      let level = element.depth - rootDepth
      guard level >= 0 else { throw TreeError("line \(element.line): an element stands beside the root") }
      _ = tree.parent(ofLevel: level)
      var (view, isOdd) = view(element, factor: scale ?? 1)
      if level == 0, case .rect(let box) = view.bounds {
        try ScreenFit.check(window: box, picture: picture, given: scale)
      }
      // A toast: a text, and no word of where. A view whose place is missing has one in a window; this has none.
      if level == 0, view.bounds == .unknown, !view.texts.isEmpty { isOdd = true }
      if let limit, DepthLimit(limit: limit, deepest: deepest).isSuspicious(level) { isOdd = true }
      tree.add(view, level: level, context: (), isUnreadable: isOdd)
    }
    return try tree.finish(scale: scale ?? 1)
  }

  /// An element as a view, and whether something of it cannot be read, so that it must be hidden.
  private func view(_ element: XMLDocument.Element, factor: Double) -> (View, isOdd: Bool) {
    var view = View(type: "", bounds: .unknown)
    var isOdd = false
    var isSecretInput = false
    var showsHint = false
    for attribute in document.attributes(of: element) {
      let value = attribute.value
      switch attribute.name {
      case "class": view.setClass(value)
      case "resource-id": view.id = value.isEmpty ? nil : value
      case "text": view.text = text(value)
      case "content-desc": view.label = text(value)
      case "hint": view.placeholder = text(value)
      case "bounds":
        view.bounds = AndroidBox.bounds(value, factor: factor)
        isOdd = isOdd || view.bounds == .unknown
      case "password":
        view.secure = Knowledge(boolean(value))
        isOdd = isOdd || (view.secure == .unknown && !value.isEmpty)
      // What is said to be visible is not known to be: something may lie on it.
      case "visible-to-user", "displayed": if boolean(value) == false { view.hidden = .yes }
      case "package": view.process = value.isEmpty ? nil : value
      default:
        view.attributes[attribute.name] = .text(SensitiveText(value))
        switch attribute.name {
        case "drawing-order": if let order = Double(value), order.isFinite { view.z = order }
        case "input-type":
          guard let type = InputType(value) else {
            isOdd = isOdd || !value.isEmpty
            break
          }
          isSecretInput = type.isPassword
        case "showing-hint-text": showsHint = boolean(value) == true
        default: break
        }
      }
    }
    if view.type.isEmpty, element.name != "node" { view.setClass(element.name) }
    if isSecretInput { view.secure = .yes }
    if showsHint { view.placeholder = view.placeholder ?? view.text }
    return (view, isOdd)
  }

  private func text(_ value: String) -> SensitiveText? {
    value.isEmpty ? nil : SensitiveText(value)
  }

  private func boolean(_ value: String) -> Bool? {
    value == "true" ? true : value == "false" ? false : nil
  }
}

/// Android's bit field of what an input takes.
private struct InputType {
  /// Class in the lowest four bits, variation in the eight above.
  private let bits: Int

  init?(_ text: String) {
    guard let bits = text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text) else { return nil }
    self.bits = bits
  }

  /// Text that is a password, a visible one, or one of the web; a number that is one.
  var isPassword: Bool { [0x81, 0x91, 0xe1, 0x12].contains(bits & 0xfff) }
}
