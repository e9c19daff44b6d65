internal import ScrimCore
internal import ScrimRules

/// What the command line asks of `scrim check`.
struct CheckOptions: CommandOptions {
  /// Files, or names of ready rules.
  var rules: [BytePath] = []

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
    summary: "Try rules without a recording",
    purpose: [
      """
      Loads each rules file as `scrim redact` would and says in a line what it does, or names the line that is wrong and \
      what was perhaps meant. A file that is wrong does not keep the next one from being checked.
      """
    ],
    usage: "RULES…",
    operands: [
      .init(
        name: "RULES", summary: "a Lua file, or the name of ready rules",
        completion: .filesOrWords(Catalogue.readyRuleNames))
    ],
    examples: [.init(purpose: "Before a commit:", command: "scrim check rules/*.lua")],
    flags: flags.map(\.text) + [.help],
    exitCodes: [.planned, .usage, .unreadable])

  static let flags: [Flag<CheckOptions>] = []

  static func run(_ options: CheckOptions, in surroundings: Surroundings) -> ExitCode {
    var code = ExitCode.planned
    for rules in options.rules {
      code = code.merged(with: check(rules, in: surroundings))
    }
    return code
  }

  private static func check(_ rules: BytePath, in surroundings: Surroundings) -> ExitCode {
    do {
      let file = try RulesFile(argument: rules)
      let set = try RuleSet(files: [file], log: { surroundings.show(Message(.note, oneLine($0))) })
      return surroundings.print(set.outlines.map { "\(rules): \(description(of: $0))\n" }.joined())
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
}
