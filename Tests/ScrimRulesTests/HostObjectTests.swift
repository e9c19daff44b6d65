import Testing

@testable import ScrimRules

@Suite(.timeLimit(.minutes(2)))
struct HostObjectTests {
  @Test func `frame, views and plan reach the host and come back`() throws {
    let rules = try Rules(
      frame: """
        assert(frame.index == 3 and frame.time == 0.3 and math.type(frame.index) == "integer")
        assert(#frame:all("*") == 4 and frame:first("#none") == nil and frame:first("#pin").id == "v1")
        assert(frame:first("#pin") == frame:first("#pin") and frame:first("#pin") == frame.windows[1].children[1])
        assert(rawequal(frame:first("#pin"), frame:all("*")[2]) and frame:first("#pin") ~= frame:at(1, 1))
        assert(frame:at(200, 0) == nil and frame:at(1, 1).id == "v2")
        local view = frame:first("#pin")
        assert(view.parent.id == "v0" and view.parent.parent == nil and view.text:find("^Account"))
        assert(view:matches("Label") and not frame:at(1, 1):matches("Label") and view:closest(".x").id == "v0")
        local a, b = view:find("email") assert(a == 2 and b == 5 and view:find("iban") == nil)
        local a, b = scrim.find("äbc", "email") assert(a == 1 and b == 3 and scrim.find("", "email") == nil)
        assert(view.number == 9007199254740993 and view.half == 0.5 and view.secure == true and view.nothing == nil)
        assert(view.nul == "a\\0b" and #view.nul == 3 and #frame.events == 0)
        plan:hide(view, { text = "x", hold = 2, list = { 1, 2.5, true } })
        plan:hide({ x = 1, y = 2, width = 3, height = 4 })
        plan:show(view) plan:cover() plan:cover({ text = "y" })
        """)
    try rules.run(3)
    #expect(rules.host.hidden[0] == .view(1))
    guard case .table(let options) = rules.host.options[0], case .table(let region) = rules.host.hidden[1] else {
      Issue.record("the tables did not arrive")
      return
    }
    #expect(options.members.map(\.key) == ["hold", "list", "text"])
    #expect(options["list"] == .table(LuaTable(items: [.integer(1), .number(2.5), .boolean(true)])))
    #expect(region["width"] == .integer(3))
    #expect(rules.host.options[1] == .none)
  }

  @Test(arguments: [
    "local x = kept.text", "local x = #kept.children", "kept:matches('Label')", "plan:hide(kept)", "kept:find('email')",
    "kept.x = 1; local y = kept.id", "plan:hide({ kept })", "plan:cover({ view = kept })",
  ])
  func `a view of an earlier frame raises when it is used`(_ code: String) throws {
    let rules = try Rules(frame: "if kept then \(code) end kept = frame:first('#pin')", head: "local kept")
    try rules.run(0)
    let failure = try #require(rules.failure(1))
    #expect(failure.kind == .error)
    #expect(failure.line == 2)
    #expect(code.hasPrefix("kept.x") || failure.message.contains("belongs to an earlier frame"))
    #expect(rules.host.hidden.isEmpty)
  }

  @Test(arguments: ["kept:all('*')", "local x = kept.index", "oldPlan:hide({})", "oldPlan:cover()"])
  func `frame and plan of an earlier frame raise, too`(_ code: String) throws {
    let rules = try Rules(
      frame: "if kept then \(code) end kept, oldPlan = frame, plan", head: "local kept, oldPlan")
    try rules.run(0)
    #expect(rules.failure(1)?.message.contains("belongs to an earlier frame") == true)
  }

