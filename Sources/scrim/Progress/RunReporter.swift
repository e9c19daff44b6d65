internal import ScrimCore
internal import ScrimPipeline
internal import ScrimViews
internal import Synchronization

/// Shows a run on stderr: messages, progress, the summary. Nothing else writes there while the run lasts.
final class RunReporter: RunObserver {
  private let lines: Mutex<ProgressLines>
  /// Where the frames go.
  private let place: RunExtent

  init(options: RedactOptions, surroundings: Surroundings) {
    place = RunExtent(output: options.destination, format: options.outputFormat)
    lines = Mutex(ProgressLines(options.messages, surroundings: surroundings))
  }

  // MARK: The run

  func leavesOut(sound: Bool, beside: [String: Int]) {
    lines.withLock { lines in
      if sound { lines.show(.droppedSound) }
      if let message = Message.leftOut(beside) { lines.show(message) }
    }
  }

  func began(total: Int?) {
    lines.withLock { $0.began(total: total) }
  }

  func finished(_ outcome: FrameOutcome) {
    lines.withLock { lines in
      lines.progress.done += 1
      if outcome.isResumed { lines.progress.resumed += 1 }
      if lines.isVerbose { lines.show(.finished(outcome)) }
      if outcome.status == .failed {
        lines.progress.failed += 1
        if lines.progress.failed <= Self.failuresInFull {
          lines.show(.failed(outcome, ordinal: lines.progress.failed, total: lines.progress.total))
        }
      }
      lines.showProgress()
    }
  }

  func logged(_ line: String) {
    lines.withLock { $0.show(Message(.note, oneLine(line))) }
  }

  // MARK: The end

  /// What the run has done. Afterwards nothing more is shown.
  func ended(_ summary: RunSummary, code: ExitCode) {
    lines.withLock { lines in
      Self.countRest(&lines)
      // Of a run that was broken off nothing can be said.
      if summary.interruptedBy == nil {
        for message in [
          Message.neverMatched(summary.neverMatched), .unmarkedInputs(summary.views.framesWithUnmarkedInputs),
        ] {
          if let message { lines.show(message) }
        }
      }
      for message in [Message.lateViews(summary.views), .droppedViews(summary.views)] {
        if let message { lines.show(message) }
      }
      lines.show(.deciding(summary, of: lines.elapsed))
      if !summary.readerWentAway { lines.show(.summary(summary, total: lines.progress.total, place)) }
      lines.end(event: EventLine.summary(summary, code: code))
    }
  }

  /// Why the run could not do its work.
  func ended(_ error: RunError, code: ExitCode) {
    lines.withLock { lines in
      Self.countRest(&lines)
      var extent = place
      extent.frames = lines.progress.done
      if let message = Message(error, after: extent) { lines.show(message) }
      lines.end(event: EventLine.ended(code: code))
    }
  }

  private static func countRest(_ lines: inout ProgressLines) {
    let rest = lines.progress.failed - failuresInFull
    if rest > 0 { lines.show(.moreFailed(rest)) }
  }

  /// Failures that are told one by one; the rest is counted. A rule that fails in every frame would else bury the log.
  private static let failuresInFull = 10
}
