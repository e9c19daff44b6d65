import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 12, height: 8)
private let order = HideOrder(style: .defaultMask, rule: "rule", hold: Hold(before: 1, after: 2))

private func cover(_ text: String) -> HideOrder {
  var style = RedactionStyle.defaultCover
  style.text = text
  return HideOrder(style: style, rule: text)
}

@Suite struct FailClosedTests {
  private var good: Snapshot { snapshot([window(size, [view("pin", 1, 1, 2, 2)])]) }

  private func isCovered(_ plan: Plan) -> Bool {
    plan.isCovered && !plan.failures.isEmpty && plan.redactions.count == 1
  }

  @Test func `a failed decision covers the frame and keeps every cause`() {
    var failed = decision(on: good, hide: ["pin"])
    failed.failures = [.rules(message: "bank.lua:1: no"), .budget(message: "time")]
    let plan = plan(good, failed, size: size)
    #expect(isCovered(plan) && plan.failures == failed.failures)
  }

  @Test func `a missing tree covers the frame and says why`() {
    let plan = Planner().plan(Decision(), views: FrameViews(tree: .missing(.noSnapshot(reason: "late"))), size: size)
    #expect(isCovered(plan) && plan.failures == [.noSnapshot(reason: "late")])
  }

  @Test func `a frame between two snapshots is not planned by one decision`() {
    let views = FrameViews(tree: .between(good, good, fraction: 0.5))
    #expect(isCovered(Planner().plan(decision(on: good), views: views, size: size)))
  }

  @Test func `verdicts that do not fit the tree cover the frame`() {
    var short = decision(on: good, hide: ["pin"])
    short.verdicts.removeLast()
    #expect(isCovered(plan(good, short, size: size)))
    #expect(isCovered(plan(good, Decision(), size: size)))
    let none = Planner().plan(decision(on: good), views: FrameViews(tree: .none), size: size)
    #expect(isCovered(none))
  }

  @Test func `an order that does not exist covers the frame`() {
    var wrong = decision(on: good, hide: ["pin"])
    wrong.verdicts[0] = .hide(order: 7)
    #expect(isCovered(plan(good, wrong, size: size)))
    wrong = decision(on: good, hide: ["pin"])
    wrong.outside = -1
    #expect(isCovered(plan(good, wrong, size: size)))
    wrong = decision(on: good, hide: ["pin"])
    wrong.regions = [(Rect(x: 0, y: 0, width: 1, height: 1), 1)]
    #expect(isCovered(plan(good, wrong, size: size)))
  }

  @Test func `a snapshot without a window covers the frame`() {
    #expect(isCovered(plan(snapshot([]), Decision(), size: size)))
  }

  @Test func `the cover of a failed frame has the planner's style`() {
    var style = RedactionStyle(.cover)
    style.text = "Nothing to see"
    let plan = Planner(failureCover: style).plan(
      Decision(), views: FrameViews(tree: .missing(.noSnapshot(reason: "late"))), size: size)
    #expect(plan.redactions.map(\.style) == [style])
  }

  @Test func `a rectangle that is none hides the frame`() {
    for rect in [Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 3, y: 3, width: -1, height: 1)] {
      var decision = decision(on: good, hide: ["pin"])
      decision.regions = [(rect, 0)]
      #expect(plan(good, decision, size: size).redactions.last?.region == Region(size.rect))
    }
  }
}

@Suite struct UnreadableTests {
  @Test func `a view that could not be read whole is hidden whole, though it is shown, has no area or is covered`() {
    var broken = view("broken", 2, 2, 4, 4)
    broken.isUnreadable = true
    var flat = place("flat", .noArea(nil))
    flat.isUnreadable = true
    let sheet = view("sheet", 0, 0, 12, 8) { $0.opaque = .yes }
    let snapshot = snapshot([window(size, [broken, view("box", 8, 2, 3, 3, children: [flat]), sheet])])
    let plan = plan(snapshot, decision(on: snapshot, show: ["broken"]), size: size)
    #expect(plan.region(of: "broken") == region(2, 2, 6, 6))
    #expect(plan.region(of: "flat") == region(8, 2, 11, 5))
    #expect(plan.redactions.allSatisfy { $0.rule == "unreadable views" && $0.style == .defaultMask })
  }
}

