import ScrimCore
import ScrimPlanning
import ScrimTestSupport

/// A view with its children, as tests write trees.
struct Node {
  var view: View
  var children: [Node] = []
  var paintOrder: Int?
  var isUnreadable = false
}

/// A view at a place in pixels; `change` sets what else it has.
func view(
  _ id: String? = nil, _ x: Double, _ y: Double, _ width: Double, _ height: Double, type: String = "View",
  _ change: (inout View) -> Void = { _ in }, children: [Node] = []
) -> Node {
  place(id, .rect(Rect(x: x, y: y, width: width, height: height)), type: type, change, children: children)
}

/// A view with bounds of any sort.
func place(
  _ id: String? = nil, _ bounds: Bounds, type: String = "View", _ change: (inout View) -> Void = { _ in },
  children: [Node] = []
) -> Node {
  var view = View(type: type, bounds: bounds)
  view.id = id
  change(&view)
  return Node(view: view, children: children)
}

/// A window over a whole picture.
func window(_ size: PixelSize, _ children: [Node]) -> Node {
  view("window", 0, 0, Double(size.width), Double(size.height), type: "Window", children: children)
}

func snapshot(_ windows: [Node], scale: Double = 1, doubt: ClosedRange<Double> = 1...1) -> Snapshot {
  var builder = SnapshotBuilder()
  func open(_ node: Node) {
    builder.open(node.view, paintOrder: node.paintOrder)
    if node.isUnreadable { _ = builder.markUnreadable() }
    node.children.forEach(open)
    builder.close()
  }
  windows.forEach(open)
  return builder.finish(scale: scale, doubt: doubt)
}

/// A decision that hides and shows views by id; each hidden id has an order of its own, in the order of the list.
func decision(
  on snapshot: Snapshot, hide: [String] = [], show: [String] = [], lift: [String] = [], hold: Hold = Hold()
) -> Decision {
  let orders = hide.map { HideOrder(style: .defaultMask, rule: "rule \($0)", hold: hold) }
  let verdicts = snapshot.views.map { view -> Verdict in
    guard let id = view.id else { return .inherit }
    if lift.contains(id) { return .show(liftedFloor: true) }
    if show.contains(id) { return .show(liftedFloor: false) }
    return hide.firstIndex(of: id).map { .hide(order: $0) } ?? .inherit
  }
  return Decision(verdicts: verdicts, orders: orders)
}

func plan(_ snapshot: Snapshot, _ decision: Decision, size: PixelSize) -> Plan {
  Planner().plan(decision, views: FrameViews(tree: .exact(snapshot)), size: size)
}

/// The plan for trees in one window over the whole picture.
func plan(_ nodes: [Node], hide: [String], show: [String] = [], size: PixelSize) -> Plan {
  let snapshot = snapshot([window(size, nodes)])
  return plan(snapshot, decision(on: snapshot, hide: hide, show: show), size: size)
}

extension Plan {
  /// All pixels that are replaced, as a picture of `M` and `.`.
  var picture: String { PixelPicture(Region.union(of: redactions.map(\.region)), size: size).description }

  func region(of view: String) -> Region {
    Region.union(of: redactions.filter { $0.view == "#" + view }.map(\.region))
  }
}

func region(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> Region {
  Region(PixelRect(left: left, top: top, right: right, bottom: bottom))
}

/// A turn about a view's own centre.
func turn(cos: Double, sin: Double) -> Transform {
  Transform(a: cos, b: sin, c: -sin, d: cos, tx: 0, ty: 0)
}
