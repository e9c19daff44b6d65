internal import ScrimCore
internal import ScrimInput
internal import ScrimMasking
internal import ScrimOutput
internal import ScrimPlanning
internal import ScrimRules
internal import ScrimViews
internal import Synchronization

/// Redacts a recording: frames in, views and rules to plans, masks, frames out, and the report.
///
/// Everything that can be wrong as a whole is found before the output is touched. Throws where the run could not do its work;
/// frames that failed closed are counted in the summary and do not throw. The calling thread waits.
public func redact(
  _ request: RedactionRequest, observer: any RunObserver, control: RunControl
) throws(RunError) -> RunSummary {
  control.begin()
  // Afterwards nobody reads on, where something is still waited for.
  defer { control.wake() }
  let run: Run
  do {
    run = try Run(request, observer: observer, control: control)
  } catch .input(.interrupted), .output(.interrupted), .report(.interrupted) {
    // Nothing was begun while the other end of a pipe was waited for.
    var summary = RunSummary()
    summary.interruptedBy = control.signal
    return summary
  }
  return try run.perform()
}

/// One run of the pipeline.
private final class Run: Sendable {
  private let request: RedactionRequest
  private let observer: any RunObserver
  private let control: RunControl
  private let rules: RuleSet
  private let source: any FrameSource
  private let views: any ViewsProvider
  private let feed: FrameFeed
  private let masker: Masker
  private let output: RunOutput

  /// Work that must happen in the order of frames: report, progress, counts.
  private struct Progress {
    var summary = RunSummary()
    var failure: RunError?
    /// By `--on-error stop`: the frame that failed, and why.
    var stopped: (FrameIdentity, FailureCause)?

    /// Whether nothing more may be written.
    var isEnding: Bool { failure != nil || stopped != nil }
  }
  private let progress = Mutex(Progress())
  private let order = Turnstile()
  private let seen = SeenFrames()

  init(_ request: RedactionRequest, observer: any RunObserver, control: RunControl) throws(RunError) {
    self.request = request
    self.observer = observer
    self.control = control
    if case .path(let path) = request.output {
      try inRun(RunError.output) { () throws(SinkError) in
        try requireApart(input: request.input.path, output: path)
        for file in request.sideInputs { try requireApart(file: file, output: path, names: []) }
      }
    }
    if let report = request.report {
      try inRun(RunError.report) { () throws(SinkError) in
        // What a run reads may not be what it writes: neither frames, nor views, nor rules.
        for path in request.inputPaths { try requireApart(input: path, output: report) }
      }
    }
    // Where the run stops is decided here, in the order of frames, for what fails before and behind the feed alike.
    var covering = request
    covering.onError = .cover
    covering.input.wakeDescriptor = control.wakeDescriptor
    covering.views.wakeDescriptor = control.wakeDescriptor
    let opened = try OpenedRun(
      covering, log: observer.logged, touchesPixels: request.output != .dryRun,
      watch: { [seen] context, _ in seen.add(context.identity) })
    (rules, source, views, feed) = (opened.rules, opened.source, opened.views, opened.feed)
    if case .path(let path) = request.output {
      let names = Set(source.identities?.compactMap(\.name) ?? []).union([ResumeRecord.name])
      try inRun(RunError.output) { () throws(SinkError) in
        for file in request.sideInputs { try requireApart(file: file, output: path, names: names) }
      }
      if let report = request.report {
        try inRun({ _ in RunError.report(.isOutput(path: report)) }) { () throws(SinkError) in
          try requireApart(file: report, output: path, names: names)
        }
      }
    }
    masker = Masker(seed: request.seed)
    output = try RunOutput(request, rules: rules, source: source, wake: control.signalDescriptor)
  }

  func perform() throws(RunError) -> RunSummary {
    if request.output != .dryRun { progress.withLock { $0.summary.dropped = source.beside } }
    if case .path = request.output {
      let losesSound = source.sound != nil && request.sound == .drop
      if losesSound || !source.beside.isEmpty { observer.leavesOut(sound: losesSound, beside: source.beside) }
    }
    observer.began(total: selectedCount)
    let watch = request.output == .path("-") ? ReaderWatch { [self] in end(with: .output(.closedPipe)) } : nil
    runWorkers(request.jobs) { [self] in
      while control.signal == nil, let frame = feed.next() { work(on: frame) }
    }
    watch?.stop()
    var (summary, failure) = progress.withLock { ($0.summary, $0.failure) }
    summary.matches = rules.matches
    summary.secondsDeciding = feed.secondsDeciding
    summary.views = views.warnings
    summary.interruptedBy = control.signal
    if case .output(.closedPipe)? = failure {
      summary.readerWentAway = true
      failure = nil
    }
    switch failure {
    // The reader does not take the frame in hand, and shall not be waited for.
    case .output(.interrupted)?, .report(.interrupted)?: (failure, summary.isCutOff) = (nil, true)
    case _: break
    }
    if let error = failure {
      output.abandon(keepingRecord: true)
      throw error
    }
    if let (frame, cause) = progress.withLock({ $0.stopped }) {
      summary.stoppedAt = frame.index
      try output.stop(summary)
      throw .stopped(frame, cause)
    }
    var broken = feed.error
    if case .input(.interrupted)? = broken { broken = nil }
    if let error = broken ?? nothingDone(summary) ?? endedEarly(summary) {
      output.abandon(keepingRecord: true)
      throw error
    }
    if summary.interruptedBy != nil {
      output.abandon(keepingRecord: true, isStopped: true)
      return summary
    }
    do {
      try output.finish(summary)
    } catch .output(.interrupted), .report(.interrupted) {
      (summary.interruptedBy, summary.isCutOff) = (control.signal, true)
      output.abandon(keepingRecord: true)
    }
    return summary
  }

