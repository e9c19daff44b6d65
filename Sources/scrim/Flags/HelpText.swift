internal import ScrimPipeline

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
