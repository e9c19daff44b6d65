import Foundation
import Testing

@testable import ScrimRules

/// What a thread hands over; written before the signal, read after it.
private final class Outcome: @unchecked Sendable { var failure: LuaFailure? }

/// Runs on a thread with as little stack as the host asks for.
private func onSmallestStack(_ work: @escaping @Sendable () -> LuaFailure?) -> LuaFailure? {
  let outcome = Outcome()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    outcome.failure = work()
    done.signal()
  }
  thread.stackSize = 1 << 20
  thread.start()
  done.wait()
  return outcome.failure
}

@Suite(.timeLimit(.minutes(3)))
struct HostMemoryTests {
  private static let code = """
    local m = require "m"
    local co = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(("x"):rep(i)) end end)
    for _, view in ipairs(frame:all "Label") do
      if view.text:find("^Account") then plan:hide(view, { text = co() or "y", list = { 1, 2, { a = "b" } } }) end
    end
    local s = ("abc"):gsub("%w", function(c) return c .. c end):upper()
    for k, v in pairs({ b = 1, a = 2 }) do print(k, v, string.format("%s %d", s, v)) end
    table.sort({ 3, 1, 2 })
    assert(load("return 1"))()
    local ok, message = pcall(error, "x")
    """

  /// Fails growth from the k-th allocation on; true when nothing had to fail.
  private static func run(failFrom: UInt64) -> Bool {
    do {
      let rules = try Rules(
        frame: code, head: "local kept = { 1, 2, { 3 } }", modules: ["m": "return { 1 }"], failFrom: failFrom)
      guard case .function(let function) = rules.member("frame") else { return false }
      try rules.state.callFrame(function, index: 0, host: rules.host)
      return true
    } catch {
      // Nothing else than memory can have been the reason, and the text is the host's own.
      if error.kind != .memory && error.kind != .unusable { Issue.record("k = \(failFrom): \(error)") }
      return false
    }
  }

  @Test func `an allocation that fails is a failure of the call, whichever it is`() {
    var failed = 0
    var k: UInt64 = 1
    while !Self.run(failFrom: k) && k < 100_000 {
      failed += 1
      k += 1
    }
    // As many as the state's making, the load and one frame need.
    #expect(failed > 500)
    #expect(k < 100_000)
  }

  @Test func `a state with too little memory cannot be made, or ends as it should`() {
    for bytes in [0, 1, 1000, 20_000, 25_000, 30_000, 40_000] {
      let failure = loadFailure("return { ('x'):rep(20000) }", budgets: Budgets(memoryBytes: bytes))
      #expect(failure == nil || failure?.kind == .memory || failure?.kind == .unusable)
      #expect(bytes > 25_000 || failure != nil)
    }
  }

  @Test(arguments: [
    "local function f() return 1 + f() end return f()",
    "load('return ' .. ('('):rep(100000) .. '1' .. (')'):rep(100000))()",
    "assert(load('return ' .. ('{'):rep(100000)))",
    "local function f(s) return (s:gsub('.', f)) end f('a')",
    "local function f() return select(2, pcall(f)) .. 1 end f() error('no')",
    "local function f() return coroutine.wrap(f)() end f()",
    "local function f(n) local co = coroutine.create(f) return assert(coroutine.resume(co, n + 1)) end f(1)",
    "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k + 1] end local x = t[1]",
    "local t = {} t = setmetatable(t, { __index = t }) local x = t.x error('no')",
    "local function f(a, b) table.sort({ 1, 2, 3 }, f) return true end f()",
    "local function f() for k in pairs(setmetatable({}, { __pairs = f })) do end end f()",
    "local function f() return tostring(setmetatable({}, { __tostring = f })) end f()",
    "local function f() error(setmetatable({}, { __tostring = f })) end f()",
    "local function f() return xpcall(error, f) end f() error('no')",
    "local function f() local x <close> = setmetatable({}, { __close = f }) end f() error('no')",
    "local s = 'x' for i = 1, 150 do s = '(' .. s .. ')' end ('x'):find(('('):rep(33)) error('no')",
    "local t = {} for i = 1, 20 do t = { t } end plan:hide(t) error('no')",
    "local t = {} for i = 1, 1000 do t = { t } end plan:hide(t)",
    "local function f() return require('m' .. 1) end f()",
  ])
  func `deep recursion ends cleanly on the smallest stack`(_ code: String) {
    let failure = onSmallestStack {
      try! Rules(frame: code, budgets: Budgets(instructions: 1_000_000, seconds: 5)).failure()
    }
    #expect(failure != nil)
    #expect(failure?.kind != .unusable)
  }
}
