import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 40, height: 20)
private let pinBox = region(4, 4, 16, 12)

/// A hidden view and, above it, a view in a group; what is changed of them decides whether the mask is cleared.
private func cleared(
  _ own: (inout View) -> Void = { _ in }, parent: (inout View) -> Void = { _ in }
) -> Region {
  let over = view(
    "over", 10, 5, 10, 6,
    {
      $0.opaque = .yes
      own(&$0)
    })
  let plan = plan(
    [view("pin", 4, 4, 12, 8), view("group", 10, 5, 10, 6, parent, children: [over])], hide: ["pin"], size: size)
  return pinBox.subtracting(plan.region(of: "pin"))
}

@Suite struct OcclusionTests {
  @Test func `a view drawn later, opaque, of alpha 1 and upright clears the mask below it`() {
    #expect(cleared() == region(10, 5, 16, 11))
    #expect(cleared { $0.hidden = .no } == region(10, 5, 16, 11))
    #expect(cleared { $0.transform = .translation(x: 2, y: 0) } == region(12, 5, 16, 11))
    #expect(cleared { $0.transform = Transform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0, ty: 0) } == region(13, 7, 16, 9))
  }

  @Test(arguments: [0.99, 0.9999999, 0, -1, 1.5, Double.nan])
  func `an alpha that is not exactly 1 clears nothing, its own or an ancestor's`(alpha: Double) {
    #expect(cleared { $0.alpha = alpha }.isEmpty)
    #expect(cleared(parent: { $0.alpha = alpha }).isEmpty)
  }

  @Test(arguments: [0, 0.01, 0.5, 0.99, 1])
  func `a view that fades in is masked at every alpha, its own and its parent's`(alpha: Double) {
    let own = [view("pin", 4, 4, 12, 8) { $0.alpha = alpha }]
    let parent = [view("group", 0, 0, 30, 20, { $0.alpha = alpha }, children: [view("pin", 4, 4, 12, 8)])]
    for nodes in [own, parent] { #expect(plan(nodes, hide: ["pin"], size: size).region(of: "pin") == pinBox) }
  }

  @Test func `a view that is not surely opaque clears nothing`() {
    #expect(cleared { $0.opaque = .unknown }.isEmpty)
    #expect(cleared { $0.opaque = .no }.isEmpty)
  }

  @Test func `a view that is hidden, or in a hidden one, clears nothing`() {
    #expect(cleared { $0.hidden = .yes }.isEmpty)
    #expect(cleared(parent: { $0.hidden = .yes }).isEmpty)
  }

  @Test func `a view that is turned or skewed, or in one that is, clears nothing`() {
    for transform in [
      turn(cos: 0.99619, sin: 0.08716), turn(cos: 0, sin: 1), Transform(a: 1, b: 0, c: 0.1, d: 1, tx: 0, ty: 0),
    ] {
      #expect(cleared { $0.transform = transform }.isEmpty)
      #expect(cleared(parent: { $0.transform = transform }).isEmpty)
    }
    let back = turn(cos: 0.8, sin: -0.6)
    #expect(cleared({ $0.transform = back }, parent: { $0.transform = turn(cos: 0.8, sin: 0.6) }).isEmpty)
  }

  @Test func `a view at a place that is not known clears nothing`() {
    #expect(cleared { $0.bounds = .unknown }.isEmpty)
    #expect(cleared { $0.bounds = .noArea(nil) }.isEmpty)
    #expect(cleared(parent: { $0.transform = Transform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0) }).isEmpty)
  }

  @Test func `only whole pixels are cleared`() {
    #expect(cleared { $0.bounds = .rect(Rect(x: 10.2, y: 5.5, width: 4.5, height: 4)) } == region(11, 6, 14, 9))
  }

  @Test func `a view drawn earlier clears nothing`() {
    let over = view("over", 10, 5, 10, 6) {
      $0.opaque = .yes
      $0.z = -1
    }
    #expect(plan([view("pin", 4, 4, 12, 8), over], hide: ["pin"], size: size).region(of: "pin") == pinBox)
    let below = view("over", 10, 5, 10, 6) { $0.opaque = .yes }
    #expect(plan([below, view("pin", 4, 4, 12, 8)], hide: ["pin"], size: size).region(of: "pin") == pinBox)
  }

  @Test func `a view never clears the masks of its own descendants, whatever the order of drawing says`() {
    var pin = view("pin", 4, 4, 12, 8), page = view("page", 0, 0, 40, 20) { $0.opaque = .yes }
    (pin.paintOrder, page.paintOrder) = (1, 5)
    page.children = [pin]
    let snapshot = snapshot([page])
    #expect(plan(snapshot, decision(on: snapshot, hide: ["pin"]), size: size).region(of: "pin") == pinBox)
  }

  @Test(arguments: [(1, 2), (2, 2), (2, 1), (nil, 2), (1, nil)] as [(Int?, Int?)])
  func `what a browser says of its order of painting puts nothing above`(pinOrder: Int?, overOrder: Int?) {
    var page = window(size, []), pin = view("pin", 4, 4, 12, 8), over = view("over", 10, 5, 10, 6) { $0.opaque = .yes }
    (page.paintOrder, pin.paintOrder, over.paintOrder) = (0, pinOrder, overOrder)
    page.children = [pin, over]
    let snapshot = snapshot([page])
    #expect(plan(snapshot, decision(on: snapshot, hide: ["pin"]), size: size).region(of: "pin") == pinBox)
  }

  @Test func `round corners are not cleared`() {
    #expect(
      cleared { $0.cornerRadius = 1.5 }
        == region(12, 5, 16, 11).union(region(10, 7, 16, 9)))
    #expect(cleared { $0.cornerRadius = .nan }.isEmpty)
    #expect(cleared { $0.cornerRadius = -1 }.isEmpty)
    #expect(cleared { $0.cornerRadius = 50 }.isEmpty)
  }

