import Testing

@testable import ScrimRules

/// A script that must end; what it is, and whether it may also end well.
struct Hostile: CustomTestStringConvertible, Sendable {
  var name: String
  var head = ""
  var code: String
  var kinds: Set<LuaFailure.Kind> = [.instructions]
  var testDescription: String { name }
}

private let loop = "while true do end"
private let endless = [
  Hostile(name: "endless loop", code: loop),
  Hostile(name: "goto", code: "::again:: goto again"),
  Hostile(
    name: "metamethod", code: "local t = setmetatable({}, { __index = function() while true do end end }) local x = t.x"
  ),
  Hostile(name: "coroutine", code: "coroutine.wrap(function() while true do end end)()"),
  Hostile(
    name: "coroutine kept from load",
    head: "local co = coroutine.wrap(function() coroutine.yield() while true do end end) co()", code: "co()"),
  Hostile(
    name: "coroutine resumed kept from load",
    head: "local co = coroutine.create(function() coroutine.yield() while true do end end) coroutine.resume(co)",
    code: "coroutine.resume(co) coroutine.resume(co)"),
  Hostile(
    name: "churn", code: "while true do coroutine.wrap(function() for i = 1, 50 do end end)() end"),
  Hostile(name: "swallowed once", code: "pcall(function() while true do end end)"),
  Hostile(name: "swallowed always", code: "while true do pcall(function() while true do end end) end"),
  Hostile(
    name: "nested pcalls",
    code: "local function f(n) while true do if n > 0 then pcall(f, n - 1) end end end f(100)"),
  Hostile(
    name: "pcall in coroutine",
    code: """
      while true do
        local co = coroutine.create(function() while true do pcall(function() while true do end end) end end)
        coroutine.resume(co)
      end
      """),
  Hostile(name: "handler", code: "xpcall(error, function() while true do end end)"),
  Hostile(
    name: "handler after loop", code: "xpcall(function() while true do end end, function() while true do end end)"),
  Hostile(
    name: "handler that errs",
    code: "local function h() return xpcall(error, error) end while true do pcall(xpcall, h, h) end"),
  Hostile(
    name: "close", code: "local x <close> = setmetatable({}, { __close = function() while true do end end }) error('x')"
  ),
  Hostile(
    name: "close after the budget",
    code: "local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end"),
  Hostile(name: "pattern", code: #"("a"):rep(30000):find((".-"):rep(10) .. "b")"#),
  Hostile(name: "pattern with match", code: #"("a"):rep(30000):match(("a*"):rep(10) .. "b")"#),
  Hostile(name: "pattern with gsub", code: #"("a"):rep(30000):gsub((".-"):rep(12) .. "b", "")"#),
  Hostile(name: "pattern with gmatch", code: #"for _ in ("a"):rep(30000):gmatch((".-"):rep(12) .. "b") do end"#),
  Hostile(name: "balance", code: #"while true do ("("):rep(60000):find("%b()") end"#),
  Hostile(name: "frontier", code: #"while true do ("a"):rep(60000):find("%f[^a]x") end"#),
  Hostile(
    name: "large set", code: #"local p = "[" .. ("b"):rep(50000) .. "]" while true do ("a"):rep(50000):find(p) end"#),
  Hostile(name: "plain find", code: #"local s = ("a"):rep(1 << 20) while true do s:find("b", 1, true) end"#),
  Hostile(name: "table.move", code: "table.move({}, 1, 1 << 40, 2)"),
  Hostile(
    name: "table.concat",
    code: #"table.concat(setmetatable({}, { __index = function() return "" end }), "", 1, 1 << 40)"#),
  Hostile(name: "table.concat of nothing", code: "table.concat({}, '', 1, math.maxinteger)"),
  Hostile(name: "whole range", code: "table.concat({}, '', math.mininteger, math.maxinteger)"),
  Hostile(
    name: "table.insert", code: "local t = {} for i = 1, 1e5 do t[i] = i end while true do table.insert(t, 1, 0) end"),
  Hostile(name: "sort", code: "local t = {} for i = 1, 2e4 do t[i] = i end while true do table.sort(t) end"),
  Hostile(
    name: "sort without an order",
    code: "local t = {} for i = 1, 1e5 do t[i] = i end table.sort(t, function() return true end)"),
  Hostile(name: "utf8.len", code: #"local s = ("ä"):rep(1 << 20) while true do utf8.len(s) end"#),
  Hostile(name: "upper", code: #"local s = ("a"):rep(1 << 20) while true do local t = s:upper() end"#),
  Hostile(name: "concatenation", code: #"local s = ("a"):rep(1 << 20) while true do local t = s .. "b" end"#),
  Hostile(name: "next", code: "local t = {} for i = 1, 1e4 do t[i] = i end while true do next(t, 5) end"),
  Hostile(name: "load", code: #"local s = ("local x = 1 "):rep(100) while true do load(s) end"#),
  Hostile(name: "frame:all", code: "while true do frame:all('*') end"),
  Hostile(name: "plan", code: "while true do plan:hide({ x = 1, y = 1, width = 2, height = 2 }) end"),
  Hostile(name: "log", code: #"while true do print(("x"):rep(1000)) end"#),
]

private let greedy = [
  Hostile(name: "table", code: "local t = {} for i = 1, 1 << 40 do t[i] = { i } end"),
  Hostile(name: "strings", code: #"local t = {} for i = 1, 1 << 40 do t[i] = ("x"):rep(4096) .. i end"#),
  Hostile(name: "doubling", code: #"local s = "x" while true do s = s .. s end"#),
  Hostile(
    name: "swallowed",
    code: #"local t = {} while true do pcall(function() t[#t + 1] = ("x"):rep(1 << 20) .. #t end) end"#),
  Hostile(name: "views", code: "local t = {} while true do t[#t + 1] = frame:all('*') end"),
  Hostile(name: "coroutines", code: "local t = {} while true do t[#t + 1] = coroutine.create(print) end"),
  Hostile(name: "closures", code: "local t = {} while true do t[#t + 1] = function() return t end end"),
  Hostile(name: "one growing table", code: "local t = {} for i = 1, 1 << 40 do t[i] = i end"),
  Hostile(name: "concat", code: #"local t = {} for i = 1, 20 do t[i] = ("x"):rep(1 << 20) end table.concat(t)"#),
  Hostile(name: "gsub", code: #"("a"):rep(1000):gsub(".", ("x"):rep(1 << 20))"#),
  Hostile(name: "pack", code: #"string.pack("c2000000000", "")"#),
]

@Suite(.timeLimit(.minutes(5)))
struct HostBudgetTests {
  @Test(arguments: endless.filter { !$0.head.contains("coroutine") })
  func `what never ends is ended, and the next frame is as before`(_ hostile: Hostile) throws {
    let rules = try Rules(
      frame: "if frame.index == 1 then \(hostile.code) end plan:hide(frame:first('#pin'))", head: hostile.head)
    try rules.run(0)
    let failure = try #require(rules.failure(1))
    #expect(hostile.kinds.contains(failure.kind), "\(failure)")
    #expect(failure.file == "rules.lua")
    #expect(failure.line != nil)
    rules.host.hidden = []
    try rules.run(2)
    #expect(rules.host.hidden == [.view(1)])
  }

  @Test(arguments: endless.filter { $0.head.contains("coroutine") })
  func `a coroutine that outlives its frame and never ends is ended, and the rules with it`(_ hostile: Hostile) throws {
    let rules = try Rules(
      frame: "if frame.index == 1 then \(hostile.code) end plan:hide(frame:first('#pin'))", head: hostile.head)
    try rules.run(0)
    let failure = try #require(rules.failure(1))
    #expect(hostile.kinds.contains(failure.kind), "\(failure)")
    // Without the coroutine they would go on as if it had said that nothing is to be hidden.
    #expect(rules.failure(2)?.kind == .unusable)
    #expect(rules.failure(3)?.message.contains("coroutine") == true)
  }

  @Test(arguments: greedy)
  func `memory without end is refused, and the next frame is as before`(_ hostile: Hostile) throws {
    var budgets = Budgets.patient
    budgets.instructions = 1_000_000_000
    let rules = try Rules(
      frame: "if frame.index == 1 then \(hostile.code) end plan:hide(frame:first('#pin'))", head: hostile.head,
      budgets: budgets)
    let failure = try #require(rules.failure(1))
    #expect(failure.kind == .memory, "\(failure)")
    #expect(rules.state.memoryInUse <= budgets.memoryBytes)
    try rules.run(2)
    #expect(rules.host.hidden == [.view(1)])
  }

  @Test func `rules that keep their memory stay refused`() throws {
    var budgets = Budgets.patient
    budgets.instructions = 1_000_000_000
    let rules = try Rules(
      frame: #"for i = 1, 1 << 40 do t[#t + 1] = ("x"):rep(1 << 10) .. i end"#, head: "local t = {}", budgets: budgets)
    #expect(rules.failure(0)?.kind == .memory)
    #expect([.memory, .unusable].contains(rules.failure(1)?.kind))
    #expect(rules.failure(2) != nil)
  }

  @Test func `a machine at the cap is not kept busy with collections`() throws {
    var budgets = Budgets.patient
    budgets.instructions = 50_000_000
    let rules = try Rules(
      frame: """
        while true do pcall(function() while true do t[#t + 1] = {} end end) local x = {} end
        """, head: "local t = {}", budgets: budgets)
    #expect(rules.failure(0) != nil)
  }

  @Test func `loading has a budget of its own`() {
    #expect(loadFailure("while true do end")?.kind == .instructions)
    #expect(loadFailure("require 'm'", modules: ["m": "while true do end"])?.kind == .instructions)
    #expect(loadFailure("pcall(require, 'm')", modules: ["m": "while true do end"])?.kind == .instructions)
  }

  @Test func `the clock is the backstop and is told apart`() throws {
    var budgets = Budgets.patient
    budgets.seconds = 0.05
    budgets.instructions = .max
    for code in [loop, "while true do pcall(function() while true do end end) end", "while true do frame:all('*') end"]
    {
      let rules = try Rules(frame: code, budgets: budgets)
      #expect(rules.failure()?.kind == .time)
    }
  }

  @Test func `a budget that is not a number is used up at once`() throws {
    var budgets = Budgets.patient
    budgets.seconds = .nan
    #expect(try Rules(frame: loop, budgets: budgets).failure()?.kind == .time)
  }

  @Test func `the same script uses the same number of instructions`() throws {
    let code = """
      local t = {} for i = 1, 500 do t["k" .. i] = i end
      local n = 0 for k, v in pairs(t) do n = n + #k end
      for word in ("some words of a text"):rep(20):gmatch("%a+") do n = n + 1 end
      table.sort({ 5, 2, 8, 1 }) frame:all("*")
      """
    let spent = try (0..<3).map { _ in
      let rules = try Rules(frame: code)
      try rules.run(0)
      try rules.run(1)
      return rules.state.instructionsSpent
    }
    #expect(Set(spent).count == 1)
    #expect(spent[0] > 1000)
  }

  @Test func `calls are charged what the host says they cost`() throws {
    let rules = try Rules(frame: "frame:all('*')")
    rules.host.cost = 3_000_000
    #expect(rules.failure()?.kind == .instructions)
  }

  @Test func `a budget failure names file and line`() throws {
    let rules = try Rules(frame: "local x = 1\nlocal y = 2\nwhile true do x = x + 1 end")
    let failure = try #require(rules.failure())
    #expect(failure.line == 4)
    #expect(failure.message.contains("instruction budget"))
  }

  @Test func `memory is flat over many frames`() throws {
    let rules = try Rules(frame: "for _, v in ipairs(frame:all '*') do plan:hide(v, { text = v.text }) end")
    for index in 0..<200 { try rules.run(index) }
    let early = rules.state.memoryInUse
    for index in 200..<2000 { try rules.run(index) }
    #expect(rules.state.memoryInUse < early * 2 + 100_000)
  }
}
