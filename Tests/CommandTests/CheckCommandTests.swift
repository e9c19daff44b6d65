import ScrimTestSupport
import Testing

@testable import scrim

/// `scrim check` from outside.
struct CheckCommandTests {
  private func run(_ files: [String: String], _ arguments: String...) throws -> (
    code: ExitCode, output: String, messages: String
  ) {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, Array(text.utf8)) }
    let test = TestSurroundings()
    let paths = arguments.map { $0.hasSuffix(".lua") ? "\(folder.path)/\($0)" : $0 }
    let code = Command.run(["check"] + paths.map { Argument($0) }, in: test.surroundings)
    return (
      code, test.output.text.replacing("\(folder.path)/", with: ""),
      test.messages.text.replacing("\(folder.path)/", with: "")
    )
  }

  @Test func `good rules are said entry by entry, without a word on stderr`() throws {
    let found = try run(["good.lua": "return {\n  hide = { { '#pin', text = 'Pin' } },\n}"], "good.lua", "default")
    #expect(found.code == .planned && found.messages.isEmpty)
    #expect(
      found.output.hasPrefix(
        """
        good.lua: good: hides by 1 rule
          line 2, hide[1]: hides every view with the id pin: one colour, text "Pin"
        default: good: hides by 2 rules, covers by app state

        """))
  }

  @Test func `warnings go to stderr with file and line, and change the code only where that is asked for`() throws {
    let odd = ["odd.lua": "return {\n  hide = { { '#a#b' } },\n}"]
    let found = try run(odd, "odd.lua")
    #expect(found.code == .planned)
    #expect(
      found.messages
        == "scrim: warning: odd.lua:2: hide[1]: '#a#b' can never match: no view has the ids 'a' and 'b' at once\n")
    #expect(try run(odd, "odd.lua", "--strict").code == .failedClosed)
    #expect(try run(["good.lua": "return {}"], "good.lua", "--strict").code == .planned)
  }

  @Test func `what is wrong is 3, strict or not`() throws {
    #expect(
      try run(["bad.lua": "return {", "odd.lua": "return { hide = { { '#a#b' } } }"], "odd.lua", "bad.lua", "--strict")
        .code == .unreadable)
  }

  private static let example = "\(packageFolder)/Examples/kestrel"

  @Test func `against a recording each rule's frames are counted`() throws {
    let found = try run(
      ["a.lua": "return { hide = { { '#pan', name = 'pan' }, { '#nothing', name = 'none' } } }"], "default", "a.lua",
      "--against", Self.example)
    #expect(found.code == .planned)
    let lines = found.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("\(Self.example): 25 frames"))
    #expect(lines.contains("default secure 25 frames"))
    #expect(lines.contains("a.lua none never"))
    #expect(lines.contains { $0.hasPrefix("a.lua pan ") && $0.hasSuffix(" frames") })
    #expect(lines.contains { $0.hasPrefix("default cover ") && $0.hasSuffix(" frames") })
    #expect(found.messages.contains("never matched a view: a.lua none."))
  }

  @Test func `frames that fail closed are told, and end with 1`() throws {
    let found = try run(
      ["a.lua": "return { frame = function(frame) if frame.index == 3 then error('no') end end }"], "a.lua",
      "--against",
      Self.example)
    #expect(found.code == .failedClosed)
    #expect(found.output.contains("25 frames, 1 fail closed"))
    #expect(found.messages.contains("frame 3 ") && found.messages.contains("a.lua:1: no"))
  }

  @Test func `a recording that cannot be read is 3`() throws {
    #expect(try run(["a.lua": "return {}"], "a.lua", "--against", "/nonexistent-x").code == .unreadable)
  }
}