  @Test func `a view clears only inside its clips, inward, and not in their round corners`() {
    let wide = Bounds.rect(Rect(x: 0, y: 0, width: 40, height: 20))
    func clearedByWideView(parent: (inout View) -> Void) -> Region {
      cleared({ $0.bounds = wide }) {
        $0.clips = true
        parent(&$0)
      }
    }
    #expect(clearedByWideView { _ in } == region(10, 5, 16, 11))
    #expect(
      clearedByWideView { $0.cornerRadius = 2 } == region(12, 5, 16, 11).union(region(10, 7, 16, 9)))
    #expect(clearedByWideView { $0.cornerRadius = .nan }.isEmpty)
    for bounds in [Bounds.unknown, .noArea(nil)] { #expect(clearedByWideView { $0.bounds = bounds }.isEmpty) }
  }

  @Test func `clearing one mask leaves the masks drawn above it`() {
    let tree = [
      view("pin", 4, 4, 12, 8),
      view("header", 0, 0, 40, 20, { $0.opaque = .yes }, children: [view("code", 6, 6, 4, 4)]),
      view("note", 20, 2, 5, 5),
    ]
    let plan = plan(tree, hide: ["pin", "code", "note"], size: size)
    #expect(plan.redactions.map(\.view) == ["#code", "#note"])
    #expect(plan.region(of: "code") == region(6, 6, 10, 10) && plan.region(of: "note") == region(20, 2, 25, 7))
  }

  @Test func `the background of a list, however large, clears only in its clip`() {
    let huge = view("background", -1e6, -1e6, 2e6, 2e6) { $0.opaque = .yes }
    let list = view("list", 0, 10, 40, 10, { $0.clips = true }, children: [huge])
    #expect(
      plan([view("pin", 4, 4, 12, 8), list], hide: ["pin"], size: size).region(of: "pin") == region(4, 4, 16, 10))
  }

  @Test func `what is drawn below an opaque view, but belongs to a hidden one, is cleared view by view`() {
    let card = view("card", 2, 2, 10, 10, children: [view(nil, 20, 2, 6, 6), view(nil, 20, 12, 6, 6)])
    let sheet = view("sheet", 18, 0, 10, 10) { $0.opaque = .yes }
    #expect(
      plan([card, sheet], hide: ["card"], size: size).region(of: "card")
        == region(2, 2, 12, 12).union(region(20, 12, 26, 18)))
  }

  @Test(arguments: ["hidden", "alpha 0", "alpha below 0", "hidden parent", "alpha 0 parent"])
  func `a view that is said to be invisible keeps its mask`(how: String) {
    let group = view("group", 2, 2, 20, 16, children: [view("pin", 4, 4, 12, 8)])
    var tree = group
    switch how {
    case "hidden": tree.children[0].view.hidden = .yes
    case "alpha 0": tree.children[0].view.alpha = 0
    case "alpha below 0": tree.children[0].view.alpha = -1
    case "hidden parent": tree.view.hidden = .yes
    default: tree.view.alpha = 0
    }
    #expect(plan([tree], hide: ["pin"], size: size).region(of: "pin") == pinBox)
  }
}
