import ScrimCore
import ScrimPipeline
import ScrimRules
import Testing

/// What `scrim check` says of rules that are right as they stand.
@Suite struct ReviewTests {
  private func review(_ source: String) throws -> RulesReview {
    let set = try RuleSet(files: [RulesFile(name: "rules.lua", source: Array(source.utf8))])
    return try #require(set.review(by: PipelineStages()).first)
  }

  private func concerns(_ source: String) throws -> [String] { try review(source).concerns.map(\.words) }

  @Test(arguments: [
    ("{ '#pin' }", "hides every view with the id pin: one colour"),
    (
      "{ 'CardView > Label.pan', style = 'card', text = 'A' }",
      "hides every Label of class pan directly in a CardView: a rounded card on a filled ground, with symbol and label, text \"A\""
    ),
    ("{ '[secure]' }", "hides every view that is secure: one colour"),
    (
      "{ '[role=\"tab bar\"], [id^=a]' }",
      "hides every view whose role is \"tab bar\" and every view whose id begins with \"a\": one colour"
    ),
    (
      "{ 'Row:has(> :text(\"Pay\" i))' }",
      "hides every Row that directly contains a view that says \"Pay\" in any case: one colour"
    ),
    (
      "{ 'A B:not(.x, #y)', hold = { before = 1 } }",
      "hides every B that is no view of class x or view with the id y in a A: one colour, held 1 frames before and 0 after"
    ),
    ("{ find = { 'email', 'iban' } }", "hides every view whose texts hold email or iban: one colour"),
    ("{ 'Label', find = 'email' }", "hides every Label, where its texts hold email: one colour"),
    (
      "{ region = { x = 1, y = 2, width = 3, height = 4.5, space = 'points' } }",
      "hides 3 x 4.5 points at 1, 2: one colour"
    ),
  ])
  func `an entry is said in words`(_ entry: String, _ words: String) throws {
    let review = try review("return {\n  hide = {\n    \(entry),\n  },\n}")
    #expect(review.statements.map(\.words) == [words])
    #expect(review.statements.map(\.line) == [3] && review.statements.map(\.entry) == ["hide[1]"])
  }

  @Test func `everything that a file can say is said`() throws {
    let review = try review(
      """
      return {
        default = "hide_text", outside = "show", cover = { on = "inactive" },
        show = { "#logo" }, floor = { "#pin" },
        event = function() end, frame = function() end,
      }
      """)
    #expect(review.statements.map(\.entry) == ["show[1]", "floor[1]", "default", "cover", "outside", "event", "frame"])
    #expect(review.concerns.isEmpty)
  }

  @Test(arguments: [
    "#a#b", "Label:not(Label)", "Label.x:not(.x)", "#a:not(*)", "[secure=yes]", "[role=a][role=b]", "[role=a][role^=b]",
    "[id^='']", "[classes~='a b']", "[alpha=much]", "[bounds]", ":is(#a#b, [secure=1])", "Row:has(#a#b)",
    "#a#b > Label",
    "Label:not(:is(*)):not(Label)",
  ])
  func `a selector that can never match is told`(_ selector: String) throws {
    let concerns = try concerns("return { hide = { { \"\(selector)\" } } }")
    #expect(concerns.contains { $0.hasPrefix("hide[1]: '\(selector)' can never match: ") }, "\(concerns)")
  }

  @Test(arguments: [
    "#\\\"com.x/pin\\\"#pin", "Label:not(.x)", "Label.x:not(.x.y)", "[role=a][role^=a]", "[role=B i][role=b]",
    "[secure=unknown]",
    "[alpha='0.5']", "[autocomplete]", "Row:not(:has(Label))", "Label:not(Row Label)", "[role='']", "a.b.C",
  ])
  func `a selector that might match is not`(_ selector: String) throws {
    #expect(try concerns("return { hide = { { \"\(selector)\" } } }") == [])
  }

