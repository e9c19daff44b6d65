internal import ScrimCore
internal import ScrimPipeline
internal import Synchronization

/// Shows a run on stderr: messages, progress, the summary. Nothing else writes there while the run lasts.
final class RunReporter: RunObserver {
  /// How lines look.
  private enum Look {
    case people
    case json
  }

  private struct State {
    var progress = RunProgress()
    var beganAt = 0.0
    /// The last time that progress was shown, and how far it was.
    var shownAt: Double?
    var shownFraction = 0.0
    var isBarVisible = false
  }

  private let surroundings: Surroundings
  private let mode: ProgressMode
  private let look: Look
  private let threshold: Message.Level
  private let state = Mutex(State())

  init(options: RedactOptions, surroundings: Surroundings) {
    self.surroundings = surroundings
    mode = options.progress == .auto && options.isQuiet ? .off : options.progress
    look = options.progress == .json ? .json : .people
    threshold = options.isQuiet ? .error : options.isVerbose ? .detail : .note
  }

  // MARK: The run

  func droppedSound() {
    state.withLock { show(.droppedSound, &$0) }
  }

  func began(total: Int?) {
    state.withLock { state in
      state.progress.total = total
      state.beganAt = surroundings.now()
      state.shownAt = state.beganAt
      if look == .json { write(EventLine.began(total: total)) }
    }
  }

  func finished(_ outcome: FrameOutcome) {
    state.withLock { state in
      state.progress.done += 1
      if outcome.isResumed { state.progress.resumed += 1 }
      if threshold == .detail { show(.finished(outcome), &state) }
      if outcome.status == .failed {
        state.progress.failed += 1
        if state.progress.failed <= Self.failuresInFull {
          show(.failed(outcome, ordinal: state.progress.failed, total: state.progress.total), &state)
        }
      }
      showProgress(&state)
    }
  }

  func logged(_ line: String) {
    state.withLock { show(Message(.note, oneLine(line)), &$0) }
  }

  // MARK: The end

  /// What the run has done. Afterwards nothing more is shown.
  func ended(_ summary: RunSummary, output: RedactionRequest.Output, code: ExitCode) {
    state.withLock { state in
      countRest(&state)
      // Of a run that was broken off nothing can be said.
      if summary.interruptedBy == nil, let message = Message.neverMatched(summary.neverMatched) {
        show(message, &state)
      }
      if !summary.readerWentAway {
        show(.summary(summary, total: state.progress.total, output: output), &state)
      }
      clearBar(&state)
      if look == .json { write(EventLine.summary(summary, code: code)) }
    }
  }

  /// Why the run could not do its work.
  func ended(_ error: RunError, code: ExitCode) {
    state.withLock { state in
      countRest(&state)
      if let message = Message(error) { show(message, &state) }
      clearBar(&state)
      if look == .json { write(EventLine.ended(code: code)) }
    }
  }

  private func countRest(_ state: inout State) {
    let rest = state.progress.failed - Self.failuresInFull
    if rest > 0 { show(.moreFailed(rest), &state) }
  }

  // MARK: Lines

  private func show(_ message: Message, _ state: inout State) {
    guard message.level >= threshold else { return }
    switch look {
    case .json: write(EventLine.message(message))
    case .people:
      clearBar(&state)
      write(message.line)
    }
  }

  private func showProgress(_ state: inout State) {
    let now = surroundings.now()
    state.progress.elapsed = now - state.beganAt
    let since = now - (state.shownAt ?? state.beganAt)
    switch mode {
    case .off: return
    case .json:
      guard since >= Self.jsonInterval else { return }
      write(EventLine.progress(state.progress))
    case .plain:
      guard isTimeForLine(since, state) else { return }
      writeLine(state.progress)
    case .auto:
      guard let columns = surroundings.columns() else {
        guard isTimeForLine(since, state) else { return }
        writeLine(state.progress)
        break
      }
      guard since >= Self.barInterval || !state.isBarVisible else { return }
      write((state.isBarVisible ? ProgressBar.clear : "") + ProgressBar.line(state.progress, columns: columns))
      state.isBarVisible = true
    }
    state.shownAt = now
    state.shownFraction = state.progress.fraction ?? 0
  }

  /// Sparse: after 5 seconds at the soonest, and then only when a tenth more is done or a minute has passed.
  private func isTimeForLine(_ since: Double, _ state: State) -> Bool {
    guard since >= Self.lineInterval, state.progress.done != state.progress.total else { return false }
    let fraction = state.progress.fraction ?? 0
    return fraction - state.shownFraction >= 0.1 || since >= Self.lineIntervalAtMost
  }

  private func writeLine(_ progress: RunProgress) {
    write("scrim: \(progress.words)\n")
  }

  private func clearBar(_ state: inout State) {
    if state.isBarVisible { write(ProgressBar.clear) }
    state.isBarVisible = false
  }

  private func write(_ text: String) {
    // When stderr is gone there is nobody to tell, and the run itself is not harmed.
    try? surroundings.messages.write(text)
  }

  /// Failures that are told one by one; the rest is counted. A rule that fails in every frame would else bury the log.
  private static let failuresInFull = 10
  private static let barInterval = 0.1
  private static let jsonInterval = 0.5
  private static let lineInterval = 5.0
  private static let lineIntervalAtMost = 60.0
}
