/// What is known of the screen at one frame.
public struct FrameViews: Sendable {
  public enum Tree: Sendable {
    /// The snapshot of this very frame.
    case exact(Snapshot)
    /// The frame lies between two snapshots; `fraction` is its place between them, above 0 and below 1.
    case between(Snapshot, Snapshot, fraction: Double)
    /// The user said that there are no views: rules with regions still work.
    case none
    /// There should be one, and there is not: the frame is covered.
    case missing(FailureCause)
  }

  public var tree: Tree
  /// Events since the frame before, in their order.
  public var events: [Event]
  /// The states after these events.
  public var lifecycle: Lifecycle

  public init(tree: Tree, events: [Event] = [], lifecycle: Lifecycle = Lifecycle()) {
    self.tree = tree
    self.events = events
    self.lifecycle = lifecycle
  }
}

/// Why a frame failed closed: facts for a message and the report, never a view's text.
public enum FailureCause: Error, Hashable, Sendable {
  /// A rule failed; the message begins with file and line and holds no text of a view.
  case rules(message: String)
  /// A budget ran out: which one, and where.
  case budget(message: String)
  case undecodable(reason: String)
  case noSnapshot(reason: String)
  /// A tree that cannot belong to the picture, or could not be read.
  case badViews(reason: String)
  /// A style, a font or a plugin failed, or memory was short.
  case masking(reason: String)
}
