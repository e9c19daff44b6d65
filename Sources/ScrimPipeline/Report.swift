import Foundation
import ScrimCore
import ScrimOutput
import ScrimRules

/// Writes the report: JSON Lines, one for the run, one for each frame in order, one for the summary.
///
/// Views are named by id or path. No member of a line can hold a view's text: there is no place for one.
final class Report {
  private let file: PartialFile
  private let encoder: JSONEncoder

  init(at path: BytePath, run: RunLine) throws(RunError) {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      file = try PartialFile(path)
    } catch {
      throw .report(path: path, reason: error.reason)
    }
    try write(run)
  }

  func write(_ outcome: FrameOutcome) throws(RunError) { try write(FrameLine(outcome)) }

  /// Writes the summary line and gives the report its name.
  func finish(_ summary: RunSummary, exitCode: Int) throws(RunError) {
    try write(SummaryLine(summary, exitCode: exitCode))
    do {
      try file.commit()
    } catch {
      throw .report(path: file.path, reason: error.reason)
    }
  }

  func abandon() { file.abandon() }

  private func write(_ line: some Encodable) throws(RunError) {
    do {
      try file.append(Array(try encoder.encode(line)) + [UInt8(ascii: "\n")])
    } catch let error as FileError {
      throw .report(path: file.path, reason: error.reason)
    } catch {
      // Every member is a string, an integer or a finite number.
      throw .report(path: file.path, reason: "a line cannot be written as JSON")
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

  enum CodingKeys: String, CodingKey {
    case record, scrim, version, rules, input, views, seed, hold, start, end
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

extension FailureCause {
  /// The cause in words, for the report and for messages. It holds no text of a view, as none of its members does.
  public var words: String {
    switch self {
    case .rules(let message), .budget(let message): message
    case .undecodable(let reason): "the frame cannot be decoded: \(reason)"
    case .noSnapshot(let reason): "no views for this frame: \(reason)"
    case .badViews(let reason): "the views cannot be used: \(reason)"
    case .masking(let reason): "masking failed: \(reason)"
    }
  }
}
