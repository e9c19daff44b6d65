import ScrimCore
import Testing

@testable import ScrimRules

@Suite struct FrameFunctionTests {
  private let screen = snapshot(
    window(
      Node(
        "Label", "pin", text: "Account 7", label: "4929 1234 55", placeholder: "Your PIN", classes: ["x"],
        bounds: Rect(x: 10, y: 10, width: 40, height: 20), attributes: ["kind": .text(SensitiveText("acct"))],
        children: [Node("Label", "child", text: "Zweiundvierzig", bounds: Rect(x: 12, y: 12, width: 10, height: 10))]),
      Node("Label", "other", text: "Other", bounds: Rect(x: 60, y: 60, width: 30, height: 30)) { $0.alpha = 0.5 }),
    scale: 2)

  private func rules(on code: String, head: String = "", log: @escaping (String) -> Void = { _ in }) throws -> RuleSet {
    try ScrimRulesTests.rules("\(head)\nreturn { frame = function(frame, plan) \(code) end }", log: log)
  }

  @Test(arguments: [
    "frame.index == 3", "frame.width == 100 and frame.height == 100", "frame.scale == 2", "frame.time == nil",
    "frame.app == 'unknown'", "#frame.windows == 1", "#frame:all '*' == 4", "frame:first '#none' == nil",
    "frame:first('#child').parent.id == 'pin'", "frame:first('#child'):closest('.x'):matches('Label')",
    "frame:first('#child'):closest('Nothing') == nil", "#frame:first('#pin').children == 1",
    "frame:at(15, 15).id == 'child'", "frame:at(30, 15).id == 'pin'", "frame:at(99, 1).type == 'Window'",
    "frame:at(-1, 0) == nil",
    "frame:first('#pin').text == 'Account 7'", "frame:first('#pin').kind == 'acct'",
    "frame:first('#other').kind == nil",
    "frame:first('#pin').attributes.kind == 'acct'", "frame:first('#pin').bounds.width == 40",
    "frame:first('#pin').hidden == nil",
    "frame:first('#pin').secure == false", "frame:first('#other').alpha == 0.5", "frame:first('#pin').alpha == 1",
    "frame:first('#pin').classes[1] == 'x'", "frame:first('#pin').window == 1", "frame:first('Window').parent == nil",
    "frame:first('#pin').anything == nil", "scrim.find('to ada@example.org', 'email') == 4",
    "select(2, scrim.find('ä ada@example.org', 'email')) == 17", "scrim.find('nobody', 'email') == nil",
    "frame:first('#pin'):find('phone') == nil",
  ])
  func `the frame function sees the frame`(_ condition: String) throws {
    let decision = try rules(on: "assert(\(condition))").decision(screen, index: 3)
    #expect(decision.messages == [])
  }

  @Test(arguments: [
    ("error('no')", "no"), ("local x = frame.nothing.parent", "nothing"),
    ("plan:hide(frame:first '#none')", "plan:hide"),
    ("plan:show(nil)", "plan:show"),
    ("plan:hide(frame:first '#pin', { stlye = 'card' })", "unknown option 'stlye'; did you mean 'style'?"),
    ("plan:hide(frame:first '#pin', { style = 'smear' })", "smear"),
    ("plan:hide(frame:first '#pin', { style = 'blur' })", "allow_cosmetic"),
    ("plan:hide{ x = 0/0, y = 0, width = 9, height = 9 }", "finite"),
    ("plan:hide{ x = 0, y = 0, width = math.huge, height = 9 }", "finite"),
    ("plan:hide{ x = 0, y = 0, width = 9 }", "height"),
    ("plan:hide(frame:first '#pin', { color = '#11223380' })", "translucent"),
    ("frame:all '['", "selector"), ("plan:hide(7)", "plan:hide"), ("plan:cover{ txet = 'x' }", "did you mean 'text'?"),
    ("scrim.find('x', 'emial')", "did you mean 'email'?"), ("frame:first('#pin'):find 'emial'", "recognizer"),
    ("frame:first('#pin').txet = 1", "read only"), ("local t = frame:first('#pin').txt", "did you mean 'text'?"),
    ("plan:show({ x = 1, y = 1, width = 1, height = 1 })", "plan:show"), ("frame:at(0/0, 1)", "finite"),
    ("while true do end", "budget"),
    ("plan:hide(frame:first '#pin', { hold = -1 })", "hold"), ("error({ code = 1 })", "table"),
    ("plan:hide(frame:first '#pin', { even_if_secure = true })", "even_if_secure"),
  ])
  func `an error is a failure of the frame that names file and line`(_ code: String, _ part: String) throws {
    let set = try rules(on: "if frame.index == 1 then \(code) end")
    #expect(set.decision(screen, index: 0).messages == [])
    let message = try #require(set.decision(screen, index: 1).messages.first)
    #expect(message.hasPrefix("rules.lua:2: ") && message.contains(part), "\(message)")
    #expect(set.decision(screen, index: 2).messages == [])
  }

