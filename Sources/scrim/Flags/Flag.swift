/// A flag of a command: its texts, and what it does to the command's options.
///
/// Parser, help, man page and completions are made from the same values, so that none of them can lag behind.
struct Flag<Options>: Sendable {
  let text: FlagText
  /// Checks the value and stores it, and does nothing else: no file is opened and nothing is printed before the whole
  /// command line is known to be right. A switch gets an empty value.
  let update: @Sendable (inout Options, Argument) throws(ValueError) -> Void

  /// The same flag for a command whose options have these as a part.
  func lifted<Whole>(to part: any WritableKeyPath<Whole, Options> & Sendable) -> Flag<Whole> {
    let update = update
    return Flag<Whole>(text: text) { whole, value throws(ValueError) in try update(&whole[keyPath: part], value) }
  }
}

/// What people and shells are told about a flag.
struct FlagText: Hashable, Sendable {
  /// Without the dashes.
  let long: String
  var short: Character?
  /// Nil for a switch.
  var value: ValueText?
  let category: FlagCategory
  /// One line without a full stop, for help and completions.
  let summary: String
  /// Whole sentences for the manual, which repeat the summary only where they must.
  let documentation: String
  /// Whether it may be given several times. Otherwise twice is an error: of two outputs or two view files, the wrong
  /// one could be meant.
  var isRepeatable = false
  /// What holds where the flag is left out, in the user's words.
  var standard: String?

  var name: String { "--\(long)" }

  /// As it stands in a list of flags: `-o, --output PATH`.
  var synopsis: String {
    let short = short.map { "-\($0), " } ?? "    "
    return short + name + (value.map { " \($0.metavariable)" } ?? "")
  }
}

/// The value that a flag takes.
struct ValueText: Hashable, Sendable {
  let metavariable: String
  var completion = Completion.none
  /// Whether a number below zero is one: `-0.5` behind the flag is then its value, and no flag.
  var takesSign = false

  static let number = ValueText(metavariable: "N")

  /// One of a few words.
  static func words(_ words: [String]) -> ValueText {
    ValueText(metavariable: words.joined(separator: "|"), completion: .words(words))
  }
}

/// What a shell offers where a value or an operand is typed.
enum Completion: Hashable, Sendable {
  case none
  case files
  case words([String])
  case filesOrWords([String])

  var words: [String] {
    switch self {
    case .none, .files: []
    case .words(let words), .filesOrWords(let words): words
    }
  }

  var takesFiles: Bool {
    switch self {
    case .files, .filesOrWords: true
    case .none, .words: false
    }
  }
}

/// The headings under which flags stand, in their order.
enum FlagCategory: String, CaseIterable, Sendable {
  case input = "Input"
  case views = "Views"
  case rules = "Rules"
  case output = "Output"
  case failures = "Failures and limits"
  case messages = "Messages"
  case general = "General"
}

/// A value that a flag does not take.
struct ValueError: Error, Hashable {
  /// What it takes, to be read after "takes": `a whole number from 1 to 256`.
  var allowed: String
}
