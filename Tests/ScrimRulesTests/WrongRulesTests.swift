import ScrimCore
import Testing

@testable import ScrimRules

@Suite struct WrongRulesTests {
  /// Each with the line that the message has to name, and a part of the message.
  @Test(arguments: [
    ("return {\n  hidden = {},\n}", 2, "unknown member 'hidden'"),
    ("return {\n  hide = { { '#pin', stlye = 'card' } },\n}", 2, "unknown option 'stlye'; did you mean 'style'?"),
    (
      "return {\n  hide = {\n    { '#a' },\n    { '#pin', style = 'smear' },\n  },\n}", 4,
      "hide[2].style: unknown style 'smear'"
    ),
    ("return {\n  style = { style = 'x' },\n}", 2, "unknown style 'x'; there are solid, stripes, card"),
    ("return {\n  style = { style = 'cover' } }", 2, "unknown style 'cover'"),
    ("return {\n  style = { hold = 1 } }", 2, "unknown option 'hold'"),
    ("return {\n  default = 'ignore' }", 2, "unknown default 'ignore'; there are show, hide_text"),
    (
      "return { hide = {\n { region = { x = 0/0, y = 0, width = 9, height = 9 } } } }", 2,
      "hide[1].region.x: it has to be a finite number"
    ),
    ("return { hide = {\n { region = { x = 0, y = 0, width = math.huge, height = 9 } } } }", 2, "finite"),
    ("return { hide = {\n { region = { x = 0, y = 0, width = 1e308, height = -9 } } } }", 2, "above 0"),
    (
      "return { hide = {\n { region = { x = 0, y = 0, width = 9 } } } }", 2,
      "hide[1].region.height: it has to be a number, not nothing (nil)"
    ),
    (
      "return { hide = {\n { region = { x = 0, y = 0, width = 9, height = 9, space = 'em' } } } }", 2,
      "unknown space 'em'"
    ),
    ("return { hide = {\n { '#a', region = { x = 0, y = 0, width = 9, height = 9 } } } }", 2, "not both"),
    ("return { hide = {\n { '#pin', color = '#11223380' } } }", 2, "'#11223380' is translucent"),
    ("return { hide = {\n { '#pin', color = 'secondaryLabel' } } }", 2, "'secondaryLabel' is translucent"),
    ("return { hide = {\n { '#pin', color = 'reddish' } } }", 2, "'reddish' is no colour"),
    ("return { hide = {\n { '#pin', color = 'systemGrey' } } }", 2, "did you mean 'systemGray'?"),
    ("return { hide = {\n { '#pin >' } } }", 2, "selector '#pin >': expected a selector, found the end at character 7"),
    ("return { hide = {\n { nil } } }", 2, "an entry needs a selector"),
    ("return { hide = {\n { select = '#a' } } }", 2, "hide[1].select: the selector of an entry stands first"),
    ("return { hide = {\n { '#a', id = 'b' } } }", 2, "hide[1].id: the selector of an entry stands first"),
    ("return { hide = {\n { 5 } } }", 2, "a selector has to be a string, not a number"),
    ("return { hide = {\n { '#a', '#b' } } }", 2, "a value without a name was not expected here"),
    ("return { hide = {\n '#a' } }", 2, "an entry has to be a table, as in { \"#pin\" }, not a string"),
    ("return { hide = {\n '#a', x = 1 } }", 2, "'x' belongs into an entry"),
    ("return {\n\n show = { '[a' } }", 3, "selector '[a'"),
    ("return {\n\n floor = { '[a' } }", 3, "floor[1]: selector '[a'"),
    ("return { hide = {\n { '#pin', text = {} } } }", 2, "hide[1].text: it has to be a string, not a table"),
    ("return { hide = {\n { '#pin', text = 'a\\0b' } } }", 2, "control character"),
    ("return { hide = {\n { '#pin', text = ('x'):rep(2000) } } }", 2, "longer than 1000"),
    ("return {\n hold = { before = -1 } }", 2, "hold.before: it has to be a whole number from 0 to 600"),
    ("return {\n hold = { after = 0/0 } }", 2, "finite"), ("return {\n hold = 1.5 }", 2, "whole number"),
    ("return { hide = {\n { find = { 'emial' } } } }", 2, "unknown recognizer 'emial'; did you mean 'email'?"),
    ("return { hide = {\n { find = {} } } }", 2, "a value without a name"),
    ("return {\n cover = { on = 'backgruond' } }", 2, "unknown state 'backgruond'; did you mean 'background'?"),
    ("return {\n cover = { style = 'card' } }", 2, "unknown option 'style'"),
    ("return {\n cover = { txet = 'x' } }", 2, "did you mean 'text'?"),
    ("return {\n frame = 5 }", 2, "frame: it has to be a function, not a number"),
    ("return {\n event = 'x' }", 2, "it has to be a function"), ("return {\n outside = 'x' }", 2, "outside"),
    ("return {\n max_gap = 0 }", 2, "above 0"), ("return {\n name = 5 }", 2, "it has to be a string"),
    (
      "return { hide = {\n { '#pin', style = 'pixelate' } } }", 2,
      "'pixelate' can be undone; it needs allow_cosmetic = true"
    ),
    ("return {\n style = { style = 'blur' } }", 2, "'blur' can be undone"),
    ("return { hide = {\n { '#pin', content_size = 'xxs' } } }", 2, "unknown content size 'xxs'"),
    ("return { hide = {\n { '#pin', reveal = true } } }", 2, "unknown option 'reveal'"),
    ("local entry = { '#pin', color = 'x' }\nreturn { hide = { entry } }", 1, "'x' is no colour"),
    ("local t = {}\nt.hidden = {}\nreturn t", 2, "unknown member 'hidden'"),
    ("error('no')", 1, "no"), ("return { hide = { { '#pin' } ", 1, ""),
    ("scrim.recognizer{ name = 'x', pattern = '(' }", 1, "missing closing parenthesis"),
    ("scrim.recognizer{ name = 'X y', pattern = 'a' }", 1, "lower-case"),
    ("scrim.recognizer{ name = 'email', pattern = 'a' }", 1, "already"),
    ("scrim.recognizer{ name = 'x', patern = 'a' }", 1, "did you mean 'pattern'?"),
  ])
  func `rules that are wrong are refused with file and line`(_ source: String, _ line: Int, _ part: String) {
    let error = #expect(throws: RulesError.self) { try rules(source) }
    #expect(error?.file == "rules.lua")
    #expect(error?.line == line)
    #expect(error?.problem.contains(part) == true, "\(error?.problem ?? "")")
  }