extension UnreadableTests {
  @Test func `a view that is unreadable in many places is hidden once`() {
    var builder = SnapshotBuilder()
    builder.open(View(type: "Window", bounds: .rect(Rect(size.rect))))
    for _ in 0..<10_000 { _ = builder.markUnreadable() }
    let snapshot = builder.finish(scale: 1)
    #expect(plan(snapshot, decision(on: snapshot), size: size).redactions.map(\.region) == [Region(size.rect)])
  }
}

@Suite struct WarningTests {
  @Test func `a rule that hides nearly all of the frame is named, a cover and smaller rules are not`() {
    let snapshot = snapshot([
      window(size, [view("most", 0, 0, 12, 7.7), view("half", 0, 0, 12, 4), view("other", 0, 4, 12, 3)])
    ])
    var decision = decision(on: snapshot, hide: ["half", "most", "other"])
    decision.covers = [(nil, cover("all"))]
    #expect(plan(snapshot, decision, size: size).rulesHidingNearlyAll == ["rule most"])
    decision.orders[2].rule = "rule half"
    #expect(plan(snapshot, decision, size: size).rulesHidingNearlyAll == ["rule most"], "7 rows of 8 are 87 %")
    decision.regions = [(Rect(x: 0, y: 7, width: 12, height: 0.5), 2)]
    #expect(plan(snapshot, decision, size: size).rulesHidingNearlyAll == ["rule half", "rule most"])
  }
}

@Suite struct OutsideTests {
  private func plan(_ windows: [Node], show: Bool = false) -> Plan {
    let snapshot = snapshot(windows)
    var decision = decision(on: snapshot)
    decision.orders = [HideOrder(style: .defaultMask, rule: "outside")]
    decision.outside = show ? nil : 0
    return Planner().plan(decision, views: FrameViews(tree: .exact(snapshot)), size: size)
  }

