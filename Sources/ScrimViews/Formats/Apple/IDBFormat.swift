internal import ScrimCore

/// What `idb ui describe-all` gives of iOS: a flat list, nested lists, or the complete answer with the elements in it.
///
/// Traps: a secure field is told by `traits`, by `subrole` or by the type, as the backend likes. A read that has neither
/// `traits` nor `subrole` cannot tell, so its text fields count as secure. A flat list has no structure: every element
/// is a window, and what has no place hides the frame. An answer that is cut off, or that tells of an alert which may be
/// another program's, does not describe the picture: the frame is covered.
enum IDBFormat: TreeFormat {
  static let name = "idb"
  static let summary = "idb ui describe-all, iOS: JSON, flat, nested or complete, points"

  /// Where idb stops without a word.
  private static let deepestLevel = 50
  private static let mostNodes = 3000

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .json(let json) = file else { return false }
    func has(_ name: String, _ object: Int) -> Bool { json.member(name, of: object) != nil }
    let first = json.elements(of: JSONDocument.root).first { _ in true } ?? JSONDocument.root
    return has("AXFrame", first) || (has("elements", JSONDocument.root) && has("backend", JSONDocument.root))
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .json(let json) = file else { throw TreeError("it is no JSON") }
    try checkWhole(json)
    let nodes = try JSONNodes(json, roots: roots(of: json))
    guard nodes.nodes.count != mostNodes else {
      throw TreeError("it has exactly \(mostNodes) elements, at which idb stops")
    }
    let application = nodes.nodes.first { json.member("type", of: $0.token).flatMap(json.text) == "Application" }
    let scale = try ScreenFit.scale(
      of: screens(json, application: application?.token), picture: picture, given: scale)
    let process = application.flatMap { node in
      var node = ForeignNode(json, node.token)
      return node.text("pid")
    }
    let limit = DepthLimit(limit: deepestLevel, deepest: nodes.deepest)
    var tree = TreeBuilder<Void>(capacity: nodes.nodes.count)
    for entry in nodes.nodes {
      _ = tree.parent(ofLevel: entry.level)
      var node = ForeignNode(json, entry.token)
      var view = view(&node, factor: scale.factor)
      if let process, let own = view.process, own != process { view.isOpaqueToInspection = true }
      tree.add(
        consume view, level: entry.level, context: (),
        isUnreadable: node.isOdd || entry.hasOddChildren || limit.isSuspicious(entry.level))
    }
    return try tree.finish(scale: scale)
  }

  private static func roots(of json: JSONDocument) throws(TreeError) -> [Int] {
    switch json.kind(of: JSONDocument.root) {
    case .array: return Array(json.elements(of: JSONDocument.root))
    case .object:
      guard let elements = json.member("elements", of: JSONDocument.root) else { return [JSONDocument.root] }
      guard json.kind(of: elements) == .array else { throw TreeError("its elements are no list") }
      return Array(json.elements(of: elements))
    case .null, .no, .yes, .integer, .number, .text: throw TreeError("it has no element")
    }
  }

  private static func checkWhole(_ json: JSONDocument) throws(TreeError) {
    guard json.member("elements", of: JSONDocument.root) != nil else { return }
    if let truncated = json.member("truncated", of: JSONDocument.root),
      ![.no, .null].contains(json.kind(of: truncated))
    {
      throw TreeError("it is truncated, so the rest of the screen is not known")
    }
    if let modal = json.member("modal", of: JSONDocument.root), ![.no, .null].contains(json.kind(of: modal)) {
      throw TreeError("it tells of an alert, which may be another program's and nowhere in it")
    }
  }

  /// The application's frame, and the screen of the complete answer.
  private static func screens(_ json: JSONDocument, application: Int?) -> [Rect] {
    var screens: [Rect] = []
    if let application { screens += frame(of: application, json).map { [$0] } ?? [] }
    if let screen = json.member("screen", of: JSONDocument.root),
      let width = json.member("width", of: screen).flatMap(json.number),
      let height = json.member("height", of: screen).flatMap(json.number)
    {
      screens.append(Rect(x: 0, y: 0, width: width, height: height))
    }
    return screens
  }

  private static func frame(of object: Int, _ json: JSONDocument) -> Rect? {
    var node = ForeignNode(json, object)
    return frame(&node)
  }

  /// `frame`, else the numbers in the text `AXFrame`; nil where there is neither, and odd where one is no rectangle.
  private static func frame(_ node: inout ForeignNode) -> Rect? {
    let text = node.text("AXFrame")
    if let object = node.take("frame") {
      let rect = node.rect(object)
      if rect == nil { node.markOdd() }
      return rect
    }
    guard let text else { return nil }
    let numbers = text.filter { !"{} ".contains($0) }.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0)
    }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3]
    else {
      node.markOdd()
      return nil
    }
    return Rect(x: x, y: y, width: width, height: height)
  }

  private static func view(_ node: inout ForeignNode, factor: Double) -> View {
    var view = View(type: node.text("type") ?? "unknown", bounds: .unknown)
    if view.type == "Map" { view.classChain = ["MapView"] }
    view.role = node.text("role")
    let identifier = node.text("identifier")
    view.id = node.text("AXUniqueId") ?? identifier
    view.value = node.sensitive("AXValue")
    if view.value == nil { view.value = node.sensitive("value") }
    view.text = view.value
    let label = node.sensitive("label")
    view.label = node.sensitive("AXLabel") ?? label
    if view.label == nil { view.label = node.sensitive("title") }
    view.placeholder = node.sensitive("placeholder")
    view.process = node.text("pid")
    if node.flag("hidden") == true { view.hidden = .yes }
    if node.flag("is_remote") == true { view.isOpaqueToInspection = true }
    view.isTextInput =
      ["TextView", "TextArea"].contains(view.type)
      || ["AXTextField", "AXTextArea", "AXSecureTextField"].contains(view.role ?? "")
    view.secure = secrecy(&node, type: view.type, role: view.role ?? "")
    if let frame = frame(&node) {
      view.bounds = Bounds(frame.scaled(by: factor))
      if view.bounds == .unknown { node.markOdd() }
    }
    _ = node.take("children")
    view.attributes = node.rest()
    return view
  }

  /// The key that a backend marks secure fields with, null where there is nothing to mark, is a word about every field.
  private static func secrecy(_ node: inout ForeignNode, type: String, role: String) -> Knowledge {
    let tells = node.has("subrole") || node.has("traits")
    let traits = node.texts("traits")
    let subrole = node.text("subrole") ?? ""
    let mark = "SecureTextField"
    if [type, role, subrole].contains(where: { $0.hasSuffix(mark) }) || traits.contains(where: { $0.contains(mark) }) {
      return .yes
    }
    return tells ? .no : .unknown
  }
}
