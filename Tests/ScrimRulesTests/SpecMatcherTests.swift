import ScrimRules
import ScrimTestSupport
import Testing

/// What expectations accept and what they refuse: each that passes fails the other way round.
@Suite struct SpecMatcherTests {
  private static let plan = "local f = frame { \(SpecRun.views) } local plan = f:plan() "

  @Test(arguments: [
    "hides '#pin'", "hides '.pan'", "hides 'Label:not(#name)'", "shows '#name'", "hides(f:first '#pin')",
    "shows(f:first '#name')", "hides(f:at(5, 5))",
  ])
  func `a plan that is as expected passes, and fails the opposite`(_ matcher: String) throws {
    #expect(try SpecRun(it: Self.plan + "expect(plan):\(matcher)").message == nil)
    let opposite = try SpecRun(it: Self.plan + "expect(plan):never():\(matcher)")
    #expect(opposite.message?.hasPrefix("expected the plan never to ") == true)
    let short = try SpecRun(it: Self.plan + "expect.never(plan):\(matcher)")
    #expect(short.named(short.message) == opposite.named(opposite.message))
  }

  @Test(arguments: [
    ("hides '#name'", "expected the plan to hide #name; #name is shown"),
    ("shows '#pin'", "expected the plan to show #pin; #pin is hidden: solid \"Hidden\" (BANK hide[1])"),
    (
      "hides 'Window'", "expected the plan to hide Window; Window[0] is hidden by 66 %: card \"Account\" (BANK account)"
    ),
    ("covers()", "expected the plan to cover the frame; no cover hides it whole"),
    ("hides_nothing()", "expected the plan to hide nothing; these hide something: BANK account, BANK hide[1]"),
    ("fails()", "expected the frame to fail closed; it did not"),
    ("hides '#pni'", "hides: no view of the frame matches '#pni'; did you mean '#pin'?"),
    ("hides '['", "hides: selector '[': expected an attribute's name after '[', found the end at character 2"),
    ("hides(nil)", "hides: there is no view (nil); a selector may have found none"),
    ("hides(3)", "hides: a selector or a view was expected, not a number"),
    ("covers '#pin'", "covers: it takes nothing; hides and shows take a selector or a view"),
    ("hidse '#pin'", "unknown matcher 'hidse'; did you mean 'hides'?"),
    ("hides '#pin':with { text = 'x' }", "expected #pin to be hidden with text \"x\" (is \"Hidden\")"),
    ("hides '#pin':with { hold = 1 }", "expected #pin to be hidden with hold 1 before, 1 after (is 2 before, 2 after)"),
    ("hides '#pin':with { text = false }", "expected #pin to be hidden with no text (is \"Hidden\")"),
    (
      "hides '#pin':with { style = 'card', color = '#123456' }",
      "expected #pin to be hidden with style card (is solid), color #123456 (is not given)"
    ),
    ("hides '#pin':with { stlye = 'card' }", "with: stlye: unknown option 'stlye'; did you mean 'style'?"),
    ("hides '#pin':with {}", "with: there is nothing to compare with"),
    (
      "shows '#name':with { text = 'x' }",
      "with: it goes behind hides and covers, as in expect(plan):hides(\"#pin\"):with{ text = \"Hidden\" }"
    ),
  ])
  func `a plan that is not says what is`(_ matcher: String, _ message: String) throws {
    let run = try SpecRun(it: Self.plan + "expect(plan):\(matcher)")
    #expect(run.named(run.message) == message)
    // The frame's views stand on the lines before.
    #expect(run.tests[0].failure?.line == 3)
    #expect(run.tests[0].failure?.file.hasSuffix("/bank_spec.lua") == true)
  }

  @Test(arguments: [
    "with { text = 'Hidden' }", "with { style = 'solid', hold = 2 }", "with { rule = 'hide[1]' }",
    "never():with { text = 'Other' }",
  ])
  func `with looks at the mask that is on top`(_ chain: String) throws {
    #expect(try SpecRun(it: Self.plan + "expect(plan):hides '#pin':\(chain)").message == nil)
  }

  @Test func `a cover is looked at, too`() throws {
    let background = "local plan = frame { app = 'background' }:plan() expect(plan):covers()"
    #expect(try SpecRun(it: background + ":with { text = 'Private' }").message == nil)
    #expect(try SpecRun(it: background + ":with { layout = 'center' }").message?.contains("layout center") == true)
  }

