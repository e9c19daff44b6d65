internal import ScrimCore
internal import ScrimInput
internal import ScrimOutput
internal import ScrimPipeline
internal import ScrimRules
internal import ScrimViews

/// What the command line asks of `scrim redact`.
struct RedactOptions: CommandOptions {
  var input: BytePath = ""
  var gaps = GapsPolicy.error
  var frameRate: FrameRate?
  var rawFormat: RawFormat?
  var maxPixels: Int?
  /// The first and the last frame.
  var start: Int?
  var end: Int?

  var views = ViewsRequest.Location.automatic
  var viewsFormat: String?
  var viewsScale: Double?
  var viewsTimeout: Double?
  /// The first and the last exclude each other.
  var viewsOffset: Double?
  var viewsRate: Double?
  var viewsAlign: NamedTime?

  /// Files, or names of ready rules, the baseline first.
  var rules: [BytePath] = []
  var hold = 0
  var seed: UInt64 = 0

  var output: BytePath?
  /// These two exclude each other.
  var resumes = false
  var overwrites = false
  var isNull = false
  var isDryRun = false
  var report: BytePath?
  var sound = RedactionRequest.SoundPolicy.drop
  var outputFormat: OutputFormat?
  var codec: VideoCodec?
  var quality: Int?

  var onError = RedactionRequest.ErrorPolicy.cover
  var budgets = Budgets()

  /// Nil is as many as the machine has processors for this process.
  var jobs: Int?
  var messages = MessageOptions()

  mutating func complete(operands: [Argument]) throws(UsageError) {
    guard let first = operands.first else { throw .missingOperand("INPUT") }
    guard operands.count == 1 else { throw .surplusOperand(operands[1].shown, taken: first.shown) }
    guard !first.path.isEmpty else { throw .emptyOperand("INPUT") }
    input = first.path
    try checkViews()
    if output == nil, !isNull, !isDryRun {
      throw .missingFlag("--output PATH", unless: "--null and --dry-run")
    }
    if let output, let outputFormat, let ending = OutputFormat(endingOf: output), ending != outputFormat {
      throw .contradiction("--output \(output)", "--output-format \(outputFormat.rawValue)")
    }
    if resumes && overwrites { throw .contradiction("--resume", "--overwrite") }
    try messages.check()
    if let start, let end, start > end { throw .reversedRange(start: start, end: end) }
  }

  /// What no flag about the views can check alone; for every command that takes a recording.
  func checkViews() throws(UsageError) {
    if viewsOffset != nil && viewsAlign != nil { throw .contradiction("--views-offset", "--views-align") }
    // Frames and views would be mixed.
    if input == "-", views == .descriptor(0) { throw .contradiction("frames on standard input", "views on it") }
  }

  /// How times of the views are moved.
  var viewsTiming: ViewsTiming {
    var timing = ViewsTiming()
    if let viewsRate { timing.rate = viewsRate }
    if let viewsOffset { timing.origin = .offset(viewsOffset) }
    if let viewsAlign { timing.origin = .event(viewsAlign.name, at: viewsAlign.seconds) }
    return timing
  }

  /// Where frames go; without an output no pixel is touched.
  var destination: RedactionRequest.Output {
    isDryRun ? .dryRun : isNull ? .null : output.map { .path($0) } ?? .dryRun
  }

  var existing: ExistingFiles { resumes ? .resume : overwrites ? .overwrite : .refuse }
}
