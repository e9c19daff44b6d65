import ScrimCore
import ScrimRules
import ScrimTestSupport
import Testing

/// How specs are loaded and run: blocks, states, budgets, frames.
@Suite struct SpecRunTests {
  @Test func `blocks nest, and what surrounds a test runs in order`() throws {
    let run = try SpecRun(
      spec: """
        local log = {}
        before_each(function() log[#log + 1] = "b1" end)
        after_each(function() log[#log + 1] = "a1" end)
        describe("outer", function()
          before_each(function() log[#log + 1] = "b2" end)
          after_each(function() log[#log + 1] = "a2" end)
          describe("inner", function()
            it("fails", function() log[#log + 1] = "t" error("no") end)
          end)
          it("sees the order", function()
            expect(table.concat(log, " ")):equals "b1 b2 t a2 a1 b1 b2"
          end)
        end)
        """)
    #expect(run.tests.map(\.fullName) == ["outer › inner › fails", "outer › sees the order"])
    #expect(run.tests[0].failure?.message == "no" && run.tests[0].failure?.line == 8)
    #expect(run.tests[1].failure == nil)
  }

  @Test func `each test has a budget of its own, and rules of its own`() throws {
    let run = try SpecRun(
      rules: "local n = 0 return { frame = function(f, plan) n = n + 1 if n > 1 then plan:cover() end end }",
      spec: """
        local f = frame {}
        it("loops", function() while true do end end)
        it("goes on", function() expect(f:plan()):hides_nothing() expect(f:plan()):covers() end)
        it("begins anew", function() expect(f:plan()):hides_nothing() end)
        """)
    #expect(run.tests[0].failure?.message.contains("instruction budget used up") == true)
    #expect(run.tests[0].failure?.line == 2)
    #expect(run.tests.dropFirst().allSatisfy { $0.failure == nil })
  }

  @Test func `a filter takes tests by their full name in any case`() throws {
    let spec = "describe('Pins', function() it('hide', function() end) it('show', function() end) end)"
    #expect(try SpecRun(spec: spec, filter: "pins HIDE").tests.map(\.fullName) == ["Pins › hide"])
    #expect(try SpecRun(spec: spec, filter: "other").tests.isEmpty)
  }

  @Test(arguments: [
    ("describe(", 1), ("\nerror('no')", 2), ("describe('x')", 1), ("\n\nit('x')", 3), ("discribe('x', print)", 1),
    ("frame { { id = 'x' } }", 1), ("frame {}:plan()", 1), ("rules 'missing.lua'", 1), ("io.open('x')", 1),
    ("before_each(3)", 1),
  ])
  func `a spec that is wrong as it stands names its line`(_ spec: String, _ line: Int) {
    let error = #expect(throws: RulesError.self) { try SpecRun(spec: spec) }
    #expect(error?.line == line && error?.file.hasSuffix("bank_spec.lua") == true)
  }

