internal import ScrimCore
internal import ScrimInput
internal import ScrimMasking
internal import ScrimOutput
internal import ScrimRules
internal import ScrimViews
internal import Synchronization

/// Where a run's frames go, with the record that lets it be resumed, and the report.
///
/// Frames may be written from several threads at once; report and record are one thread's at a time, under a lock.
final class RunOutput: Sendable {
  private struct Books: ~Copyable {
    var record: ResumeRecord?
    var report: Report?
  }

  private let sink: (any FrameSink)?
  private let books: Mutex<Books>

  /// Whether frames have to be written one after the other.
  var isOrdered: Bool { sink?.isOrdered ?? false }
  /// Whether pixels are touched at all.
  let needsPixels: Bool
  private let isRecorded: Bool
  private let fingerprints = PlanFingerprints()

  /// `wake` becomes readable when the run is to end; -1 for none.
  init(_ request: RedactionRequest, rules: RuleSet, source: any FrameSource, wake: Int32) throws(RunError) {
    var record: ResumeRecord?
    var isLossless: Bool?
    switch request.output {
    case .dryRun:
      needsPixels = false
      sink = nil
    case .null:
      needsPixels = true
      sink = DiscardingSink()
    case .path(let path):
      needsPixels = true
      let opened = try inRun(RunError.output) { () throws(SinkError) in
        var wanted = OutputRequest(
          path: path, existing: request.existing, isStream: source.isStream, hasTimes: source.hasTimes)
        if case .yuv = source.coverKind.format.model { wanted.isLumaChroma = true }
        wanted.format = request.outputFormat
        wanted.codec = request.codec
        wanted.quality = request.quality
        wanted.sound = request.keptSound(of: source)
        wanted.wakeDescriptor = wake
        isLossless = wanted.isLossless
        return try openOutput(wanted)
      }
      sink = opened
      if let directory = opened.directory {
        do {
          record = try Self.openRecord(in: directory, request, rules, source)
        } catch {
          throw .output(error)
        }
      }
    }
    var report: Report?
    if let path = request.report {
      report = try Report.begin(
        at: path, run: RunLine(request, rules, source, isLossless), constants: rules.textConstants, wake: wake)
    }
    isRecorded = record != nil
    books = Mutex(Books(record: record, report: report))
  }

  private static func openRecord(
    in directory: BytePath, _ request: RedactionRequest, _ rules: RuleSet, _ source: any FrameSource
  ) throws(SinkError) -> ResumeRecord {
    if request.existing == .resume {
      let names = source.identities.map { Set($0.compactMap(\.name)) }
      try requireRecord(ResumeRecord.name, in: directory, unlessFreeOf: names)
    }
    let key = "\(scrimVersion) \(request.seed) \(rules.fingerprints.map(\.sha256))"
    return try ResumeRecord.open(
      in: directory, key: sha256(Array(key.utf8)), resuming: request.existing == .resume)
  }

  /// What the record of the run keeps of a frame; nil where there is no record.
  func entry(for frame: PlannedFrame) -> ResumeRecord.Entry? {
    guard isRecorded, let name = frame.ticket.identity.name, let input = frame.ticket.fingerprint() else { return nil }
    return ResumeRecord.Entry(name: name, input: input, plan: fingerprints.fingerprint(of: frame.plan))
  }

  /// Whether an earlier run has written this very frame: the same input, plan, rules and options.
  func hasDone(_ entry: ResumeRecord.Entry?) -> Bool {
    guard let entry else { return false }
    return books.withLock { $0.record?.holds(entry) ?? false }
  }

  func write(_ redacted: consuming RedactedFrame, as entry: ResumeRecord.Entry?) throws(SinkError) {
    guard let sink else { return }
    let written = try sink.write(redacted)
    try books.withLock { books throws(SinkError) in
      // Of a frame that is done again in any case, too: its file is the run's.
      books.record?.isEmpty = false
      guard var entry, let output = written.fingerprint else { return }
      entry.output = output
      try books.record?.add(entry)
    }
  }

  func report(_ outcome: FrameOutcome) throws(RunError) {
    try books.withLock { books throws(RunError) in try books.report?.write(outcome) }
  }

  /// Completes output and report; the record of the run is not needed any more.
  func finish(_ summary: RunSummary) throws(RunError) {
    do {
      try sink?.finish()
    } catch {
      throw .output(error)
    }
    try finishReport(summary)
    books.withLock { $0.record?.remove() }
  }

  /// Ends the output of a run that stopped at a frame: complete frames stay, and the report tells up to that one. Its record
  /// goes, since a stop is answered with other rules, which begin afresh.
  func stop(_ summary: RunSummary) throws(RunError) {
    defer { abandon(keepingRecord: false, isStopped: true) }
    try finishReport(summary)
  }

  private func finishReport(_ summary: RunSummary) throws(RunError) {
    try books.withLock { books throws(RunError) in
      if let report = books.report.take() { try report.finish(summary, exitCode: summary.isFailedClosed ? 1 : 0) }
    }
  }

  /// Removes what is not complete, and keeps complete frames; with their record, if the run is to be resumed. Of a run that was
  /// stopped and has not failed, frames that are on their way get out.
  func abandon(keepingRecord: Bool, isStopped: Bool = false) {
    books.withLock { books in
      _ = books.report.take()
      if let record = books.record.take(), record.isEmpty || !keepingRecord { record.remove() }
    }
    if isStopped { sink?.stop() } else { sink?.abandon() }
  }
}

extension RedactionRequest.Output {
  /// What becomes of the frames, as the report says it.
  fileprivate var kind: String {
    switch self {
    case .path: "written"
    case .null: "null"
    case .dryRun: "dry_run"
    }
  }
}

extension RunLine {
  init(
    _ request: RedactionRequest, _ rules: RuleSet, _ source: any FrameSource, _ isLossless: Bool?
  ) {
    self.init(
      rules: rules.fingerprints.map { Rules(name: $0.name, sha256: $0.sha256) }, input: "\(request.input.path)",
      views: "\(request.views.location.path)", viewsTiming: RunLine.Timing(request.views.timing), seed: request.seed,
      hold: request.hold, start: request.start,
      end: request.end, onError: request.onError.rawValue, output: request.output.kind,
      lossless: isLossless, sound: source.sound == nil ? "none" : request.sound.rawValue,
      persistence: request.output == .dryRun ? "undecided" : "by_pixels")
  }
}

/// Runs a body whose errors are of one stage, as a part of the run.
func inRun<R, E: Error>(_ wrap: (E) -> RunError, _ body: () throws(E) -> R) throws(RunError) -> R {
  do {
    return try body()
  } catch {
    throw wrap(error)
  }
}

extension RunLine.Timing {
  /// Nil where times are taken as they are.
  init?(_ timing: ViewsTiming) {
    guard timing.isGiven else { return nil }
    rate = timing.rate
    switch timing.origin {
    case .offset(let seconds): offset = seconds
    case .event(let name, let seconds): (event, at) = (name, seconds)
    }
  }
}

extension ViewsRequest.Location {
  /// As the command line has it.
  var path: BytePath {
    switch self {
    case .automatic: "automatic"
    case .none: "none"
    case .path(let path): path
    case .descriptor(let number): BytePath("fd:\(number)")
    }
  }
}
