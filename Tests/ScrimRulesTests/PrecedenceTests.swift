import ScrimCore
import Testing

@testable import ScrimRules

@Suite struct PrecedenceTests {
  /// `outer > inner > v`, and a secure field beside them.
  private let nested = snapshot(
    window(
      Node("Group", "outer", children: [Node("Group", "inner", children: [Node("Group", "v", text: "Ada")])]),
      Node("TextField", "other", secure: true)))

  private func on(_ code: String) -> String { "frame = function(frame, plan) \(code) end," }
  private static let showV = "plan:show(frame:first('#v')) ", hideV = "plan:hide(frame:first('#v')) "

  @Test(arguments: [
    ("{ '#v' }", "", "", "-", "-", "hide"), ("{ '#v' }", "'#v'", "", "-", "-", "show"),
    ("{ '#v' }", "", showV, "-", "-", "show"), ("", "'#v'", hideV, "-", "-", "hide"),
    ("", "", showV + hideV, "-", "-", "hide"),
    ("{ '#v' }", "", hideV + showV, "-", "-", "show"), ("{ '#v' }", "'#inner'", "", "-", "show", "hide"),
    ("{ '#outer' }", "'#inner'", "", "hide", "show", "-"), ("{ '#inner' }", "'#outer'", "", "show", "hide", "-"),
    ("", "'#v'", "plan:hide(frame:first('#inner'))", "-", "hide", "show"), ("", "'*'", "", "show", "show", "show"),
    ("{ '#v' }", "'*'", "", "show", "show", "show"),
  ])
  func `the strongest word about a view decides`(
    _ hide: String, _ show: String, _ code: String, _ outer: String, _ inner: String, _ v: String
  ) throws {
    let decision = try rules("return { hide = { \(hide) }, show = { \(show) }, \(on(code)) }").decision(nested)
    #expect(decision.messages == [])
    #expect(decision.words(nested) == ["outer": outer, "inner": inner, "v": v, "other": "hide"])
  }

  @Test(arguments: [
    ("hide = { { '#v' } }", "show = { '#v' }", "show"), ("show = { '#v' }", "hide = { { '#v' } }", "hide"),
    ("hide = { { '#v' } }", "frame = function(frame, plan) plan:show(frame:first('#v')) end", "show"),
    ("frame = function(frame, plan) plan:hide(frame:first('#v')) end", "show = { '#v' }", "show"),
    ("frame = function(frame, plan) plan:hide(frame:first('#v')) end", "", "hide"),
    ("floor = { '#v' }", "show = { '#v' }", "hide"), ("show = { '#v' }", "floor = { '#v' }", "hide"),
    (
      "floor = { '#v' }", "frame = function(frame, plan) plan:show(frame:first('#v'), { even_if_secure = true }) end",
      "hide"
    ),
    ("floor = { '#inner' }", "show = { '#v' }", "-"), ("floor = { '#v' }, show = { '#v' }", "", "hide"),
    ("default = 'hide_text'", "default = 'show'", "hide"),
  ])
  func `a later file refines an earlier one, except for its floor`(_ first: String, _ second: String, _ v: String)
    throws
  {
    let decision = try rules("return { \(first) }", "return { \(second) }").decision(nested)
    #expect(decision.messages == [])
    #expect(decision.words(nested)["v"] == v && decision.words(nested)["other"] == "hide")
  }

  @Test(arguments: [
    ("", "hide", "-"), ("show = { '#pin', '*' }", "hide", "-"),
    ("frame = function(frame, plan) for _, v in ipairs(frame:all '*') do plan:show(v) end end", "hide", "-"),
    ("frame = function(frame, plan) plan:show(frame:first '#pin', { even_if_secure = true }) end", "lifted", "-"),
    ("frame = function(frame, plan) plan:show(frame:first '#dot', { even_if_secure = true }) end", "hide", "lifted"),
    (
      "frame = function(frame, plan) local v = frame:first '#pin' plan:show(v, { even_if_secure = true }) plan:show(v) end",
      "hide", "-"
    ),
    (
      "frame = function(frame, plan) local v = frame:first '#pin' plan:show(v, { even_if_secure = true }) plan:hide(v) end",
      "hide", "-"
    ),
  ])
  func `a secure view is hidden with all below it, but for the explicit word`(
    _ body: String, _ pin: String, _ dot: String
  ) throws {
    let tree = snapshot(window(Node("TextField", "pin", secure: true, children: [Node("Dot", "dot")])))
    #expect(try rules("return { \(body) }").decision(tree).words(tree) == ["pin": pin, "dot": dot])
  }

  @Test func `an input that is not known to be plain counts as secure`() throws {
    let tree = snapshot(
      window(Node("Field", "a") { $0.isTextInput = true }, Node("Field", "b", secure: false) { $0.isTextInput = true }))
    #expect(try rules("return { show = { '*' } }").decision(tree).words(tree) == ["a": "hide", "b": "show"])
  }

