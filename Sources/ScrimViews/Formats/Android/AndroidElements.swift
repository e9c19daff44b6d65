internal import ScrimCore

/// Reads the elements of Android's XML dumps, which have the same attributes whoever writes them.
struct AndroidElements {
  private enum Name: String {
    case `class`, text, hint, bounds, password, displayed, package
    case id = "resource-id"
    case label = "content-desc"
    case visible = "visible-to-user"
    case order = "drawing-order"
    case display = "display-id"
    case inputType = "input-type"
    case showsHint = "showing-hint-text"
  }

  let document: XMLDocument
  /// The elements that are views, and the depth of those that are windows.
  let views: ArraySlice<XMLDocument.Element>
  let rootDepth: Int
  /// The depth at which the writer stops without a word, if it does.
  var limit: Int?

  func snapshot(picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    let names = document.names.map(Name.init)
    var processes = TextMemo<String>(), classes = TextMemo<AndroidClass>()
    var tree = TreeBuilder<Void>(capacity: views.count)
    var extent = WindowExtent(), display: String?
    let deepest = (views.map(\.depth).max() ?? 0) - rootDepth
    for element in views {
      let level = element.depth - rootDepth
      guard level >= 0 else { throw TreeError("line \(element.line): an element stands beside the root") }
      _ = tree.parent(ofLevel: level)
      var view = View(type: "", bounds: .unknown)
      var isOdd = read(element, into: &view, names, &processes, &classes, factor: scale ?? 1)
      if level == 0 {
        // The picture is of the first window's display. One of another is not in it, and covers nothing of it.
        let own = self.display(of: element, names)
        if own != display ?? own { view.hidden = .yes }
        display = display ?? own
        if own == display, case .rect(let box) = view.bounds {
          try extent.add(box, picture: picture, given: scale)
        }
      }
      // A toast: a text, and no word of where. A view whose place is missing has one in a window; this has none.
      if level == 0, view.bounds == .unknown, !view.texts.isEmpty { isOdd = true }
      if let limit, DepthLimit(limit: limit, deepest: deepest).isSuspicious(level) { isOdd = true }
      tree.add(consume view, level: level, context: (), isUnreadable: isOdd)
    }
    return try tree.finish(scale: extent.scale(scale ?? 1, picture: picture))
  }

  /// The display that an element says it is on; what says nothing is on the first.
  private func display(of element: XMLDocument.Element, _ names: [Name?]) -> String {
    let own = element.attributes.first { names[document.attributes[$0].name] == .display }
    let text = own.map { document.text(document.attributes[$0]) } ?? ""
    return text.isEmpty ? "0" : text
  }

  /// Sets what an element says; gives whether something of it cannot be read, so that it must be hidden.
  ///
  /// - Parameter names: What the document's names mean.
  private func read(
    _ element: XMLDocument.Element, into view: inout View, _ names: [Name?], _ processes: inout TextMemo<String>,
    _ classes: inout TextMemo<AndroidClass>, factor: Double
  ) -> Bool {
    var isOdd = false
    var isSecretInput = false
    var showsHint = false
    var others: [Int] = []
    others.reserveCapacity(element.attributes.count)
    let texts = document.texts
    for place in element.attributes {
      let attribute = document.attributes[place]
      switch names[attribute.name] {
      case .class: view.setClass(classes.value(of: texts.span.extracting(attribute.value), AndroidClass.init))
      case .id: view.id = attribute.isEmpty ? nil : document.text(attribute)
      case .text: view.text = document.sensitive(attribute)
      case .label: view.label = document.sensitive(attribute)
      case .hint: view.placeholder = document.sensitive(attribute)
      case .bounds:
        view.bounds = AndroidBox.bounds(texts.span.extracting(attribute.value), factor: factor)
        isOdd = isOdd || view.bounds == .unknown
      case .password:
        view.secure = Knowledge(document.boolean(attribute))
        isOdd = isOdd || (view.secure == .unknown && !attribute.isEmpty)
      // What is said to be visible is not known to be: something may lie on it.
      case .visible, .displayed: if document.boolean(attribute) == false { view.hidden = .yes }
      case .package: view.process = attribute.isEmpty ? nil : processes.text(texts.span.extracting(attribute.value))
      case .order:
        others.append(place)
        if let order = Double(document.text(attribute)), order.isFinite { view.z = order }
      case .inputType:
        others.append(place)
        if let type = InputType(document.text(attribute)) {
          isSecretInput = type.isPassword
        } else {
          isOdd = isOdd || !attribute.isEmpty
        }
      case .showsHint:
        others.append(place)
        showsHint = document.boolean(attribute) == true
      case .display, nil: others.append(place)
      }
    }
    view.attributes = ViewAttributes(document, at: others)
    let tag = document.name(of: element)
    if tag != "node" {
      if view.type.isEmpty {
        view.setClass(AndroidClass(tag))
      } else if view.type != tag {
        // Where tag and class contradict each other, it is of both.
        let other = AndroidClass(tag)
        view.classChain += [other.name] + other.chain
      }
    }
    if isSecretInput { view.secure = .yes }
    if showsHint { view.placeholder = view.placeholder ?? view.text }
    return isOdd
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