  @Test(arguments: ["return nil", "local x = 1", "return 7", "return 'x'", "return false"])
  func `a file that returns no table is refused`(_ source: String) {
    let error = #expect(throws: RulesError.self) { try rules(source) }
    #expect(error?.file == "rules.lua" && error?.problem.contains("has to return a table") == true)
  }

  @Test func `everything that the manual names is accepted`() throws {
    let set = try rules(
      """
      return {
        name = "Northwind Bank", default = "hide_text", hold = { before = 1, after = 2 }, outside = "show", max_gap = 0.5,
        style = { style = "solid", color = "#1C1C1E", text_color = "secondaryLabel", content_size = "ax5" },
        cover = { on = "inactive", text = "Hidden", layout = "center", symbol = "lock", appearance = "dark", hold = 3 },
        hide = {
          { "[secure]", text = "Hidden", text_style = "title1", font = "Inter", align = "left", name = "secrets" },
          { "#a, .b > C", style = "stripes", colors = { "#fff", "systemGray" }, hold = { after = 9 } },
          { "Label", find = "email" }, { find = { "iban", "phone" } },
          { region = { x = 0, y = -5, width = 10.5, height = 3, space = "points" } },
          { "#photo", style = "pixelate", allow_cosmetic = true },
        },
        show = { "#logo", "*" }, floor = { "#never" },
        event = function() end, frame = function() end,
      }
      """)
    #expect(set.longestHold == Hold(before: 3, after: 9))
    #expect(set.callsMayHold && set.maximumGap == 0.5)
    #expect(set.failureCover.text == "Hidden" && set.failureCover.layout == .center)
  }
}
