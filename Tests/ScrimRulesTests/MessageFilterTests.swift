import ScrimCore
import Testing

@testable import ScrimRules

@Suite struct MessageFilterTests {
  private static let canary = "Zweiundvierzig4929"
  private let screen = snapshot(
    window(
      Node(
        "Label", "pin", text: "\(canary) text", label: "77 Öst", value: "12", placeholder: "!?!?!",
        attributes: ["original": .text(SensitiveText("Kassandra"))])))

  private func run(_ code: String) throws -> (messages: [String], lines: [String]) {
    var lines = [String]()
    let set = try rules("return { frame = function(frame, plan) local v = frame:first '#pin' \(code) end }") {
      lines.append($0)
    }
    return (set.decision(screen).messages, lines)
  }

  @Test(arguments: [
    "v.text", "v.text:sub(1, 5)", "v.text:upper()", "'pin' .. v.text", "v.label", "v.value", "'x' .. v.value",
    "v.placeholder",
    "v.original", "v.attributes.original", "v.text:gsub('4', '5')", "v.value:rep(3)",
    "table.concat({ v.text, v.value }, '/')",
  ])
  func `a text of a view does not come out of an error or a log line`(_ text: String) throws {
    for code in [
      "error('bad view ' .. (\(text)))", "print('at', (\(text)))", "local t = {} local x = t[(\(text))].y",
      "frame:all('#' .. (\(text)))",
    ] {
      let (messages, lines) = try run(code)
      for line in messages + lines {
        for secret in ["Zwei", "ZWEI", "4929", "77", "Öst", "12", "!?!", "Kass"] {
          let rest = line.replacing("rules.lua:1:", with: "")
          #expect(!rest.contains(secret), "\(code): \(line)")
        }
      }
    }
  }

  @Test func `the script's own words, Lua's and numbers come through`() throws {
    let (messages, lines) = try run(
      "print('Count is', #frame:all '*', frame.index, 'ok') scrim.log(v.id) error('not 3 but 2 cards!')")
    #expect(messages == ["rules.lua:1: not 3 but 2 cards!"])
    #expect(lines.map { $0.replacing("\t", with: " ") } == ["rules.lua: Count is 2 0 ok", "rules.lua: pin"])
    #expect(
      try run("local x = v.nothing.y").messages == ["rules.lua:1: attempt to index a nil value (field 'nothing')"])
    #expect(try run("error('bad view ' .. v.text)").messages == ["rules.lua:1: bad view ‹18 characters› text"])
  }

  @Test func `a text that was read in an earlier frame does not come out later`() throws {
    var lines = [String]()
    let set = try rules(
      "local kept return { frame = function(frame) print(kept) local v = frame:first '#pin' kept = v and v.text end }"
    ) { lines.append($0) }
    _ = set.decision(screen)
    _ = set.decision(snapshot(window()), index: 1)
    #expect(lines == ["rules.lua: nil", "rules.lua: ‹18 characters› text"])
  }

  @Test func `a forged file name in a message does not come through`() throws {
    let (messages, _) = try run("error(v.text:gsub(' ', '') .. ':12: x', 0)")
    #expect(messages.count == 1 && !messages[0].contains("Zwei") && messages[0].hasPrefix("rules.lua:"))
  }

  @Test func `a call's name and font bring no text of a view into the report`() throws {
    let code =
      "for i, name in ipairs{ v.text, 'row ' .. 7, 'own' } do plan:hide({ x = i, y = i, width = 1, height = 1 }, { name = name }) end"
    let decision = try rules("return { frame = function(frame, plan) local v = frame:first '#pin' \(code) end }")
      .decision(screen)
    #expect(
      decision.regions.map { decision.orders[$0.order].rule } == [
        "rules.lua ‹18 characters› text", "rules.lua row 7", "rules.lua own",
      ])
    let (messages, _) = try run("plan:hide(v, { font = v.text })")
    #expect(messages.first?.contains("font") == true && messages.first?.contains("Zwei") == false)
  }

  @Test func `lines are limited for each frame, and the limit is said once`() throws {
    let (_, lines) = try run("for i = 1, 1000 do print(i) end")
    #expect(lines.count == LogOutput.mostInFrame + 1)
    #expect(lines.last == "further lines of the rules for this frame are left out")
  }
}
