internal import ScrimCore

/// The options of one command: what its flags and operands are stored in.
protocol CommandOptions: Sendable {
  init()
  /// Stores the operands, and checks what no flag can check alone.
  mutating func complete(operands: [Argument]) throws(UsageError)
}

/// What a command line asks of a command.
enum Parsed<Options: CommandOptions> {
  case options(Options)
  /// `--help` or `-h` stands among the flags.
  case help
}

/// Reads the arguments behind a command's name.
///
/// A value is written `--flag value`, `--flag=value`, `-f value`, `-fvalue` or `-f=value`; switches can be joined
/// (`-qv`). A value that begins with a dash needs the `=`, so that a forgotten value does not swallow the next flag. `-`
/// alone is an operand or a value, as is `-0.5` for a flag that takes such numbers; behind `--` everything is an operand.
struct Parser<Options: CommandOptions> {
  private let flags: [Flag<Options>]
  private var rest: ArraySlice<Argument>
  private var options = Options()
  private var operands: [Argument] = []
  private var seen: Set<String> = []

  static func parse(_ arguments: [Argument], flags: [Flag<Options>]) throws(UsageError) -> Parsed<Options> {
    var parser = Parser(flags: flags, rest: arguments[...])
    return try parser.run()
  }

  private init(flags: [Flag<Options>], rest: ArraySlice<Argument>) {
    self.flags = flags
    self.rest = rest
  }

  private mutating func run() throws(UsageError) -> Parsed<Options> {
    while let argument = rest.popFirst() {
      if argument.bytes == [dash, dash] {
        operands += rest
        break
      } else if argument.bytes.starts(with: [dash, dash]) {
        if argument == "--help" { return .help }
        try takeLong(argument)
      } else if argument.bytes.first == dash, argument.bytes.count > 1 {
        if argument == "-h" { return .help }
        try takeShort(argument)
      } else {
        operands.append(argument)
      }
    }
    try options.complete(operands: operands)
    return .options(options)
  }

  private mutating func takeLong(_ argument: Argument) throws(UsageError) {
    let body = argument.bytes.dropFirst(2)
    let mark = body.firstIndex(of: equals)
    let name = Argument(bytes: Array(body[..<(mark ?? body.endIndex)]))
    guard let flag = flags.first(where: { $0.text.long == name.text }) else {
      let names = flags.map(\.text.long) + [FlagText.help.long]
      throw .unknownFlag("--\(name.shown)", nearest: nearestWord(to: name.shown, among: names).map { "--\($0)" })
    }
    try take(flag, value: mark.map { Argument(bytes: Array(body[($0 + 1)...])) })
  }

  /// One or several switches, or a flag with its value.
  private mutating func takeShort(_ argument: Argument) throws(UsageError) {
    var letters = argument.bytes.dropFirst()
    while let letter = letters.popFirst() {
      let character = Character(Unicode.Scalar(letter))
      guard let flag = flags.first(where: { $0.text.short == character }) else {
        throw .unknownFlag(letters.isEmpty ? argument.shown : "-\(character) (of \(argument.shown))", nearest: nil)
      }
      guard flag.text.value != nil else {
        if letters.first == equals { throw .unexpectedValue(flag: flag.text) }
        try take(flag, value: nil)
        continue
      }
      if letters.isEmpty {
        try take(flag, value: nil)
      } else {
        try take(flag, value: Argument(bytes: Array(letters.first == equals ? letters.dropFirst() : letters)))
      }
      return
    }
  }

  private mutating func take(_ flag: Flag<Options>, value given: Argument?) throws(UsageError) {
    let text = flag.text
    var value = given
    if text.value == nil {
      if given != nil { throw .unexpectedValue(flag: text) }
    } else {
      if !text.isRepeatable, seen.contains(text.long) { throw .givenTwice(flag: text) }
      if given == nil {
        guard let next = rest.first else { throw .missingValue(flag: text, found: nil) }
        guard next == "-" || next.bytes.first != dash || text.value?.takesSign == true && next.isNegativeNumber else {
          throw .missingValue(flag: text, found: next.shown)
        }
        value = rest.removeFirst()
      }
    }
    seen.insert(text.long)
    do {
      try flag.update(&options, value ?? "")
    } catch {
      throw .wrongValue(flag: text, value: value?.shown ?? "", allowed: error.allowed)
    }
  }
}

private let dash = UInt8(ascii: "-")
private let equals = UInt8(ascii: "=")
