internal import Foundation
internal import ScrimCore
internal import ScrimOutput
internal import ScrimRules
internal import ScrimViews

/// Writes the report: JSON Lines, one for the run, one for each frame in order, one for the summary.
///
/// Views are named by id or path. No member of a line can hold a view's text: words of a label stand there only if the
/// rules write them as a constant.
struct Report: ~Copyable {
  private let file: PartialFile
  private let encoder: JSONEncoder
  private let constants: Set<String>

  /// Begins a report with the run's line. The file appears with `finish`.
  ///
  /// - Parameters:
  ///   - constants: The texts that the rules write as constants.
  ///   - wake: Becomes readable when the run is to end; -1 for none.
  static func begin(
    at path: BytePath, run: RunLine, constants: Set<String>, wake: Int32
  ) throws(RunError) -> Report {
    do {
      let report = Report(try PartialFile(path, wake: wake), constants)
      try report.append(run)
      return report
    } catch {
      throw .report(error)
    }
  }

  private init(_ file: consuming PartialFile, _ constants: Set<String>) {
    self.file = file
    self.constants = constants
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  func write(_ outcome: FrameOutcome) throws(RunError) {
    do {
      try append(FrameLine(outcome, constants: constants))
    } catch {
      throw .report(error)
    }
  }

  /// Writes the summary line and gives the report its name. A report that is dropped before is removed.
  consuming func finish(_ summary: RunSummary, exitCode: Int) throws(RunError) {
    do {
      try append(SummaryLine(summary, exitCode: exitCode))
      try file.commit()
    } catch {
      throw .report(error)
    }
  }

  private func append(_ line: some Encodable) throws(SinkError) {
    // Every member is a string, an integer or a finite number: encoding cannot fail.
    let bytes = Array((try? encoder.encode(line)) ?? Data()) + [UInt8(ascii: "\n")]
    try unsafe bytes.withUnsafeBufferPointer { bytes throws(SinkError) in
      try unsafe file.write(UnsafeRawBufferPointer(bytes))
    }
  }
}

/// What a run was made of.
struct RunLine: Encodable {
  struct Rules: Encodable {
    var name: String
    var sha256: String
  }

  /// How times of the views were moved: by an offset, or so that an event happened at a time.
  struct Timing: Encodable {
    var rate: Double
    var offset: Double?
    var event: String?
    var at: Double?
  }

  var record = "run"
  var scrim = "report"
  var version = scrimVersion
  var rules: [Rules]
  var input: String
  var views: String
  var viewsTiming: Timing?
  var seed: UInt64
  var hold: Int
  var start: Int?
  var end: Int?
  var onError: String
  /// `written`, `null` or `dry_run`: only what was written can be verified.
  var output: String
  /// Whether the output keeps every sample, as far as it has the recording's kind of samples; nil where nothing is written.
  var lossless: Bool?
  /// What became of the input's sound: `none`, `drop`, `keep` or `mute-redacted`.
  var sound: String
  /// Whether redactions of lost views are in it: `by_pixels`, or `undecided` where no pixel was touched.
  var persistence: String

  enum CodingKeys: String, CodingKey {
    case record, scrim, version, rules, input, views, seed, hold, start, end, output, lossless, sound, persistence
    case viewsTiming = "views_timing"
    case onError = "on_error"
  }
}

private struct SummaryLine: Encodable {
  var record = "summary"
  var frames: Int
  var untouched: Int
  var redacted: Int
  var covered: Int
  var failed: Int
  var resumed: Int
  var rules_never_matched: [String]
  var frames_with_unmarked_inputs: Int
  /// Of views in a stream; nil for none.
  var late_views: Int?
  var dropped_views: Int?
  /// Of what stood in the input beside the pixels.
  var dropped: [String: Int]
  var stopped_at: Int?
  var exit_code: Int

  init(_ summary: RunSummary, exitCode: Int) {
    frames = summary.frames
    untouched = summary.untouched
    redacted = summary.redacted
    covered = summary.covered
    failed = summary.failed
    resumed = summary.resumed
    rules_never_matched = summary.neverMatched
    frames_with_unmarked_inputs = summary.views.framesWithUnmarkedInputs
    late_views = summary.views.lateRecords > 0 ? summary.views.lateRecords : nil
    dropped_views = summary.views.droppedSnapshots > 0 ? summary.views.droppedSnapshots : nil
    dropped = summary.dropped
    stopped_at = summary.stoppedAt
    exit_code = exitCode
  }
}