  @Test func `a frame that failed closed is no answer but to fails`() throws {
    let bad = "local plan = frame { { type = 'Label', id = 'bad' } }:plan() expect(plan):"
    #expect(try SpecRun(it: bad + "fails()").message == nil)
    #expect(try SpecRun(it: bad + "fails('bank.lua:6')").message == nil)
    #expect(try SpecRun(it: bad + "fails('bank.lua:7')").message?.contains("it says: ") == true)
    for matcher in ["hides '#bad'", "never():shows '#bad'", "covers()", "never():hides_nothing()"] {
      let message = try SpecRun(it: bad + matcher).message
      #expect(message?.contains("the frame failed closed: ") == true && message?.contains("bank.lua:6: no") == true)
    }
  }

  @Test func `what cannot be seen is neither hidden nor shown`() throws {
    for view in ["bounds = { 0, 2000, 10, 10 }", "bounds = { 0, 0, 0, 0 }"] {
      for matcher in ["hides", "shows"] {
        let run = try SpecRun(it: "expect(frame { { type = 'Label', id = 'pin', \(view) } }:plan()):\(matcher) '#pin'")
        #expect(run.message == "\(matcher): no pixel of #pin can be seen in the frame, hidden or not")
      }
    }
  }

  @Test(arguments: [
    ("3", "equals(3)"), ("{ 1, { a = 'x' } }", "equals { 1, { a = 'x' } }"), ("true", "is_true()"),
    ("false", "is_false()"), ("nil", "is_nil()"), ("'hello'", "contains 'ell'"), ("{ 'a', { 1 } }", "contains { 1 }"),
    ("function() error('no pin') end", "raises 'no pin'"), ("function() error({}) end", "raises()"),
  ])
  func `values are compared by what is in them`(_ value: String, _ matcher: String) throws {
    #expect(try SpecRun(it: "expect(\(value)):\(matcher)").message == nil)
    #expect(try SpecRun(it: "expect.never(\(value)):\(matcher)").message?.contains(" never to ") == true)
  }

  @Test(arguments: [
    ("expect(3):equals(4)", "expected 3 to equal 4"), ("expect('3'):equals(3)", "expected \"3\" to equal 3"),
    ("expect({ 1 }):equals { 1, 2 }", "expected { 1 } to equal { 1, 2 }"),
    ("expect(1):is_true()", "expected 1 to be true"),
    ("expect(function() end):raises 'x'", "expected function to raise an error with \"x\""),
    ("expect(3):contains(3)", "contains: a text or a list was expected, not 3"),
    ("expect(3):hides '#pin'", "hides: a plan was expected, not 3"),
    ("expect(frame {}):covers()", "covers: a plan was expected, not frame (a frame has one: f:plan())"),
  ])
  func `a value that is another one is shown`(_ code: String, _ message: String) throws {
    #expect(try SpecRun(it: code).message == message)
  }

  @Test func `an expectation that was not met cannot be swallowed`() throws {
    #expect(try SpecRun(it: "pcall(function() expect(1):equals(2) end)").message == "expected 1 to equal 2")
    let plan = try SpecRun(it: Self.plan + "pcall(function() expect(plan):hides '#name' end)")
    #expect(plan.message == "expected the plan to hide #name; #name is shown")
  }

  @Test func `a failure shows the views beside the plan`() throws {
    let run = try SpecRun(it: Self.plan + "expect(plan):hides '#name'")
    let lines = run.details.map { run.named($0) }
    #expect(
      lines == [
        "frame, 390 x 844                        | plan by BANK",
        "Window 0,0 390x844                      | is hidden by 66 %: card \"Account\" (BANK account)",
        "  TextField #pin \"hunter2\" 0,0 390x281  | is hidden: solid \"Hidden\" (BANK hide[1])",
        "  Card .pan .big 0,281 390x281          | is hidden: card \"Account\" (BANK account)",
        "    Label #number \"4929\" 0,281 390x281  | is hidden: card \"Account\" (BANK account)",
        "  Label #name \"Ada\" 0,562 390x282       | is shown",
      ])
  }
}