  @Test func `picture area that no window covers is hidden, unless the rules show it`() {
    let dialog = view("dialog", 2.5, 1, 6, 5, children: [view("ok", 0, 0, 12, 8)])
    #expect(
      plan([dialog]).picture == """
        M M M M M M M M M M M M
        M M M . . . . . M M M M
        M M M . . . . . M M M M
        M M M . . . . . M M M M
        M M M . . . . . M M M M
        M M M . . . . . M M M M
        M M M M M M M M M M M M
        M M M M M M M M M M M M
        """)
    #expect(plan([dialog], show: true).redactions.isEmpty)
  }

  @Test func `a window that floats covers the views in it, and not the margin on which its shadow falls`() {
    let card = [view(nil, 3, 2, 6, 2), view(nil, 3, 4, 2, 2), view(nil, 7, 4, 2, 2)]
    let shown = """
      M M M M M M M M M M M M
      M M M M M M M M M M M M
      M M M . . . . . . M M M
      M M M . . . . . . M M M
      M M M . . M M . . M M M
      M M M . . M M . . M M M
      M M M M M M M M M M M M
      M M M M M M M M M M M M
      """
    #expect(plan([view(nil, 2, 1, 8, 6, children: card)]).picture == shown)
    // Views that fill it are of the window, whether they hold the card or lie behind it, with area or without.
    let ground = view(nil, 2, 1, 8, 6)
    let wrapped = view(nil, 2, 1, 8, 6, children: [place(nil, .noArea(nil), children: [ground] + card)])
    #expect(plan([view(nil, 2, 1, 8, 6, children: [wrapped])]).picture == shown)
    // What is not to be seen covers nothing, and what sticks out of the window does so no further than the window.
    for change: (inout View) -> Void in [{ $0.hidden = .yes }, { $0.alpha = 0 }] {
      let unseen = view(nil, 2, 1, 8, 4, change, children: [view(nil, 2, 1, 4, 4)])
      #expect(plan([view(nil, 2, 1, 8, 6, children: card + [unseen])]).picture == shown)
    }
    #expect(plan([view(nil, 2, 1, 8, 6, children: [view(nil, 0, 3, 5, 5)])]).redactions[0].region.contains(x: 1, y: 4))
  }

  @Test func `a window covers its box where it is known to be opaque, holds nothing, or is a part of the screen`() {
    let hole = Region(size.rect).subtracting(region(2, 1, 10, 7)), card = [view(nil, 4, 3, 2, 2)]
    #expect(plan([view(nil, 2, 1, 8, 6)]).redactions.map(\.region) == [hole])
    #expect(plan([view(nil, 2, 1, 8, 6, { $0.opaque = .yes }, children: card)]).redactions.map(\.region) == [hole])
    let round = plan([view(nil, 2, 1, 8, 6, { ($0.opaque, $0.cornerRadius) = (.yes, 2) }, children: card)])
    #expect(round.redactions.map(\.region) == [hole.union(corners)])
    #expect(plan([view(nil, 2, 1, 8, 6) { $0.cornerRadius = 2 }]).redactions.map(\.region) == [hole.union(corners)])
    for bounds in [region(0, 1, 12, 8), region(0, 0, 6, 8), region(0, 0, 12, 3)].map(\.bounds) {
      let part = view(
        nil, Double(bounds.left), Double(bounds.top), Double(bounds.width), Double(bounds.height), children: card)
      #expect(plan([part]).redactions.map(\.region) == [Region(size.rect).subtracting(Region(bounds))])
    }
  }

  private var corners: Region {
    [(2, 1), (8, 1), (2, 5), (8, 5)].map { region($0.0, $0.1, $0.0 + 2, $0.1 + 2) }.reduce(.empty) { $0.union($1) }
  }

  @Test func `no gap between the views of a window that floats is shown on its way`() {
    func dialog(_ x: Double) -> [Node] {
      [view("w", x, 1, 7, 6, children: [view("a", x + 1, 2, 2, 4), view("b", x + 4, 2, 2, 4)])]
    }
    func planBetween(_ first: [Node], _ second: [Node]) -> Region {
      let ends = [first, second].map { windows in
        let snapshot = snapshot(windows)
        var decision = decision(on: snapshot)
        decision.orders = [HideOrder(style: .defaultMask, rule: "outside")]
        decision.outside = 0
        return (decision, snapshot)
      }
      return Planner().planBetween(before: ends[0], after: ends[1], size: size).redactions[0].region
    }
    // At 4, the first view is where the second one was; at 2 the gap is.
    #expect(planBetween(dialog(1), dialog(4)) == Region(size.rect))
    #expect(
      planBetween(dialog(1), dialog(1))
        == Region(size.rect).subtracting(region(2, 2, 4, 6)).subtracting(region(5, 2, 7, 6)))
  }

  @Test func `windows together cover what lies in any of them`() {
    #expect(plan([view(nil, 0, 0, 12, 3), view(nil, 0, 3, 12, 5, { $0.cornerRadius = 3 })]).redactions.isEmpty)
  }

  @Test func `a window without a known place covers nothing`() {
    for bounds in [Bounds.unknown, .noArea(nil)] {
      #expect(plan([place(nil, bounds), view(nil, 0, 0, 6, 8)]).redactions.map(\.region) == [region(6, 0, 12, 8)])
    }
  }

  @Test func `a window that is said to be invisible covers nothing, at one time or on the way`() {
    for change: (inout View) -> Void in [{ $0.hidden = .yes }, { $0.alpha = 0 }, { $0.alpha = .nan }] {
      let windows = [view("back", 0, 0, 12, 8, change), view("front", 0, 0, 6, 8)]
      #expect(plan(windows).redactions.map(\.region) == [region(6, 0, 12, 8)])
      let snapshot = snapshot(windows)
      var decision = decision(on: snapshot)
      decision.orders = [HideOrder(style: .defaultMask, rule: "outside")]
      decision.outside = 0
      let between = Planner().planBetween(before: (decision, snapshot), after: (decision, snapshot), size: size)
      #expect(between.redactions.map(\.region) == [region(6, 0, 12, 8)])
    }
    #expect(plan([view(nil, 0, 0, 12, 8) { $0.alpha = 0.5 }]).redactions.isEmpty)
  }

  @Test func `without views there is no outside`() {
    let decision = Decision(orders: [order], regions: [(Rect(x: 1, y: 1, width: 2, height: 2), 0)], outside: 0)
    let plan = Planner().plan(decision, views: FrameViews(tree: .none), size: size)
    #expect(plan.redactions.map(\.region) == [region(1, 1, 3, 3)])
    #expect(plan.redactions[0].hold == Hold(before: 1, after: 2))
  }
}