  @Test func `a later entry refines the options of earlier ones, and the file's style is the base`() throws {
    let source = """
      return {
        style = { color = "#111111", text = "Base" }, hold = 1,
        hide = { { "#v", style = "card", text = "First", hold = 5 }, { "#other" }, { "Group", text = "Second" } },
      }
      """
    let decision = try rules(source).decision(nested)
    let v = try #require(decision.order("v", in: nested)), inner = try #require(decision.order("inner", in: nested))
    #expect(v.style.name == .card && v.style.text == "Second" && v.style.color == .fixed(Colour(0x111111)))
    #expect(v.rule == "rules.lua hide[3]" && v.hold == Hold(before: 5, after: 5))
    #expect(inner.style.name == .solid && inner.style.text == "Second" && inner.hold == Hold(before: 1, after: 1))
    #expect(decision.order("other", in: nested)?.style.text == "Base")
  }

  @Test func `a secure view that a rule would show keeps the look that a rule gave it`() throws {
    let decision = try rules("return { hide = { { '[secure]', text = 'PIN' } }, show = { '*' } }").decision(nested)
    #expect(decision.order("other", in: nested)?.style.text == "PIN")
    #expect(decision.order("other", in: nested)?.rule == "rules.lua hide[1]")
  }

  @Test func `orders are painted as files, entries and calls stand`() throws {
    let first =
      "return { hide = { { '#inner' }, { '#outer' } }, frame = function(f, plan) plan:hide({ x = 1, y = 1, width = 2, height = 2 }, { name = 'call' }) end }"
    let decision = try rules(first, "return { hide = { { '#v' } } }").decision(nested)
    #expect(
      decision.orders.map(\.rule) == [
        "outside", "floor: secure", "rules.lua hide[1]", "rules.lua hide[2]", "rules.lua call", "rules2.lua hide[1]",
      ])
    #expect(decision.regions.map(\.order) == [4])
    #expect(decision.outside == 0)
  }

  @Test func `default hides every view with a text of any sort`() throws {
    let tree = snapshot(
      window(
        Node("A", "text", text: "x"), Node("A", "label", label: "x"), Node("A", "value", value: "x"),
        Node("A", "placeholder", placeholder: "x", children: [Node("A", "child", text: "y")]),
        Node("A", "empty", text: ""),
        Node("A", "picture"), Node("A", "shown", children: [Node("A", "below", text: "z")])))
    let decision = try rules("return { default = 'hide_text', show = { '#shown' } }").decision(tree)
    #expect(
      decision.words(tree) == [
        "text": "hide", "label": "hide", "value": "hide", "placeholder": "hide", "child": "-", "empty": "-",
        "picture": "-",
        "shown": "show", "below": "-",
      ])
  }

  @Test func `what the tree does not describe is hidden unless it is shown itself`() throws {
    func web(_ id: String, _ children: [Node] = []) -> Node {
      Node("WebView", id, { $0.isOpaqueToInspection = true }, children: children)
    }
    let tree = snapshot(
      window(web("closed", [Node("Text", "in")]), web("open"), Node("Group", "group", children: [web("inner")])))
    let decision = try rules("return { show = { '#open', '#group' } }").decision(tree)
    #expect(decision.words(tree) == ["closed": "hide", "in": "-", "open": "show", "group": "show", "inner": "hide"])
  }

  @Test func `area outside of windows is hidden unless all files that speak of it show it`() throws {
    let shown = "return { outside = 'show' }"
    #expect(try rules("return {}").decision(nested).outside != nil)
    #expect(try rules(shown).decision(nested).outside == nil)
    #expect(try rules(shown, "return {}").decision(nested).outside == nil)
    #expect(try rules(shown, "return { outside = 'hide' }").decision(nested).outside != nil)
    #expect(try rules("return {}").decision(context(.none)).outside == nil)
  }

  @Test func `what lies in a hidden view is decided anew in every snapshot`() throws {
    let rules = try rules("return { hide = { { '.blocked' } } }")
    func screen(_ classes: [String], _ children: Node...) -> Snapshot {
      snapshot(window(Node("Group", "box", classes: classes, children: children)))
    }
    let one = screen(["blocked"], Node("Label", "a", text: "Ada"))
    let more = screen(["blocked"], Node("Label", "new", text: "Grace"), Node("Label", "a", text: "Ada"))
    let open = screen([], Node("Label", "new", text: "Grace"))
    #expect(rules.decision(one).words(one) == ["box": "hide", "a": "-"])
    #expect(rules.decision(more, index: 1).words(more) == ["box": "hide", "new": "-", "a": "-"])
    #expect(rules.decision(open, index: 2).words(open) == ["box": "-", "new": "-"])
    #expect(rules.decision(one, index: 3).words(one) == ["box": "hide", "a": "-"])
  }

  @Test func `permuting siblings permutes their verdicts only`() throws {
    let nodes = [
      Node("A", "a", secure: true), Node("B", "b"), Node("A", "c", text: "t"),
      Node("C", "d", children: [Node("B", "e")]),
    ]
    let set = try rules("return { default = 'hide_text', hide = { { 'B' } }, show = { 'C' } }")
    var results = Set<[String: String]>()
    for shift in nodes.indices {
      let tree = snapshot(Node("Window", children: Array(nodes[shift...] + nodes[..<shift])))
      results.insert(set.decision(tree).words(tree))
    }
    #expect(results == [["a": "hide", "b": "hide", "c": "hide", "d": "show", "e": "hide"]])
  }
}
