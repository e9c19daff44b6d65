import ScrimCore
import ScrimPlanning
import Testing

private let size = PixelSize(width: 12, height: 8)

@Suite struct ClipTests {
  @Test func `an ancestor that clips cuts the mask, one that does not leaves it`() {
    for clips in [true, false] {
      let tree = view("box", 2, 1, 5, 4, { $0.clips = clips }, children: [view("pin", 4, 3, 6, 4)])
      #expect(
        plan([tree], hide: ["pin"], size: size).region(of: "pin")
          == (clips ? region(4, 3, 7, 5) : region(4, 3, 10, 7)))
    }
  }

  @Test func `all clips on the way cut, outward`() {
    let tree = view(
      nil, 2.5, 1, 6, 6, { $0.clips = true },
      children: [view(nil, 0, 3.5, 12, 2.6, { $0.clips = true }, children: [view("pin", 0, 0, 12, 8)])])
    #expect(plan([tree], hide: ["pin"], size: size).region(of: "pin") == region(2, 3, 9, 7))
  }

  @Test func `a view that its clips leave nothing of has no mask`() {
    let tree = view(nil, 0, 0, 4, 4, { $0.clips = true }, children: [view("pin", 5, 5, 3, 3)])
    #expect(plan([tree], hide: ["pin"], size: size).redactions.isEmpty)
  }

  @Test func `a clip at a place that is not known, or without area, cuts nothing`() {
    for bounds in [Bounds.unknown, .noArea(nil), .rect(Rect(x: .nan, y: 0, width: 1, height: 1))] {
      let tree = place(nil, bounds, { $0.clips = true }, children: [view("pin", 4, 3, 6, 4)])
      #expect(plan([tree], hide: ["pin"], size: size).region(of: "pin") == region(4, 3, 10, 7))
    }
  }

  @Test func `a turned clip cuts along its own sides`() {
    let size = PixelSize(width: 60, height: 60)
    let tree = view(
      nil, 20, 20, 20, 20,
      {
        $0.clips = true
        $0.transform = turn(cos: 0.70710678, sin: 0.70710678)
      }, children: [view("pin", 0, 0, 60, 60)])
    let region = plan([tree], hide: ["pin"], size: size).region(of: "pin")
    for (x, y) in [(30, 30), (17, 30), (42, 30), (30, 17), (23, 23)] { #expect(region.contains(x: x, y: y)) }
    for (x, y) in [(19, 19), (40, 19), (14, 30), (30, 46)] { #expect(!region.contains(x: x, y: y)) }
  }

  @Test func `what a hidden view's descendants stick out of it is hidden with it`() {
    let tree = view("pin", 1, 1, 4, 3, children: [view(nil, 4, 2, 4, 1), view(nil, 1, 6, 2, 1)])
    let plan = plan([tree], hide: ["pin"], size: size)
    #expect(
      plan.picture == """
        . . . . . . . . . . . .
        . M M M M . . . . . . .
        . M M M M M M M . . . .
        . M M M M . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . M M . . . . . . . . .
        . . . . . . . . . . . .
        """)
    #expect(plan.redactions[0].bounds == PixelRect(left: 1, top: 1, right: 5, bottom: 4))
  }
}
