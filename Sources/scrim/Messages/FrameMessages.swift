internal import ScrimCore
internal import ScrimPipeline

extension Message {
  /// A frame that failed closed: the `ordinal`th of a run of `total` frames.
  static func failed(_ outcome: FrameOutcome, ordinal: Int, total: Int?) -> Message {
    let place = total.map { "\(ordinal) of \($0)" } ?? "number \(ordinal)"
    let reasons = outcome.causes.map(reason).joined(separator: "; ")
    // The way out is told once, not with every frame.
    let advice = ordinal == 1 ? " " + self.advice(outcome.causes) : ""
    return Message(.error, "\(outcome.identity.shown): \(reasons); frame covered (\(place)).\(advice)")
  }

  /// The end of a run by `--on-error stop`.
  static func stopped(_ identity: FrameIdentity, _ cause: FailureCause, after extent: RunExtent) -> Message {
    Message(
      .error,
      """
      \(identity.shown): \(reason(cause)); the run ended before this frame; \(extent.words). \
      --on-error cover hides such frames instead.
      """)
  }

  /// Frames that failed beyond those that were told one by one.
  static func moreFailed(_ count: Int) -> Message {
    Message(
      .error,
      "\(counted(count, "more frame")) failed and \(count == 1 ? "is" : "are") covered; --report FILE tells the cause of each."
    )
  }

  /// For `--verbose`: what became of a frame.
  static func finished(_ outcome: FrameOutcome) -> Message {
    let redactions = outcome.plan.redactions.count
    let regions = outcome.status == .redacted ? ", \(counted(redactions, "region"))" : ""
    let resumed = outcome.isResumed ? " (by an earlier run)" : ""
    return Message(.detail, "\(outcome.identity.shown): \(outcome.status.rawValue)\(regions)\(resumed)")
  }

  /// A cause as a part of a sentence about its frame.
  static func reason(_ cause: FailureCause) -> String {
    switch cause {
    case .rules(let message), .budget(let message): oneLine(message)
    case .undecodable(let reason): "cannot be decoded: \(oneLine(reason))"
    case .noSnapshot(let reason): "its views are not known: \(oneLine(reason))"
    case .badViews(let reason): "its views cannot be used: \(oneLine(reason))"
    case .masking(let reason): "its masks could not be painted: \(oneLine(reason))"
    }
  }

  private static func advice(_ causes: [FailureCause]) -> String {
    let isBudget = causes.contains { if case .budget = $0 { true } else { false } }
    return isBudget
      ? "--rules-instructions, --rules-seconds and --rules-memory set the budgets; --on-error stop ends the run instead."
      : "--on-error stop ends the run instead."
  }
}
