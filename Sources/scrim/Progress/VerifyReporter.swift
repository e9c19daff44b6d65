internal import ScrimCore
internal import ScrimVerify
internal import Synchronization

/// Shows a verification on stderr: progress, what was found, the summary.
final class VerifyReporter: VerificationObserver {
  private let lines: Mutex<ProgressLines>

  init(_ options: MessageOptions, surroundings: Surroundings) {
    lines = Mutex(ProgressLines(options, surroundings: surroundings))
  }

  func began(total: Int) {
    lines.withLock { $0.began(total: total) }
  }

  func checked(_ frame: FrameIdentity, isClean: Bool) {
    lines.withLock { lines in
      lines.progress.done += 1
      if !isClean { lines.progress.failed += 1 }
      if lines.isVerbose { lines.show(.checked(frame, isClean: isClean)) }
      lines.showProgress()
    }
  }

  /// What was found, in the order of frames. Afterwards nothing more is shown.
  func ended(_ summary: VerificationSummary, code: ExitCode) {
    lines.withLock { lines in
      for finding in summary.findings.prefix(Self.findingsInFull) { lines.show(Message(finding)) }
      let rest = summary.findings.count - Self.findingsInFull
      if rest > 0 { lines.show(.moreFindings(rest)) }
      lines.show(.verified(summary))
      lines.end(event: EventLine.verified(summary, code: code))
    }
  }

  /// Why nothing could be verified.
  func ended(_ error: VerifyError, code: ExitCode) {
    lines.withLock { lines in
      lines.show(Message(error))
      lines.end(event: EventLine.ended(code: code))
    }
  }

  /// Findings that are told one by one; the rest is counted.
  private static let findingsInFull = 20
}
