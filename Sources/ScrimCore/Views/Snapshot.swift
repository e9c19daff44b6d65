/// The view trees of all windows at one instant, as one array in document order.
///
/// Parents stand before their children and a subtree is a range of indices, so every walk is a loop: trees of thousands
/// of levels need no stack.
public struct Snapshot: Sendable {
  public let views: [View]
  /// Indices of the windows, from the back to the front.
  public let windows: [Int]
  /// Image pixels per point.
  public let scale: Double
  /// By which factors places may be off on either axis, from the picture's origin: `1...1` where all that tells the scale
  /// agrees. Masks hold under each of them, and so does what removes a mask.
  public let doubt: ClosedRange<Double>
  /// Views whose content could not be read whole: their visible region is hidden. Empty for a tree read whole.
  public let unreadable: [Int]
  /// Whether the tree says where windows are, so that area outside of them is unknown content.
  public var hasWindows: Bool { !windows.isEmpty }

  fileprivate init(views: [View], windows: [Int], scale: Double, doubt: ClosedRange<Double>, unreadable: [Int]) {
    self.views = views
    self.windows = windows
    self.scale = scale
    self.doubt = doubt
    self.unreadable = unreadable
  }

  /// One without views or windows.
  public static func empty(scale: Double) -> Snapshot {
    Snapshot(views: [], windows: [], scale: scale, doubt: 1...1, unreadable: [])
  }

  /// The indices of a view's children, in document order.
  public func children(of index: Int) -> [Int] {
    var children = [Int](), child = index + 1
    while child < views[index].subtreeEnd {
      children.append(child)
      child = views[child].subtreeEnd
    }
    return children
  }

  /// A name for a view that holds no text of it: `#id`, or its path of types and places, as `Window[0]/Group[2]`, where
  /// it has no id or one that may tell a text.
  public func name(of index: Int) -> String {
    views[index].namingID.map { "#" + $0 } ?? path(of: index)
  }

  /// The way from the window: each step is a type and the place among the siblings of that type.
  public func path(of index: Int) -> String {
    var steps = [String](), at: Int? = index
    while let i = at {
      let siblings = views[i].parent.map(children(of:)) ?? windows
      let like = siblings.filter { views[$0].type == views[i].type }
      steps.append("\(views[i].type)[\(like.firstIndex(of: i) ?? 0)]")
      at = views[i].parent
    }
    return steps.reversed().joined(separator: "/")
  }

  /// The same tree with some views marked as secure.
  public func marking(secure indices: some Sequence<Int>) -> Snapshot {
    var marked = views
    for i in indices { marked[i].secure = .yes }
    marked.markKeyboards(in: windows)
    return Snapshot(views: marked, windows: windows, scale: scale, doubt: doubt, unreadable: unreadable)
  }
}

extension Snapshot {
  /// Whether it is the very same snapshot, and no other that is alike: their views lie in one place in memory.
  public func isSame(as other: Snapshot) -> Bool {
    // The addresses are compared, and nothing is read through them.
    unsafe views.withUnsafeBufferPointer { mine in
      unsafe other.views.withUnsafeBufferPointer { unsafe mine.baseAddress == $0.baseAddress && mine.count == $0.count }
    }
  }
}

/// Puts a snapshot together as a reader meets the nodes: `open`, its children, `close`.
public struct SnapshotBuilder {
  private var views = [View]()
  private var stack = [Int]()
  private var roots = [Int]()
  private var unreadable = [Int]()
  /// Whether the nodes are those of a page; else parents lie below children, and siblings by z.
  private var hasPaintOrder = false
  /// Whether some node has an order among its siblings.
  private var hasOrder = false

  public init() {}

  /// Takes the memory for so many nodes at once.
  public mutating func reserveCapacity(_ count: Int) { views.reserveCapacity(count) }

  /// The index that the next `open` gives.
  public var count: Int { views.count }
  public var depth: Int { stack.count }

  /// Adds a node below the innermost open one, or a window where none is open; gives its index.
  ///
  /// `paintOrder` is for pages alone. It numbers layers before what they paint below themselves, so it does not tell who
  /// is above: all nodes of a page have one draw order.
  @discardableResult
  public mutating func open(_ view: consuming View, paintOrder: Int? = nil) -> Int {
    view.parent = stack.last
    if let parent = stack.last {
      view.scene = view.scene ?? views[parent].scene
      view.process = view.process ?? views[parent].process
    } else {
      roots.append(views.count)
    }
    view.paintOrder = paintOrder
    if paintOrder != nil { hasPaintOrder = true }
    if view.z != 0 { hasOrder = true }
    stack.append(views.count)
    views.append(view)
    return views.count - 1
  }

  public mutating func close() {
    views[stack.removeLast()].subtreeEnd = views.count
  }

  /// Changes a node that is already there; its place in the tree stays.
  public mutating func update(_ index: Int, _ change: (inout View) -> Void) {
    change(&views[index])
  }

  /// Says that something below the innermost open node could not be read: that node is hidden.
  /// Gives false where no node is open: then the whole frame must be covered.
  public mutating func markUnreadable() -> Bool {
    guard let inner = stack.last else { return false }
    unreadable.append(inner)
    return true
  }

  /// The snapshot of all nodes; the builder is empty then. In place, since a tree is large.
  ///
  /// `doubt` holds 1, and is above 0.
  public mutating func finish(scale: Double, doubt: ClosedRange<Double> = 1...1) -> Snapshot {
    while !stack.isEmpty { close() }
    let windows = ordered(roots)
    for (place, window) in windows.enumerated() {
      for i in window..<views[window].subtreeEnd { views[i].window = place }
    }
    if !hasPaintOrder {
      // Nearly all trees say nothing of who is above: document order is draw order then.
      if hasOrder { setDrawOrder(from: windows) } else { for i in views.indices { views[i].drawOrder = i } }
    }
    views.markKeyboards(in: windows)
    defer { self = SnapshotBuilder() }
    return Snapshot(views: views, windows: windows, scale: scale, doubt: doubt, unreadable: unreadable)
  }

  private func ordered(_ siblings: [Int]) -> [Int] {
    // Nearly all formats, and nearly all trees, are in their order already.
    if zip(siblings, siblings.dropFirst()).allSatisfy({ views[$0].z <= views[$1].z }) { return siblings }
    return siblings.enumerated().sorted { (views[$0.element].z, $0.offset) < (views[$1.element].z, $1.offset) }.map(
      \.element)
  }

  /// Numbers the nodes in the order in which they are drawn: a parent before its children, siblings by z.
  private mutating func setDrawOrder(from windows: [Int]) {
    var todo = Array(windows.reversed()), next = 0
    while let i = todo.popLast() {
      views[i].drawOrder = next
      next += 1
      var children = [Int](), child = i + 1
      while child < views[i].subtreeEnd {
        children.append(child)
        child = views[child].subtreeEnd
      }
      todo.append(contentsOf: ordered(children).reversed())
    }
  }
}
