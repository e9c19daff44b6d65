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
  let run: Run
  do {
    run = try Run(request, observer: observer, control: control)
  } catch .input(.interrupted) {
    // Nothing was begun while the input was waited for.
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
  }
  private let progress = Mutex(Progress())
  private let order = Turnstile()

  init(_ request: RedactionRequest, observer: any RunObserver, control: RunControl) throws(RunError) {
    self.request = request
    self.observer = observer
    self.control = control
    if case .path(let path) = request.output {
      try inRun(RunError.output) { () throws(SinkError) in try requireApart(input: request.input.path, output: path) }
    }
    if let report = request.report {
      try inRun(RunError.report) { () throws(SinkError) in
        // What a run reads may not be what it writes: neither frames, nor views, nor rules.
        for path in request.inputPaths { try requireApart(input: path, output: report) }
      }
    }
    var woken = request
    woken.input.wakeDescriptor = control.wakeDescriptor
    let opened = try OpenedRun(woken, log: observer.logged)
    (rules, source, views, feed) = (opened.rules, opened.source, opened.views, opened.feed)
    masker = Masker(seed: request.seed)
    output = try RunOutput(request, rules: rules, source: source)
  }

  func perform() throws(RunError) -> RunSummary {
    if source.sound != nil, request.sound == .drop, case .path = request.output { observer.droppedSound() }
    observer.began(total: selectedCount)
    runWorkers(request.jobs) { [self] in
      while control.signal == nil, let frame = feed.next() { work(on: frame) }
    }
    var (summary, failure) = progress.withLock { ($0.summary, $0.failure) }
    summary.matches = rules.matches
    summary.secondsDeciding = feed.secondsDeciding
    summary.framesWithUnmarkedInputs = views.warnings.framesWithUnmarkedInputs
    summary.interruptedBy = control.signal
    if case .output(.closedPipe)? = failure {
      summary.readerWentAway = true
      failure = nil
    }
    let stop = feed.stopped.map { RunError.stopped($0, $1) }
    var broken = feed.error
    if case .input(.interrupted)? = broken { broken = nil }
    if summary.frames == 0, summary.interruptedBy == nil, !summary.readerWentAway, failure == nil, stop == nil {
      // Whatever was asked for: an output without a frame is none.
      broken = broken ?? .input(.noFrames(path: request.input.path))
    }
    if let error = failure ?? stop ?? broken {
      // A stop is answered with other rules, which begin afresh; everything else can be resumed.
      output.abandon(keepingRecord: failure != nil || stop == nil)
      throw error
    }
    if summary.interruptedBy != nil {
      output.abandon(keepingRecord: true)
    } else {
      try output.finish(summary)
    }
    return summary
  }

  private var selectedCount: Int? {
    source.identities.map { all in
      all.count { $0.index >= request.start ?? .min && $0.index <= request.end ?? .max }
    } ?? source.count
  }

  /// Decodes, masks and writes one frame. Each step gives something that hides as much or more, or ends the run.
  private func work(on frame: PlannedFrame) {
    let entry = output.entry(for: frame)
    if output.hasDone(entry) {
      inOrder(frame) { self.note(FrameOutcome(identity: frame.ticket.identity, plan: frame.plan, isResumed: true)) }
      return
    }
    guard output.needsPixels else {
      inOrder(frame) { self.note(FrameOutcome(identity: frame.ticket.identity, plan: frame.plan)) }
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
      inOrder(frame) { self.feed.stop(because: (outcome.identity, outcome.causes[0])) }
      return
    }
    // A frame that failed on the way is done again by a run that resumes this one, so that it fails there too.
    let asPlanned = masked.plan == frame.plan
    var redacted = Optional(masked.frame)
    func writeFrame() -> SinkError? {
      do {
        try output.write(redacted.take()!, as: asPlanned ? entry : nil)
        return nil
      } catch {
        return error
      }
    }
    let early = output.isOrdered ? nil : Optional(writeFrame())
    inOrder(frame) {
      if let error = early ?? writeFrame() {
        self.end(with: .output(error))
      } else {
        self.note(outcome)
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
  private func note(_ outcome: FrameOutcome) {
    let failure = progress.withLock { progress in
      guard progress.failure == nil else { return progress.failure }
      progress.summary.count(outcome)
      return nil
    }
    guard failure == nil else { return }
    do {
      try output.report(outcome)
      observer.finished(outcome)
    } catch {
      end(with: error)
    }
  }

  /// The run is over: no worker gets another frame. The first reason counts.
  private func end(with error: RunError) {
    progress.withLock { $0.failure = $0.failure ?? error }
    feed.stop()
  }
}
