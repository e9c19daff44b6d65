import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 1170, height: 2532)

/// A tree of one view below the other.
private func tower(levels: Int, _ change: (inout View, Int) -> Void) -> Snapshot {
  var builder = SnapshotBuilder()
  for level in 0..<levels {
    var view = View(type: "Group", bounds: .rect(Rect(x: 0, y: 0, width: 1170, height: 2532)))
    change(&view, level)
    builder.open(view)
  }
  return builder.finish(scale: 3)
}

@Suite struct LargeTreeTests {
  @Test func `a tree of 100,000 levels keeps the mask at its end, and its path has a bounded length`() {
    let levels = 100_000
    let snapshot = tower(levels: levels) { view, level in
      view.clips = true
      view.opaque = .yes
      if level == levels - 1 { view.bounds = .rect(Rect(x: 30, y: 60, width: 90, height: 30)) }
    }
    var decision = decision(on: snapshot)
    decision.orders = [HideOrder(style: .defaultMask, rule: "rule")]
    decision.verdicts[levels - 1] = .hide(order: 0)
    let plan = plan(snapshot, decision, size: size)
    #expect(plan.redactions.map(\.region) == [region(30, 60, 120, 90)])
    #expect(plan.redactions[0].view!.utf8.count < 1000 && plan.redactions[0].view!.hasPrefix("…(99936)/Group[0]/"))
  }

  @Test func `10,000 levels that are all hidden have a mask each`() {
    let snapshot = tower(levels: 10_000) { view, _ in view.transform = .translation(x: 1e-2, y: 0) }
    var decision = decision(on: snapshot)
    decision.orders = [HideOrder(style: .defaultMask, rule: "rule")]
    decision.verdicts = decision.verdicts.map { _ in .hide(order: 0) }
    let plan = plan(snapshot, decision, size: size)
    #expect(plan.redactions.count == 10_000)
    #expect(plan.redactions[5000].region == region(50, 0, 1170, 2532))
  }

  @Test func `levels that turn and clip all the way stay bounded and closed`() {
    let levels = 20_000
    let snapshot = tower(levels: levels) { view, level in
      view.clips = true
      view.transform = turn(cos: 0.9999, sin: 0.0141)
      if level == levels - 1 { view.id = "pin" }
    }
    let plan = plan(snapshot, decision(on: snapshot, hide: ["pin"]), size: size)
    #expect(plan.region(of: "pin").contains(x: 585, y: 1266))
  }

  @Test func `5,000 views, hundreds hidden and hundreds opaque, are exact`() {
    var numbers = SeededNumbers(seed: 31)
    let small = PixelSize(width: 300, height: 200)
    var nodes = [Node](), boxes = [PixelRect]()
    for place in 0..<5000 {
      let x = Int.random(in: 0..<290, using: &numbers), y = Int.random(in: 0..<190, using: &numbers)
      let box = PixelRect(
        left: x, top: y, right: x + Int.random(in: 1...30, using: &numbers),
        bottom: y + Int.random(in: 1...20, using: &numbers))
      boxes.append(box)
      nodes.append(
        view(place % 7 == 0 ? "hidden" : "plain", Double(x), Double(y), Double(box.width), Double(box.height)) {
          if place % 11 == 0 { $0.opaque = .yes }
        })
    }
    let plan = plan(nodes, hide: ["hidden"], size: small)
    // A pixel is hidden where a hidden view lies there above which no later opaque view does.
    var lastHidden = [Int](repeating: -1, count: 300 * 200), lastOpaque = lastHidden
    for (place, box) in boxes.enumerated() {
      for y in box.top..<min(box.bottom, 200) {
        for x in box.left..<min(box.right, 300) {
          if place % 7 == 0 { lastHidden[y * 300 + x] = place }
          if place % 11 == 0 && place % 7 != 0 { lastOpaque[y * 300 + x] = place }
        }
      }
    }
    let expected = PixelPicture(size: small) { x, y in lastHidden[y * 300 + x] > lastOpaque[y * 300 + x] }
    #expect(Set(PixelPicture(plan.region(of: "hidden"), size: small).pixels) == expected.pixels)
  }
}
