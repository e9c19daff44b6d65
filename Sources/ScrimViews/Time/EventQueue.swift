internal import ScrimCore

/// Hands out events in their order, each with the first frame that is not before it, and keeps the states that they
/// make.
struct EventQueue {
  private var events: [Event] = []
  private var next = 0
  private(set) var lifecycle = Lifecycle()

  /// Takes an event that is not before the last one.
  mutating func append(_ event: Event) {
    // What was handed out is not needed again.
    if next > 256 {
      events.removeFirst(next)
      next = 0
    }
    events.append(event)
  }

  /// The events since the frame asked for before, up to and with this frame's instant.
  mutating func take(upTo frame: FrameIdentity) -> [Event] {
    let start = next
    while next < events.count, events[next].instant.isNotAfter(frame) {
      lifecycle.apply(events[next])
      next += 1
    }
    return Array(events[start..<next])
  }
}

extension Event.Instant {
  /// Whether it has come when a frame is shown.
  func isNotAfter(_ frame: FrameIdentity) -> Bool {
    switch self {
    case .frame(let index): index <= frame.index
    // Without a time nothing tells whether it has happened yet; asking for one is the opening's task.
    case .time(let seconds): frame.time.map { seconds <= $0 + Timeline.tolerance } ?? false
    }
  }
}
