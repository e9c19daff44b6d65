internal import ScrimCore
internal import Synchronization

/// Gives the views of a stream: waits for those of a frame until nothing that may still come can change them, and not
/// longer than the timeout.
///
/// A frame without its views is covered. Where nothing at all came while a frame waited to its end, the next ones do not
/// wait, until something comes again.
final class StreamProvider: ViewsProvider {
  fileprivate struct State {
    /// Nil before the first record that can be placed.
    var lookup: SidecarLookup?
    /// The last record's instant, by the recording's clock.
    var last: Double?
    /// The frame that was asked for last, and its size.
    var asked: FrameIdentity?
    var picture: PixelSize?
    /// Whether the last wait was in vain, and nothing has come since.
    var isSilent = false
    var end: RecordQueue.End?
    /// Whether records have come, and not the event at which times are aligned.
    var lacksEvent = false
    /// When reading last went on after a full queue.
    var resumed: ContinuousClock.Instant?
    /// What was secure in snapshots that were left out before the first one that can be placed.
    var lostSecrecy = StickySecrecy()
    var warnings = ViewsWarnings()
  }

  private let stream: ViewsStream
  private let request: ViewsRequest
  private let timeout: Duration
  private let state = Mutex(State())

  /// Waits for the header and the first record, not longer than the timeout: what is wrong with them is an error before
  /// anything is written.
  init(_ stream: ViewsStream, for request: ViewsRequest) throws(ViewsError) {
    self.stream = stream
    self.request = request
    timeout = .seconds(request.timeout)
    stream.queue.begin()
    let deadline = ContinuousClock.now + timeout
    let problem: ViewsError? = state.withLock { state in
      repeat {
        take(&state)
        // What is wrong behind the first record covers every frame that is asked for from then on.
        switch state.end {
        case .broken(let error)? where state.last == nil: return error
        case .closed? where state.last == nil:
          return ViewsError(
            path: stream.name,
            problem: state.lacksEvent ? lackOfEvent : "the stream of views has ended without a record")
        case .broken?, .closed?, .stopped?, nil: break
        }
      } while state.last == nil && !state.isStopped && stream.queue.waitForNews(until: deadline)
      return nil
    }
    if let problem { throw problem }
  }

  var isInterrupted: Bool { state.withLock { $0.isStopped } }

  func snapshots(behind index: Int) -> Int {
    state.withLock { state in
      take(&state)
      return state.lookup?.snapshots(behind: index) ?? 0
    }
  }

  var warnings: ViewsWarnings {
    state.withLock { state in
      // Records that are late for the last frames.
      take(&state)
      return state.warnings
    }
  }

  func views(for frame: FrameIdentity, picture: PixelSize) -> FrameViews {
    let arrival = stream.queue.takeArrival()
    return state.withLock { state in
      let failure = wait(for: frame, since: arrival, &state)
      (state.asked, state.picture) = (frame, picture)
      var views =
        state.lookup?.views(for: frame, picture: picture)
        ?? FrameViews(tree: .missing(.noSnapshot(reason: "none have come")))
      // What has not come may be this frame's cover, or in the way between two snapshots.
      if let failure { views.tree = .missing(failure) }
      state.lookup?.forget(before: frame)
      state.warnings.count(views.tree)
      return views
    }
  }

  /// Waits until a frame's views are all there; gives the reason where they will not be.
  private func wait(
    for frame: FrameIdentity, since arrival: ContinuousClock.Instant, _ state: inout State
  ) -> FailureCause? {
    while true {
      take(&state)
      let isSettled = state.last.map { state.lookup?.isSettled(for: frame, record: $0) == true } ?? false
      switch state.end {
      // Settled or not: what a line that is wrong would have said may be of this frame, wherever the line stands.
      case .broken(let error)?: return .badViews(reason: error.words)
      case _ where isSettled: return nil
      case .closed?:
        return .noSnapshot(reason: state.lacksEvent ? lackOfEvent : "the stream of views has ended")
      case .stopped?: return .noSnapshot(reason: "interrupted")
      case nil: break
      }
      // Views that had to wait because the queue was full are not late.
      let start = max(arrival, state.resumed ?? arrival)
      if state.isSilent || !stream.queue.waitForNews(until: start + timeout) {
        state.isSilent = true
        return .noSnapshot(
          reason: state.lacksEvent
            ? "no event of the name that --views-align gives came within \(request.timeout) s"
            : "they did not come within \(request.timeout) s")
      }
    }
  }

  /// Takes over what has come.
  private func take(_ state: inout State) {
    let content = stream.queue.take()
    if state.end == nil { state.end = content.end }
    // Once nothing more comes, what was taken without it stays so.
    state.lacksEvent = content.lacksEvent || state.lacksEvent && content.eventTime == nil
    state.resumed = content.resumed
    if content.dropped > 0 {
      state.warnings.droppedSnapshots += content.dropped
      state.lostSecrecy.add(content.lostSecrecy)
      state.lookup?.forgetAll(lost: state.lostSecrecy, state.picture ?? request.firstPicture)
    }
    guard let header = content.header, let first = content.records.first,
      let map = TimeMap(request.timing, eventTime: content.eventTime)
    else { return }
    state.isSilent = false
    if state.lookup == nil {
      do throws(ViewsError) {
        state.lookup = try lookup(header, first.instant)
        state.lookup?.forgetAll(lost: state.lostSecrecy, nil)
      } catch {
        state.end = .broken(error)
        return
      }
    }
    for record in content.records {
      let instant = map(record.instant)
      if let asked = state.asked, instant.isNotAfter(asked) { state.warnings.countLate(line: record.line) }
      state.last = instant.position
      switch record {
      case .event(var event, _):
        event.instant = instant
        state.lookup?.append(event)
      case .snapshot(var entry):
        entry.instant = instant
        state.lookup?.append(entry)
      }
    }
  }

  /// Checks the header and the first record against the recording, as far as that is known.
  private func lookup(_ header: ScrimHeader, _ first: Event.Instant) throws(ViewsError) -> SidecarLookup {
    try header.check(request, path: stream.name)
    let isByTime = if case .time = first { true } else { false }
    if isByTime {
      try request.checkTimes(path: stream.name)
    } else if request.timing.isGiven {
      throw .noTimes(in: stream.name)
    }
    return SidecarLookup(header, isByTime: isByTime, for: request)
  }
}

extension StreamProvider.State {
  fileprivate var isStopped: Bool { if case .stopped? = end { true } else { false } }
}
