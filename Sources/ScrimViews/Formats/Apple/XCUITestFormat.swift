internal import ScrimCore

/// What Appium's XCUITest driver and WebDriverAgent give as page source on iOS: XML, one element for each of XCUITest's.
///
/// `AppiumAUT` around the application, or the application, or any element of it that somebody saved.
///
/// Traps: numbers are points, and the picture may be at another scale than the device. `name` is the label where there
/// is no identifier, so an id may hold text. `visible` says false of what is plainly on screen, so it removes nothing.
/// XCTest stops at depth 50 without a word. An alert of another process is not in the tree, which nothing can tell.
enum XCUITestFormat: TreeFormat {
  static let name = "xcuitest"
  static let summary = "page source of Appium's XCUITest driver, iOS: XML, one tree a file, points"

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .xml(let document) = file, let root = document.elements.first else { return false }
    return root.name == "AppiumAUT" || root.name.hasPrefix("XCUIElementType")
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .xml(let document) = file, let root = document.elements.first else { throw TreeError("it is no XML") }
    let rootDepth = root.name == "AppiumAUT" ? 1 : 0
    let elements = document.elements.dropFirst(rootDepth).map { element($0, in: document, rootDepth: rootDepth) }
    return try XCUIElements(elements: elements).snapshot(picture: picture, scale: scale)
  }

  private static func element(
    _ source: XMLDocument.Element, in document: XMLDocument, rootDepth: Int
  ) -> XCUIElement {
    var element = XCUIElement(level: source.depth - rootDepth, type: source.name)
    var sides: [String: String] = [:]
    var bundle: String?
    for attribute in document.attributes(of: source) {
      let value = attribute.value
      switch attribute.name {
      // The same as the tag; of two, the one that is secure counts.
      case "type": if !value.isEmpty, !element.type.hasSuffix("SecureTextField") { element.type = value }
      case "name": element.id = value.isEmpty ? nil : value
      case "label": element.label = text(value)
      case "value": element.value = text(value)
      case "placeholderValue": element.placeholder = text(value)
      case "visible": element.isVisible = value == "true" ? true : value == "false" ? false : nil
      case "x", "y", "width", "height": sides[attribute.name] = value
      default:
        switch attribute.name {
        case "traits": element.traits = [value]
        case "bundleId": bundle = value
        case "processId": element.process = value
        default: break
        }
        element.attributes[attribute.name] = .text(SensitiveText(value))
      }
    }
    element.process = bundle ?? element.process
    let numbers = ["x", "y", "width", "height"].compactMap { sides[$0].flatMap(Double.init) }
    if numbers.count == 4 {
      element.frame = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    } else {
      // A side that is no number, unlike one that is not there, is a place that was lost.
      element.isOdd = !sides.isEmpty
    }
    return element
  }

  private static func text(_ value: String) -> SensitiveText? {
    value.isEmpty ? nil : SensitiveText(value)
  }
}
