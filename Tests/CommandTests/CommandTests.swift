import FoundationEssentials
import ScrimCore
import ScrimOutput
import Testing

@testable import scrim

struct CommandTests {
  @Test func `wrong usage goes to stderr with 2, and nothing to stdout`() {
    for arguments: [Argument] in [
      [], ["redcat"], ["redact"], ["redact", "in"], ["check"], ["list", "x"], ["inspect"],
      ["inspect", "in", "--at", "1"], ["inspect", "in", "--unsafe-show-pixels"],
      ["inspect", "in", "--unsafe-show-pixels", "-o", "plain.png"], ["verify", "a"], ["verify", "a", "b"],
      ["help", "redcat"], ["help", "a", "b"],
      ["help", "--man", "--completions", "zsh"],
    ] {
      let test = TestSurroundings()
      #expect(Command.run(arguments, in: test.surroundings) == .usage)
      #expect(test.output.text.isEmpty)
      #expect(test.messages.text.contains("usage: scrim"))
    }
  }

  @Test func `an unknown command names the nearest one and lists all`() {
    let test = TestSurroundings()
    #expect(test.run("redcat", "--rules", "x") == .usage)
    #expect(
      test.messages.text == """
        scrim: there is no command redcat; did you mean redact? There are redact, inspect, verify, check, test, list and help
        usage: scrim COMMAND …
        `scrim help` lists the commands.

        """)
  }

  @Test func `a wrong value says what is allowed and where to read on`() {
    let test = TestSurroundings()
    #expect(test.run("redact", "in", "-o", "out", "--on-error", "ignore") == .usage)
    #expect(
      test.messages.text == """
        scrim: --on-error takes cover or stop, not ignore
        usage: scrim redact INPUT --output PATH [--rules FILE|NAME]… [--views PATH|none] [FLAG]…
        `scrim help redact` explains it.

        """)
  }

  @Test func `no argument can steer the terminal`() {
    let hostile = Argument("--\u{1B}[31m\n\u{202E}x")
    let test = TestSurroundings()
    #expect(test.run("redact", "in", hostile) == .usage)
    #expect(test.messages.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(!test.messages.text.contains("\u{202E}") && test.messages.text.split(separator: "\n").count == 3)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["redact", "--help"], ["list", "-h"], ["--version"], ["-V"]])
  func `what is asked for goes to stdout with 0`(arguments: [String]) {
    let test = TestSurroundings()
    #expect(Command.run(arguments.map { Argument($0) }, in: test.surroundings) == .planned)
    #expect(test.output.text.hasPrefix("scrim ") && test.messages.text.isEmpty)
  }

  @Test func `a reader that has read enough is no failure, and says nothing`() {
    let test = TestSurroundings(output: MemoryWriter(refusing: .closedPipe))
    #expect(test.run("help") == .planned)
    #expect(test.messages.text.isEmpty)
  }

  @Test func `a full disk is named`() {
    let test = TestSurroundings(
      output: MemoryWriter(refusing: .failed(path: "standard output", reason: "No space left on device")))
    #expect(test.run("list") == .outputFailed)
    #expect(test.messages.text.hasSuffix("standard output: No space left on device; the text is incomplete.\n"))
  }

  @Test func `list as JSON is one object with names and summaries`() throws {
    struct Item: Decodable {
      let name: String
      let summary: String
    }
    let test = TestSurroundings()
    #expect(test.run("list", "--json") == .planned)
    let text = Data(test.output.text.utf8)
    struct Sections: Decodable {
      let styles, view_formats, recognizers, rules, codecs, plugins: [Item]
    }
    let sections = try JSONDecoder().decode(Sections.self, from: text)
    #expect(sections.styles.map(\.name) == ["solid", "stripes", "card", "erase", "noise", "pixelate", "blur"])
    #expect(sections.view_formats.contains { $0.name == "uiautomator" })
    #expect(sections.recognizers.contains { $0.name == "iban" })
    #expect(sections.rules.contains { $0.name == "default" })
  }

  @Test(arguments: [["--progress", "json", "--nonsense"], ["--nonsense", "--progress=json"], ["--progress", "json"]])
  func `wrong usage is told in JSON where that was asked for`(arguments: [String]) throws {
    let test = TestSurroundings()
    #expect(Command.run([Argument("redact")] + arguments.map(Argument.init(_:)), in: test.surroundings) == .usage)
    let lines = test.messages.text.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines { _ = try JSONDecoder().decode([String: JSONScalar].self, from: Data(line.utf8)) }
  }

  @Test func `an input that is missing ends with 3, and JSON asked for is JSON`() throws {
    let test = TestSurroundings()
    let missing = "/nonexistent-\(#line)"
    #expect(test.run("redact", Argument(missing), "--views", "none", "-o", "out", "--progress", "json") == .unreadable)
    let lines = test.messages.text.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines { _ = try JSONDecoder().decode([String: JSONScalar].self, from: Data(line.utf8)) }
  }
}

/// Any value of an event line.
enum JSONScalar: Decodable, Equatable {
  case text(String)
  case number(Double)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}
