internal import ScrimCore
internal import Synchronization

/// Gives the views of a `views.jsonl`.
final class SidecarProvider: ViewsProvider {
  private struct State {
    var lookup: SidecarLookup
    var warnings = ViewsWarnings()
  }

  private let isByTime: Bool
  /// Whether it tells of more than events.
  let hasSnapshots: Bool
  private let state: Mutex<State>

  /// Checks a sidecar against the recording, as far as that is known.
  init(_ file: InputFile, for request: ViewsRequest) throws(ViewsError) {
    let sidecar = try Sidecar(file, timing: request.timing)
    try sidecar.header.check(request, path: sidecar.path)
    if let frames = request.frames {
      if sidecar.isByTime { try request.checkTimes(path: sidecar.path) }
      if !sidecar.isByTime, let first = frames.first?.index, let last = frames.last?.index {
        try Self.check(sidecar, lies: first...max(first, last))
      }
    }
    var lookup = SidecarLookup(sidecar.header, isByTime: sidecar.isByTime, for: request)
    for entry in sidecar.snapshots { lookup.append(entry) }
    for event in sidecar.events { lookup.append(event) }
    isByTime = sidecar.isByTime
    hasSnapshots = !sidecar.snapshots.isEmpty
    state = Mutex(State(lookup: lookup))
  }

  func snapshots(behind index: Int) -> Int { state.withLock { $0.lookup.snapshots(behind: index) } }

  var warnings: ViewsWarnings { state.withLock(\.warnings) }

  func views(for frame: FrameIdentity, picture: PixelSize) -> FrameViews {
    state.withLock { state in
      var views = state.lookup.views(for: frame, picture: picture)
      // Events alone: a recording of which nobody said where its windows are.
      if !hasSnapshots, !isByTime || frame.time != nil { views.tree = .none }
      state.warnings.count(views.tree)
      return views
    }
  }

  /// Refuses snapshots of frames before the first or behind the last: an index that is off by one hides the wrong
  /// places.
  private static func check(_ sidecar: Sidecar, lies frames: ClosedRange<Int>) throws(ViewsError) {
    for entry in sidecar.snapshots {
      guard case .frame(let index) = entry.instant, !frames.contains(index) else { continue }
      throw ViewsError(
        path: sidecar.path, line: entry.line,
        problem: index < frames.lowerBound
          ? "a snapshot of frame \(index), and the recording's first is \(frames.lowerBound)"
          : "a snapshot of frame \(index), and the recording's last is \(frames.upperBound)")
    }
  }
}

extension ScrimHeader {
  /// Refuses a header that cannot be of the recording's first picture, where that is known.
  func check(_ request: ViewsRequest, path: BytePath) throws(ViewsError) {
    guard let picture = request.firstPicture else { return }
    do {
      let factors = try factors(for: picture, given: request.scale)
      if let aspect = request.pixelAspect { try check(factors.unit, fits: picture, ofPixels: aspect) }
    } catch {
      throw ViewsError(path: path, line: 1, problem: error.problem)
    }
  }
}

extension ViewsRequest {
  /// Refuses views by time of frames that have none, where the frames are known.
  func checkTimes(path: BytePath) throws(ViewsError) {
    if let frames, frames.contains(where: { $0.time == nil }) {
      throw ViewsError(path: path, problem: "its records have times, and the frames have none: --fps gives them")
    }
  }
}