  @Test func `a call has a rule, a hold and options of its own`() throws {
    let decision = try rules(
      on: "plan:hide(frame:first '#pin', { style = 'card', text = 'Account', hold = 2, name = 'pins' })"
    ).decision(screen)
    let order = try #require(decision.order("pin", in: screen))
    #expect(order.rule == "rules.lua pins" && order.hold == Hold(before: 2, after: 2) && order.style.text == "Account")
    #expect(decision.messages == [])
  }

  @Test func `regions count in pixels, or in points by the frame's scale`() throws {
    let decision = try rules(
      on:
        "plan:hide{ x = 1, y = 2, width = 3, height = 4 } plan:hide{ x = 1, y = 2, width = 3, height = 4, space = 'points' }"
    ).decision(screen)
    #expect(
      decision.regions.map(\.rect) == [Rect(x: 1, y: 2, width: 3, height: 4), Rect(x: 2, y: 4, width: 6, height: 8)])
    let none = try rules(on: "plan:hide{ x = 1, y = 2, width = 3, height = 4, space = 'points' }").decision(
      context(.none))
    #expect(none.messages.first?.contains("scale") == true)
  }

  @Test(arguments: [
    ("view.text", true), ("view.text:sub(1, 9)", true), ("view.label", true), ("view.label:sub(1, 4)", true),
    ("view.text:upper()", true), ("frame:first('#child').text:sub(4, 8)", true), ("('4929'):rep(2)", true),
    ("'49' .. '29'", true),
    ("view.placeholder", false), ("'Account'", false), ("'No. ' .. frame.index", false), ("'4 9' .. ' 2 9'", true),
    ("'ｚｗｅｉ' .. ''", false), ("('ｚ' .. 'ｗｅｉ')", true),
  ])
  func `overlay text that repeats what it hides is refused, and the frame fails closed`(_ text: String, _ refused: Bool)
    throws
  {
    let code =
      "local view = frame:first '#pin' pcall(function() plan:hide(view, { style = 'card', text = \(text) }) end)"
    let decision = try rules(on: code).decision(screen)
    let order = try #require(decision.order("pin", in: screen))
    #expect(order.style.name == .card)
    #expect((order.style.text == nil) == refused)
    #expect(decision.messages.isEmpty == !refused)
    for message in decision.messages { #expect(!message.contains("4929") && !message.lowercased().contains("zwei")) }
  }

  @Test func `reveal allows it, and what is drawn elsewhere is no secret of this view`() throws {
    let revealed = try rules(on: "local v = frame:first '#pin' plan:hide(v, { text = v.text, reveal = true })")
      .decision(screen)
    #expect(revealed.messages == [] && revealed.order("pin", in: screen)?.style.text == "Account 7")
    let other = try rules(on: "plan:hide(frame:first '#other', { text = frame:first('#pin').text })").decision(screen)
    #expect(other.messages == [])
    let region = try rules(
      on: "plan:hide({ x = 0, y = 0, width = 30, height = 30 }, { text = frame:first('#pin').text })"
    ).decision(screen)
    #expect(region.messages.count == 1 && region.orders.last?.style.text == nil)
    let far = try rules(
      on: "plan:hide({ x = 50, y = 50, width = 9, height = 9 }, { text = frame:first('#pin').label })"
    ).decision(screen)
    #expect(far.messages == [])
    let cover = try rules(on: "plan:cover{ text = frame:first('#pin').text }").decision(screen)
    #expect(cover.messages.count == 1 && cover.covers.first?.order.style.text == RedactionStyle.defaultCover.text)
  }

  @Test(arguments: [
    "pcall(function() plan:hide(frame:first '#pin', { styel = 'card' }) end)", "pcall(plan.hide, plan, nil)",
    "pcall(plan.cover, plan, { txet = 'x' })", "xpcall(function() plan:hide(nil) end, function() end)",
    "coroutine.resume(coroutine.create(function() plan:hide(7) end))",
  ])
  func `a script that catches the error of an order to hide has failed all the same`(_ code: String) throws {
    let messages = try rules(on: code).decision(screen, index: 1).messages
    #expect(messages.count == 1)
    #expect(messages.first?.contains("plan:") == true, "\(messages)")
  }

  @Test func `after an event function has failed, no frame is trusted`() throws {
    let set = try ScrimRulesTests.rules(
      #"""
      local open = false
      return { event = function(event) if event.name == "bad" then error("no") end open = true end,
        frame = function(frame, plan) if open then plan:hide(frame:first "#pin") end end }
      """#)
    #expect(set.decision(screen, index: 0, events: [Event(name: "fine", instant: .frame(0))]).messages == [])
    #expect(set.decision(screen, index: 1, events: [Event(name: "bad", instant: .frame(1))]).messages.count == 1)
    // Whether what the handler should have noted would have hidden something, nobody knows.
    for index in 2...4 {
      #expect(set.decision(screen, index: index).messages.first?.contains("event function") == true)
    }
  }

  @Test func `events are told in order before the frame, with the states behind each`() throws {
    let source = """
      local heard = ""
      return {
        event = function(event, state)
          heard = heard .. event.name .. "/" .. tostring(event.step) .. "/" .. state.app .. " "
        end,
        frame = function(frame)
          assert(#frame.events == 2 and frame.events[1].name == "checkout.began")
          assert(heard == "checkout.began/1/unknown application.didEnterBackground/nil/background ")
        end,
      }
      """
    let events = [
      Event(name: "checkout.began", instant: .frame(2), attributes: ["step": .integer(1)]),
      Event(name: "application.didEnterBackground", instant: .frame(2)),
    ]
    #expect(try ScrimRulesTests.rules(source).decision(screen, index: 2, events: events).messages == [])
  }

  @Test func `a frame between two snapshots is decided for each, and its events are told once`() throws {
    let source = """
      local heard = 0
      return {
        event = function() heard = heard + 1 end,
        frame = function(frame, plan) assert(heard == 1) plan:hide(frame:first "Label") end,
      }
      """
    let later = snapshot(window(Node("Label", "late"), Node("Label", "later")))
    let frame = context(.between(screen, later, fraction: 0.5), events: [Event(name: "x", instant: .frame(0))])
    guard case .between(let before, let after) = try ScrimRulesTests.rules(source).decide(frame) else {
      Issue.record("one decision")
      return
    }
    #expect(before.messages == [] && before.words(screen)["pin"] == "hide")
    #expect(after.messages == [] && after.words(later) == ["late": "hide", "later": "-"])
  }

  @Test func `a frame whose views are missing is decided without them, and the planner covers it`() throws {
    let frame = context(.missing(.noSnapshot(reason: "late")), events: [Event(name: "x", instant: .frame(0))])
    let set = try ScrimRulesTests.rules(
      "return { event = function() error('heard') end, frame = function() error('no') end }")
    let decision = set.decision(frame)
    #expect(decision.verdicts.isEmpty && decision.messages == ["rules.lua:1: heard"])
  }

  @Test func `a cosmetic style that would draw a secure view fails closed`() throws {
    let tree = snapshot(
      window(
        Node(
          "Group", "form",
          children: [
            Node(
              "Field", "pin", secure: true, bounds: Rect(x: 5, y: 5, width: 5, height: 5),
              children: [Node("Dot", "dot")])
          ]),
        Node("Image", "photo", bounds: Rect(x: 50, y: 50, width: 5, height: 5))))
    func messages(_ entry: String) throws -> [String] {
      try ScrimRulesTests.rules("return { hide = { { \(entry), style = 'pixelate', allow_cosmetic = true } } }")
        .decision(tree).messages
    }
    #expect(try messages("'#photo'") == [])
    for entry in ["'#pin'", "'#form'", "'#dot'", "region = { x = 0, y = 0, width = 20, height = 20 }"] {
      #expect(try messages(entry).first?.contains("#pin") == true, "\(entry)")
    }
    #expect(try messages("region = { x = 60, y = 60, width = 9, height = 9 }") == [])
    let whole = try ScrimRulesTests.rules("return { style = { style = 'pixelate', allow_cosmetic = true } }").decision(
      tree)
    #expect(whole.messages == [] && whole.order("pin", in: tree)?.style.name == .solid)
  }

  @Test func `rules that matched nothing are named, and the files are known by their hashes`() throws {
    let set = try ScrimRulesTests.rules(
      "return { hide = { { '#pin' }, { '#pni' } }, show = { '#x' }, floor = { 'Label' } }")
    _ = set.decision(screen)
    #expect(set.matches.filter { $0.frames == 0 }.map(\.rule) == ["rules.lua hide[2]", "rules.lua show[1]"])
    #expect(set.fingerprints.map(\.name) == ["rules.lua"] && set.fingerprints[0].sha256.count == 64)
  }
}
