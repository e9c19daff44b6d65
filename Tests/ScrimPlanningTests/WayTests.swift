import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 80, height: 60)

private func between(_ first: [Node], _ second: [Node], hide: [String]) -> Plan {
  let before = snapshot([window(size, first)]), after = snapshot([window(size, second)])
  return Planner().planBetween(
    before: (decision(on: before, hide: hide), before), after: (decision(on: after, hide: hide), after), size: size)
}

/// Ways that are not straight from one place of a view to another.
@Suite struct WayTests {
  @Test func `a view that turns is hidden on its arc`() {
    func tree(cos: Double, sin: Double) -> [Node] {
      [view("bar", 20, 28, 40, 4) { $0.transform = turn(cos: cos, sin: sin) }]
    }
    let plan = between(tree(cos: 1, sin: 0), tree(cos: 0, sin: 1), hide: ["bar"])
    // Half of a quarter turn: the corners are farther out than the line between the corners of both ends.
    let half = 0.5.squareRoot()
    let middle = Quad(
      Rect(x: 20, y: 28, width: 40, height: 4), under: turn(cos: half, sin: half).about(Point(x: 40, y: 30)))
    #expect(middle.touchedPixels(within: size.rect).subtracting(plan.region(of: "bar")).isEmpty)
    // Not much farther than that.
    #expect(!plan.region(of: "bar").contains(x: 22, y: 10) && !plan.region(of: "bar").contains(x: 58, y: 50))
  }

  @Test func `a child of what turns is hidden on its arc, and so is what a turning clip shows`() {
    func tree(cos: Double, sin: Double) -> [Node] {
      [
        view(
          "page", 10, 0, 60, 60,
          {
            $0.transform = turn(cos: cos, sin: sin)
            $0.clips = true
          }, children: [view("pin", 60, 26, 8, 8)])
      ]
    }
    let plan = between(tree(cos: 1, sin: 0), tree(cos: 0, sin: 1), hide: ["pin"])
    let half = 0.5.squareRoot()
    let middle = Quad(
      Rect(x: 60, y: 26, width: 8, height: 8), under: turn(cos: half, sin: half).about(Point(x: 40, y: 30)))
    #expect(middle.touchedPixels(within: size.rect).subtracting(plan.region(of: "pin")).isEmpty)
  }

  /// Three cells that say nothing in a list of their own, as they stand again when it has moved on by a whole place.
  private func cells(in list: String, _ change: (inout View) -> Void = { _ in }) -> [Node] {
    [view("list", 0, 0, 80, 60, type: list, change, children: [4, 24, 44].map { view("row", 10, $0, 60, 10) })]
  }

  @Test func `cells of what scrolls pass between their places, however it is known to scroll`() {
    func gap(_ tree: [Node]) -> Bool { between(tree, tree, hide: ["row"]).region(of: "row").contains(x: 40, y: 18) }
    #expect(gap(cells(in: "RecyclerView")))
    #expect(gap(cells(in: "android.view.View") { $0.attributes["scrollable"] = .text(SensitiveText("true")) }))
    #expect(gap(cells(in: "View") { $0.attributes["isScrollable"] = .boolean(true) }))
    #expect(gap(cells(in: "View") { $0.clips = true }))
    // Formats without types, and one that gives all views of an application side by side.
    #expect(gap(cells(in: "unknown")))
    let flat = snapshot(
      [view(nil, 0, 0, 80, 60, type: "Application")] + [4, 24, 44].map { view("row", 10, $0, 60, 10) })
    let known = (decision(on: flat, hide: ["row"]), flat)
    #expect(Planner().planBetween(before: known, after: known, size: size).region(of: "row").contains(x: 40, y: 18))
    // A row of things that stay.
    #expect(!gap(cells(in: "View")))
    #expect(!gap(cells(in: "View") { $0.attributes["scrollable"] = .text(SensitiveText("false")) }))
  }

