internal import ScrimCore

/// The state files of DroidBot, Android, of 2016 and of 2017 and later.
///
/// One flat list of views that name their parent and their children by index. Truth values are texts in the older
/// generation, and some names differ.
///
/// Traps: most boxes of a launcher are inverted, which is no area. Where parents and children contradict each other (a
/// cycle, two parents, an index that is none) a part of the tree is not known: the nearest view that has a place in it
/// is hidden. `foreground_activity` may name another app than the windows', and `tag` is no time of a frame: neither is
/// used. A widget of another package inside of a launcher is another process.
enum DroidBotFormat: TreeFormat {
  static let name = "droidbot"
  static let summary = "state files of DroidBot, Android: JSON, both generations, pixels"

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .json(let json) = file else { return false }
    return json.member("views", of: JSONDocument.root) != nil
      && json.member("foreground_activity", of: JSONDocument.root) != nil
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .json(let json) = file, let list = json.member("views", of: JSONDocument.root),
      json.kind(of: list) == .array
    else { throw TreeError("it has no list of views") }
    let display = try display(json, picture: picture, scale: scale)
    let links = try DroidBotLinks(json, Array(json.elements(of: list)))
    var extent = WindowExtent()
    if let display { try extent.add(display, picture: picture, given: scale) }
    var tree = TreeBuilder<Void>(capacity: links.views.count)
    for (index, level) in links.order {
      _ = tree.parent(ofLevel: level)
      var node = ForeignNode(json, links.views[index])
      let view = view(&node, factor: scale ?? 1)
      if level == 0, case .rect(let box) = view.bounds {
        try extent.add(box, picture: picture, given: scale)
      }
      tree.add(consume view, level: level, context: (), isUnreadable: node.isOdd || links.isOdd[index])
    }
    return try tree.finish(scale: extent.scale(scale ?? 1, picture: picture))
  }

  /// Later versions tell the display's size: a box in the picture's pixels.
  private static func display(_ json: JSONDocument, picture: PixelSize, scale: Double?) throws(TreeError) -> Rect? {
    func side(_ name: String) -> Double? { json.member(name, of: JSONDocument.root).flatMap(json.number) }
    guard let width = side("width"), let height = side("height"), width > 0, height > 0 else { return nil }
    let screen = Rect(x: 0, y: 0, width: width, height: height)
    let factor = try ScreenFit.scale(of: [screen], picture: picture, given: scale).factor
    guard scale == nil, abs(factor - 1) > ScreenFit.tolerance else { return scale == nil ? screen : nil }
    throw TreeError(
      "the display is \(width) x \(height), and the picture is \(picture.width) x \(picture.height): --views-scale "
        + "gives its pixels per pixel of the display")
  }

  private static func view(_ node: inout ForeignNode, factor: Double) -> View {
    var view = View(type: "", bounds: .unknown)
    if let type = node.text("class") { view.setClass(AndroidClass(type)) }
    view.id = node.text("resource_id") ?? node.text("resource-id")
    view.text = node.sensitive("text")
    view.label = node.sensitive("content_description") ?? node.sensitive("content-desc")
    view.process = node.text("package")
    // Of marks that contradict each other the one counts that hides more.
    let marks = [node.flag("is_password"), node.flag("password")].compactMap { $0 }
    view.secure = Knowledge(marks.isEmpty ? nil : marks.contains(true))
    view.isTextInput = node.flag("editable") ?? false
    if node.flag("visible") == false { view.hidden = .yes }
    if let bounds = node.take("bounds") {
      let corners = node.json.elements(of: bounds).map { node.json.elements(of: $0).compactMap(node.json.number) }
      if corners.count == 2, corners.allSatisfy({ $0.count == 2 }) {
        view.bounds = AndroidBox.bounds(
          left: corners[0][0], top: corners[0][1], right: corners[1][0], bottom: corners[1][1], factor: factor)
      }
      if view.bounds == .unknown { node.markOdd() }
    }
    for name in ["children", "parent", "child_count", "temp_id"] { _ = node.take(name) }
    view.attributes = node.rest()
    return view
  }
}
