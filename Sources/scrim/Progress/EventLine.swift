internal import FoundationEssentials
internal import ScrimPipeline
internal import ScrimVerify

/// The lines of `--progress json`: an object each, with the kind in `event`.
enum EventLine {
  static func began(total: Int?) -> String {
    line(Began(total: total))
  }

  static func progress(_ progress: RunProgress) -> String {
    line(
      Progress(
        done: progress.done, total: progress.total, failed: progress.failed, rate: progress.rate.map(tenths),
        remaining: progress.remaining.map(tenths)))
  }

  static func message(_ message: Message) -> String {
    line(Text(level: message.level.rawValue, text: message.text))
  }

  static func summary(_ summary: RunSummary, code: ExitCode) -> String {
    line(
      Summary(
        frames: summary.frames, untouched: summary.untouched, redacted: summary.redacted, covered: summary.covered,
        failed: summary.failed, resumed: summary.resumed, exit: code.rawValue))
  }

  static func verified(_ summary: VerificationSummary, code: ExitCode) -> String {
    line(
      Verified(
        frames: summary.frames, redactions: summary.redactions, findings: summary.findings.count, exit: code.rawValue))
  }

  /// A run that could not do its work.
  static func ended(code: ExitCode) -> String {
    line(Ended(exit: code.rawValue))
  }

  private struct Began: Encodable {
    let event = "began"
    let total: Int?
  }

  private struct Progress: Encodable {
    let event = "progress"
    let done: Int
    let total: Int?
    let failed: Int
    let rate: Double?
    let remaining: Double?
  }

  private struct Text: Encodable {
    let event = "message"
    let level: String
    let text: String
  }

  private struct Summary: Encodable {
    let event = "summary"
    let frames: Int
    let untouched: Int
    let redacted: Int
    let covered: Int
    let failed: Int
    let resumed: Int
    let exit: Int32
  }

  private struct Verified: Encodable {
    let event = "summary"
    let frames: Int
    let redactions: Int
    let findings: Int
    let exit: Int32
  }

  private struct Ended: Encodable {
    let event = "ended"
    let exit: Int32
  }

  private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  private static func line(_ value: some Encodable) -> String { JSONText.compact(value) + "\n" }
}
