internal import ScrimCore

/// The trees of the RICO collection of Android screens.
///
/// `activity.root` holds nested nodes on a fixed grid of 1440 x 2560, whatever the picture's size is; `ancestors` gives
/// the superclasses.
///
/// Traps: the root may be a dialog, or end above the navigation bar, so the scale is the picture's width over the
/// grid's. There is no mark for passwords: inputs count as secure. `gone` views keep a position without area. Games and
/// the like are one surface, which the ancestors tell. A child that is null is a view of which nothing is known: its
/// parent is hidden. A keyboard is on the screen and in no node: while a secret may be typed, the frame is hidden, and so
/// it is where the mark is neither yes nor no. `package` is that of the id, not of the process.
enum RICOFormat: TreeFormat {
  static let name = "rico"
  static let summary = "trees of the RICO collection, Android: JSON on a grid of 1440 x 2560"

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .json(let json) = file else { return false }
    return json.member("activity_name", of: JSONDocument.root) != nil
      && json.member("activity", of: JSONDocument.root) != nil
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .json(let json) = file, let activity = json.member("activity", of: JSONDocument.root),
      let root = json.member("root", of: activity), json.kind(of: root) == .object
    else { throw TreeError("it has no root") }
    let isWide = picture.width > picture.height
    let grid = Rect(x: 0, y: 0, width: isWide ? 2560 : 1440, height: isWide ? 1440 : 2560)
    let scale = try ScreenFit.scale(of: [grid], picture: picture, given: scale), factor = scale.factor
    let nodes = try JSONNodes(json, roots: CollectionOfOne(root)).nodes
    var tree = TreeBuilder<Void>(capacity: nodes.count)
    for entry in nodes {
      _ = tree.parent(ofLevel: entry.level)
      var node = ForeignNode(json, entry.token)
      let view = view(&node, factor: factor)
      if entry.level == 0, case .rect(let box) = view.bounds {
        // The grid is the display, and boxes are trimmed to it: a root beyond it is of the other orientation.
        try ScreenFit.check(window: box, picture: picture, given: factor)
      }
      tree.add(consume view, level: entry.level, context: (), isUnreadable: node.isOdd || entry.hasOddChildren)
    }
    var facts = ForeignNode(json, JSONDocument.root)
    if facts.flag("is_keyboard_deployed") ?? facts.isOdd {
      // It is on the screen, beside a root that may be a dialog, and no node tells where.
      _ = tree.parent(ofLevel: 0)
      tree.add(View(type: "Keyboard", bounds: .unknown), level: 0, context: ())
    }
    return try tree.finish(scale: scale)
  }

  private static func view(_ node: inout ForeignNode, factor: Double) -> View {
    var view = View(type: node.text("class") ?? "", bounds: .unknown)
    view.classChain = node.texts("ancestors")
    view.id = node.text("resource-id")
    view.text = node.sensitive("text")
    view.label = node.texts("content-desc").first { !$0.isEmpty }.map(SensitiveText.init)
    view.placeholder = node.sensitive("text-hint")
    if let bounds = node.take("bounds") {
      let edges = node.json.elements(of: bounds).compactMap(node.json.number)
      if edges.count == 4 {
        view.bounds = AndroidBox.bounds(
          left: edges[0], top: edges[1], right: edges[2], bottom: edges[3], factor: factor)
      }
      if view.bounds == .unknown { node.markOdd() }
    }
    let isVisible = node.flag("visible-to-user")
    let visibility = node.text("visibility")
    if isVisible == false || visibility.map({ $0 != "visible" }) ?? false { view.hidden = .yes }
    _ = node.take("children")
    view.attributes = node.rest()
    return view
  }
}
