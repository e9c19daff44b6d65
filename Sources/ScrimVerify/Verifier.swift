internal import Foundation
public import ScrimCore
public import ScrimInput
internal import ScrimMasking
internal import Synchronization

/// What is to be verified.
public struct VerificationRequest: Sendable {
  /// The recording that was redacted, and what came out.
  public var original: BytePath
  public var redacted: BytePath
  public var report: BytePath
  /// Pixels of a frame above which it is refused before memory is taken.
  public var pixelLimit = InputRequest(path: "").pixelLimit
  /// Frames in work at once; at least 1.
  public var jobs = 1

  public init(original: BytePath, redacted: BytePath, report: BytePath) {
    self.original = original
    self.redacted = redacted
    self.report = report
  }
}

/// Follows a verification.
public protocol VerificationObserver: Sendable {
  /// [once] How many frames the report has.
  func began(total: Int)
  /// [any thread, one at a time] A frame was held against its original; in no order.
  func checked(_ frame: FrameIdentity, isClean: Bool)
}

/// What a verification has seen.
public struct VerificationSummary: Sendable, Equatable {
  /// Frames that were compared.
  public var frames = 0
  /// Redactions in them.
  public var redactions = 0
  /// Labels whose words the report does not have, so that only their colours were checked.
  public var unknownLabels = 0
  /// Redactions by styles that can be undone.
  public var cosmetic = 0
  /// The frame that the run was stopped before, by `--on-error stop`: it and what is behind it was not written.
  public var stoppedAt: Int?
  /// In the order of frames; what concerns the whole comes first.
  public var findings: [Finding] = []
}

/// Why nothing could be verified: facts.
public enum VerifyError: Error, Hashable, Sendable {
  case original(InputError)
  case redacted(InputError)
  /// The report cannot be read, or is none.
  case report(BytePath, reason: String)
  /// The report is of a run that wrote no frame.
  case nothingWritten(BytePath)
  /// A kind of recording that cannot be verified.
  case unsupported(BytePath)
}

/// Holds a finished output against the original and the report: same frames, nothing of the original in a region, nothing
/// changed outside, nothing beside the pictures.
///
/// It is independent of what wrote the output: files are walked over and decoded, and masks are painted once more from the
/// report alone. The calling thread waits.
public func verify(
  _ request: VerificationRequest, observer: any VerificationObserver
) throws(VerifyError) -> VerificationSummary {
  let report = try ReportFile(request.report)
  let original: any FrameSource
  var input = InputRequest(path: request.original, gaps: .skip, pixelLimit: request.pixelLimit)
  // A run with views would have refused such a recording.
  input.presentsStandingFrame = true
  do {
    original = try openInput(input)
  } catch {
    throw .original(error)
  }
  let run = Verification(
    request, report, original: original, redacted: try RedactedOutput(request, report.run, like: original),
    observer: observer)
  observer.began(total: report.written.count)
  // The bodies do not wait for each other, so it does not matter how many run at once.
  DispatchQueue.concurrentPerform(iterations: max(1, request.jobs)) { _ in run.work() }
  return run.summary
}

/// One verification, worked on by several threads.
private final class Verification: Sendable {
  private struct State {
    var summary: VerificationSummary
    /// Places in the report of frames that the original does not have, as far as it has been read.
    var rest: Set<Int>
    var isAtEnd = false
  }

  private struct Work {
    var reported: ReportedFrame
    var original: FrameTicket
    var redacted: RedactedOutput.Ticket
  }

  private let report: ReportFile
  private let places: [String: Int]
  /// The time of the first frame that was written.
  private let start: Double?
  private let original: any FrameSource
  private let redacted: RedactedOutput
  private let observer: any VerificationObserver
  private let masker: Masker
  private let state: Mutex<State>

  init(
    _ request: VerificationRequest, _ report: ReportFile, original: any FrameSource, redacted: RedactedOutput,
    observer: any VerificationObserver
  ) {
    self.report = report
    self.original = original
    self.redacted = redacted
    self.observer = observer
    masker = Masker(seed: report.run.seed)
    let written = report.written
    start = written.first?.time
    places = Dictionary(written.enumerated().map { ($1.key, $0) }) { first, _ in first }
    var summary = VerificationSummary()
    summary.stoppedAt = report.stoppedAt
    summary.findings = report.findings + redacted.unreportedFiles(written, request.report)
    state = Mutex(State(summary: summary, rest: Set(written.indices)))
  }

  /// [after all work]
  var summary: VerificationSummary {
    state.withLock { state in
      var summary = state.summary
      summary.findings += state.rest.map { Finding(report.frames[$0].identity, .notInOriginal) } + redacted.rest()
      summary.findings.sort { $0.frame?.index ?? .min < $1.frame?.index ?? .min }
      return summary
    }
  }

  /// [any thread, several at once] Takes frame after frame until none is left.
  func work() {
    while let next = next() {
      let findings = next.redacted.findings(
        original: next.original, of: original, next.reported, since: start, masker)
      state.withLock { state in
        state.summary.frames += 1
        state.summary.redactions += next.reported.plan.redactions.count
        state.summary.unknownLabels += next.reported.unknownLabels.count
        state.summary.cosmetic += next.reported.plan.redactions.count { $0.style.tier == .cosmetic }
        state.summary.findings += findings.map { Finding(next.original.identity, $0) }
        observer.checked(next.original.identity, isClean: findings.isEmpty)
      }
    }
  }

  /// The next frame that the report has; frames that it does not have, and should, are findings.
  private func next() -> Work? {
    state.withLock { state in
      while !state.isAtEnd {
        let ticket: FrameTicket?
        do throws(InputError) {
          ticket = try original.next()
        } catch {
          state.summary.findings.append(Finding(nil, .originalUndecodable(error)))
          ticket = nil
        }
        guard let ticket else {
          state.isAtEnd = true
          break
        }
        if let place = places[ticket.identity.key] {
          state.rest.remove(place)
          return Work(
            reported: report.frames[place], original: ticket, redacted: redacted.ticket(for: ticket.identity))
        }
        let index = ticket.identity.index
        if index >= report.run.start ?? .min, index <= report.run.end ?? .max, index < report.stoppedAt ?? .max {
          state.summary.findings.append(Finding(ticket.identity, .unreported))
        }
      }
      return nil
    }
  }
}

extension FrameIdentity {
  /// What one frame is known by in recording and report.
  fileprivate var key: String { name.map { "\(index) \($0)" } ?? "\(index)" }
}

extension ReportedFrame {
  fileprivate var key: String { name.map { "\(index) \($0)" } ?? "\(index)" }
  /// As far as the report tells it: names stand there as they are shown.
  fileprivate var identity: FrameIdentity { FrameIdentity(index: index, time: time, name: name.map { BytePath($0) }) }
}
