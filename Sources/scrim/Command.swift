internal import ScrimCore
internal import ScrimPipeline

/// The program as a function: arguments in, exit code out.
enum Command {
  /// In the order of help. A new command is a file in this folder and a line here.
  static var all: [any Subcommand.Type] {
    [
      RedactCommand.self, InspectCommand.self, VerifyCommand.self, CheckCommand.self, TestCommand.self,
      ListCommand.self, HelpCommand.self,
    ]
  }

  static func run(_ arguments: [Argument], in surroundings: Surroundings) -> ExitCode {
    guard let name = arguments.first else { return refuse(.noCommand, of: nil, arguments, in: surroundings) }
    switch name {
    case "--help", "-h": return surroundings.print(HelpText.overview)
    case "--version", "-V": return surroundings.print("scrim \(scrimVersion)\n")
    default: break
    }
    guard let command = all.first(where: { $0.text.name == name.text }) else {
      let near = nearestWord(to: name.shown, among: all.map { $0.text.name })
      return refuse(.unknownCommand(name.shown, nearest: near), of: nil, arguments, in: surroundings)
    }
    return run(command, Array(arguments.dropFirst()), in: surroundings)
  }

  private static func run<C: Subcommand>(
    _ command: C.Type, _ arguments: [Argument], in surroundings: Surroundings
  ) -> ExitCode {
    do {
      switch try Parser.parse(arguments, flags: command.flags) {
      case .help: return surroundings.print(HelpText.of(command.text))
      case .options(let options): return command.run(options, in: surroundings)
      }
    } catch {
      return refuse(error, of: command.text, arguments, in: surroundings)
    }
  }

  private static func refuse(
    _ error: UsageError, of command: CommandText?, _ arguments: [Argument], in surroundings: Surroundings
  ) -> ExitCode {
    // What is wrong may stand before the word for the form of messages, or be that word's own neighbour.
    let words = arguments.map(\.text)
    let wantsJSON =
      words.contains("--progress=json") || zip(words, words.dropFirst()).contains { $0 == ("--progress", "json") }
    var lines = ProgressLines(MessageOptions(progress: wantsJSON ? .json : .auto), surroundings: surroundings)
    lines.show(Message(error, of: command))
    lines.end(event: EventLine.ended(code: .usage))
    return .usage
  }
}
