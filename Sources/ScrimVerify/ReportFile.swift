internal import Foundation
internal import ScrimCore

/// A report that was read whole, with what is wrong with it.
struct ReportFile {
  let run: ReportedRun
  /// In order of their indices.
  private(set) var frames: [ReportedFrame] = []
  private(set) var findings: [Finding] = []
  /// The index of the frame that the run was stopped before; nil for a run that went to its end.
  private(set) var stoppedAt: Int?

  private struct Kind: Decodable {
    var record: String
  }

  /// Reads a report. What no run of this program writes at all is an error; what is missing or does not fit is a finding.
  init(_ path: BytePath) throws(VerifyError) {
    let bytes: [UInt8]
    do {
      bytes = try fileBytes(path)
    } catch {
      throw .report(path, reason: error.reason)
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let run = lines.first.flatMap({ Self.decoded(ReportedRun.self, $0) }), run.record == "run",
      run.scrim == "report"
    else { throw .report(path, reason: "it does not begin with a line that `scrim redact --report` writes") }
    self.run = run
    guard run.output == "written" else { throw .nothingWritten(path) }

    var summary: ReportedSummary?
    for (place, line) in lines.enumerated().dropFirst() where !(line.isEmpty && place == lines.count - 1) {
      if summary != nil { note("there is something behind the summary", line: place + 1) }
      switch Self.decoded(Kind.self, line)?.record {
      case "frame": read(frame: line, place + 1)
      case "summary":
        summary = Self.decoded(ReportedSummary.self, line)
        if summary == nil { note("the summary cannot be read", line: place + 1) }
      default: note("this is no line of a report", line: place + 1)
      }
    }
    if let summary { check(summary) } else { note("it has no summary: it is cut off") }
  }

  private mutating func read(frame line: ArraySlice<UInt8>, _ number: Int) {
    guard let record = Self.decoded(FrameRecord.self, line) else {
      return note("the frame cannot be read", line: number)
    }
    do throws(ReportProblem) {
      let frame = try ReportedFrame(record)
      if let last = frames.last, last.index >= frame.index {
        return note("frame \(frame.index) stands behind frame \(last.index)", line: number)
      }
      if let problem = frame.contradiction { note(problem, line: number) }
      frames.append(frame)
    } catch {
      note(error.words, line: number)
    }
  }

  private mutating func check(_ summary: ReportedSummary) {
    func count(_ status: ReportedFrame.Status) -> Int { frames.count { $0.status == status } }
    let counts = [
      ("frames", summary.frames, frames.count), ("untouched", summary.untouched, count(.untouched)),
      ("redacted", summary.redacted, count(.redacted)), ("covered", summary.covered, count(.covered)),
      ("failed", summary.failed, count(.failed)),
    ]
    for (name, said, found) in counts where said != found {
      note("the summary counts \(said) for '\(name)', and there are \(found)")
    }
    guard let index = summary.stopped_at else { return }
    guard run.on_error == "stop", frames.last?.index == index, frames.last?.status == .failed else {
      return note("the summary says that the run was stopped at frame \(index), and nothing else does")
    }
    stoppedAt = index
  }

  /// The frames that were written: of a stopped run all but the one that stopped it.
  var written: ArraySlice<ReportedFrame> { stoppedAt == nil ? frames[...] : frames.dropLast() }

  private mutating func note(_ problem: String, line: Int? = nil) {
    findings.append(Finding(nil, .report(line: line, problem: problem)))
  }

  private static func decoded<T: Decodable>(_ type: T.Type, _ line: ArraySlice<UInt8>) -> T? {
    try? JSONDecoder().decode(type, from: Data(line))
  }
}
