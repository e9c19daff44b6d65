/// What people and shells are told about a command.
struct CommandText: Sendable {
  struct Operand: Hashable, Sendable {
    let name: String
    let summary: String
    var completion = Completion.files
  }

  struct Example: Hashable, Sendable {
    let purpose: String
    let command: String
  }

  let name: String
  /// One line without a full stop.
  let summary: String
  /// Whole sentences, a string for each paragraph.
  let purpose: [String]
  /// What stands behind the command's name.
  let usage: String
  var operands: [Operand] = []
  var examples: [Example] = []
  let flags: [FlagText]
  /// The codes that it can end with.
  let exitCodes: [ExitCode]
  /// What codes mean where it is not what they mean elsewhere.
  var meanings: [ExitCode: String] = [:]

  func meaning(of code: ExitCode) -> String { meanings[code] ?? code.meaning }

  var usageLine: String { "scrim \(name) \(usage)" }

  /// Its flags by category, without the categories that it has none of.
  var flagsByCategory: [(category: FlagCategory, flags: [FlagText])] {
    FlagCategory.allCases.compactMap { category in
      let flags = flags.filter { $0.category == category }
      return flags.isEmpty ? nil : (category, flags)
    }
  }
}

extension FlagText {
  /// Every command has it; the parser answers it itself.
  static let help = FlagText(
    long: "help", short: "h", category: .general, summary: "Show this text",
    documentation: "The same as `scrim help COMMAND`.")
}

/// A command of `scrim`.
protocol Subcommand {
  associatedtype Options: CommandOptions

  static var text: CommandText { get }
  static var flags: [Flag<Options>] { get }

  static func run(_ options: Options, in surroundings: Surroundings) -> ExitCode
}
