internal import ScrimCore

/// Where a frame stands among the snapshots (DESIGN 6.3).
struct Timeline {
  /// Two instants that are nearer than this, in seconds, are one: sidecars give times with six digits.
  static let tolerance = 1e-6
  /// The rate by which frames are counted where neither frames nor snapshots have times.
  static let assumedRate = 30.0

  enum Place: Hashable {
    /// The snapshot of this very frame.
    case exact(Int)
    /// Above 0 and below 1 between two snapshots that follow each other.
    case between(Int, Int, fraction: Double)
    case missing(String)
  }

  /// Of the snapshots, strictly rising and all of one kind.
  private var instants: [Double] = []
  let isByTime: Bool
  private let maxGap: Double
  /// The first frame, from which the rate of a recording follows.
  private var first: FrameIdentity?
  /// The last frame that had a snapshot of its own.
  private var lastExact: FrameIdentity?

  init(isByTime: Bool, maxGap: Double, first: FrameIdentity?) {
    self.isByTime = isByTime
    self.maxGap = maxGap
    self.first = first
  }

  /// Takes the next snapshot's instant.
  mutating func append(_ instant: Event.Instant) {
    instants.append(instant.position)
  }

  /// Forgets the earliest snapshots.
  mutating func removeFirst(_ count: Int) {
    instants.removeFirst(count)
  }

  /// Whether nothing that comes behind a record can change what a frame gets: it has its own snapshot, there is one behind
  /// it, or whatever comes lies too far away. Records come in their order.
  mutating func isSettled(for frame: FrameIdentity, record: Double) -> Bool {
    first = first ?? frame
    guard let position = frame.position(byTime: isByTime) else { return true }
    let tolerance = isByTime ? Self.tolerance : 0
    if let last = instants.last, last >= position - tolerance { return true }
    guard record > position + tolerance else { return false }
    // The frame has no snapshot of its own any more. Without one before it, none behind it helps.
    guard let last = instants.last else { return true }
    if isFar(frame, from: last) { return true }
    return (record - last) * secondsPerStep(at: frame) > maxGap + Self.tolerance
  }

  /// Looks a frame up. Frames are asked for in their order; the first one gives the rate where it was not known before.
  mutating func place(of frame: FrameIdentity) -> Place {
    first = first ?? frame
    guard let position = frame.position(byTime: isByTime) else {
      return .missing("the frame has no time, and the snapshots have")
    }
    let tolerance = isByTime ? Self.tolerance : 0
    // The first snapshot that is not before the frame.
    let after = instants.partitioningIndex { $0 >= position - tolerance }
    if after < instants.count, abs(instants[after] - position) <= tolerance {
      lastExact = frame
      return .exact(after)
    }
    guard after > 0 else { return .missing("the frame lies before the first snapshot") }
    guard after < instants.count else { return .missing("the frame lies after the last snapshot") }
    let gap = instants[after] - instants[after - 1]
    guard gap * secondsPerStep(at: frame) <= maxGap + Self.tolerance, !isFar(frame, from: instants[after - 1]) else {
      return .missing("the snapshots around the frame are over \(maxGap) s apart")
    }
    return .between(after - 1, after, fraction: (position - instants[after - 1]) / gap)
  }

  /// How many snapshots there are up to a frame.
  func count(upTo frame: FrameIdentity) -> Int {
    guard let position = frame.position(byTime: isByTime) else { return 0 }
    return instants.partitioningIndex { $0 > position + (isByTime ? Self.tolerance : 0) }
  }

  /// Whether more time has passed since the frame of the snapshot before than may lie between two snapshots: frames that are
  /// counted need not come evenly.
  private func isFar(_ frame: FrameIdentity, from instant: Double) -> Bool {
    guard !isByTime, let lastExact, Double(lastExact.index) == instant, let begin = lastExact.time,
      let time = frame.time
    else { return false }
    return time - begin > maxGap + Self.tolerance
  }

  /// Seconds between two frames that follow each other, by the times of this one and the first; 1 where snapshots have
  /// times.
  private func secondsPerStep(at frame: FrameIdentity) -> Double {
    if isByTime { return 1 }
    guard let first, let begin = first.time, let time = frame.time, frame.index > first.index, time > begin else {
      return 1 / Self.assumedRate
    }
    return (time - begin) / Double(frame.index - first.index)
  }
}

extension Event.Instant {
  /// The index or the time as a number.
  var position: Double {
    switch self {
    case .frame(let index): Double(index)
    case .time(let seconds): seconds
    }
  }
}

extension FrameIdentity {
  /// Where it stands among instants of a kind; nil where it has no time.
  func position(byTime: Bool) -> Double? {
    byTime ? time : Double(index)
  }
}

extension [Double] {
  /// The index of the first element for which a condition holds, which then holds for all behind it.
  func partitioningIndex(where belongsBehind: (Double) -> Bool) -> Int {
    var low = 0, high = count
    while low < high {
      let middle = (low + high) / 2
      if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