  @Test func `a page that turns is hidden on its way, and so is the one that comes`() {
    func pager(_ page: String?, _ text: String, type: String = "ViewPager") -> [Node] {
      [
        view(
          "pager", 0, 0, 80, 60, type: type, { $0.clips = true },
          children: [
            view(
              page, 0, 0, 80, 60, type: "Page",
              children: [
                view("title", 0, 50, 80, 8, type: "Label") { $0.text = SensitiveText("Account") },
                view("amount", 20, 10, 30, 10, type: "Label") { $0.text = SensitiveText(text) },
              ])
          ])
      ]
    }
    let row = Region(PixelRect(left: 0, top: 10, right: 80, bottom: 20))
    let title = Region(PixelRect(left: 0, top: 50, right: 80, bottom: 58))
    for (first, second) in [
      (pager(nil, "12.00"), pager(nil, "99.00")), (pager("page", "12.00"), pager("page", "99.00")),
      (pager("page0", "12.00"), pager("page1", "99.00")),
    ] {
      let region = between(first, second, hide: ["amount"]).region(of: "amount")
      #expect(row.subtracting(region).isEmpty)
      #expect(region.intersection(title).isEmpty)
      // What both pages say stands on each of them.
      #expect(title.subtracting(between(first, second, hide: ["title"]).region(of: "title")).isEmpty)
    }
    // A page that stays the same stays where it is, and so does what changes in what is no page.
    let still = between(pager(nil, "12.00"), pager(nil, "12.00"), hide: ["amount"]).region(of: "amount")
    #expect(still == Region(PixelRect(left: 20, top: 10, right: 50, bottom: 20)))
    let form = between(pager(nil, "1", type: "ScrollView"), pager(nil, "2", type: "ScrollView"), hide: ["amount"])
    #expect(form.region(of: "amount") == Region(PixelRect(left: 20, top: 10, right: 50, bottom: 20)))
  }

  @Test func `of half a turn nobody can tell which way round it went`() {
    func tree(cos: Double) -> [Node] { [view("bar", 20, 28, 40, 4) { $0.transform = turn(cos: cos, sin: 0) }] }
    let region = between(tree(cos: 1), tree(cos: -1), hide: ["bar"]).region(of: "bar")
    #expect(region.contains(x: 40, y: 11) && region.contains(x: 40, y: 48))
  }

  @Test func `what grows and moves at once is hidden on its bend`() {
    func tree(_ factor: Double, _ x: Double) -> [Node] {
      [view("pin", x, 10, 20, 20) { $0.transform = Transform(a: factor, b: 0, c: 0, d: factor, tx: 0, ty: 0) }]
    }
    let region = between(tree(1, 0), tree(2, 30), hide: ["pin"]).region(of: "pin")
    for step in 0...10 {
      let share = Double(step) / 10, factor = 1 + share
      let there = Rect(x: 10 + 30 * share - 10 * factor, y: 20 - 10 * factor, width: 20 * factor, height: 20 * factor)
      #expect(Region(there.roundedOutward(within: size.rect)).subtracting(region).isEmpty)
    }
  }

  @Test func `a cell that scrolls in has come the way that the others went`() {
    func list(_ cells: Node...) -> [Node] { [view("list", 0, 0, 80, 60, { $0.clips = true }, children: cells)] }
    let before = list(view("a", 0, 10, 60, 10), view("b", 0, 30, 60, 10))
    let after = list(view("b", 0, 5, 60, 10), view("c", 0, 25, 60, 10))
    let plan = between(before, after, hide: ["a", "c"])
    #expect(plan.region(of: "c") == region(0, 25, 60, 60))
    #expect(plan.region(of: "a") == region(0, 0, 60, 20))
  }

