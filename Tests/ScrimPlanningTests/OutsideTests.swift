import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 12, height: 8)

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

  @Test func `a window that floats covers nothing where only something without a known place lies in it`() {
    for known in [[], [view(nil, 3, 2, 6, 2)]] {
      for children in [[place(nil, .unknown)] + known, [place(nil, .unknown, children: known)]] {
        let covered = known.isEmpty ? Region.empty : region(3, 2, 9, 4)
        let hidden = Region(size.rect).subtracting(covered)
        #expect(plan([view(nil, 2, 1, 8, 6, children: children)]).redactions.map(\.region) == [hidden])
      }
    }
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

  @Test func `windows that divide the screen between them cover it`() {
    let card = [view(nil, 8, 4, 2, 2)]
    let bar = view(nil, 0, 0, 12, 2), left = view(nil, 0, 2, 7, 6), right = view(nil, 7, 2, 5, 6, children: card)
    #expect(plan([bar, left, right]).redactions.isEmpty)
    // Alone in a corner, one may be a popup with its shadow.
    #expect(plan([left, right]).redactions.first?.region.contains(x: 11, y: 2) == false)
    #expect(plan([right]).redactions.first?.region.contains(x: 11, y: 2) == true)
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
    let order = HideOrder(style: .defaultMask, rule: "rule", hold: Hold(before: 1, after: 2))
    let decision = Decision(orders: [order], regions: [(Rect(x: 1, y: 1, width: 2, height: 2), 0)], outside: 0)
    let plan = Planner().plan(decision, views: FrameViews(tree: .none), size: size)
    #expect(plan.redactions.map(\.region) == [region(1, 1, 3, 3)])
    #expect(plan.redactions[0].hold == Hold(before: 1, after: 2))
  }
}