  @Test func `rules that are wrong as they stand name their own line`() {
    let error = #expect(throws: RulesError.self) {
      try SpecRun(rules: "return {\n hide = { { '#x', stlye = 'card' } } }", spec: "it('x', function() end)")
    }
    #expect(error?.file.hasSuffix("/bank.lua") == true && error?.line == 2)
  }

  @Test func `the rules are those beside the spec, or those that it names`() throws {
    #expect(
      try SpecRun(rules: nil, spec: "it('x', function() frame {}:plan() end)").message?.contains("there are no rules")
        == true)
    let named = try SpecRun(
      spec: """
        rules("default", "more.lua", { source = "return { hide = { { '#name' } } }" })
        local f = frame { { type = "Label", id = "name" }, { type = "Label", id = "more" }, { type = "Label", id = "pin" } }
        it("a", function() expect(f:plan()):hides "#name":hides "#more":shows "#pin" end)
        it("b", function() rules "bank.lua" expect(f:plan()):hides "#pin":shows "#more" end)
        it("c", function() expect(f:plan()):shows "#pin" end)
        it("d", function() rules "/etc/passwd" end)
        """, files: ["more.lua": "return { hide = { { '#more' } } }"])
    #expect(named.tests.map { $0.failure == nil } == [true, true, true, false])
  }

  @Test func `a spec has modules, but neither files nor the plan of rules`() throws {
    let run = try SpecRun(
      it: "expect(require('screens').of('pin')):equals 'pin screen' expect(scrim.find('a@b.org', 'email')):equals(1)",
      files: ["screens.lua": "return { of = function(name) return name .. ' screen' end }"])
    #expect(run.message == nil)
    #expect(try SpecRun(it: "frame = 3").message?.contains("cannot be written") == true)
    #expect(try SpecRun(it: "frame.load = 3").message == "frame is read only")
    #expect(
      try SpecRun(it: "scrim.recognizer { name = 'x', pattern = 'y' }").message?.contains("scrim.recognizer") == true)
    #expect(try SpecRun(it: "it('x', function() end)").message?.contains("cannot stand inside of it") == true)
  }

  @Test func `rules cannot say what specs can`() throws {
    for word in ["describe", "it", "expect", "frame", "rules", "before_each"] {
      let run = try SpecRun(rules: "assert(\(word) == nil) return {}", spec: "it('x', function() frame {}:plan() end)")
      #expect(run.message == nil)
    }
  }

  @Test func `frames say size, scale, index and time`() throws {
    let run = try SpecRun(
      rules: """
        return { frame = function(f, plan)
          print(f.index, f.time, f.width, f.height, f.scale, f.app, #f.events)
        end }
        """,
      it: """
        frame {}:plan()
        frame { width = 100, height = 50, scale = 2, index = 7, time = 1.5, app = "inactive", events = { "x" } }:plan()
        frame {}:plan()
        """)
    #expect(run.message == nil)
    #expect(
      run.lines.map { $0.split(separator: ": ").last.map(String.init) } == [
        "0 nil 390 844 1 unknown 0", "7 1.5 100 50 2 inactive 1", "2 nil 390 844 1 unknown 0",
      ])
  }

  @Test func `events last from frame to frame of a test, states that a frame names do not`() throws {
    let run = try SpecRun(
      it: """
        expect(frame { events = { "application.didEnterBackground" } }:plan()):covers()
        expect(frame {}:plan()):covers()
        expect.never(frame { app = "active" }:plan()):covers()
        expect(frame {}:plan()):covers()
        """)
    #expect(run.message == nil)
  }

  @Test func `views without bounds share their parent's box, and false is a place that is not known`() throws {
    let run = try SpecRun(
      it: """
        local f = frame { width = 100, height = 91,
          { type = "A", id = "a" }, { type = "B", id = "b", children = { { type = "C", id = "c" } } },
          { type = "D", id = "d", bounds = { x = 1, y = 2, width = 3, height = 4 } }, { type = "E", id = "e", bounds = false } }
        expect(f:first("#a").bounds):equals { x = 0, y = 0, width = 100, height = 45 }
        expect(f:first("#c").bounds):equals { x = 0, y = 45, width = 100, height = 46 }
        expect(f:first("#d").bounds.width):equals(3)
        expect(f:first("#e").bounds):is_nil()
        expect(f:first("#c").parent.parent.type):equals "Window"
        expect(#f:all("Window > *")):equals(4)
        """)
    #expect(run.message == nil)
  }

  @Test(arguments: [
    ("{ type = 'A', secrue = true }", "did you mean 'secure'"),
    ("{ type = 'A', class = 'x' }", "did you mean 'classes'"),
    ("{ id = 'x' }", "a view needs a type"), ("{ type = 'A', bounds = { 1, 2 } }", "four numbers"),
    ("{ type = 'A', secure = 'yes' }", "'secure'"), ("{ type = 'A', { type = 'B' } }", "'children'"),
    ("widht = 3", "did you mean 'width'"), ("width = 0", "above 0"), ("app = 'asleep'", "unknown state 'asleep'"),
    ("3", "a view has to be a table"), ("{ type = 'A', text = print }", "cannot be a part of a view"),
  ])
  func `a frame that is misspelt is an error`(_ content: String, _ words: String) throws {
    let message = try SpecRun(it: "frame { \(content) }").message
    #expect(message?.hasPrefix("frame: ") == true && message?.contains(words) == true, "\(message ?? "nil")")
  }

  @Test func `views and plans do not outlive their test`() throws {
    let run = try SpecRun(
      spec: """
        local kept, plan
        it("keeps", function()
          local f = frame { { type = "Label", id = "pin" } }
          kept, plan = f:first "#pin", f:plan()
        end)
        it("reads", function() return kept.id end)
        it("asks", function() expect(plan):covers() end)
        """)
    #expect(run.tests[1].failure?.message.contains("belongs to an earlier frame") == true)
    #expect(run.tests[2].failure?.message == "this plan belongs to an earlier test")
  }
}
