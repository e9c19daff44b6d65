internal import ScrimCore

/// What `uiautomator dump` writes on Android.
///
/// `hierarchy` with a `node` for each root, each a window; or a bare root `node`. Boxes are absolute pixels, trimmed to
/// what shows: one that is inverted by that has no area, which is neither an error nor hides the parent.
enum UIAutomatorFormat: TreeFormat {
  static let name = "uiautomator"
  static let summary = "uiautomator dump, Android: XML, one tree a file, pixels"

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .xml(let document) = file, let root = document.elements.first else { return false }
    if root.name == "node" { return document["bounds", of: root] != nil }
    return root.name == "hierarchy" && document.elements.dropFirst().first.map { $0.name == "node" } ?? true
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .xml(let document) = file, let root = document.elements.first else { throw TreeError("it is no XML") }
    let hasHierarchy = root.name == "hierarchy"
    guard hasHierarchy || root.name == "node" else { throw TreeError("its root is neither hierarchy nor node") }
    var builder = SnapshotBuilder()
    var types = TypeFacts()
    /// The packages of the open nodes.
    var packages: [String?] = []
    for element in document.elements.dropFirst(hasHierarchy ? 1 : 0) {
      guard element.name == "node" else { throw TreeError("line \(element.line): an element is no node") }
      let depth = element.depth - (hasHierarchy ? 1 : 0)
      while builder.depth > depth {
        builder.close()
        packages.removeLast()
      }
      var view = view(element, in: document, factor: scale ?? 1)
      if depth == 0, case .rect(let box) = view.bounds { try check(box, fits: picture) }
      types.apply(to: &view)
      // A widget or a dialog of another app inside of this one.
      if let package = view.process, let parent = packages.last ?? nil, package != parent {
        view.isOpaqueToInspection = true
      }
      packages.append(view.process ?? packages.last ?? nil)
      builder.open(view)
    }
    return builder.finish(scale: scale ?? 1)
  }

  /// Refuses a window that is larger than the picture: a picture that was made smaller, as recorders do, would show at
  /// other places what the tree tells. One of which the scale is right never is, since boxes are trimmed to the
  /// display.
  private static func check(_ window: Rect, fits picture: PixelSize) throws(TreeError) {
    guard window.maxX > Double(picture.width) * 1.01 || window.maxY > Double(picture.height) * 1.01 else { return }
    throw TreeError(
      "a window ends at \(Int(window.maxX)), \(Int(window.maxY)), and the picture is \(picture.width) x "
        + "\(picture.height): --views-scale gives its pixels per pixel of the display")
  }

  private static func view(_ element: XMLDocument.Element, in document: XMLDocument, factor: Double) -> View {
    var view = View(type: "", bounds: .unknown)
    for attribute in document.attributes(of: element) {
      let value = attribute.value
      switch attribute.name {
      case "class": view.type = value
      case "resource-id": view.id = value.isEmpty ? nil : value
      case "text": view.text = text(value)
      case "content-desc": view.label = text(value)
      case "hint": view.placeholder = text(value)
      case "bounds": view.bounds = bounds(value, factor)
      case "password": view.secure = Knowledge(boolean(value))
      // What is said to be visible is not known to be: something may lie on it.
      case "visible-to-user": view.hidden = boolean(value) == false ? .yes : .unknown
      case "package": view.process = value.isEmpty ? nil : value
      case "drawing-order":
        if let order = Double(value), order.isFinite { view.z = order }
        view.attributes[attribute.name] = .text(SensitiveText(value))
      default: view.attributes[attribute.name] = .text(SensitiveText(value))
      }
    }
    view.classChain = view.type.contains(".") ? [String(lastPart(of: view.type))] : []
    return view
  }

  private static func text(_ value: String) -> SensitiveText? {
    value.isEmpty ? nil : SensitiveText(value)
  }

  private static func boolean(_ value: String) -> Bool? {
    value == "true" ? true : value == "false" ? false : nil
  }

  /// `[left,top][right,bottom]`, whole numbers.
  private static func bounds(_ value: String, _ factor: Double) -> Bounds {
    let corners = value.split(separator: "]", omittingEmptySubsequences: false)
    guard corners.count == 3, corners[2].isEmpty, corners[0].first == "[", corners[1].first == "[" else {
      return .unknown
    }
    let numbers = corners[..<2].flatMap { $0.dropFirst().split(separator: ",").map { Int32($0) } }
    guard numbers.count == 4, let left = numbers[0], let top = numbers[1], let right = numbers[2],
      let bottom = numbers[3]
    else { return .unknown }
    guard left < right, top < bottom else { return .noArea }
    let box = Rect(
      x: Double(left), y: Double(top), width: Double(right) - Double(left), height: Double(bottom) - Double(top))
    return Bounds(box.scaled(by: factor))
  }
}
