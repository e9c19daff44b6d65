import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 60, height: 40)

private func between(
  _ first: [Node], _ second: [Node], hide: [String], show: [String] = [],
  _ change: (inout Decision, Snapshot) -> Void = { _, _ in }
) -> Plan {
  let before = snapshot(first), after = snapshot(second)
  var decisions = [decision(on: before, hide: hide, show: show), decision(on: after, hide: hide, show: show)]
  change(&decisions[0], before)
  change(&decisions[1], after)
  return Planner().planBetween(before: (decisions[0], before), after: (decisions[1], after), size: size)
}

private func page(_ children: Node...) -> [Node] { [window(size, children)] }

@Suite struct BetweenTests {
  @Test func `a view that moves along an axis hides exactly what it sweeps`() {
    let plan = between(page(view("pin", 5, 10, 8, 6)), page(view("pin", 35, 10, 8, 6)), hide: ["pin"])
    #expect(plan.redactions.map(\.region) == [region(5, 10, 43, 16)])
    #expect(plan.redactions[0].bounds == PixelRect(left: 5, top: 10, right: 43, bottom: 16))
  }

  @Test func `a view that stays hides its box and no ring around it`() {
    let tree = page(view("pin", 5, 10, 8, 6))
    #expect(between(tree, tree, hide: ["pin"]).redactions.map(\.region) == [region(5, 10, 13, 16)])
  }

  @Test func `a view that moves aslant or grows is hidden at every time between, and not in the far corners`() {
    let from = Rect(x: 4, y: 4, width: 10, height: 6), to = Rect(x: 40, y: 28, width: 14, height: 8)
    let plan = between(
      page(view("pin", from.x, from.y, 10, 6)), page(view("pin", to.x, to.y, 14, 8)), hide: ["pin"])
    for step in 0...24 {
      let share = Double(step) / 24
      let there = Rect(
        x: from.x + share * 36, y: from.y + share * 24, width: 10 + share * 4, height: 6 + share * 2)
      #expect(Region(there.roundedOutward(within: size.rect)).subtracting(plan.region(of: "pin")).isEmpty)
    }
    #expect(!plan.region(of: "pin").contains(x: 45, y: 8) && !plan.region(of: "pin").contains(x: 8, y: 33))
  }

  @Test func `a view without an id is followed by its type and place among its like`() {
    func tree(_ x: Double) -> [Node] {
      page(
        view(nil, 40, 30, 4, 4, type: "Label"),
        view(nil, x, 4, 6, 6, type: "Field") { $0.secure = .yes })
    }
    let plan = between(tree(4), tree(34), hide: []) { decision, snapshot in
      decision.orders = [HideOrder(style: .defaultMask, rule: "floor")]
      decision.verdicts[2] = .hide(order: 0)
    }
    #expect(plan.redactions.map(\.region) == [region(4, 4, 40, 10)])
    #expect(plan.redactions.map(\.isSecure) == [true])
  }

  @Test func `views with the same id are told apart by their place among their like`() {
    func tree(_ shift: Double) -> [Node] {
      page(view("row", 2 + shift, 2, 4, 4), view("row", 2 + shift, 12, 4, 4), view("row", 2, 22, 4, 4, type: "Label"))
    }
    let plan = between(tree(0), tree(20), hide: ["row"])
    let ways = Region.union(of: [region(2, 2, 26, 6), region(2, 12, 26, 16), region(2, 22, 6, 26)])
    #expect(ways.subtracting(plan.region(of: "row")).isEmpty)
    // The one of another type stays where it is, and nothing is hidden around it.
    #expect(plan.region(of: "row").intersection(region(0, 20, 60, 40)) == region(2, 22, 6, 26))
  }

  @Test func `a view that only one snapshot has counts in full`() {
    let with = page(view("pin", 5, 10, 8, 6)), without = page()
    #expect(between(with, without, hide: ["pin"]).region(of: "pin") == region(5, 10, 13, 16))
    #expect(between(without, with, hide: ["pin"]).region(of: "pin") == region(5, 10, 13, 16))
    #expect(between(page(place("pin", .noArea(nil))), with, hide: ["pin"]).region(of: "pin") == region(5, 10, 13, 16))
  }