  /// Cells of one id in a column, each with its words; those that say "secret" are hidden. `scrolled` is how far up they are.
  private func hidden(_ first: [String], _ second: [String], scrolled: Double = 0) -> Region {
    let trees = [(first, 0), (second, scrolled)].map { words, shift in
      let cells = words.enumerated().map { number, word in
        view("cell", 0, Double(20 * number) - shift, 60, 16) { $0.text = SensitiveText(word) }
      }
      return snapshot([window(size, [view("list", 0, 0, 80, 60, children: cells)])])
    }
    let decisions = trees.map { tree in
      Decision(
        verdicts: tree.views.map { $0.text == SensitiveText("secret") ? .hide(order: 0) : .inherit },
        orders: [HideOrder(style: .defaultMask, rule: "rule")])
    }
    let plan = Planner().planBetween(before: (decisions[0], trees[0]), after: (decisions[1], trees[1]), size: size)
    return Region.union(of: plan.redactions.map(\.region))
  }

  @Test func `cells that are used again are told apart by what they say`() {
    // Scrolled by two places: the third is the first now, and in between it was in the second's place.
    #expect(hidden(["a", "b", "secret"], ["secret", "d", "e"]) == region(0, 0, 60, 56))
  }

  @Test func `cells that say the same are hidden wherever one of them can have been`() {
    #expect(region(0, 0, 60, 56).subtracting(hidden(["a", "secret", "secret"], ["secret", "secret", "e"])).isEmpty)
    #expect(
      region(0, 0, 60, 56).subtracting(hidden(["a", "secret", "secret"], ["secret", "secret", "e"], scrolled: 4))
        .isEmpty)
  }

  /// Cells without ids or words, of which some are hidden, in a list that scrolls from one column of places to another.
  private func hidden(_ first: [(Double, Bool)], _ second: [(Double, Bool)], in type: String) -> Region {
    let trees = [first, second].map { cells in
      let nodes = cells.map { y, isSecret in view(nil, 0, y, 60, 16, type: "Cell") { if isSecret { $0.role = "s" } } }
      return snapshot([window(size, [view("list", 0, 0, 80, 60, type: type, children: nodes)])])
    }
    let decisions = trees.map { tree in
      Decision(
        verdicts: tree.views.map { $0.role == "s" ? .hide(order: 0) : .inherit },
        orders: [HideOrder(style: .defaultMask, rule: "rule")])
    }
    let plan = Planner().planBetween(before: (decisions[0], trees[0]), after: (decisions[1], trees[1]), size: size)
    return Region.union(of: plan.redactions.map(\.region))
  }

  @Test(arguments: ["View", "List"])
  func `where likes came or went, or moved on, no pixel of their ways shows`(type: String) {
    // One comes in on top, and the secret one goes down to the next place; one goes, and it comes up; two trade places.
    let ways: [(before: [(Double, Bool)], after: [(Double, Bool)])] = [
      ([(0, true), (20, false)], [(0, false), (20, true), (40, false)]),
      ([(0, false), (20, true), (40, false)], [(0, true), (20, false)]),
      ([(0, false), (20, true), (40, false)], [(0, true), (20, false), (40, false)]),
    ]
    for (before, after) in ways {
      let all = region(0, 0, 60, 36)
      #expect(all.subtracting(hidden(before, after, in: type)).isEmpty)
    }
  }

  @Test func `in what scrolls, likes that say nothing may have taken each other's places`() {
    let cells = [(0.0, true), (20, true), (40, true)]
    #expect(region(0, 0, 60, 56).subtracting(hidden(cells, cells, in: "RecyclerView")).isEmpty)
    #expect(
      hidden(cells, cells, in: "Form")
        == Region.union(of: [region(0, 0, 60, 16), region(0, 20, 60, 36), region(0, 40, 60, 56)]))
  }

  @Test func `cells that stay are hidden where they are, and nowhere else`() {
    #expect(hidden(["a", "secret", "b"], ["a", "secret", "b"]) == region(0, 20, 60, 36))
    #expect(hidden(["a", "secret", "b"], ["c", "secret", "b"]) == region(0, 20, 60, 36))
  }
}
