internal import ScrimCore
internal import Synchronization

/// Gives the views of a `views.jsonl`.
final class SidecarProvider: ViewsProvider {
  private struct State {
    var timeline: Timeline
    var events: EventQueue
    var secrecy = StickySecrecy()
    /// How many snapshots have been looked through for secure views.
    var noted = 0
    /// The trees read last, as neighbouring frames need the same ones.
    var recent: [(index: Int, picture: PixelSize, snapshot: Snapshot)] = []
    var warnings = ViewsWarnings()
  }

  private let sidecar: Sidecar
  private let scale: Double?
  private let state: Mutex<State>

  /// Checks a sidecar against the recording, as far as that is known.
  init(_ sidecar: Sidecar, for request: ViewsRequest) throws(ViewsError) {
    let path = sidecar.file.path
    if let picture = request.firstPicture {
      do {
        _ = try sidecar.header.factors(for: picture, given: request.scale)
      } catch {
        throw ViewsError(path: path, line: 1, problem: error.problem)
      }
    }
    if let frames = request.frames {
      if sidecar.isByTime, frames.contains(where: { $0.time == nil }) {
        throw ViewsError(path: path, problem: "its records have times, and the frames have none: --fps gives them")
      }
      if !sidecar.isByTime, let first = frames.first?.index, let last = frames.last?.index {
        try Self.check(sidecar, lies: first...max(first, last))
      }
    }
    self.sidecar = sidecar
    scale = request.scale
    state = Mutex(
      State(
        timeline: Timeline(
          sidecar.snapshots.map(\.instant), maxGap: request.maxGap, first: request.frames?.first),
        events: EventQueue(sidecar.events)))
  }

  /// Whether it tells of events alone.
  var hasSnapshots: Bool { !sidecar.snapshots.isEmpty }

  func snapshots(behind index: Int) -> Int {
    sidecar.snapshots.count { entry in
      if case .frame(let frame) = entry.instant { frame > index } else { false }
    }
  }

  var warnings: ViewsWarnings { state.withLock(\.warnings) }

  func views(for frame: FrameIdentity, picture: PixelSize) -> FrameViews {
    state.withLock { state in
      let events = state.events.take(upTo: frame)
      let tree = tree(for: frame, picture: picture, &state)
      state.warnings.count(tree)
      return FrameViews(tree: tree, events: events, lifecycle: state.events.lifecycle)
    }
  }

  private func tree(for frame: FrameIdentity, picture: PixelSize, _ state: inout State) -> FrameViews.Tree {
    // Without a time nothing tells which events have happened, a cover's among them.
    if sidecar.isByTime, frame.time == nil {
      return .missing(.noSnapshot(reason: "the frame has no time, and the views have: --fps gives it one"))
    }
    // Events alone: a recording of which nobody said where its windows are.
    if sidecar.snapshots.isEmpty { return .none }
    let place = state.timeline.place(of: frame)
    do {
      switch place {
      case .exact(let index):
        try note(through: index, picture, &state)
        return .exact(state.secrecy.applied(to: try snapshot(index, picture, &state)))
      case .between(let before, let after, let fraction):
        try note(through: after, picture, &state)
        let earlier = state.secrecy.applied(to: try snapshot(before, picture, &state))
        let later = state.secrecy.applied(to: try snapshot(after, picture, &state))
        return .between(earlier, later, fraction: fraction)
      case .missing(let reason):
        try note(through: state.timeline.count(upTo: frame) - 1, picture, &state)
        return .missing(.noSnapshot(reason: reason))
      }
    } catch {
      return .missing(.badViews(reason: error.problem))
    }
  }

  /// Looks through the snapshots up to an index, those too that no frame asks for: what was secure in one between two
  /// frames, or before the first frame that is wanted, stays secure.
  private func note(through index: Int, _ picture: PixelSize, _ state: inout State) throws(TreeError) {
    while state.noted <= index {
      do throws(TreeError) {
        state.secrecy.note(try snapshot(state.noted, picture, &state))
      } catch {
        // A tree in a file of its own that cannot be read marks nothing, and is its own frames' failure.
        if sidecar.snapshots[state.noted].tree == nil { throw error }
      }
      state.noted += 1
    }
  }

  private func snapshot(_ index: Int, _ picture: PixelSize, _ state: inout State) throws(TreeError) -> Snapshot {
    if let known = state.recent.first(where: { $0.index == index && $0.picture == picture }) { return known.snapshot }
    let snapshot = try sidecar.snapshot(index, picture: picture, scale: scale)
    state.recent = state.recent.suffix(1) + [(index, picture, snapshot)]
    return snapshot
  }

  /// Refuses snapshots of frames before the first or behind the last: an index that is off by one hides the wrong
  /// places.
  private static func check(_ sidecar: Sidecar, lies frames: ClosedRange<Int>) throws(ViewsError) {
    for entry in sidecar.snapshots {
      guard case .frame(let index) = entry.instant, !frames.contains(index) else { continue }
      throw ViewsError(
        path: sidecar.file.path, line: entry.line,
        problem: index < frames.lowerBound
          ? "a snapshot of frame \(index), and the recording's first is \(frames.lowerBound)"
          : "a snapshot of frame \(index), and the recording's last is \(frames.upperBound)")
    }
  }
}
