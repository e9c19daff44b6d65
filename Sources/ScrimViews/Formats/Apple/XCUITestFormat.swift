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
    let name = document.name(of: root)
    return name == "AppiumAUT" || name.hasPrefix("XCUIElementType")
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .xml(let document) = file, let root = document.elements.first else { throw TreeError("it is no XML") }
    let rootDepth = document.name(of: root) == "AppiumAUT" ? 1 : 0
    let names = document.names.map(Name.init)
    var texts = SharedTexts()
    let elements = document.elements.dropFirst(rootDepth).map {
      element($0, in: document, names, &texts, rootDepth: rootDepth)
    }
    return try XCUIElements(elements: elements).snapshot(picture: picture, scale: scale)
  }

  private enum Name: String {
    case type, label, value, visible, x, y, width, height, traits
    case id = "name"
    case placeholder = "placeholderValue"
    case bundle = "bundleId"
    case process = "processId"
  }

  /// `names` is what the document's names mean.
  private static func element(
    _ source: XMLDocument.Element, in document: XMLDocument, _ names: [Name?], _ texts: inout SharedTexts,
    rootDepth: Int
  ) -> XCUIElement {
    var element = XCUIElement(level: source.depth - rootDepth, type: document.name(of: source))
    var (x, y, width, height): (Double??, Double??, Double??, Double??)
    var bundle: String?
    var others: [Int] = []
    for place in source.attributes {
      let attribute = document.attributes[place]
      switch names[attribute.name] {
      // The same as the tag; of two, the one that is secure counts.
      case .type:
        if attribute.count > 0, !element.type.hasSuffix("SecureTextField") {
          element.type = texts.text(document.utf8(of: attribute))
        }
      case .id: element.id = attribute.count == 0 ? nil : document.text(attribute)
      case .label: element.label = text(attribute, in: document)
      case .value: element.value = text(attribute, in: document)
      case .placeholder: element.placeholder = text(attribute, in: document)
      case .visible:
        let value = document.utf8(of: attribute)
        element.isVisible = value.elementsEqual("true".utf8) ? true : value.elementsEqual("false".utf8) ? false : nil
      case .x: x = .some(document.number(attribute))
      case .y: y = .some(document.number(attribute))
      case .width: width = .some(document.number(attribute))
      case .height: height = .some(document.number(attribute))
      case .traits:
        others.append(place)
        element.traits = [texts.text(document.utf8(of: attribute))]
      case .bundle:
        others.append(place)
        bundle = texts.text(document.utf8(of: attribute))
      case .process:
        others.append(place)
        element.process = texts.text(document.utf8(of: attribute))
      case nil: others.append(place)
      }
    }
    element.attributes = ViewAttributes(document, at: others)
    element.process = bundle ?? element.process
    if case (let left??, let top??, let across??, let down??) = (x, y, width, height) {
      element.frame = Rect(x: left, y: top, width: across, height: down)
    } else {
      // A side that is no number, unlike one that is not there, is a place that was lost.
      element.isOdd = x != nil || y != nil || width != nil || height != nil
    }
    return element
  }

  private static func text(_ attribute: XMLDocument.Attribute, in document: XMLDocument) -> SensitiveText? {
    attribute.count == 0 ? nil : SensitiveText(document.text(attribute))
  }
}
