import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 200, height: 200)

/// Places that are not known exactly: by a factor of the scale, or somewhere in a box.
@Suite struct DoubtTests {
  private func masked(_ nodes: [Node], hide: [String], show: [String] = [], doubt: ClosedRange<Double>) -> Region {
    let tree = snapshot([window(size, nodes)], doubt: doubt)
    return plan(tree, decision(on: tree, hide: hide, show: show), size: size).region(of: hide[0])
  }

  @Test func `a mask holds under every factor, on both axes`() {
    let pin = view("pin", 100, 180, 40, 10)
    #expect(masked([pin], hide: ["pin"], doubt: 1...1) == region(100, 180, 140, 190))
    #expect(masked([pin], hide: ["pin"], doubt: 0.99...1) == region(99, 178, 140, 190))
    #expect(masked([pin], hide: ["pin"], doubt: 1...1.01) == region(100, 180, 142, 192))
    let left = view("pin", -100, 0, 120, 10)
    #expect(masked([left], hide: ["pin"], doubt: 0.99...1.01) == region(0, 0, 21, 11))
  }

  @Test func `a turned view's mask holds under every factor, too`() {
    let pin = view("pin", 100, 100, 60, 60) { $0.transform = turn(cos: 0.8, sin: 0.6) }
    let plain = masked([pin], hide: ["pin"], doubt: 1...1), wide = masked([pin], hide: ["pin"], doubt: 0.99...1.01)
    #expect(plain.subtracting(wide).isEmpty)
    // Its lowest corner, which is at (136, 172), and the same a hundredth further out and in.
    #expect(wide.contains(x: 136, y: 173) && !plain.contains(x: 136, y: 173))
    #expect(wide.bounds == PixelRect(left: 87, top: 87, right: 174, bottom: 174))
  }

  @Test func `what removes a mask does so only where it is under every factor`() {
    let card = view("card", 0, 100, 200, 100, children: [view("title", 100, 150, 40, 20)])
    let hole = region(0, 99, 200, 200).subtracting(masked([card], hide: ["card"], show: ["title"], doubt: 0.99...1))
    #expect(hole == region(100, 150, 138, 168))
    let over = view("over", 100, 150, 40, 20) { $0.opaque = .yes }
    let cleared = region(0, 99, 200, 200).subtracting(
      masked([view("card", 0, 100, 200, 100), over], hide: ["card"], doubt: 0.99...1))
    #expect(cleared == hole)
  }

  @Test func `a clip cuts a mask where it clips under every factor`() {
    let box = view(nil, 0, 100, 100, 60, { $0.clips = true }, children: [view("pin", 0, 80, 200, 120)])
    #expect(masked([box], hide: ["pin"], doubt: 1...1.01) == region(0, 100, 101, 162))
  }

  @Test func `between two snapshots the way is as wide as the doubt at its ends`() {
    let trees = [100.0, 120].map { y in snapshot([window(size, [view("pin", 20, y, 20, 20)])], doubt: 0.99...1) }
    let decisions = trees.map { decision(on: $0, hide: ["pin"]) }
    let plan = Planner().planBetween(before: (decisions[0], trees[0]), after: (decisions[1], trees[1]), size: size)
    #expect(plan.region(of: "pin") == region(19, 99, 40, 140))
  }

  @Test func `rectangles that rules made of bounds have the doubt of these`() {
    let tree = snapshot([window(size, [])], doubt: 1...1.01)
    var decision = decision(on: tree)
    decision.orders = [HideOrder(style: .defaultMask, rule: "half a card")]
    decision.regions = [(rect: Rect(x: 0, y: 100, width: 100, height: 10), order: 0)]
    #expect(plan(tree, decision, size: size).redactions.map(\.region) == [region(0, 100, 101, 112)])
  }

  @Test func `a window covers no more under a doubt, and no less at the picture's edges`() {
    func open(_ windows: [Node], doubt: ClosedRange<Double>) -> Region {
      let tree = snapshot(windows, doubt: doubt)
      var decision = decision(on: tree)
      decision.orders = [HideOrder(style: .defaultMask, rule: "outside")]
      decision.outside = 0
      return Region(size.rect).subtracting(
        Region.union(of: plan(tree, decision, size: size).redactions.map(\.region)))
    }
    #expect(open([view(nil, 0, 0, 200, 200)], doubt: 0.99...1.01) == region(0, 0, 200, 200))
    #expect(open([view(nil, 0, 0, 199, 198)], doubt: 1...1.01) == region(0, 0, 199, 198))
    #expect(open([view(nil, 0, 100, 200, 100)], doubt: 0.99...1.01) == region(0, 101, 200, 200))
    #expect(open([view(nil, 50, 100, 50, 50)], doubt: 0.98...1) == region(50, 100, 98, 147))
  }

  @Test func `a view that lies somewhere in its bounds is hidden with all of them, and removes no mask`() {
    func list(_ change: @escaping (inout View) -> Void) -> [Node] {
      [view("card", 0, 0, 100, 100, children: [view("row", 0, 20, 100, 60, change)])]
    }
    #expect(masked(list { $0.isSomewhere = true }, hide: ["row"], doubt: 1...1) == region(0, 20, 100, 80))
    let whole = region(0, 0, 100, 100), hole = region(0, 20, 100, 80)
    #expect(masked(list { _ in }, hide: ["card"], show: ["row"], doubt: 1...1) == whole.subtracting(hole))
    #expect(masked(list { $0.isSomewhere = true }, hide: ["card"], show: ["row"], doubt: 1...1) == whole)
    let over = view("row", 0, 20, 100, 60) {
      $0.isSomewhere = true
      $0.opaque = .yes
    }
    #expect(masked([view("card", 0, 0, 100, 100), over], hide: ["card"], doubt: 1...1) == whole)
  }
}
