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
    var types = TextMemo<String>()
    var elements: [XCUIElement] = []
    elements.reserveCapacity(document.elements.count)
    for source in document.elements.dropFirst(rootDepth) {
      let tag = types.value(of: document.name(of: source).utf8.span, XCUIElement.name(ofType:))
      elements.append(XCUIElement(level: source.depth - rootDepth, name: tag))
      read(source, in: document, into: &elements[elements.count - 1], names, &types)
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

  /// Sets what an element says. `names` is what the document's names mean, and `types` the names of types as files have them.
  private static func read(
    _ source: XMLDocument.Element, in document: XMLDocument, into element: inout XCUIElement, _ names: [Name?],
    _ types: inout TextMemo<String>
  ) {
    let tag = element.name
    var (x, y, width, height): (Double??, Double??, Double??, Double??)
    var bundle: String?
    var others: [Int] = []
    others.reserveCapacity(source.attributes.count)
    let texts = document.texts
    for place in source.attributes {
      let attribute = document.attributes[place]
      switch names[attribute.name] {
      // The same as the tag; of two both count, and the one that is secure stands first.
      case .type:
        let type = types.value(of: texts.span.extracting(attribute.value), XCUIElement.name(ofType:))
        if !attribute.isEmpty, type != tag {
          (element.name, element.otherName) = tag.hasSuffix("SecureTextField") ? (tag, type) : (type, tag)
        }
      case .id: element.id = attribute.isEmpty ? nil : document.text(attribute)
      case .label: element.label = document.sensitive(attribute)
      case .value: element.value = document.sensitive(attribute)
      case .placeholder: element.placeholder = document.sensitive(attribute)
      case .visible: element.isVisible = document.boolean(attribute)
      case .x: x = .some(document.number(attribute))
      case .y: y = .some(document.number(attribute))
      case .width: width = .some(document.number(attribute))
      case .height: height = .some(document.number(attribute))
      case .traits:
        others.append(place)
        element.traits = [document.text(attribute)]
      case .bundle:
        others.append(place)
        bundle = document.text(attribute)
      case .process:
        others.append(place)
        element.process = document.text(attribute)
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
  }
}
