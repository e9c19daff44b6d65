import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 12, height: 8)

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
