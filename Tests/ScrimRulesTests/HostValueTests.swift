import Testing

@testable import ScrimRules

@Suite(.timeLimit(.minutes(2)))
struct HostValueTests {
  @Test func `kinds of values are told apart`() throws {
    let rules = try Rules(
      """
      return { i = 9007199254740993, f = 2.0, nan = 0/0, inf = math.huge, yes = true, no = false, text = "a\\0ä",
               empty = {}, list = { 1, "b", { c = 1 } }, holes = { 1, nil, 3, [10] = 1 }, odd = { [true] = 1 },
               bad = "\\xff", thread = coroutine.create(print), f1 = function() end, float = { [1.5] = 1 },
               badKey = { ["\\xff"] = 1 }, meta = setmetatable({}, {}) }
      """)
    #expect(rules.member("i") == .integer(9_007_199_254_740_993))
    #expect(rules.member("f") == .number(2))
    guard case .number(let nan) = rules.member("nan") else { return }
    #expect(nan.isNaN)
    #expect(rules.member("inf") == .number(.infinity))
    #expect(rules.member("yes") == .boolean(true))
    #expect(rules.member("no") == .boolean(false))
    #expect(rules.member("absent") == .none)
    #expect(rules.member("text") == .string("a\0ä"))
    #expect(rules.member("empty") == .table(LuaTable()))
    #expect(rules.member("bad") == .other("string that is not UTF-8"))
    #expect(rules.member("thread") == .other("thread"))
    #expect(rules.member("meta") == .other("table with a metatable"))
    for name in ["holes", "odd", "float", "badKey"] {
      guard case .table(let table) = rules.member(name) else { continue }
      #expect(table.hasOtherKeys, "\(name)")
    }
    guard case .table(let list) = rules.member("list"), case .function(let reference) = rules.member("f1") else {
      Issue.record("no list, or no function")
      return
    }
    #expect(list.items.count == 3)
    #expect(!list.hasOtherKeys)
    #expect(reference > 0)
  }

  @Test(arguments: ["", "return nil", "return 7", "return false", "return 'x'"])
  func `what is no table is returned as what it is`(_ code: String) throws {
    if case .table = try Rules(code).returned { Issue.record("a table out of nothing") }
  }

  @Test func `members are ordered by their bytes`() throws {
    guard case .table(let table) = try Rules("return { b = 1, ['ä'] = 2, a = 3, B = 4, [''] = 5 }").returned else {
      return
    }
    #expect(table.members.map(\.key) == ["", "B", "a", "b", "ä"])
  }

  @Test(arguments: [
    ("local t = {} t.t = t return t", "holds itself"),
    ("local a, b = {}, {} a[1] = b b[1] = a return a", "holds itself"),
    ("local t = {} for i = 1, 100 do t = { t } end return t", "nested too deeply"),
    ("local t = { 1, 2 } for i = 1, 30 do t = { t, t } end return t", "too large"),
  ])
  func `tables without an end are errors`(_ code: String, _ message: String) {
    let failure = loadFailure(code, budgets: Budgets(loadSeconds: 60))
    #expect(failure?.message.contains(message) == true, "\(String(describing: failure))")
  }

  @Test func `tables know the line of their constructor`() throws {
    let rules = try Rules(
      """
      -- { a comment with a brace
      local function entry(text)
        return { text }
      end
      local s = [[ { ]] .. "{" .. '{'
      return {
        hide = {
          { "#a" },
          { "#b", text = "x", {
            deep = true } }, { "#c" },

          entry "#d",
          {
            "#e"
          },
        }, cover = { on = "x" },
        show = {},
      }
      """)
    guard case .table(let table) = rules.returned, case .table(let hide) = table["hide"] else { return }
    func line(_ value: LuaValue) -> Int? { if case .table(let table) = value { table.line } else { nil } }
    #expect(table.line == 6)
    #expect(hide.line == 7)
    #expect(hide.items.map(line) == [8, 9, 10, 3, 13])
    guard case .table(let second) = hide.items[1] else { return }
    #expect(line(second.items[1]) == 9)
    #expect(line(table["cover"]) == 16)
    #expect(line(table["show"]) == 17)
  }

  @Test(arguments: [
    ("local t = nil\nlocal x = t.parent", 2, "attempt to index a nil value (local 't')"),
    ("error('no')", 1, "no"), ("\nerror('no', 0)", 2, "no"), ("error({ code = 1 })", 1, "error object is a table"),
    ("error(nil)", 1, "error object is nil"), ("error()", 1, "error object is nil"),
    ("\nerror(42)", 2, "error object is a number"),
    ("error(setmetatable({}, { __tostring = function() while true do end end }))", 1, "error object is a table"),
    ("error(setmetatable({}, { __name = 'x', __tostring = false }))", 1, "error object is a table"),
    ("return { hide = { '#pin' }", 1, "'}' expected near <eof>"), ("error('a\\0b')", 1, "a b"),
    ("local x = 1 + {}", 1, "attempt to perform arithmetic on a table value"),
    ("coroutine.wrap(function() error('deep') end)()", 1, "deep"), ("error('x:1: y')", 1, "x:1: y"),
  ])
  func `errors carry file, line and text`(_ code: String, _ line: Int, _ message: String) {
    let failure = loadFailure(code)
    #expect(failure == LuaFailure(kind: .error, file: "rules.lua", line: line, message: message))
  }

  @Test func `a long message ends between two characters`() throws {
    let failure = loadFailure("error(('ä'):rep(10000))")
    #expect(failure?.message.allSatisfy { $0 == "ä" } == true)
    #expect((200..<600).contains(failure?.message.utf8.count ?? 0))
  }

  @Test func `a long path stays whole`() throws {
    let path = String(repeating: "folder/", count: 30) + "bank.lua"
    let state = try LuaState(source: Array("\n\nerror('no')".utf8), chunkName: path, modules: { _ in nil })
    do {
      _ = try state.load(host: FakeHost())
      Issue.record("it did not fail")
    } catch {
      #expect(error == LuaFailure(kind: .error, file: path, line: 3, message: "no"))
    }
  }

  @Test func `source that is not UTF-8 is read as it is`() throws {
    let rules = try Rules(bytes: Array("return { n = #'".utf8) + [0xFF, 0xFE] + Array("' }".utf8))
    #expect(rules.member("n") == .integer(2))
  }

  @Test func `a file that is too long is refused`() {
    #expect(loadFailure(String(repeating: "-", count: 2 << 20))?.message.contains("too long") == true)
  }
}
