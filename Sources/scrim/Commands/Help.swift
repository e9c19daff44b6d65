internal import ScrimCore

/// What the command line asks of `scrim help`.
struct HelpOptions: CommandOptions {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  var isManual = false
  var shell: Shell?
  /// The command that is asked about, or `rules`; nil is the program.
  var topic: String?

  mutating func complete(operands: [Argument]) throws(UsageError) {
    guard operands.count <= 1 else { throw .surplusOperand(operands[1].shown, taken: operands[0].shown) }
    if isManual, shell != nil { throw .contradiction("--man", "--completions") }
    guard let operand = operands.first else { return }
    let names = HelpCommand.topics
    guard let name = operand.text, names.contains(name) else {
      throw .unknownCommand(operand.shown, nearest: nearestWord(to: operand.shown, among: names))
    }
    topic = name
  }
}

/// `scrim help`: the program explained.
enum HelpCommand: Subcommand {
  static let text = CommandText(
    name: "help",
    summary: "Explain a command; write the manual page or shell completions",
    purpose: ["Explains the program or one of its commands, on stdout."],
    usage: "[COMMAND|rules] [--man | --completions bash|zsh|fish]",
    operands: [
      .init(
        name: "COMMAND", summary: "the command to explain, or rules: what rules can say; left out: the program",
        completion: .words(["redact", "inspect", "verify", "check", "test", "list", "help", "rules"]))
    ],
    examples: [
      .init(purpose: "Read the manual page:", command: "scrim help --man | man -l -"),
      .init(purpose: "Complete flags in this bash:", command: "source <(scrim help --completions bash)"),
    ],
    flags: flags.map(\.text) + [.help],
    exitCodes: [.planned, .usage, .outputFailed])

  static let flags: [Flag<HelpOptions>] = [
    Flag(
      text: FlagText(
        long: "man", category: .general, summary: "Write the manual page of the whole program",
        documentation: "In roff, for `man -l -` or for a `man1` directory."),
      update: { options, _ in options.isManual = true }),
    Flag(
      text: FlagText(
        long: "completions", value: .words(HelpOptions.Shell.allCases.map(\.rawValue)), category: .general,
        summary: "Write the completions of a shell",
        documentation: "For the shell's folder of completions, or to be sourced."),
      update: { options, value throws(ValueError) in options.shell = try value.choice(HelpOptions.Shell.self) }),
  ]

  /// What can be asked about.
  static var topics: [String] { Command.all.map { $0.text.name } + ["rules"] }

  static func run(_ options: HelpOptions, in surroundings: Surroundings) -> ExitCode {
    if options.isManual { return surroundings.print(ManPage.text) }
    switch options.shell {
    case .bash: return surroundings.print(BashCompletions.text)
    case .zsh: return surroundings.print(ZshCompletions.text)
    case .fish: return surroundings.print(FishCompletions.text)
    case nil: break
    }
    if options.topic == "rules" { return surroundings.print(HelpText.rules) }
    guard let command = Command.all.first(where: { $0.text.name == options.topic }) else {
      return surroundings.print(HelpText.overview)
    }
    return surroundings.print(HelpText.of(command.text))
  }
}
