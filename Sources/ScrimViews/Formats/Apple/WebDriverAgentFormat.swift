internal import ScrimCore

/// What WebDriverAgent gives as source on iOS in JSON, today and in its first generation (2015).
///
/// Nested objects with a type and a rectangle; the older ones have types with the prefix `UIA`, an origin and a size.
/// Answers of its HTTP interface hold the tree in `value`, or in `value.tree`.
///
/// Traps: as those of the XML; truth values are the texts "1" and "0".
enum WebDriverAgentFormat: TreeFormat {
  static let name = "webdriveragent"
  static let summary = "source of WebDriverAgent, iOS: JSON, both generations, points"

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .json(let json) = file else { return false }
    let root = root(of: json)
    return ["type", "rect", "isEnabled"].allSatisfy { json.member($0, of: root) != nil }
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .json(let json) = file else { throw TreeError("it is no JSON") }
    let elements = try JSONNodes(json, roots: CollectionOfOne(root(of: json))).nodes.map { element($0, json) }
    return try XCUIElements(elements: elements).snapshot(picture: picture, scale: scale)
  }

  private static func root(of json: JSONDocument) -> Int {
    guard json.member("type", of: JSONDocument.root) == nil,
      let value = json.member("value", of: JSONDocument.root)
    else { return JSONDocument.root }
    return json.member("tree", of: value) ?? value
  }

  private static func element(_ entry: JSONNodes.Node, _ json: JSONDocument) -> XCUIElement {
    var node = ForeignNode(json, entry.token)
    var element = XCUIElement(level: entry.level, name: XCUIElement.name(ofType: node.text("type") ?? ""))
    let name = node.text("name")
    element.id = node.text("rawIdentifier") ?? name
    element.label = node.sensitive("label")
    element.value = node.sensitive("value")
    element.placeholder = node.sensitive("placeholderValue")
    element.isVisible = node.flag("isVisible")
    element.traits = node.texts("traits")
    let number = node.text("processId")
    element.process = node.text("bundleId") ?? number
    if let rect = node.take("rect") {
      element.frame = node.rect(rect)
      if element.frame == nil { node.markOdd() }
    }
    _ = node.take("children")
    element.attributes = node.rest()
    element.isOdd = node.isOdd || entry.hasOddChildren
    return element
  }
}
