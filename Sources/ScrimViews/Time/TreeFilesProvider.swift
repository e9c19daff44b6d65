internal import ScrimCore
internal import Synchronization

/// Gives the views of files with one tree each.
final class TreeFilesProvider: ViewsProvider {
  private struct State {
    var secrecy = StickySecrecy()
    /// A file that was read before the first frame, until its frame takes it.
    var opened: TreeFile?
    /// How many of the recording's frames have been looked through for secure views.
    var noted = 0
    var warnings = ViewsWarnings()
  }

  private let files: TreeFiles
  private let frames: [FrameIdentity]
  private let format: String?
  private let scale: Double?
  private let state: Mutex<State>

  /// `opened` is the only file, where it was read already.
  init(_ files: TreeFiles, for request: ViewsRequest, opened: TreeFile? = nil) {
    state = Mutex(State(opened: opened))
    self.files = files
    frames = request.frames ?? []
    format = request.format
    scale = request.scale
  }

  var warnings: ViewsWarnings { state.withLock(\.warnings) }

  func snapshots(behind index: Int) -> Int { files.numbered(outside: 0...index).count }

  func views(for frame: FrameIdentity, picture: PixelSize) -> FrameViews {
    state.withLock { state in
      let tree = tree(for: frame, picture, &state)
      state.warnings.count(tree)
      return FrameViews(tree: tree)
    }
  }

  private func tree(for frame: FrameIdentity, _ picture: PixelSize, _ state: inout State) -> FrameViews.Tree {
    // What was secure in a frame that is left out stays secure. A tree that cannot be read marks nothing, and is its
    // own frame's failure.
    while state.noted < frames.count, frames[state.noted].index < frame.index {
      if let skipped = try? snapshot(for: frames[state.noted], picture, &state) { state.secrecy.note(skipped) }
      state.noted += 1
    }
    if state.noted < frames.count, frames[state.noted].index == frame.index { state.noted += 1 }
    do throws(TreeError) {
      guard let snapshot = try snapshot(for: frame, picture, &state) else {
        return .missing(.noSnapshot(reason: "there is no file with this frame's views"))
      }
      state.secrecy.note(snapshot)
      return .exact(state.secrecy.applied(to: snapshot))
    } catch {
      return .missing(.badViews(reason: error.problem))
    }
  }

  /// The tree in a frame's file; nil where there is no file.
  private func snapshot(
    for frame: FrameIdentity, _ picture: PixelSize, _ state: inout State
  ) throws(TreeError) -> Snapshot? {
    guard let path = files.path(for: frame) else { return nil }
    let opened = state.opened.take()
    return try TreeFile.snapshot(at: path, opened: opened, format: format, picture: picture, scale: scale)
  }
}