  @Test func `a view that grows out of a point or a line is hidden on its way`() {
    let point = Bounds.noArea(Rect(x: 50, y: 13, width: 0, height: 0)), box = page(view("pin", 5, 10, 8, 6))
    for (first, second) in [(page(place("pin", point)), box), (box, page(place("pin", point)))] {
      let plan = between(first, second, hide: ["pin"])
      // Half way, it is half as large.
      #expect(region(28, 12, 31, 14).subtracting(plan.region(of: "pin")).isEmpty)
    }
    let still = page(place("pin", point))
    #expect(between(still, still, hide: ["pin"]).redactions.isEmpty)
    let wide = page(place("pin", .noArea(Rect(x: 5, y: 5, width: 20, height: 0))))
    let high = page(place("pin", .noArea(Rect(x: 5, y: 5, width: 0, height: 20))))
    #expect(region(5, 5, 15, 15).subtracting(between(wide, high, hide: ["pin"]).region(of: "pin")).isEmpty)
  }

  @Test func `what turns with a parent without area is hidden on its arc`() {
    func tree(_ own: Transform) -> [Node] {
      page(
        place(
          "pivot", .noArea(Rect(x: 10, y: 10, width: 0, height: 0)), { $0.transform = own },
          children: [view("pin", 30, 8, 4, 4)]))
    }
    let plan = between(tree(.identity), tree(turn(cos: 0, sin: 1)), hide: ["pin"])
    // At 45 degrees its centre is 22 away from (10, 10), below and to the right.
    #expect(plan.region(of: "pin").contains(x: 25, y: 25))
  }

  @Test func `what sticks out of a scene's window is covered on its way`() {
    func tree(_ x: Double, _ place: Bounds? = nil) -> [Node] {
      [
        view(nil, 0, 0, 60, 40) { $0.scene = "a" },
        view(
          nil, 0, 0, 20, 40, { $0.scene = "b" },
          children: [ScrimPlanningTests.place("pin", place ?? .rect(Rect(x: x, y: 10, width: 8, height: 6)))]),
      ]
    }
    let cover = HideOrder(style: .defaultCover, rule: "cover")
    let moving = between(tree(25), tree(45), hide: []) { decision, _ in decision.covers = [("b", cover)] }
    #expect(moving.redactions.map(\.region) == [region(0, 0, 20, 40).union(region(25, 10, 53, 16))])
    let unknown = between(tree(25), tree(45, .unknown), hide: []) { decision, _ in decision.covers = [("b", cover)] }
    #expect(unknown.redactions.map(\.region) == [Region(size.rect)])
  }

  @Test func `where another of the same name comes in before, every way between them is hidden`() {
    let one = page(view("row", 4, 4, 8, 4)), two = page(view("row", 4, 4, 8, 4), view("row", 40, 30, 8, 4))
    for (first, second) in [(one, two), (two, one)] {
      let hidden = between(first, second, hide: ["row"]).region(of: "row")
      for step in 0...8 {
        let share = Double(step) / 8
        let there = Rect(x: 4 + share * 36, y: 4 + share * 26, width: 8, height: 4)
        #expect(Region(there.roundedOutward(within: size.rect)).subtracting(hidden).isEmpty)
      }
    }
  }

  @Test func `a view that is hidden at one end only is hidden all the way`() {
    for first in [true, false] {
      var isFirst = true
      let plan = between(page(view("pin", 5, 10, 8, 6)), page(view("pin", 35, 10, 8, 6)), hide: ["pin"]) {
        decision, _ in
        if isFirst != first { decision.verdicts = decision.verdicts.map { _ in .inherit } }
        isFirst = false
      }
      #expect(plan.redactions.map(\.region) == [region(5, 10, 43, 16)])
    }
  }

  @Test func `an opaque view takes nothing off a mask in motion`() {
    let sheet = view("sheet", 0, 0, 60, 40) { $0.opaque = .yes }
    let plan = between(page(view("pin", 5, 10, 8, 6), sheet), page(view("pin", 35, 10, 8, 6), sheet), hide: ["pin"])
    #expect(plan.region(of: "pin") == region(5, 10, 43, 16))
  }

