public import ScrimCore
public import ScrimInput
public import ScrimOutput
public import ScrimRules
public import ScrimViews

/// What became of one frame.
public struct FrameOutcome: Sendable {
  public enum Status: String, Sendable {
    /// No redaction touched it.
    case untouched
    case redacted
    /// The privacy screen hides it whole, as the rules asked.
    case covered
    /// It failed closed: hidden whole, and the cause says why.
    case failed
  }

  public var identity: FrameIdentity
  public var plan: Plan
  public var status: Status
  /// Whether an earlier run had written it already.
  public var isResumed: Bool

  init(identity: FrameIdentity, plan: Plan, isResumed: Bool = false) {
    self.identity = identity
    self.plan = plan
    self.isResumed = isResumed
    if !plan.failures.isEmpty {
      status = .failed
    } else if plan.isCovered {
      status = .covered
    } else {
      status = plan.redactions.isEmpty ? .untouched : .redacted
    }
  }

  /// Why it failed; empty where it did not.
  public var causes: [FailureCause] { plan.failures }
}

/// Follows a run: progress, warnings, what the rules print.
public protocol RunObserver: Sendable {
  /// [once] `total` is nil where the number of frames is not known.
  func began(total: Int?)
  /// [at most once, before `began`] What the input has beside its pictures, and the output will not: sound, and what else
  /// its container holds, counted by kind.
  func leavesOut(sound: Bool, beside: [String: Int])
  /// [any thread, one at a time, in the order of frames]
  func finished(_ outcome: FrameOutcome)
  /// [any thread] One line that a rules file printed; it holds no text of a view.
  func logged(_ line: String)
}

/// What a run has done.
public struct RunSummary: Sendable, Equatable {
  public var frames = 0
  public var untouched = 0
  public var redacted = 0
  public var covered = 0
  public var failed = 0
  public var resumed = 0
  /// For each rule the frames in which it matched a view, in the order of the files.
  public var matches: [RuleMatches] = []
  /// Rules that never matched anything: perhaps a misspelt id.
  public var neverMatched: [String] { matches.filter { $0.frames == 0 }.map(\.rule) }
  /// Seconds that the rules took, by the wall clock; the reading of views and all work on pixels aside.
  public var secondsDeciding = 0.0
  /// What is to be told of the views.
  public var views = ViewsWarnings()
  /// What stood in the files of the frames beside the pixels, and did not come out: chunks by their names, and
  /// `trailing_bytes`, of frames that were decoded; and of a video, what its container holds beside pictures and sound.
  public var dropped: [String: Int] = [:]
  /// By `--on-error stop`: the index of the frame that the run ended before.
  public var stoppedAt: Int?
  /// The signal that ended the run before its end.
  public var interruptedBy: Int32?
  /// Whether the reader of a pipe did not take all that was written before that.
  public var isCutOff = false
  /// Whether the reader of the output went away: the run ended quietly.
  public var readerWentAway = false

  /// Whether more was hidden than asked for, or something was shown before it was known what was to be hidden.
  public var isFailedClosed: Bool { failed > 0 || views.lateRecords > 0 }

  mutating func count(_ outcome: FrameOutcome) {
    frames += 1
    if outcome.isResumed { resumed += 1 }
    switch outcome.status {
    case .untouched: untouched += 1
    case .redacted: redacted += 1
    case .covered: covered += 1
    case .failed: failed += 1
    }
  }
}

/// Why a run could not do its work.
public enum RunError: Error, Sendable {
  case input(InputError)
  case views(ViewsError)
  case rules(RulesError)
  case output(SinkError)
  /// `--on-error stop`: the frame that failed, and why.
  case stopped(FrameIdentity, FailureCause)
  /// Not one frame of the input can be decoded: the first one, and why.
  case nothingDecodable(FrameIdentity, InputError)
  /// The chosen part of the recording has no frame.
  case nothingSelected(first: Int, last: Int)
  /// There is no memory for a frame.
  case outOfMemory(FrameIdentity)
  case report(SinkError)
}
