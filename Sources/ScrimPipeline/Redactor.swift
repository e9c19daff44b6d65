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
    rules = try inRun(RunError.rules) { () throws(RulesError) in
      try RuleSet(files: request.rules, seed: request.seed, budgets: request.budgets, log: observer.logged)
    }
    rules.extraHold = Hold(before: request.hold, after: request.hold)
    var input = request.input
    input.wakeDescriptor = control.wakeDescriptor
    source = try inRun(RunError.input) { [input] () throws(InputError) in try openInput(input) }
    let firstSize = source.sizeOfNearestDecodable(to: source.identities?.first?.index ?? 0)
    try Self.checkSelection(request, source)
    var viewsRequest = request.views
    viewsRequest.directory = source.directory
    viewsRequest.frames = source.identities
    if let gap = rules.maximumGap { viewsRequest.maxGap = gap }
    viewsRequest.firstPicture = firstSize
    let views = try inRun(RunError.views) { () throws(ViewsError) in try openViews(viewsRequest) }
    guard let firstSize else { throw Self.nothingDecodable(source) }
    feed = FrameFeed(source: source, views: views, rules: rules, request: request, firstSize: firstSize)
    masker = Masker(seed: request.seed)
    output = try RunOutput(request, rules: rules, source: source)
  }

  private static func checkSelection(_ request: RedactionRequest, _ source: any FrameSource) throws(RunError) {
    guard let all = source.identities, let first = all.first?.index, let last = all.last?.index else { return }
    let start = request.start ?? first, end = request.end ?? last
    if !all.contains(where: { $0.index >= start && $0.index <= end }) {
      throw .nothingSelected(first: first, last: last)
    }
  }

  private static func nothingDecodable(_ source: any FrameSource) -> RunError {
    do {
      guard let ticket = try source.next() else { return .input(.noFrames(path: BytePath(""))) }
      do {
        _ = try ticket.decode()
        return .input(.noFrames(path: BytePath("")))
      } catch {
        return .nothingDecodable(ticket.identity, error)
      }
    } catch {
      return .input(error)
    }
  }

  func perform() throws(RunError) -> RunSummary {
    if source.sound != nil, request.sound == .drop, case .path = request.output { observer.droppedSound() }
    observer.began(total: selectedCount)
    runWorkers(request.jobs) { [self] in
      while control.signal == nil, let frame = feed.next() { work(on: frame) }
    }
    var (summary, failure) = progress.withLock { ($0.summary, $0.failure) }
    summary.neverMatched = rules.neverMatched
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
    if output.hasDone(frame) {
      inOrder(frame) { self.note(FrameOutcome(identity: frame.ticket.identity, plan: frame.plan, isResumed: true)) }
      return
    }
    guard output.needsPixels else {
      inOrder(frame) { self.note(FrameOutcome(identity: frame.ticket.identity, plan: frame.plan)) }
      return
    }
    let masked: Masked
    do {
      masked = try mask(frame)
    } catch {
      inOrder(frame) { self.end(with: error) }
      return
    }
    write(masked, of: frame)
  }

  private func write(_ masked: consuming Masked, of frame: PlannedFrame) {
    let outcome = FrameOutcome(identity: frame.ticket.identity, plan: masked.plan)
    if stops(at: outcome) {
      inOrder(frame) { self.feed.stop(because: (outcome.identity, outcome.causes[0])) }
      return
    }
    var redacted = Optional(masked.frame)
    func writeFrame() -> SinkError? {
      do {
        try output.write(redacted.take()!, of: frame)
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

  /// A frame that is redacted, with the plan by which it was: with the failures that came up on the way.
  private struct Masked: ~Copyable {
    var frame: RedactedFrame
    var plan: Plan
  }

  private func mask(_ frame: PlannedFrame) throws(RunError) -> Masked {
    let raw: RawFrame
    do {
      raw = try frame.ticket.decode()
    } catch {
      return try cover(frame, because: .undecodable(reason: error.reason))
    }
    let result = masker.mask(raw, by: frame.plan)
    guard let failure = result.failure else { return Masked(frame: result.takeFrame(), plan: frame.plan) }
    let plan = Plan.covered(
      size: result.frame.size, scale: frame.plan.scale, style: rules.failureCover,
      failures: frame.plan.failures + [failure])
    return Masked(frame: result.takeFrame(), plan: plan)
  }

  /// A cover in place of a frame that cannot be decoded, in the size of the nearest one that can.
  private func cover(_ frame: PlannedFrame, because cause: FailureCause) throws(RunError) -> Masked {
    let identity = frame.ticket.identity
    guard let size = source.sizeOfNearestDecodable(to: identity.index) else { throw Self.nothingDecodable(source) }
    let plan = Plan.covered(
      size: size, scale: frame.plan.scale, style: rules.failureCover, failures: frame.plan.failures + [cause])
    do {
      let covered = try masker.coverFrame(
        identity: identity, size: size, encoding: source.coverKind.encoding, format: source.coverKind.format,
        plan: plan)
      return Masked(frame: covered, plan: plan)
    } catch {
      throw .outOfMemory(identity)
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