  /// Why a run that was not broken off has no frame; nil where it has.
  private func nothingDone(_ summary: RunSummary) -> RunError? {
    guard summary.frames == 0, summary.interruptedBy == nil, !summary.readerWentAway else { return nil }
    return seen.numbers.map { .nothingSelected(first: $0.lowerBound, last: $0.upperBound) }
      ?? .input(.noFrames(path: request.input.path))
  }

  /// Why a stream that ended well cannot have been the recording of its views; nil where nothing speaks against it.
  ///
  /// Frames are missing somewhere, so the views of one frame may have been taken for another's.
  private func endedEarly(_ summary: RunSummary) -> RunError? {
    guard source.isStream, !source.lacksFrames, summary.interruptedBy == nil, !summary.readerWentAway,
      request.end == nil, let last = seen.numbers?.upperBound
    else { return nil }
    let count = views.snapshots(behind: last)
    guard count > 0 else { return nil }
    let snapshots = count == 1 ? "1 snapshot lies" : "\(count) snapshots lie"
    return .views(
      ViewsError(
        path: request.views.location.path,
        problem: """
          the recording ends with frame \(last), and \(snapshots) behind it: frames are missing somewhere, and views may \
          have been taken for those of others
          """))
  }

  private var selectedCount: Int? {
    source.identities.map { all in
      all.count { $0.index >= request.start ?? .min && $0.index <= request.end ?? .max }
    } ?? source.count
  }

  /// Decodes, masks and writes one frame. Each step gives something that hides as much or more, or ends the run.
  private func work(on frame: PlannedFrame) {
    let planned = FrameOutcome(identity: frame.ticket.identity, plan: frame.plan)
    if stops(at: planned) {
      inOrder(frame) { self.stop(at: planned) }
      return
    }
    let entry = output.entry(for: frame)
    if output.hasDone(entry) {
      inOrder(frame) { self.note(FrameOutcome(identity: frame.ticket.identity, plan: frame.plan, isResumed: true)) }
      return
    }
    guard output.needsPixels else {
      inOrder(frame) { self.note(planned) }
      return
    }
    let masked: MaskedFrame
    do {
      masked = try mask(frame, of: source, by: masker, failureCover: rules.failureCover)
    } catch {
      inOrder(frame) { self.end(with: error) }
      return
    }
    write(masked, of: frame, as: entry)
  }

  private func write(_ masked: consuming MaskedFrame, of frame: PlannedFrame, as entry: ResumeRecord.Entry?) {
    let outcome = FrameOutcome(identity: frame.ticket.identity, plan: masked.plan)
    if stops(at: outcome) {
      inOrder(frame) { self.stop(at: outcome) }
      return
    }
    // A frame that failed on the way is done again by a run that resumes this one, so that it fails there too.
    let asPlanned = masked.plan == frame.plan
    let dropped = masked.dropped
    var redacted = Optional(masked.frame)
    func writeFrame() -> SinkError? {
      do {
        try output.write(redacted.take()!, as: asPlanned ? entry : nil)
        return nil
      } catch {
        return error
      }
    }
    // Where the run may stop, no frame behind that one may have been written.
    let early = output.isOrdered || request.onError == .stop ? nil : Optional(writeFrame())
    inOrder(frame) {
      if self.progress.withLock({ $0.isEnding }) { return }
      if let error = early ?? writeFrame() {
        self.end(with: .output(error))
      } else {
        self.note(outcome, dropped: dropped)
      }
    }
  }

  private func stops(at outcome: FrameOutcome) -> Bool {
    request.onError == .stop && outcome.status == .failed
  }

  private func inOrder(_ frame: PlannedFrame, _ body: () -> Void) {
    order.pass(frame.ordinal, body)
  }

  /// [in order] Counts and reports a frame that is done, unless the run is ending already.
  private func note(_ outcome: FrameOutcome, dropped: [String: Int] = [:]) {
    let isCounted = progress.withLock { progress in
      if progress.isEnding { return false }
      progress.summary.count(outcome)
      progress.summary.dropped.merge(dropped) { $0 + $1 }
      return true
    }
    guard isCounted else { return }
    do {
      try output.report(outcome)
      observer.finished(outcome)
    } catch {
      end(with: error)
    }
  }

  /// [in order] Ends the run at a frame that failed, which the report still tells.
  private func stop(at outcome: FrameOutcome) {
    let isFirst = progress.withLock { progress in
      if progress.isEnding { return false }
      progress.summary.count(outcome)
      progress.stopped = (outcome.identity, outcome.causes[0])
      return true
    }
    guard isFirst else { return }
    do {
      try output.report(outcome)
      control.wake()
      feed.stop()
    } catch {
      end(with: error)
    }
  }

  /// The run is over: no worker gets another frame. The first reason counts.
  private func end(with error: RunError) {
    progress.withLock { $0.failure = $0.failure ?? error }
    // Who waits for the next frame need not get it.
    control.wake()
    feed.stop()
  }
}

/// The numbers of the frames that a run has decided, whether they are written or not.
private final class SeenFrames: Sendable {
  private let span = Mutex<ClosedRange<Int>?>(nil)

  func add(_ frame: FrameIdentity) {
    span.withLock { span in
      span = min(span?.lowerBound ?? frame.index, frame.index)...max(span?.upperBound ?? frame.index, frame.index)
    }
  }

  /// From the first to the last; nil where there was none.
  var numbers: ClosedRange<Int>? { span.withLock { $0 } }
}
