import Testing

@testable import scrim

/// Every text for people that is made from the flags, against the file in the tree.
struct GoldenTests {
  /// A file, and the arguments that print it.
  static let files: [(path: String, arguments: [String])] = [
    ("docs/man/scrim.1", ["help", "--man"]),
    ("docs/completions/scrim.bash", ["help", "--completions", "bash"]),
    ("docs/completions/_scrim", ["help", "--completions", "zsh"]),
    ("docs/completions/scrim.fish", ["help", "--completions", "fish"]),
    ("Tests/CommandTests/Goldens/help.txt", ["help"]),
    ("Tests/CommandTests/Goldens/help-redact.txt", ["help", "redact"]),
    ("Tests/CommandTests/Goldens/help-inspect.txt", ["help", "inspect"]),
    ("Tests/CommandTests/Goldens/help-verify.txt", ["help", "verify"]),
    ("Tests/CommandTests/Goldens/help-check.txt", ["help", "check"]),
    ("Tests/CommandTests/Goldens/help-test.txt", ["help", "test"]),
    ("Tests/CommandTests/Goldens/help-rules.txt", ["help", "rules"]),
    ("Tests/CommandTests/Goldens/help-list.txt", ["help", "list"]),
    ("Tests/CommandTests/Goldens/help-help.txt", ["help", "help"]),
    ("Tests/CommandTests/Goldens/list.txt", ["list"]),
  ]

  @Test(arguments: files.indices) func `the file in the tree is what the program prints`(row: Int) {
    let (path, arguments) = Self.files[row]
    let test = TestSurroundings()
    #expect(Command.run(arguments.map { Argument($0) }, in: test.surroundings) == .planned)
    let wanted = contents(of: "\(packageFolder)/\(path)") ?? ""
    let difference = firstDifference(wanted, test.output.text)
    #expect(
      difference == nil,
      """
      \(path) is not what the program prints: \(difference ?? "")
      To make it anew: swift run scrim \(arguments.joined(separator: " ")) > \(path)
      """)
  }

  @Test func `every topic of help is in a golden file`() {
    let shown = Self.files.compactMap {
      $0.arguments.first == "help" && $0.arguments.count == 2 ? $0.arguments[1] : nil
    }
    #expect(Set(shown).subtracting(["--man"]) == Set(HelpCommand.topics))
  }

  @Test func `help fits 80 columns`() {
    for command in Command.all {
      let long: [Substring] = HelpText.of(command.text).split(separator: "\n").filter { $0.count > 80 }
      // A command that is shown to be copied stands on one line, however long.
      #expect(long.filter { !$0.hasPrefix("    scrim ") }.isEmpty)
    }
    for text in [HelpText.overview, HelpText.rules] {
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `flags have texts that make sentences`() {
    for command in Command.all {
      for flag in command.text.flags {
        #expect(flag.summary.last != "." && flag.summary.count <= 70, "\(flag.name)")
        #expect(flag.documentation.last == ".", "\(flag.name)")
      }
      #expect(command.text.summary.last != "." && command.text.summary.count <= 68, "\(command.text.name)")
    }
  }

  @Test func `help offers the topics that there are`() {
    #expect(HelpCommand.text.operands.first?.completion.words == HelpCommand.topics)
  }

  private func firstDifference(_ wanted: String, _ found: String) -> String? {
    let wanted = wanted.split(separator: "\n", omittingEmptySubsequences: false)
    let found = found.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, (one, other)) in zip(wanted, found).enumerated() where one != other {
      return "line \(line + 1) is \"\(one)\", should be \"\(other)\""
    }
    return wanted.count == found.count ? nil : "it has \(wanted.count) lines, should have \(found.count)"
  }
}
