internal import ScrimCore

/// Gives the trees of files beside the frames, and the events of a `views.jsonl` that has nothing but events.
final class EventsAndTrees: ViewsProvider {
  private let events: SidecarProvider
  private let trees: TreeFilesProvider

  init(events: SidecarProvider, trees: TreeFilesProvider) {
    (self.events, self.trees) = (events, trees)
  }

  var warnings: ViewsWarnings { trees.warnings }

  func snapshots(behind index: Int) -> Int { events.snapshots(behind: index) }

  func views(for frame: FrameIdentity, picture: PixelSize) -> FrameViews {
    var views = events.views(for: frame, picture: picture)
    let tree = trees.views(for: frame, picture: picture).tree
    switch views.tree {
    // It has no snapshots, and so no views of its own.
    case .none: views.tree = tree
    // Which events have happened is not known.
    case .missing: break
    case .exact, .between: views.tree = .missing(.badViews(reason: "two snapshots of one frame"))
    }
    return views
  }
}