  @Test func `one of several alternatives that cannot match is told, too`() throws {
    #expect(
      try concerns("return { show = { '#a#b, #c' } }") == [
        "show[1]: a part of '#a#b, #c' can never match: no view has the ids 'a' and 'b' at once"
      ])
  }

  @Test func `entries without effect are told`() throws {
    #expect(
      try concerns("return { hide = { { 'Card #logo', style = 'card' } }, show = { '#logo' } }").first?.contains(
        "'show' has all of it") == true)
    #expect(
      try concerns("return { hide = { { '.pan', text = 'A' }, { '.pan, .x', text = 'B' } } }") == [
        "hide[1]: hide[2] matches all of it, and says every one of its options again"
      ])
    for effective in [
      "{ '.pan', text = 'A', style = 'card' }, { '.pan', text = 'B' }",
      "{ '.pan' , text = 'A' }, { '.pan.x', text = 'B' }",
      "{ '.pan', text = 'A' }, { '.pan', find = 'email', text = 'B' }",
    ] {
      #expect(try concerns("return { hide = { \(effective) } }") == [], "\(effective)")
    }
  }

  @Test func `a misspelt member is told, a format's own is not`() throws {
    #expect(
      try concerns("return { hide = { { '[hide_in_screenshoot]' } } }").first?.contains("'hide_in_screenshot'") == true)
    #expect(try concerns("return { hide = { { '[content-desc]' } } }") == [])
  }

  @Test func `styles that can be undone, and rules that hide all, are told`() throws {
    let cosmetic = try concerns("return { hide = { { 'Label', style = 'blur', allow_cosmetic = true } } }")
    #expect(cosmetic == ["hide[1]: 'blur' can be undone; an opaque style cannot"])
    let all = try concerns("return { hide = { { 'Window' } } }")
    #expect(all.first?.hasPrefix("rules.lua hide[1] hides nearly the whole of a made-up screen") == true)
    #expect(try concerns("return { hide = { { '#pin' } } }") == [])
  }

  @Test func `a function that fails is told, on a screen that has its views and on one that has not`() throws {
    let absent = try concerns(
      "return { hide = { { '#pin' } },\nframe = function(frame, plan) plan:hide(frame:first('#pin')) end }")
    #expect(absent.count == 1)
    #expect(absent.first?.hasPrefix("on an empty screen the frame fails closed: rules.lua:2: plan:hide: ") == true)
    let always = try concerns("return { frame = function(frame, plan)\n plan:hdie() end }")
    #expect(always.first?.hasPrefix("on a made-up screen the frame fails closed: rules.lua:2: ") == true)
    let event = try concerns("return { event = function(event)\n error(event.name) end }")
    #expect(event.first?.contains("rules.lua:2") == true)
  }

  @Test func `ready rules give no reason for a warning`() throws {
    for (name, _) in RulesFile.ready {
      let reviews = try RuleSet(files: [RulesFile(argument: BytePath(name))]).review(by: PipelineStages())
      #expect(reviews.flatMap(\.concerns) == [], "\(name)")
    }
  }

  @Test func `the made-up screen has a view for every kind of selector`() throws {
    let source = """
      return { hide = { { "Card > Label.pan" }, { "[role=button]" }, { '#"a:id/b"' }, { ':text("Pay")' }, { "Row:has(> Switch)" },
        { ":is(.a, .b)" }, { "[text_input]" }, { "[content-desc*=x]" }, { "a.b.C" }, { find = "credit_card" },
        { find = "email" }, { find = "iban" }, { find = "phone" }, { find = "us_ssn" }, { find = "jwt" }, { find = "amount" },
        { find = "date" }, { find = "ipv4" }, { find = "ipv6" }, { find = "mac" }, { find = "url" } } }
      """
    let set = try RuleSet(files: [RulesFile(name: "rules.lua", source: Array(source.utf8))])
    _ = set.review(by: PipelineStages())
    #expect(set.matches.filter { $0.frames == 0 }.map(\.rule) == [])
  }
}
