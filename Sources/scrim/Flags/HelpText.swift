internal import ScrimPipeline
internal import ScrimRules

/// Help as text for a terminal of 80 columns.
enum HelpText {
  /// The program: its commands, and where to read on.
  static var overview: String {
    let names = Command.all.map { "  \($0.text.name)".padded(to: 12) + $0.text.summary + "\n" }.joined()
    return """
      scrim \(scrimVersion): takes a screen recording and gives it back with the
      sensitive views gone.

      Usage: scrim COMMAND …

      \(names)
      First steps:
        scrim redact recording/ --output redacted/
        scrim help redact

      `scrim help --man | man -l -` shows the manual page, `scrim --version` the
      version.

      """
  }

  /// One command: purpose, usage, examples, flags by category, exit codes.
  static func of(_ command: CommandText) -> String {
    var text = "scrim \(command.name): \(command.summary.lowercasedFirst).\n\n"
    text += paragraph("Usage: \(command.usageLine)")
    for operand in command.operands {
      text += "\n  \(operand.name)\n" + paragraph(operand.summary, indent: 6)
    }
    for purpose in command.purpose { text += "\n" + paragraph(purpose) }
    if !command.examples.isEmpty { text += "\nExamples:\n" }
    for example in command.examples {
      text += paragraph(example.purpose, indent: 2) + "    \(example.command)\n"
    }
    for (category, flags) in command.flagsByCategory {
      text += "\n\(category.rawValue):\n" + flags.map(entry).joined()
    }
    text += "\nExit codes:\n"
    for code in command.exitCodes {
      let lines = wrapped(command.meaning(of: code), width: 80 - 7)
      text += "  \(code.rawValue)".padded(to: 7) + lines.joined(separator: "\n       ") + "\n"
    }
    return text
  }

  /// What rules and specs can say, from the table that reads it.
  static var rules: String {
    var text = "scrim help rules: what rules and specs can say.\n\n"
    text += paragraph(
      "docs/RULES.md explains it with examples; Scripts/types/scrim.lua tells editors. Options of a style stand wherever a mask is asked for."
    )
    for section in RulesHelp.sections {
      text += "\n\(section.heading):\n"
      for (name, summary) in section.items { text += item(name, summary) }
    }
    return text
  }

  /// A name, and beside it, or below a long one, what it is.
  private static func item(_ name: String, _ summary: String) -> String {
    let column = 20, head = "  \(name)"
    let lines = paragraph(summary, indent: column)
    return summary.isEmpty || head.count >= column
      ? head + "\n" + lines : head.padded(to: column) + lines.dropFirst(column)
  }

  private static func entry(_ flag: FlagText) -> String {
    let repeatable = flag.isRepeatable ? " (repeatable)" : ""
    return "  \(flag.synopsis)\(repeatable)\n" + paragraph(flag.explanation, indent: 10)
  }
}

extension FlagText {
  /// Summary, documentation and what holds without it, for help and manual.
  var explanation: String {
    "\(summary). \(documentation)" + (standard.map { " Default: \($0)." } ?? "")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }

  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