  @Test func `what is shown is cut out only where it is at both ends`() {
    func tree(_ x: Double) -> [Node] {
      page(view("card", 0, 0, 60, 20, children: [view("logo", x, 5, 20, 10)]))
    }
    #expect(
      between(tree(10), tree(18), hide: ["card"], show: ["logo"]).region(of: "card")
        == region(0, 0, 60, 20).subtracting(region(18, 5, 30, 15)))
    let gone = page(view("card", 0, 0, 60, 20))
    #expect(between(tree(10), gone, hide: ["card"], show: ["logo"]).region(of: "card") == region(0, 0, 60, 20))
  }

  @Test func `a clip that both snapshots have cuts the way, where it moves too`() {
    func tree(clip: Double, _ x: Double, clips: Bool = true) -> [Node] {
      page(view("list", clip, 0, 20, 40, { $0.clips = clips }, children: [view("pin", x, 10, 8, 6)]))
    }
    #expect(between(tree(clip: 10, 0), tree(clip: 10, 40), hide: ["pin"]).region(of: "pin") == region(10, 10, 30, 16))
    #expect(between(tree(clip: 10, 0), tree(clip: 20, 50), hide: ["pin"]).region(of: "pin") == region(10, 10, 40, 16))
    #expect(
      between(tree(clip: 10, 0), tree(clip: 10, 40, clips: false), hide: ["pin"]).region(of: "pin")
        == region(0, 10, 48, 16))
  }

  @Test func `a place that is not known at one end is the area of the parent, on its way`() {
    let first = page(view("box", 0, 0, 20, 20, children: [place("pin", .unknown)]))
    let second = page(view("box", 0, 0, 20, 20, children: [view("pin", 40, 5, 4, 4)]))
    let plan = between(first, second, hide: ["pin"])
    #expect(region(0, 0, 20, 20).union(region(40, 5, 44, 9)).subtracting(plan.region(of: "pin")).isEmpty)
    #expect(plan.region(of: "pin").contains(x: 30, y: 7))
  }

  @Test func `regions, covers and the outside of both ends are hidden, each once`() {
    let before = [view("w", 0, 0, 40, 40) { $0.scene = "a" }], after = [view("w", 10, 0, 50, 40) { $0.scene = "a" }]
    let cover = HideOrder(style: .defaultCover, rule: "cover")
    let plan = between(before, after, hide: []) { decision, snapshot in
      decision.orders = [HideOrder(style: .defaultMask, rule: "rule")]
      decision.outside = 0
      decision.regions = [(Rect(x: 20, y: 20, width: 2, height: 2), 0)]
      decision.covers = [("a", cover)]
    }
    #expect(
      plan.redactions.map(\.region) == [
        region(20, 20, 22, 22), region(0, 0, 10, 40).union(region(40, 0, 60, 40)), region(0, 0, 60, 40),
      ])
  }

  /// Rules make rectangles of the bounds of views.
  @Test func `a rectangle that moves is hidden on its way`() {
    func plan(_ ends: [[Rect]]) -> Region {
      var call = 0
      let plan = between(page(), page(), hide: []) { decision, _ in
        decision.orders = [HideOrder(style: .defaultMask, rule: "rule"), HideOrder(style: .defaultMask, rule: "other")]
        decision.regions = ends[call].map { ($0, 0) } + [(Rect(x: 1, y: 36, width: 2, height: 2), 1)]
        call += 1
      }
      return Region.union(of: plan.redactions.map(\.region))
    }
    let here = Rect(x: 4, y: 6, width: 4, height: 4), there = Rect(x: 40, y: 6, width: 4, height: 4)
    let third = Rect(x: 20, y: 30, width: 2, height: 2), still = region(1, 36, 3, 38)
    #expect(plan([[here], [there]]) == region(4, 6, 44, 10).union(still))
    #expect(plan([[here, third], [there, third]]) == region(4, 6, 44, 10).union(still).union(region(20, 30, 22, 32)))
    // Which belongs to which is not known.
    #expect(plan([[here], [there, third]]) == region(4, 6, 44, 32).union(still))
    // One that appears may have been there all the time, and has no way.
    #expect(plan([[], [there]]) == region(40, 6, 44, 10).union(still))
  }

  @Test func `a failure at either end covers the frame`() {
    for failing in 0..<2 {
      var call = 0
      let plan = between(page(), page(), hide: []) { decision, _ in
        if call == failing { decision.failures = [.budget(message: "time")] }
        call += 1
      }
      #expect(plan.isCovered && plan.failures == [.budget(message: "time")])
    }
    #expect(!between(page(), [], hide: []).failures.isEmpty)
  }

  @Test func `a sawtooth scroll never shows a row`() {
    var y = 8.0
    for step in [5.0, -4, 5, -5, 12, -9] {
      func rows(_ y: Double) -> [Node] {
        page(
          view(
            "list", 0, 4, 60, 32, { $0.clips = true },
            children: (0..<4).map { view("row", 4, y + Double($0) * 10, 50, 6) }))
      }
      let plan = between(rows(y), rows(y + step), hide: ["row"])
      for share in stride(from: 0.0, through: 1, by: 0.125) {
        for row in 0..<4 {
          let top = y + share * step + Double(row) * 10
          let seen = Rect(x: 4, y: top, width: 50, height: 6).roundedOutward(
            within: PixelRect(left: 0, top: 4, right: 60, bottom: 36))
          #expect(Region(seen).subtracting(plan.region(of: "row")).isEmpty)
        }
      }
      y += step
    }
  }
}
