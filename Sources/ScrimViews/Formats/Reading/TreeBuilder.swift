internal import ScrimCore

/// Puts a tree together from nodes in document order, each with its level, as nearly all files list them.
///
/// `Context` is what a node hands on to its children: an origin, say.
struct TreeBuilder<Context> {
  private struct Open {
    var level: Int
    var context: Context
    /// Its own process, or that of the nearest ancestor that has one.
    var process: String?
  }

  private var builder = SnapshotBuilder()
  private var types = TypeFacts()
  private var open: [Open] = []

  /// `capacity`: how many nodes will come, about.
  init(capacity: Int) {
    builder.reserveCapacity(capacity)
  }

  /// Ends the nodes that do not enclose one of this level; gives what the innermost that does hands on, nil for a root.
  mutating func parent(ofLevel level: Int) -> Context? {
    while let last = open.last, last.level >= level {
      builder.close()
      open.removeLast()
    }
    return open.last?.context
  }

  /// Adds a node below the innermost open one, after `parent(ofLevel:)`.
  ///
  /// `isUnreadable`: something of it, or below it, could not be read, so that it is hidden.
  mutating func add(_ view: consuming View, level: Int, context: Context, isUnreadable: Bool = false) {
    types.apply(to: &view)
    // A widget, a dialog or an extension: another program draws it.
    let around = open.last?.process
    if let process = view.process, let around, process != around { view.isOpaqueToInspection = true }
    open.append(Open(level: level, context: context, process: view.process ?? around))
    builder.open(consume view)
    if isUnreadable { _ = builder.markUnreadable() }
  }

  /// Says that something below the innermost open node is missing; false where none is open, so that the frame must be
  /// covered.
  mutating func markParentUnreadable() -> Bool { builder.markUnreadable() }

  /// The tree. One without any view is an error: nothing would be known of the picture.
  mutating func finish(scale: PictureScale) throws(TreeError) -> Snapshot {
    guard builder.count > 0 else { throw TreeError("it has no view") }
    return builder.finish(scale: scale.factor, doubt: scale.doubt)
  }
}

/// The depths at which writers stop without a word.
///
/// Where a tree's deepest level is exactly the writer's limit, what is there may have had children: each of it is hidden.
/// Writers count the root as 0 or as 1, so both last levels count.
struct DepthLimit {
  /// As the writer's default has it.
  let limit: Int
  /// The level of the deepest node; a root's is 0.
  let deepest: Int

  func isSuspicious(_ level: Int) -> Bool {
    level == deepest && (limit - 1...limit).contains(level)
  }
}
