internal import ScrimCore

/// What a command shows on stderr while it works: messages, and progress between them. Nothing else writes there meanwhile.
///
/// A value without a lock: its owner lends it to one thread at a time.
struct ProgressLines: Sendable {
  /// How lines look.
  private enum Look {
    case people
    case json
  }

  /// How far the work is; the owner counts.
  var progress = RunProgress()
  private var beganAt = 0.0
  /// The last time that progress was shown, and how far it was.
  private var shownAt: Double?
  private var shownFraction = 0.0
  private var isBarVisible = false

  private let surroundings: Surroundings
  private let mode: ProgressMode
  private let look: Look
  private let threshold: Message.Level

  init(_ options: MessageOptions, surroundings: Surroundings) {
    self.surroundings = surroundings
    mode = options.progress == .auto && options.isQuiet ? .off : options.progress
    look = options.progress == .json ? .json : .people
    threshold = options.isQuiet ? .error : options.isVerbose ? .detail : .note
  }

  /// Whether details are wanted.
  var isVerbose: Bool { threshold == .detail }

  /// Seconds since `began`.
  var elapsed: Double { surroundings.now() - beganAt }

  mutating func began(total: Int?) {
    progress.total = total
    beganAt = surroundings.now()
    shownAt = beganAt
    if look == .json { write(EventLine.began(total: total)) }
  }

  mutating func show(_ message: Message) {
    guard message.level >= threshold else { return }
    switch look {
    case .json: write(EventLine.message(message))
    case .people:
      clearBar()
      write(message.line)
    }
  }

  /// Nothing is shown afterwards; `event` is the last line where lines are JSON.
  mutating func end(event: String) {
    clearBar()
    if look == .json { write(event) }
  }

  mutating func showProgress() {
    let now = surroundings.now()
    progress.elapsed = now - beganAt
    let since = now - (shownAt ?? beganAt)
    switch mode {
    case .off: return
    case .json:
      guard since >= Self.jsonInterval else { return }
      write(EventLine.progress(progress))
    case .plain:
      guard isTimeForLine(since) else { return }
      writeLine()
    case .auto:
      guard let columns = surroundings.columns() else {
        guard isTimeForLine(since) else { return }
        writeLine()
        break
      }
      guard since >= Self.barInterval || !isBarVisible else { return }
      write((isBarVisible ? ProgressBar.clear : "") + ProgressBar.line(progress, columns: columns))
      isBarVisible = true
    }
    shownAt = now
    shownFraction = progress.fraction ?? 0
  }

  /// Sparse: after 5 seconds at the soonest, and then only when a tenth more is done or a minute has passed.
  private func isTimeForLine(_ since: Double) -> Bool {
    guard since >= Self.lineInterval, progress.done != progress.total else { return false }
    let fraction = progress.fraction ?? 0
    return fraction - shownFraction >= 0.1 || since >= Self.lineIntervalAtMost
  }

  private func writeLine() {
    write("scrim: \(progress.words)\n")
  }

  private mutating func clearBar() {
    if isBarVisible { write(ProgressBar.clear) }
    isBarVisible = false
  }

  private func write(_ text: String) {
    // When stderr is gone there is nobody to tell, and the work itself is not harmed.
    try? surroundings.messages.write(text)
  }

  private static let barInterval = 0.1
  private static let jsonInterval = 0.5
  private static let lineInterval = 5.0
  private static let lineIntervalAtMost = 60.0
}
