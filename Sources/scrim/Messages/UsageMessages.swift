internal import ScrimOutput

extension Message {
  /// What is wrong with a command line, and how it is right.
  init(_ error: UsageError, of command: CommandText?) {
    let help =
      if let command {
        "usage: \(command.usageLine)\n`scrim help \(command.name)` explains it."
      } else {
        "usage: scrim COMMAND …\n`scrim help` lists the commands."
      }
    self.init(.error, "\(Message.problem(error, of: command))\n\(help)")
  }

  private static func problem(_ error: UsageError, of command: CommandText?) -> String {
    switch error {
    case .noCommand:
      return "no command; there are \(commandNames)"
    case .unknownCommand(let name, let near):
      let guess = near.map { "did you mean \($0)? There are" } ?? "there are"
      return "there is no command \(name); \(guess) \(commandNames)"
    case .unknownFlag(let name, let near):
      return "\(command?.name ?? "scrim") has no flag \(name)" + (near.map { "; did you mean \($0)?" } ?? "")
    case .missingValue(let flag, nil):
      return "\(flag.name) needs a value: \(flag.synopsisOfValue)"
    case .missingValue(let flag, let found?):
      return
        "\(flag.name) needs a value: \(flag.synopsisOfValue); if \(found) is the value, write \(flag.name)=\(found)"
    case .unexpectedValue(let flag):
      return "\(flag.name) takes no value"
    case .wrongValue(let flag, let value, let allowed):
      return "\(flag.name) takes \(allowed), not \(value.isEmpty ? "nothing" : value)"
    case .givenTwice(let flag):
      return "\(flag.name) is given twice, and takes one value"
    case .missingOperand(let name):
      return "\(name) is missing"
    case .emptyOperand(let name):
      return "\(name) is empty"
    case .surplusOperand(let surplus, let taken):
      return "one operand too many: \(surplus) (after \(taken)); quote a pattern, so that the shell does not expand it"
    case .missingFlag(let flag, let unless):
      return "\(flag) is missing" + (unless.map { " (only \($0) do without)" } ?? "")
    case .unmarkedPicture(let name):
      return "\(name): with --unsafe-show-pixels the name of the picture must have \(InspectOptions.mark) in it"
    case .needless(let flag, let other):
      return "\(flag) has no sense without \(other)"
    case .contradiction(let one, let other):
      return "\(one) and \(other) contradict each other"
    case .unsuitable(let flag, let output, let taken):
      return "\(flag) does not fit \(output), which takes \(taken)"
    case .unknownMedia(let output):
      let endings = OutputFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
      return
        "--output \(output): no files of this kind are written, only \(endings); \(output)/ is a directory of PNG files"
    case .reversedRange(let start, let end):
      return "--start \(start) lies behind --end \(end)"
    }
  }

  private static var commandNames: String {
    let names = Command.all.map { $0.text.name }
    return names.dropLast().joined(separator: ", ") + " and " + names.last!
  }
}

extension FlagText {
  fileprivate var synopsisOfValue: String { "\(name) \(value?.metavariable ?? "")" }
}
