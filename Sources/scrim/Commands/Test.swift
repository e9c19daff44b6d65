internal import ScrimCore
internal import ScrimPipeline
internal import ScrimRules

/// What the command line asks of `scrim test`.
struct TestOptions: CommandOptions {
  /// Files, or folders to look in.
  var paths: [BytePath] = []
  var format = TestFormat.human
  var filter: String?

  mutating func complete(operands: [Argument]) throws(UsageError) {
    guard !operands.contains(where: \.path.isEmpty) else { throw .emptyOperand("PATH") }
    paths = operands.isEmpty ? ["."] : operands.map(\.path)
  }
}

/// `scrim test`: runs the specs that lie beside rules.
enum TestCommand: Subcommand {
  static let text = CommandText(
    name: "test",
    summary: "Run the specs of rules",
    purpose: [
      """
      Runs every *_spec.lua below PATH. A spec is Lua, bound as rules are: it makes frames out of tables, lets the rules \
      beside it decide them, and says what the plans have to hide. bank_spec.lua is about bank.lua, unless it names \
      others. docs/RULES.md shows how they are written.
      """,
      """
      Results go to stdout, a summary and the lines of print to stderr.
      """,
    ],
    usage: "[PATH…] [--format human|tap|junit] [--filter TEXT]",
    operands: [.init(name: "PATH", summary: "a spec, or a folder to look in; left out: the working directory")],
    examples: [
      .init(purpose: "All specs below the working directory:", command: "scrim test"),
      .init(purpose: "For a build server:", command: "scrim test rules --format junit > results.xml"),
    ],
    flags: flags.map(\.text) + [.help],
    exitCodes: [.planned, .failedClosed, .usage, .unreadable, .outputFailed],
    meanings: [
      .planned: "all tests passed",
      .failedClosed: "some tests failed",
      .unreadable: "a spec or its rules cannot be loaded, or there is no test at all",
    ])

  static let flags: [Flag<TestOptions>] = [
    Flag(
      text: FlagText(
        long: "format", value: .words(TestFormat.allCases.map(\.rawValue)), category: .general,
        summary: "How results are printed",
        documentation: "`human` for people, `tap` (Test Anything Protocol) and `junit` (XML) for machines.",
        standard: "human"),
      update: { options, value throws(ValueError) in options.format = try value.choice(TestFormat.self) }),
    Flag(
      text: FlagText(
        long: "filter", value: ValueText(metavariable: "TEXT"), category: .general,
        summary: "Run only the tests whose name contains TEXT",
        documentation: "The name of a test has those of its blocks before it. Upper and lower case are the same."),
      update: { options, value throws(ValueError) in
        guard let text = value.text else { throw ValueError(allowed: "text in UTF-8") }
        options.filter = text
      }),
  ]

  static func run(_ options: TestOptions, in surroundings: Surroundings) -> ExitCode {
    var code = ExitCode.planned, results = [SpecFileResult](), count = 0
    var files = [BytePath]()
    for path in options.paths {
      guard let found = SpecFiles.found(at: path) else {
        surroundings.show(Message(.error, "\(path): there is no such file or folder"))
        code = code.merged(with: .unreadable)
        continue
      }
      files += found.filter { !files.contains($0) }
    }
    if files.isEmpty, code == .planned {
      let places = options.paths.map(\.description).joined(separator: ", ")
      surroundings.show(
        Message(
          .error, "\(places): there is no *_spec.lua; a spec lies beside its rules: bank_spec.lua beside bank.lua"))
      return .unreadable
    }
    var printed = surroundings.print(options.format.begin)
    for file in files {
      do {
        let spec = try RulesFile(argument: file)
        let tests = try runSpec(
          spec, stages: PipelineStages(), filter: options.filter,
          log: { surroundings.show(Message(.note, oneLine($0))) })
        if tests.isEmpty { continue }
        let result = SpecFileResult(file: spec.name, tests: tests)
        printed = printed.merged(with: surroundings.print(options.format.text(of: result, before: count)))
        results.append(result)
        count += tests.count
        if result.failed > 0 { code = code.merged(with: .failedClosed) }
      } catch {
        surroundings.show(Message(error, consequence: "its tests were not run."))
        code = code.merged(with: .unreadable)
      }
    }
    printed = printed.merged(with: surroundings.print(options.format.end(results)))
    let message = Message.tests(count, failed: results.reduce(0) { $0 + $1.failed }, filter: options.filter)
    surroundings.show(message)
    if count == 0 { code = code.merged(with: .unreadable) }
    return code.merged(with: printed)
  }
}
