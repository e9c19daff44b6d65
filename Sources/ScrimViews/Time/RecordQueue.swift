internal import Dispatch
internal import ScrimCore
internal import Synchronization

/// What came of a stream of views and no frame has needed yet: bounded, between the thread that reads and the one that looks
/// frames up.
final class RecordQueue: Sendable {
  /// Records that are held, and bytes of their lines.
  static let heldRecords = 4096
  static let heldBytes = 64 << 20

  /// By the sidecar's own clock.
  enum Record {
    case event(Event, line: Int)
    case snapshot(SidecarEntry)

    var instant: Event.Instant {
      switch self {
      case .event(let event, _): event.instant
      case .snapshot(let entry): entry.instant
      }
    }

    var line: Int {
      switch self {
      case .event(_, let line): line
      case .snapshot(let entry): entry.line
      }
    }

    fileprivate var byteCount: Int {
      if case .snapshot(let entry) = self, case .held(let bytes) = entry.content { bytes.count } else { 256 }
    }
  }

  /// Why nothing more comes.
  enum End {
    /// The writer has closed it.
    case closed
    /// Something in it cannot be read: what it said may be of any frame.
    case broken(ViewsError)
    /// Nobody wants to read on.
    case stopped
  }

  /// What a frame needs to know.
  struct Content {
    var header: ScrimHeader?
    /// In order, and not taken yet.
    var records: [Record] = []
    /// When the event happened at which times are aligned.
    var eventTime: Double?
    /// Whether there are records whose times nobody knows, as that event has not come.
    var lacksEvent = false
    var end: End?
    /// Snapshots that were left out in front of the records, and what was secure in them.
    var dropped = 0
    var lostSecrecy = StickySecrecy()
    /// When reading last went on after the queue had been full.
    var resumed: ContinuousClock.Instant?
  }

  private struct State {
    var content = Content()
    var bytes = 0
    var mayDrop = false
    /// Whether the recording is still being opened, so that nobody can say that no frame comes.
    var isOpening = true
    /// When frames were read that have not asked for their views yet.
    var arrivals: [ContinuousClock.Instant] = []

    var isFull: Bool { content.records.count >= heldRecords || bytes >= heldBytes }

    mutating func add(_ record: Record) {
      content.records.append(record)
      bytes += record.byteCount
    }

    mutating func removeRecords() {
      content.records = []
      bytes = 0
    }
  }

  private let name: BytePath
  private let timing: ViewsTiming
  private let patience: DispatchTimeInterval
  private let state = Mutex(State())
  /// Signalled when something came, and when there is room again; each has one who waits.
  private let news = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// `name` is for errors.
  init(name: BytePath, for request: ViewsRequest) {
    self.name = name
    timing = request.timing
    patience = .milliseconds(Int(min(max(request.timeout, 0.001), 1e6) * 1000))
  }

  // MARK: The frames' side

  /// [one thread, once] The recording is open.
  func begin() {
    state.withLock { $0.isOpening = false }
  }

  /// [one thread] A frame was read: its views are waited for from now on, and not from when it is its turn.
  func frameCame() {
    state.withLock { $0.arrivals.append(.now) }
  }

  /// [one thread] A frame is waited for, in vain so far.
  func noFrameComes() {
    state.withLock { $0.mayDrop = true }
    room.signal()
  }

  /// [any thread] Nobody wants to read on.
  func stop() {
    state.withLock { $0.content.end = $0.content.end ?? .stopped }
    room.signal()
  }

  /// [one thread at a time] Takes what has come since.
  func take() -> Content {
    let (content, wasFull) = state.withLock { state in
      var taken = state.content
      let wasFull = state.isFull
      state.mayDrop = false
      // Times of records before the event are not known until it comes.
      taken.lacksEvent = !taken.records.isEmpty && TimeMap(timing, eventTime: taken.eventTime) == nil
      if isUnaligned(state.content) { taken.records = [] } else { state.removeRecords() }
      (state.content.dropped, state.content.lostSecrecy) = (0, StickySecrecy())
      return (taken, wasFull)
    }
    if wasFull { room.signal() }
    return content
  }

  /// [one thread at a time] When the oldest frame was read that has not asked for its views before; now, where frames need
  /// not be waited for.
  func takeArrival() -> ContinuousClock.Instant {
    state.withLock { $0.arrivals.isEmpty ? .now : $0.arrivals.removeFirst() }
  }

  /// [the one thread that takes] Waits until something came, at most until a deadline; false at the deadline.
  func waitForNews(until deadline: ContinuousClock.Instant) -> Bool {
    let left = ContinuousClock.now.duration(to: deadline) / .seconds(1)
    // By the monotonic clock: a wall clock that is set back would hold frames up for hours.
    return left > 0 && news.wait(timeout: .now() + min(left, 1e6)) == .success
  }

  // MARK: The reader's side

  enum Reception {
    case wanted
    /// Nothing that comes can be used any more.
    case unusable
    case unwanted
  }

  /// [one thread] Adds what was read, when there is room.
  func add(_ records: [Record], _ header: ScrimHeader?, _ end: End?) -> Reception {
    var rest = records[...], hasWaited = false
    while true {
      let reception: Reception? = state.withLock { state in
        if hasWaited { state.content.resumed = .now }
        switch state.content.end {
        case .stopped: return .unwanted
        case .broken, .closed: return .unusable
        case nil: break
        }
        state.content.header = header
        while let record = rest.first {
          if state.isFull {
            // What is wrong behind them covers the frames now: the records are not needed any more.
            if case .broken? = end {
              state.content.end = end
              return .unusable
            }
            guard state.mayDrop || isUnaligned(state.content) else { return nil }
            drop(&state)
            if state.content.end != nil { return .unusable }
          }
          noteAlignment(record, &state.content)
          state.add(record)
          rest.removeFirst()
        }
        state.content.end = end
        return .wanted
      }
      news.signal()
      if let reception { return reception }
      hasWaited = true
      // One writer may be held up by its views before it has written the beginning of the recording.
      if room.wait(timeout: state.withLock(\.isOpening) ? .now() + patience : .distantFuture) == .timedOut {
        state.withLock { $0.mayDrop = $0.mayDrop || $0.isOpening }
      }
    }
  }

  private func isUnaligned(_ content: Content) -> Bool {
    TimeMap(timing, eventTime: content.eventTime) == nil && content.end == nil
  }

  private func noteAlignment(_ record: Record, _ content: inout Content) {
    guard content.eventTime == nil, case .event(let event, _) = record, timing.isAligned(at: event),
      case .time(let seconds) = event.instant
    else { return }
    content.eventTime = seconds
  }

  /// Leaves the older half of the snapshots out. Events cannot be left out, since what they lead to lasts, and trees in files
  /// cannot be looked through here: where there is nothing else, everything behind is unknown.
  private func drop(_ state: inout State) {
    let records = state.content.records
    state.removeRecords()
    for (place, record) in records.enumerated() {
      guard place <= records.count / 2, case .snapshot(let entry) = record, let tree = entry.plainSnapshot else {
        state.add(record)
        continue
      }
      state.content.dropped += 1
      // What was secure in it stays so.
      state.content.lostSecrecy.note(tree)
    }
    guard state.content.records.count == records.count else { return }
    let problem = "over \(records.count / 2) events or files are ahead of the frames, more than are held"
    state.content.end = .broken(ViewsError(path: name, problem: problem))
  }
}
