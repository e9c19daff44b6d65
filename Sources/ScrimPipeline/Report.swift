internal import Foundation
internal import ScrimCore
internal import ScrimOutput
internal import ScrimRules

/// Writes the report: JSON Lines, one for the run, one for each frame in order, one for the summary.
///
/// Views are named by id or path. No member of a line can hold a view's text: there is no place for one.
struct Report: ~Copyable {
  private let file: PartialFile
  private let encoder: JSONEncoder

  /// Begins a report with the run's line. The file appears with `finish`.
  static func begin(at path: BytePath, run: RunLine) throws(RunError) -> Report {
    do {
      let report = Report(try PartialFile(path))
      try report.append(run)
      return report
    } catch {
      throw .report(error)
    }
  }

  private init(_ file: consuming PartialFile) {
    self.file = file
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  func write(_ outcome: FrameOutcome) throws(RunError) {
    do {
      try append(FrameLine(outcome))
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

  var record = "run"
  var scrim = "report"
  var version = scrimVersion
  var rules: [Rules]
  var input: String
  var views: String
  var seed: UInt64
  var hold: Int
  var start: Int?
  var end: Int?
  var onError: String
  /// What became of the input's sound: `none`, `drop` or `keep`.
  var sound: String

  enum CodingKeys: String, CodingKey {
    case record, scrim, version, rules, input, views, seed, hold, start, end, sound
    case onError = "on_error"
  }
}

private struct FrameLine: Encodable {
  struct Redaction: Encodable {
    var rule: String
    var view: String?
    var style: String
    var tier: String
    /// `[x, y, width, height]` each, disjoint, in image pixels.
    var rects: [[Int]]
    var lifted_floor = false
  }

  var record = "frame"
  var index: Int
  var time: Double?
  var name: String?
  var size: [Int]
  var status: String
  var cause: String?
  var redactions: [Redaction]
  var resumed: Bool?

  init(_ outcome: FrameOutcome) {
    index = outcome.identity.index
    time = outcome.identity.time
    name = outcome.identity.name.map { "\($0)" }
    size = [outcome.plan.size.width, outcome.plan.size.height]
    status = outcome.status.rawValue
    cause = outcome.causes.isEmpty ? nil : outcome.causes.map(\.words).joined(separator: "; ")
    redactions = outcome.plan.redactions.map {
      Redaction(
        rule: $0.rule, view: $0.view, style: $0.style.name.rawValue, tier: $0.style.tier.rawValue,
        rects: $0.region.rects.map { [$0.left, $0.top, $0.width, $0.height] })
    }
    redactions += outcome.plan.liftedFloor.map {
      Redaction(rule: "even_if_secure", view: $0, style: "none", tier: "none", rects: [], lifted_floor: true)
    }
    resumed = outcome.isResumed ? true : nil
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
  var exit_code: Int

  init(_ summary: RunSummary, exitCode: Int) {
    frames = summary.frames
    untouched = summary.untouched
    redacted = summary.redacted
    covered = summary.covered
    failed = summary.failed
    resumed = summary.resumed
    rules_never_matched = summary.neverMatched
    exit_code = exitCode
  }
}
