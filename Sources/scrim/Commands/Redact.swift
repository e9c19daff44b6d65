internal import ScrimCore
internal import ScrimInput
internal import ScrimOutput
internal import ScrimPipeline
internal import ScrimRules
internal import ScrimViews

/// `scrim redact`: a recording in, the same recording without what is sensitive out.
enum RedactCommand: Subcommand {
  static let text = CommandText(
    name: "redact",
    summary: "Give a recording back with the sensitive views gone",
    purpose: [
      """
      Reads a screen recording together with the view trees that were on screen, lets the rules decide frame by frame \
      which views are sensitive, destroys the pixels of these views, and draws a placeholder.
      """,
      """
      Whatever goes wrong, more is hidden, never less: a frame whose rules fail, whose views are missing or that cannot \
      be decoded is covered whole, a message says why, and the exit code is 1.
      """,
    ],
    usage: "INPUT --output PATH [--rules FILE|NAME]… [--views PATH|none] [FLAG]…",
    operands: [
      .init(
        name: "INPUT",
        summary: """
          a directory of PNG files, one PNG, a quoted pattern ('shot_%04d.png', 'shot_*.png'), a video file, a \
          YUV4MPEG2 stream, or - for a stream, a video or PNG files one behind the other on standard input
          """)
    ],
    examples: [
      .init(
        purpose: "With a team's own rules; the view trees lie beside the frames:",
        command: "scrim redact recording/ --rules bank.lua --output redacted/"),
      .init(
        purpose: "Without rules: secure views, views marked as hidden in screenshots, and the background:",
        command: "scrim redact recording/ --output redacted/"),
      .init(
        purpose: "A video with its view trees, and a video out:",
        command: "scrim redact screen.mp4 --views views.jsonl --rules bank.lua --output redacted.mp4"),
      .init(
        purpose: "While it is recorded, with the views on a named pipe:",
        command: "record v.fifo | scrim redact - --views v.fifo --output - | play -"),
      .init(
        purpose: "A video with its sound, silent wherever something was covered:",
        command: "scrim redact screen.mp4 --rules bank.lua --audio mute-redacted --output redacted.mp4"),
      .init(
        purpose: "A video through a pipe:",
        command: "scrim redact screen.mkv --rules bank.lua --output - --output-format mp4 | upload"),
      .init(
        purpose: "Try rules without writing a picture, and see what each frame would get:",
        command: "scrim redact recording/ --rules bank.lua --dry-run --report plan.jsonl"),
      .init(
        purpose: "Go on with a run that was broken off:",
        command: "scrim redact recording/ --rules bank.lua --output redacted/ --resume"),
    ],
    flags: flags.map(\.text) + [.help],
    exitCodes: [
      .planned, .failedClosed, .usage, .unreadable, .outputFailed, .interrupted, .terminated,
    ])

  static func run(_ options: RedactOptions, in surroundings: Surroundings) -> ExitCode {
    let reporter = RunReporter(options: options, surroundings: surroundings)
    do {
      let request = try request(options, in: surroundings)
      let control = Signals.listen()
      let summary = try redact(request, observer: reporter, control: control)
      let code = code(for: summary)
      reporter.ended(summary, code: code)
      return code
    } catch {
      let code = code(for: error)
      reporter.ended(error, code: code)
      return code
    }
  }

  /// The request that the pipeline takes; without an output it touches no pixel. Opens the rules files.
  ///
  /// To be called before anything else is opened: a descriptor of the views that nobody has opened could be one of those.
  static func request(
    _ options: RedactOptions, in surroundings: Surroundings
  ) throws(RunError) -> RedactionRequest {
    if case .descriptor(let number) = options.views, !Descriptors.isOpen(number) {
      throw .views(ViewsError(path: BytePath("fd:\(number)"), problem: "no such descriptor was handed over"))
    }
    var input = InputRequest(path: options.input)
    input.gaps = options.gaps
    input.framesPerSecond = options.frameRate
    input.rawFormat = options.rawFormat
    input.presentsStandingFrame = options.views == .none
    if let limit = options.maxPixels { input.pixelLimit = limit }

    var views = ViewsRequest(location: options.views)
    views.format = options.viewsFormat
    views.scale = options.viewsScale
    views.timing = options.viewsTiming
    if let timeout = options.viewsTimeout { views.timeout = timeout }

    var request = RedactionRequest(
      input: input, output: options.destination, views: views, rules: try rules(options.rules))
    request.existing = options.existing
    request.budgets = options.budgets
    request.seed = options.seed
    request.hold = options.hold
    request.start = options.start
    request.end = options.end
    request.jobs = options.jobs ?? surroundings.processors
    request.onError = options.onError
    request.report = options.report
    request.sound = options.sound
    request.outputFormat = options.outputFormat
    request.codec = options.codec
    request.quality = options.quality
    return request
  }

  private static func rules(_ names: [BytePath]) throws(RunError) -> [RulesFile] {
    do {
      return names.isEmpty ? [.standard] : try names.map { name throws(RulesError) in try RulesFile(argument: name) }
    } catch {
      throw .rules(error)
    }
  }

  static func code(for summary: RunSummary) -> ExitCode {
    var code = summary.isFailedClosed ? ExitCode.failedClosed : .planned
    // Quietly, but not as if all had been delivered.
    if summary.readerWentAway { code = code.merged(with: .outputFailed) }
    if let signal = summary.interruptedBy { code = code.merged(with: ExitCode(signal: signal)) }
    return code
  }

  static func code(for error: RunError) -> ExitCode {
    switch error {
    case .views(let error) where error.isUsage: .usage
    case .input(.hasTimes): .usage
    case .input, .views, .rules, .nothingDecodable, .nothingSelected: .unreadable
    // Another output has to be named: no retry helps.
    case .output(.isInput), .output(.isOutput), .output(.notEmpty), .output(.noRecord), .output(.unfit),
      .report(.isInput), .report(.isOutput):
      .usage
    case .output(.failed), .output(.streamFailed), .output(.closedPipe), .output(.interrupted), .output(.unsuitable),
      .report, .outOfMemory:
      .outputFailed
    case .stopped: .failedClosed
    }
  }
}
