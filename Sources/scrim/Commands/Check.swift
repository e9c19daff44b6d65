internal import ScrimCore
internal import ScrimPipeline
internal import ScrimRules

/// What the command line asks of `scrim check`.
struct CheckOptions: CommandOptions {
  /// Files, or names of ready rules.
  var rules: [BytePath] = []
  /// A recording that the rules are to be tried on.
  var recording: BytePath?
  var isStrict = false

  mutating func complete(operands: [Argument]) throws(UsageError) {
    guard !operands.isEmpty else { throw .missingOperand("RULES") }
    guard !operands.contains(where: \.path.isEmpty) else { throw .emptyOperand("RULES") }
    rules = operands.map(\.path)
  }
}

/// `scrim check`: loads rules as a run would, each file for itself, and says what they do.
enum CheckCommand: Subcommand {
  static let text = CommandText(
    name: "check",
    summary: "Try rules without writing a picture",
    purpose: [
      """
      Loads each rules file as `scrim redact` would and says what every entry does, or names the line that is wrong and \
      what was perhaps meant. A file that is wrong does not keep the next one from being checked.
      """,
      """
      The rules also decide a made-up screen with a view of every kind that they name, and an empty one. Warnings tell \
      of entries that can never match or have no effect, of rules that hide a whole screen, of styles that can be undone, \
      and of functions that fail there.
      """,
    ],
    usage: "RULES… [--against RECORDING] [--strict]",
    operands: [
      .init(
        name: "RULES", summary: "a Lua file, or the name of ready rules",
        completion: .filesOrWords(Catalogue.readyRuleNames))
    ],
    examples: [
      .init(purpose: "Before a commit:", command: "scrim check --strict rules/*.lua"),
      .init(
        purpose: "Which rules does a recording need, and which find nothing in it?",
        command: "scrim check --against recording/ default bank.lua"),
    ],
    flags: flags.map(\.text) + [.help],
    exitCodes: [.planned, .failedClosed, .usage, .unreadable],
    meanings: [
      .planned: "the rules can be used",
      .failedClosed: "there are warnings (--strict), or frames of the recording fail closed",
      .unreadable: "rules, or the recording, cannot be read",
    ])

  static let flags: [Flag<CheckOptions>] = [
    Flag(
      text: FlagText(
        long: "against", value: ValueText(metavariable: "RECORDING", completion: .files), category: .input,
        summary: "Decide every frame of a recording by all the rules together",
        documentation: """
          Says in how many frames each rule fires, and which never do. Only the views are read, where they lie in the \
          recording or beside its frames; no picture is decoded beyond the first, and none is written.
          """),
      update: { options, value throws(ValueError) in options.recording = try value.nonEmptyPath().path }),
    Flag(
      text: FlagText(
        long: "strict", category: .general, summary: "End with 1 where there is a warning",
        documentation: "Without it, warnings do not change the exit code."),
      update: { options, _ in options.isStrict = true }),
  ]

  static func run(_ options: CheckOptions, in surroundings: Surroundings) -> ExitCode {
    var code = ExitCode.planned, warnings = 0
    for rules in options.rules {
      code = code.merged(with: check(rules, &warnings, in: surroundings))
    }
    if let recording = options.recording, code == .planned {
      code = code.merged(with: CheckedRecording.check(options.rules, against: recording, &warnings, in: surroundings))
    }
    return options.isStrict && warnings > 0 ? code.merged(with: .failedClosed) : code
  }

  private static func check(
    _ rules: BytePath, _ warnings: inout Int, in surroundings: Surroundings
  ) -> ExitCode {
    do {
      let file = try RulesFile(argument: rules)
      let set = try RuleSet(files: [file], log: { surroundings.show(Message(.note, oneLine($0))) })
      let reviews = set.review(by: PipelineStages())
      for review in reviews {
        warnings += review.concerns.count
        for concern in review.concerns { surroundings.show(.concern(concern, in: review.file)) }
      }
      let lines = zip(set.outlines, reviews).map { outline, review in
        "\(rules): \(description(of: outline))\n" + review.statements.map(line).joined()
      }
      return surroundings.print(lines.joined())
    } catch {
      surroundings.show(Message(error, consequence: "these rules would stop a run before its first frame."))
      return .unreadable
    }
  }

  /// `good: hides by 3 rules, shows by 1, covers the background, has a frame function`.
  private static func description(of rules: RulesOutline) -> String {
    let parts = [
      rules.hidesText ? "hides every text" : nil,
      rules.hide > 0 ? "hides by \(counted(rules.hide, "rule"))" : nil,
      rules.show > 0 ? "shows by \(rules.show)" : nil,
      rules.floor > 0 ? "has a floor of \(rules.floor)" : nil,
      rules.hasCover ? "covers by app state" : nil,
      rules.hasEventFunction ? "has an event function" : nil,
      rules.hasFrameFunction ? "has a frame function" : nil,
    ].compactMap { $0 }
    return "good: " + (parts.isEmpty ? "hides what is secure, and nothing else" : parts.joined(separator: ", "))
  }

  /// `  line 5, hide[2]: hides every view of class pan: one colour, text "Account"`.
  private static func line(_ statement: RulesReview.Statement) -> String {
    let place = statement.line.map { "line \($0), " } ?? ""
    return "  \(place)\(statement.entry): \(oneLine(statement.words))\n"
  }
}
