/// One message for people, on stderr.
///
/// All human texts about errors are made in this folder's `Messages/`, from facts that the stages give. None of these
/// facts is a view's text: where a stage has one in hand it is a `SensitiveText`, which does not print.
struct Message: Hashable, Sendable {
  enum Level: String, Comparable, Sendable {
    /// With `--verbose` only.
    case detail
    case note
    case warning
    /// With `--quiet` too.
    case error

    static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .detail: 0
      case .note: 1
      case .warning: 2
      case .error: 3
      }
    }
  }

  var level: Level
  /// What, where, what became of it, what to do. Without control characters but for line feeds of its own.
  var text: String

  init(_ level: Level, _ text: String) {
    self.level = level
    self.text = text
  }

  /// As it is printed.
  var line: String {
    "scrim: \(level == .warning ? "warning: " : "")\(text)\n"
  }
}

/// A text from elsewhere (a rule's error, the system's reason) on one line, without anything that steers a terminal.
func oneLine(_ text: String) -> String {
  var line = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      line += scalar == "\t" ? " " : scalar.escaped(asASCII: true)
    default:
      line.unicodeScalars.append(scalar)
    }
  }
  return line
}
