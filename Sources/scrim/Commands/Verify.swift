internal import ScrimCore
internal import ScrimInput
internal import ScrimVerify

/// What the command line asks of `scrim verify`.
struct VerifyOptions: CommandOptions {
  var original: BytePath = ""
  var redacted: BytePath = ""
  var report: BytePath?
  var maxPixels: Int?
  /// Nil is as many as the machine has processors for this process.
  var jobs: Int?
  var messages = MessageOptions()

  mutating func complete(operands: [Argument]) throws(UsageError) {
    guard let first = operands.first else { throw .missingOperand("ORIGINAL") }
    guard operands.count > 1 else { throw .missingOperand("REDACTED") }
    guard operands.count == 2 else { throw .surplusOperand(operands[2].shown, taken: operands[1].shown) }
    guard !first.path.isEmpty else { throw .emptyOperand("ORIGINAL") }
    guard !operands[1].path.isEmpty else { throw .emptyOperand("REDACTED") }
    (original, redacted) = (first.path, operands[1].path)
    if report == nil { throw .missingFlag("--report FILE", unless: nil) }
    try messages.check()
  }
}

/// `scrim verify`: holds a finished output against the original and the report.
enum VerifyCommand: Subcommand {
  static let text = CommandText(
    name: "verify",
    summary: "Hold a redacted recording against the original and the report",
    purpose: [
      """
      Decodes both recordings, and checks with the report of the run: the same frames, sizes and times; every reported \
      region holds what its style paints, and nothing of the original; every pixel outside is the original's; and \
      nothing rides along in the files. It shares no code with what wrote them, but for decoders and the conversion of \
      colours.
      """,
      """
      What loses nothing is compared exactly. Through a codec that loses something, or a palette, what is lost outside \
      of all regions tells how far blocks of pixels may be from what was painted; and no share of the original may be \
      made out in a region, down to a few percent. At the poorest qualities small shifts of a mask are not told from \
      what the codec smears.
      """,
      """
      A leak ends with 5, and its message names frame and rectangle, never what is there. Labels are drawn with the \
      fonts of this machine: verify where the recording was redacted, or with the same fonts.
      """,
    ],
    usage: "ORIGINAL REDACTED --report FILE [FLAG]…",
    operands: [
      .init(name: "ORIGINAL", summary: "the recording that was redacted: PNG files, one PNG, a video or a stream"),
      .init(name: "REDACTED", summary: "what `scrim redact` made of it, of the same kind or another"),
    ],
    examples: [
      .init(
        purpose: "Redact, then do not trust but check:",
        command:
          "scrim redact recording/ --output redacted/ --report report.jsonl && scrim verify recording/ redacted/ --report report.jsonl"
      ),
      .init(
        purpose: "The same of a video:", command: "scrim verify in.mp4 out.webm --report report.jsonl"),
    ],
    flags: flags.map(\.text) + [.help],
    exitCodes: [.planned, .usage, .unreadable, .leakFound])

  static let flags: [Flag<VerifyOptions>] =
    [
      Flag(
        text: FlagText(
          long: "report", value: ValueText(metavariable: "FILE", completion: .files), category: .input,
          summary: "The report of the run that made the output",
          documentation: """
            As `scrim redact --report` wrote it. A report of --null or --dry-run tells of nothing that could be \
            verified.
            """),
        update: { options, value throws(ValueError) in options.report = try value.nonEmptyPath().path }),
      Flag(
        text: FlagText(
          long: "max-pixels", value: .number, category: .input, summary: "Largest picture that is decoded, in pixels",
          documentation: "Width times height, as for `scrim redact`.",
          standard: "\(InputRequest(path: "").pixelLimit)"),
        update: { options, value throws(ValueError) in options.maxPixels = try value.wholeNumber(1...Int.max) }),
      Flag(
        text: FlagText(
          long: "jobs", short: "j", value: .number, category: .failures, summary: "Frames in work at once",
          documentation: "The result does not depend on it.", standard: "the processors that this process may use"),
        update: { options, value throws(ValueError) in options.jobs = try value.wholeNumber(1...1024) }),
    ] + MessageOptions.flags.map { $0.lifted(to: \.messages) }

  static func run(_ options: VerifyOptions, in surroundings: Surroundings) -> ExitCode {
    var request = VerificationRequest(original: options.original, redacted: options.redacted, report: options.report!)
    if let limit = options.maxPixels { request.pixelLimit = limit }
    request.jobs = options.jobs ?? surroundings.processors
    let reporter = VerifyReporter(options.messages, surroundings: surroundings)
    do {
      let summary = try verify(request, observer: reporter)
      let code = summary.findings.isEmpty ? ExitCode.planned : .leakFound
      reporter.ended(summary, code: code)
      return code
    } catch {
      reporter.ended(error, code: .unreadable)
      return .unreadable
    }
  }
}
