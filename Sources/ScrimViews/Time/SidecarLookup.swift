internal import ScrimCore

/// Looks up frames among a sidecar's snapshots and events, of all or of those that have come so far.
struct SidecarLookup {
  private var timeline: Timeline
  private var entries: [SidecarEntry] = []
  private var events = EventQueue()
  private var secrecy = StickySecrecy()
  /// How many of the entries have been looked through for secure views.
  private var noted = 0
  /// The trees read last, as neighbouring frames need the same ones.
  private var recent: [(line: Int, picture: PixelSize, snapshot: Snapshot)] = []

  private let header: ScrimHeader
  private let scale: Double?
  private let isByTime: Bool

  init(_ header: ScrimHeader, isByTime: Bool, for request: ViewsRequest) {
    self.header = header
    self.isByTime = isByTime
    scale = request.scale
    timeline = Timeline(isByTime: isByTime, maxGap: request.maxGap, first: request.frames?.first)
  }

  mutating func append(_ entry: SidecarEntry) {
    timeline.append(entry.instant)
    entries.append(entry)
  }

  mutating func append(_ event: Event) {
    events.append(event)
  }

  /// What is known at a frame. Frames are asked for in their order.
  mutating func views(for frame: FrameIdentity, picture: PixelSize) -> FrameViews {
    let passed = events.take(upTo: frame)
    return FrameViews(tree: tree(for: frame, picture: picture), events: passed, lifecycle: events.lifecycle)
  }

  private mutating func tree(for frame: FrameIdentity, picture: PixelSize) -> FrameViews.Tree {
    // Without a time nothing tells which events have happened, a cover's among them.
    if isByTime, frame.time == nil {
      return .missing(.noSnapshot(reason: "the frame has no time, and the views have: --fps gives it one"))
    }
    do {
      switch timeline.place(of: frame) {
      case .exact(let index):
        try note(through: index, picture)
        return .exact(secrecy.applied(to: try snapshot(index, picture)))
      case .between(let before, let after, let fraction):
        try note(through: after, picture)
        let earlier = secrecy.applied(to: try snapshot(before, picture))
        let later = secrecy.applied(to: try snapshot(after, picture))
        return .between(earlier, later, fraction: fraction)
      case .missing(let reason):
        try note(through: timeline.count(upTo: frame) - 1, picture)
        return .missing(.noSnapshot(reason: reason))
      }
    } catch {
      return .missing(.badViews(reason: error.problem))
    }
  }

  /// Looks through the snapshots up to an index, those too that no frame asks for: what was secure in one between two
  /// frames, or before the first frame that is wanted, stays secure.
  private mutating func note(through index: Int, _ picture: PixelSize) throws(TreeError) {
    while noted <= index {
      do throws(TreeError) {
        secrecy.note(try snapshot(noted, picture))
      } catch {
        // A tree in a file of its own that cannot be read marks nothing, and is its own frames' failure.
        if !entries[noted].hasOwnFile { throw error }
      }
      noted += 1
    }
  }

  private mutating func snapshot(_ index: Int, _ picture: PixelSize) throws(TreeError) -> Snapshot {
    let entry = entries[index]
    if let known = recent.first(where: { $0.line == entry.line && $0.picture == picture }) { return known.snapshot }
    let snapshot = try entry.snapshot(header, picture: picture, scale: scale)
    recent = recent.suffix(1) + [(entry.line, picture, snapshot)]
    return snapshot
  }

  // MARK: Of a stream

  /// Whether nothing that comes behind a record can change what a frame gets, but for events of its own instant.
  mutating func isSettled(for frame: FrameIdentity, record: Double) -> Bool {
    timeline.isSettled(for: frame, record: record)
  }

  /// Forgets the snapshots that no later frame needs.
  mutating func forget(before frame: FrameIdentity) {
    // The last one up to the frame is the one before the next frame.
    remove(min(noted, timeline.count(upTo: frame) - 1))
  }

  /// Forgets all snapshots, since some behind them are lost: nothing may be bridged across these. `lost` is what was secure
  /// in them.
  mutating func forgetAll(lost: StickySecrecy, _ picture: PixelSize?) {
    while noted < entries.count {
      // One that cannot be read is the failure of the frames that it stood for.
      let tree = entries[noted].plainSnapshot ?? picture.flatMap { try? snapshot(noted, $0) }
      if let tree { secrecy.note(tree) }
      noted += 1
    }
    remove(entries.count)
    secrecy.add(lost)
  }

  private mutating func remove(_ count: Int) {
    guard count > 0 else { return }
    timeline.removeFirst(count)
    entries.removeFirst(count)
    noted -= count
  }

  /// How many snapshots stand behind a frame by their numbers.
  func snapshots(behind index: Int) -> Int {
    entries.count { $0.instant.lies(behind: index) }
  }
}

extension Event.Instant {
  /// Whether it is that of a frame behind another.
  func lies(behind index: Int) -> Bool {
    if case .frame(let frame) = self { frame > index } else { false }
  }
}
