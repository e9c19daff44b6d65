import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 12, height: 8)

@Suite struct MaskTests {
  @Test func `a shown descendant is cut out of its mask and of no other that lies there`() {
    let card = view("card", 1, 1, 9, 6, children: [view("logo", 3, 2, 4, 3, children: [view(nil, 6, 2, 2, 2)])])
    let plan = plan([card, view("note", 5, 3, 3, 3)], hide: ["card", "note"], show: ["logo"], size: size)
    #expect(plan.region(of: "note") == region(5, 3, 8, 6))
    #expect(
      PixelPicture(plan.region(of: "card"), size: size).description == """
        . . . . . . . . . . . .
        . M M M M M M M M M . .
        . M M . . . . . M M . .
        . M M . . . . . M M . .
        . M M . . . . M M M . .
        . M M M M M M M M M . .
        . M M M M M M M M M . .
        . . . . . . . . . . . .
        """)
  }

  @Test func `what is cut out is rounded inward, and cut to its clips`() {
    let logo = view("logo", 2.5, 2.5, 6, 4)
    let card = view(
      "card", 0, 0, 12, 8, children: [view(nil, 0, 0, 7.5, 5.5, { $0.clips = true }, children: [logo])])
    #expect(
      plan([card], hide: ["card"], show: ["logo"], size: size).region(of: "card")
        == Region(size.rect).subtracting(region(3, 3, 7, 5)))
  }

  @Test func `views of the mask that are drawn above what is shown stay hidden`() {
    let card = view("card", 0, 0, 12, 8, children: [view("logo", 2, 2, 6, 4), view("badge", 6, 2, 4, 2)])
    #expect(
      plan([card], hide: ["card"], show: ["logo"], size: size).region(of: "card")
        == Region(size.rect).subtracting(region(2, 2, 8, 6)).union(region(6, 2, 10, 4)))
  }

  @Test func `a hidden view below a shown one has a mask of its own`() {
    let logo = view("logo", 2, 2, 6, 4, children: [view("pin", 3, 3, 2, 2)])
    let plan = plan([view("card", 0, 0, 12, 8, children: [logo])], hide: ["card", "pin"], show: ["logo"], size: size)
    #expect(plan.region(of: "pin") == region(3, 3, 5, 5))
    #expect(plan.region(of: "card") == Region(size.rect).subtracting(region(2, 2, 8, 6)))
  }

  @Test func `what is shown but cannot be seen, or whose place is not known, is not cut out`() {
    let changes: [(inout View) -> Void] = [
      { $0.hidden = .yes }, { $0.alpha = 0 }, { $0.bounds = .unknown }, { $0.bounds = .noArea(nil) },
      { $0.transform = Transform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0) },
    ]
    for change in changes {
      let card = view("card", 0, 0, 12, 8, children: [view("logo", 2, 2, 6, 4, change)])
      #expect(plan([card], hide: ["card"], show: ["logo"], size: size).region(of: "card") == Region(size.rect))
    }
  }

  @Test(arguments: [(1, 1, 1), (1, 9, 5)])
  func `boxes of a page are cut out of their ancestors, not of what lies beside them, whatever their orders`(
    orders: (page: Int, logo: Int, beside: Int)
  ) {
    var page = view("page", 0, 0, 12, 8), logo = view("logo", 2, 2, 6, 4), beside = view("beside", 6, 2, 4, 2)
    (page.paintOrder, logo.paintOrder, beside.paintOrder) = orders
    page.children = [logo, beside]
    let snapshot = snapshot([page])
    let masked = plan(snapshot, decision(on: snapshot, hide: ["page"], show: ["logo"]), size: size).region(of: "page")
    #expect(masked == Region(size.rect).subtracting(region(2, 2, 8, 6)).union(region(6, 2, 10, 4)))
  }

  @Test func `a view that is shown where nothing is hidden changes nothing`() {
    #expect(plan([view("logo", 2, 2, 6, 4)], hide: [], show: ["logo"], size: size).redactions.isEmpty)
  }

  @Test func `permuting siblings permutes their masks and changes none`() {
    let siblings = [
      view("a", 1, 1, 3, 2, { $0.hidden = .yes }),
      view("b", 5, 1, 3, 2, { $0.clips = true }, children: [view("b1", 6, 2, 9, 9)]),
      view("c", 1, 5, 3, 2, { $0.transform = turn(cos: 0, sin: 1) }), place("d", .unknown),
      view("e", 9, 5, 2, 2, { $0.alpha = 0 }),
    ]
    let hide = ["a", "b", "b1", "c", "e"]
    let expected = plan(siblings, hide: hide, size: size)
    var numbers = SeededNumbers(seed: 21)
    for _ in 0..<20 {
      let permuted = plan(siblings.shuffled(using: &numbers), hide: hide, size: size)
      #expect(Set(permuted.redactions) == Set(expected.redactions))
    }
  }

  @Test func `redactions come in the order of the rules, those of one rule in document order`() {
    let snapshot = snapshot([window(size, [view("a", 0, 0, 2, 2), view("b", 3, 0, 2, 2), view("c", 6, 0, 2, 2)])])
    var decision = decision(on: snapshot, hide: ["c", "a"])
    decision.verdicts[2] = .hide(order: 0)
    decision.regions = [(Rect(x: 0.5, y: 6, width: 1, height: 1), 0), (Rect(x: 4, y: 6, width: 1, height: 1), 1)]
    let plan = plan(snapshot, decision, size: size)
    #expect(plan.redactions.map(\.view) == ["#b", "#c", nil, "#a", nil])
    #expect(plan.redactions[2].region == region(0, 6, 2, 7))
  }

  @Test func `masks of secure views say so, also where the secure view is an ancestor or a descendant`() {
    let tree = [
      view("plain", 0, 0, 1, 1), view("pin", 2, 0, 1, 1, { $0.secure = .yes }),
      view("form", 4, 0, 1, 1, { $0.secure = .yes }, children: [view("row", 4, 0, 1, 1)]),
      view("card", 6, 0, 1, 1, children: [view(nil, 6, 0, 1, 1, { $0.isTextInput = true })]),
    ]
    let plan = plan(tree, hide: ["plain", "pin", "row", "card"], size: size)
    #expect(plan.redactions.map(\.isSecure) == [false, true, true, true])
  }

  @Test func `a lifted floor is named, and what lies below it does not count as secure any more`() {
    let form = view("form", 0, 0, 6, 6, { $0.secure = .yes }, children: [view("row", 1, 1, 2, 2)])
    let snapshot = snapshot([window(size, [form])])
    let plan = plan(snapshot, decision(on: snapshot, hide: ["row"], lift: ["form"]), size: size)
    #expect(plan.liftedFloor == ["#form"])
    #expect(plan.redactions.map(\.isSecure) == [false])
  }

  @Test func `a view of which the id may tell a text is named by its path`() {
    func name(_ id: String, _ change: @escaping (inout View) -> Void) -> String? {
      let snapshot = snapshot([window(size, [view(id, 1, 1, 4, 4, change)])])
      var decision = decision(on: snapshot)
      decision.orders = [HideOrder(style: .defaultMask, rule: "all")]
      decision.verdicts[1] = .hide(order: 0)
      let view = plan(snapshot, decision, size: size).redactions.first?.view
      #expect(view == snapshot.name(of: 1))
      return view
    }
    let path = "Window[0]/View[0]"
    for (id, text) in [
      ("Zwetschge4711", "Zwetschge4711"), ("Zwetschge4711", "zwétschge 4711"), ("cell-Zwetschge4711", "Zwetschge 4711"),
      ("Zwetschge", "Zwetschge 4711"),
    ] {
      #expect(name(id) { $0.text = SensitiveText(text) } == path)
      #expect(name(id) { $0.label = SensitiveText(text) } == path)
      #expect(name(id) { $0.value = SensitiveText(text) } == path)
      #expect(name(id) { $0.placeholder = SensitiveText(text) } == path)
    }
    // A text of another view, or of one that tells no text, has blanks as a rule.
    #expect(name("Zwetschge 4711") { _ in } == path)
    #expect(name(String(repeating: "a", count: 257)) { _ in } == path)
    #expect(name("balance") { $0.text = SensitiveText("12.00") } == "#balance")
    #expect(name("balance") { $0.text = SensitiveText("") } == "#balance")
    #expect(name("com.example:id/balance") { _ in } == "#com.example:id/balance")
  }

  @Test func `a view without an id is named by its path, as the snapshot names it`() {
    let snapshot = snapshot([
      window(size, [view(nil, 0, 0, 9, 9, type: "Group", children: [view(nil, 0, 0, 1, 1), view(nil, 1, 1, 1, 1)])])
    ])
    var decision = decision(on: snapshot)
    decision.orders = [HideOrder(style: .defaultMask, rule: "rule")]
    decision.verdicts[3] = .hide(order: 0)
    #expect(plan(snapshot, decision, size: size).redactions.map(\.view) == [snapshot.name(of: 3)])
    #expect(snapshot.name(of: 3) == "Window[0]/Group[0]/View[1]")
  }
}
