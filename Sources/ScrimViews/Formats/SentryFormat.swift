internal import ScrimCore

/// The attachment `view-hierarchy.json` of Sentry's SDKs.
///
/// The rendering system decides how numbers are meant: those of `UIKIT` (points) and `android_view_system` (pixels) are
/// relative to the parent, those of `flutter` (logical pixels) absolute.
///
/// Traps: scroll offsets are missing, so what is inside of a scroller has no known place, and hides the scroller. What is
/// only called like one, or has children that reach far beyond it, may be one or not: what is inside lies somewhere in it
/// or at the place that its numbers give. On Flutter a coordinate is left out where it is zero or negative, and widgets
/// without a box have no size. Where the walk was too deep, a node of type `SentryTruncatedViewHierarchy` stands for the
/// rest, and its parent is hidden. No text is in it and no mark of secrecy: inputs, known by their types, count as secure.
/// Nodes of Compose have no types at all, so its leaves are opaque to inspection.
enum SentryFormat: TreeFormat {
  static let name = "sentry"
  static let summary = "view-hierarchy.json of Sentry's SDKs: UIKit, Android views, Flutter"

  private enum System: String {
    case uikit, android_view_system, flutter
  }

  /// What a node hands on, in the file's unit.
  private struct Place {
    /// Where its children's coordinates begin; nil where that is not known.
    var origin: Point?
    /// What is around all that may scroll here: its children lie somewhere in that, if not where their numbers say.
    var around: Rect?
  }

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .json(let json) = file else { return false }
    return json.member("rendering_system", of: JSONDocument.root) != nil
      && json.member("windows", of: JSONDocument.root) != nil
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .json(let json) = file, let windows = json.member("windows", of: JSONDocument.root),
      json.kind(of: windows) == .array
    else { throw TreeError("it has no list of windows") }
    let name = json.member("rendering_system", of: JSONDocument.root).flatMap(json.text) ?? ""
    guard let system = System(rawValue: name.lowercased()) else {
      throw TreeError("its rendering system is none of UIKIT, android_view_system and flutter")
    }
    let nodes = try JSONNodes(json, roots: json.elements(of: windows)).nodes
    let screen = try Self.scale(of: nodes, json, system, picture: picture, given: scale)
    let isOutreached = outreached(nodes, json)
    var tree = TreeBuilder<Place>(capacity: nodes.count), extent = WindowExtent()
    for (index, entry) in nodes.enumerated() {
      let above = tree.parent(ofLevel: entry.level)
      var node = ForeignNode(json, entry.token)
      let isLeaf = index + 1 == nodes.count || nodes[index + 1].level <= entry.level
      var (view, place) = view(
        &node, system, in: above ?? Place(origin: Point(x: 0, y: 0)), isOutreached: isOutreached[index],
        factor: screen.factor)
      if view.type == truncated {
        guard tree.markParentUnreadable() else { throw TreeError("a window was too deep to be read") }
        continue
      }
      if view.type == "@Composable", isLeaf { view.isOpaqueToInspection = true }
      if entry.level == 0, system == .android_view_system, case .rect(let box) = view.bounds {
        try extent.add(box, picture: picture, given: scale)
      }
      if system != .flutter, isScroller(view.type) { place.origin = nil }
      tree.add(consume view, level: entry.level, context: place, isUnreadable: node.isOdd || entry.hasOddChildren)
    }
    return try tree.finish(
      scale: system == .android_view_system ? extent.scale(screen.factor, picture: picture) : screen)
  }

  /// The type of the node that stands for what was too deep.
  private static let truncated = "SentryTruncatedViewHierarchy"

  /// Endings of the toolkits' own types of views whose children surely lie at a scroll offset.
  private static let scrollers = [
    "ScrollView", "TableView", "CollectionView", "RecyclerView", "ListView", "GridView", "ViewPager", "ViewPager2",
    "UITextView", "WebView",
  ]
  /// Endings of the types of views that only scrollers have for children, whatever those are called.
  private static let cells = ["TableViewCell", "CollectionViewCell"]

  private static func isScroller(_ type: String) -> Bool {
    scrollers.contains { lastPart(of: type).hasSuffix($0) }
  }

  /// By what share of a view's side its children reach beyond it where it may scroll. A badge or a shadow sticks out by
  /// less; above and to the left, where bars reach beyond their views, a scroller's content has nothing.
  private static let reach = 0.1

  /// For each node, whether one of its children ends far below or to the right of it.
  private static func outreached(_ nodes: [JSONNodes.Node], _ json: JSONDocument) -> [Bool] {
    func number(_ name: String, _ node: JSONNodes.Node) -> Double? {
      json.member(name, of: node.token).flatMap(json.number)
    }
    var isOutreached = nodes.map { _ in false }, parents: [Int] = []
    for (index, node) in nodes.enumerated() {
      parents.removeLast(parents.count - node.level)
      if let parent = parents.last {
        for (start, side) in [("x", "width"), ("y", "height")] {
          guard let start = number(start, node), let own = number(side, node), own > 0,
            let side = number(side, nodes[parent]), side > 0
          else { continue }
          if start + own > side * (1 + reach) { isOutreached[parent] = true }
        }
      }
      parents.append(index)
    }
    return isOutreached
  }

  /// Image pixels per unit of the file.
  private static func scale(
    of nodes: [JSONNodes.Node], _ json: JSONDocument, _ system: System, picture: PixelSize, given: Double?
  ) throws(TreeError) -> PictureScale {
    func size(_ node: JSONNodes.Node) -> Rect? {
      guard let width = json.member("width", of: node.token).flatMap(json.number),
        let height = json.member("height", of: node.token).flatMap(json.number), width > 0, height > 0
      else { return nil }
      return Rect(x: 0, y: 0, width: width, height: height)
    }
    let screen: Rect?
    switch system {
    case .android_view_system: return PictureScale(given ?? 1)
    // A keyboard's window and the like are smaller than the app's.
    case .uikit:
      screen = nodes.filter { $0.level == 0 }.compactMap(size)
        .max { $0.width * $0.height < $1.width * $1.height }
    // The outermost widgets have no box.
    case .flutter: screen = nodes.lazy.compactMap(size).first
    }
    return try ScreenFit.scale(of: screen.map { [$0] } ?? [], picture: picture, given: given)
  }

  private static func view(
    _ node: inout ForeignNode, _ system: System, in outer: Place, isOutreached: Bool, factor: Double
  ) -> (View, Place) {
    var view = View(type: node.text("type") ?? "", bounds: .unknown)
    if view.type.isEmpty { node.markOdd() }
    view.classChain = view.type.contains(".") ? [String(lastPart(of: view.type))] : []
    let tag = node.text("tag")
    view.id = node.text("identifier") ?? tag
    view.alpha = node.number("alpha") ?? 1
    if !(0...1).contains(view.alpha) {
      node.markOdd()
      view.alpha = 1
    }
    let isVisible = node.flag("visible")
    let visibility = node.text("visibility")
    if isVisible == false || visibility.map({ $0 != "visible" }) ?? false { view.hidden = .yes }
    let (x, y, width, height) = (node.number("x"), node.number("y"), node.number("width"), node.number("height"))
    var inside = Place(around: outer.around)
    switch system {
    case .flutter:
      inside.origin = Point(x: 0, y: 0)
      if let width, let height {
        // A coordinate that is missing is zero or less: from zero on, the box covers what shows of it.
        view.bounds = Bounds(Rect(x: x ?? 0, y: y ?? 0, width: width, height: height).scaled(by: factor))
      }
    case .uikit, .android_view_system:
      let isCell = cells.contains { view.type.hasSuffix($0) }
      if let origin = outer.origin, !isCell, let x, let y, let width, let height {
        let place = Point(x: origin.x + x, y: origin.y + y)
        if !place.x.isFinite || !place.y.isFinite { node.markOdd() }
        var box = Rect(x: place.x, y: place.y, width: width, height: height)
        if let around = outer.around, width > 0, height > 0 {
          box = box.union(around)
          view.isSomewhere = true
        }
        view.bounds = Bounds(box.scaled(by: factor))
        inside.origin = place
        if isOutreached || ScrollingTypes.include(String(lastPart(of: view.type))), width > 0, height > 0 {
          inside.around = box
        }
      }
    }
    if let width, let height, width < 0 || height < 0 { node.markOdd() }
    _ = node.take("children")
    view.attributes = node.rest()
    return (view, inside)
  }
}