  @Test func `objects do not work between frames`() throws {
    let rules = try Rules(
      """
      local kept
      return { frame = function(frame) kept = frame:first("#pin") end, event = function() return kept.id end }
      """)
    try rules.run(0)
    guard case .function(let event) = rules.member("event") else { return }
    #expect(throws: LuaFailure.self) {
      try rules.state.callEvent(event, event: .none, state: .none, index: 1, host: rules.host)
    }
  }

  @Test(arguments: [
    "view.matches(42)", "view.matches(frame, 'Label')", "view.matches({}, 'Label')", "view.matches()",
    "frame.all(view, '*')", "frame.all(nil)", "plan.hide(view, frame)", "plan.hide()", "frame.at(frame)",
    "view:matches(view)", "frame:all({})", "frame:all(1)", "scrim.find()", "scrim.find(1, 2)", "frame:at(0/0, 1/0)",
    "view:find(frame)", "plan.hide(frame, view)", "plan.cover(view)", "frame.first({ generation = 1 }, '*')",
    "frame:all('\\xff')", "scrim.find('\\xff', 'email')", "local x = view[1]", "local x = frame[1]", "local x = #view",
    "view()", "local x = view + 1", "for k in pairs(view) do end", "scrim.recognizer({ name = 'x' })",
  ])
  func `methods on a wrong object, and wrong arguments, are errors`(_ code: String) throws {
    let rules = try Rules(frame: "local view = frame:first('#pin')\n\(code)")
    let failure = try #require(rules.failure())
    #expect(failure.kind == .error)
    #expect(failure.line == 3, "\(failure)")
  }

  @Test func `views, frame and plan are read only, and the error names the field`() throws {
    for (code, message) in [
      ("frame:first('#pin').hidden = true", "view.hidden cannot be written: it is read only"),
      ("frame.width = 1", "frame.width cannot be written: it is read only"),
      ("plan.hide = 1", "plan.hide cannot be written: it is read only"),
    ] {
      #expect(try Rules(frame: code).failure()?.message == message)
    }
  }

  @Test func `unknown members are errors with a suggestion`() throws {
    for (code, message) in [
      ("local x = frame.nothing.parent", "frame has no member 'nothing'"),
      ("plan:hyde({})", "plan has no member 'hyde'; did you mean 'hide'?"),
      ("local x = frame.widht", "frame has no member 'widht'; did you mean 'width'?"),
      ("scrim.fnd('x')", "scrim.fnd is not available to rules"),
    ] {
      #expect(try Rules(frame: code).failure()?.message == message)
    }
  }

  @Test func `the host's messages get file and line`() throws {
    let rules = try Rules(frame: "local v = frame:first('#pin')\nplan:hide(v, {\n  stlye = 'card' })")
    let failure = try #require(rules.failure())
    #expect(failure.file == "rules.lua")
    #expect(failure.line == 3)
    #expect(failure.message == "plan:hide: unknown option 'stlye'; did you mean 'style'?")
  }

  @Test func `events arrive as plain tables of their own`() throws {
    let rules = try Rules(
      """
      local log = {}
      return { event = function(event, state)
        assert(event.event == "checkout.began" and event.frame == 2 and event.nothing == nil and state.app == "active")
        assert(#event.list == 0 and event.none == nil)
        event.event = "mine"
        print(event.event)
      end }
      """)
    guard case .function(let function) = rules.member("event") else { return }
    let event = LuaTable(members: [
      ("event", .string("checkout.began")), ("frame", .integer(2)), ("list", .table(LuaTable())), ("none", .none),
    ])
    for _ in 0..<2 {
      try rules.state.callEvent(
        function, event: .table(event), state: .table(LuaTable(members: [("app", .string("active"))])), index: 2,
        host: rules.host)
    }
    #expect(rules.host.lines == ["mine", "mine"])
  }

  @Test func `a recognizer is defined while the file is loaded`() throws {
    let rules = try Rules("scrim.recognizer { name = 'x', pattern = '(a+)+$' } return {}")
    guard case .table(let definition)? = rules.host.recognizers.first else {
      Issue.record("no definition has arrived")
      return
    }
    #expect(definition["name"] == .string("x"))
    #expect(definition.line == 1)
  }

  @Test func `errors thrown through every host function leave the state usable`() throws {
    let rules = try Rules(
      frame: """
        local calls = {
          function() return frame.index end, function() frame:all("*") end, function() frame:first("*") end,
          function() frame:at(1, 1) end, function() plan:hide({}) end, function() plan:show({}) end,
          function() plan:cover() end, function() scrim.find("a", "b") end,
        }
        for i = 1, 10000 do
          for _, call in ipairs(calls) do
            local ok, message = pcall(call)
            assert(not ok and message:find("refused"))
          end
        end
        """, budgets: Budgets(instructions: .max, seconds: 60))
    rules.host.refusal = "refused"
    try rules.run()
    rules.host.refusal = nil
    #expect(rules.failure()?.kind == .error)
  }
}
