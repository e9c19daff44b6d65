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
    try checkRecording()
    if output == nil, !isNull, !isDryRun {
      throw .missingFlag("--output PATH", unless: "--null and --dry-run")
    }
    if let output, let outputFormat, let ending = OutputFormat(endingOf: output), ending != outputFormat {
      throw .contradiction("--output \(output)", "--output-format \(outputFormat.rawValue)")
    }
    if resumes && overwrites { throw .contradiction("--resume", "--overwrite") }
    if case .path(let path) = destination { try checkOutput(path) }
    try messages.check()
    if let start, let end, start > end { throw .reversedRange(start: start, end: end) }
  }

  /// What no flag about the output can check alone, and no frame has to be read for.
  private func checkOutput(_ path: BytePath) throws(UsageError) {
    if path == "-" && resumes { throw .contradiction("--output -", "--resume") }
    if outputFormat == nil && OutputFormat.isUnknownMedia(path) { throw .unknownMedia("\(path)") }
    let container = OutputFormat(of: path, asked: outputFormat).container
    let place = outputFormat.map { "--output-format \($0.rawValue)" } ?? "--output \(path)"
    let codecs = container?.codecs ?? []
    if let codec, !codecs.contains(codec) {
      let words = codecs.map(\.rawValue).joined(separator: ", ")
      throw .unsuitable("--codec \(codec.rawValue)", to: place, taken: words.isEmpty ? "no --codec" : words)
    }
    if let quality {
      let range = (codec ?? codecs.first)?.qualities
      guard range?.contains(quality) == true else {
        let words = range.map { "\($0.lowerBound) (lossless) to \($0.upperBound)" }
        throw .unsuitable("--quality \(quality)", to: place, taken: words ?? "no --quality")
      }
    }
    if sound != .drop, container?.holdsSound != true {
      throw .unsuitable("--audio \(sound.rawValue)", to: place, taken: "no sound; .mp4, .mov, .webm and .mkv do")
    }
  }

  /// What no flag about the recording and its views can check alone; for every command that takes a recording.
  func checkRecording() throws(UsageError) {
    if frameRate != nil && rawFormat != nil { throw .contradiction("--fps", "the rate of --input-format") }
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