@Suite struct CoverTests {
  private var scenes: [Node] {
    [
      view("bar", 0, 0, 12, 1) { $0.scene = "bar" }, view("left", 0, 1, 6.5, 7) { $0.scene = "a" },
      view("right", 6.5, 1, 5.5, 7) { $0.scene = "b" },
    ]
  }

  private func regions(_ windows: [Node], covers: [(scene: String?, order: HideOrder)]) -> [Region] {
    let snapshot = snapshot(windows)
    var decision = decision(on: snapshot)
    decision.covers = covers
    return plan(snapshot, decision, size: size).redactions.map(\.region)
  }

  @Test func `the cover of a scene covers its windows, outward, and no other scene`() {
    #expect(regions(scenes, covers: [("a", cover("a"))]) == [region(0, 1, 7, 8)])
    #expect(
      regions(scenes, covers: [("b", cover("b")), ("bar", cover("bar"))]) == [region(6, 1, 12, 8), region(0, 0, 12, 1)])
  }

  @Test func `the cover of a scene that has no window, or none at a known place, covers the frame`() {
    #expect(regions(scenes, covers: [("gone", cover("a"))]) == [Region(size.rect)])
    let unknown = place("more", .unknown) { $0.scene = "a" }
    #expect(regions(scenes + [unknown], covers: [("a", cover("a"))]) == [Region(size.rect)])
  }

  @Test func `the cover of a scene covers what sticks out of its windows too`() {
    func windows(_ changed: Node) -> [Node] {
      [
        view("back", 0, 0, 12, 8) { $0.scene = "a" },
        view("front", 0, 0, 6, 8, { $0.scene = "b" }, children: [changed]),
      ]
    }
    #expect(
      regions(windows(view("pin", 8, 2, 2, 3)), covers: [("b", cover("b"))])
        == [region(0, 0, 6, 8).union(region(8, 2, 10, 5))])
    #expect(regions(windows(place("pin", .unknown)), covers: [("b", cover("b"))]) == [Region(size.rect)])
    #expect(regions(windows(place("pin", .noArea(nil))), covers: [("b", cover("b"))]) == [region(0, 0, 6, 8)])
    let clipped = windows(view(nil, 4, 0, 2, 8, { $0.clips = true }, children: [view("pin", 5, 2, 5, 3)]))
    #expect(regions(clipped, covers: [("b", cover("b"))]) == [region(0, 0, 6, 8)])
  }

  @Test func `a cover without a scene covers the frame, above everything, with or without views`() {
    let snapshot = snapshot([window(size, [view("pin", 1, 1, 2, 2)])])
    var decision = decision(on: snapshot, hide: ["pin"])
    decision.covers = [(nil, cover("all"))]
    let plan = plan(snapshot, decision, size: size)
    #expect(plan.redactions.map(\.rule) == ["rule pin", "all"] && plan.isCovered && plan.failures.isEmpty)
    let none = Planner().plan(
      Decision(covers: [("a", cover("all"))]), views: FrameViews(tree: .none), size: size)
    #expect(none.isCovered)
  }
}

@Suite struct ScaleTests {
  @Test func `a plan has its snapshot's scale, and 1 where that is none`() {
    for (scale, expected) in [(3.0, 3.0), (0, 1), (-2, 1), (.nan, 1), (.infinity, 1)] {
      let snapshot = snapshot([window(size, [])], scale: scale)
      #expect(plan(snapshot, decision(on: snapshot), size: size).scale == expected)
    }
    #expect(Planner().plan(Decision(), views: FrameViews(tree: .none), size: size).scale == 1)
  }
}
