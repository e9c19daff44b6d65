internal import ScrimCore

/// Turns pages into one tree of views. A loop over a list of what is left to do: depth costs no stack.
struct DOMWalk {
  private enum Step {
    /// `isUpright`: nothing around it turns or mirrors it.
    case node(Int, page: Int, place: DOMPlace, isUpright: Bool)
    case page(Int, place: DOMPlace)
    case close
  }

  let pages: [DOMPage]
  private var elements: DOMElements
  private var builder = SnapshotBuilder()
  private var children: [[[Int]]] = []
  private var clips: [[Bool]] = []
  private var isDone: [Bool]
  private var mainPlace: DOMPlace?

  init(pages: [DOMPage], styles: DOMStyles) throws(TreeError) {
    self.pages = pages
    elements = DOMElements(styles: styles)
    isDone = pages.map { _ in false }
    builder.reserveCapacity(pages.reduce(0) { $0 + $1.parents.count })
    for page in pages {
      let children = try page.children()
      self.children.append(children)
      clips.append(DOMClip.clips(of: page, children: children, styles: styles))
    }
  }

  /// Adds a page as a window, with the pages in its frames.
  mutating func add(page: Int, at place: DOMPlace) throws(TreeError) {
    mainPlace = place
    try run(.page(page, place: place))
  }

  /// Adds the pages that no element holds, below a node of unknown place: what is sensitive in one hides the whole
  /// window.
  mutating func addUnplacedPages() throws(TreeError) {
    guard let mainPlace, isDone.contains(false) else { return }
    builder.open(View(type: "#unplaced", bounds: mainPlace.viewport))
    while let page = isDone.firstIndex(of: false) {
      try run(.page(page, place: DOMPlace(unplacedIn: mainPlace)))
    }
    builder.close()
  }

  /// The tree of all pages that were added.
  mutating func finish(scale: Double, doubt: ClosedRange<Double>) -> Snapshot {
    builder.finish(scale: scale, doubt: doubt)
  }

  private mutating func run(_ first: Step) throws(TreeError) {
    var todo = [first]
    while let step = todo.popLast() {
      switch step {
      case .close: builder.close()
      case .page(let index, let place):
        guard pages.indices.contains(index), !isDone[index] else {
          throw TreeError("a document stands in two frames, or in none that there is")
        }
        isDone[index] = true
        let roots = children[index].indices.filter { pages[index].parents[$0] == -1 }
        for node in roots.reversed() { todo.append(.node(node, page: index, place: place, isUpright: true)) }
      case .node(let node, let index, let place, let isUpright):
        let page = pages[index]
        guard DOMPage.Kind(rawValue: page.kinds[node]) != nil else {
          try skip(node, of: page, children: children[index][node])
          continue
        }
        var view = View(type: "", bounds: .unknown)
        try elements.read(node, of: page, at: place, into: &view)
        view.clips = clips[index][node]
        let content = page.contentDocuments[node]
        if let content { enter(content, from: page, &view) }
        // Only frames need to know.
        let isUprightInside = isUpright && (page.contentDocuments.isEmpty || elements.isUpright(node, of: page))
        builder.open(consume view, paintOrder: page.boxes[node]?.paintOrder ?? 0)
        todo.append(.close)
        if let content, pages.indices.contains(content) {
          let inner = DOMPlace(of: pages[content], in: page.boxes[node], of: place, isUpright: isUprightInside)
          todo.append(.page(content, place: inner))
        }
        // Children of an element with a shadow tree lie somewhere in that, and what turns them may stand there.
        let hasShadow = children[index][node].contains { page.kinds[$0] == DOMPage.Kind.fragment.rawValue }
        for child in children[index][node].reversed() {
          let isShadow = page.kinds[child] == DOMPage.Kind.fragment.rawValue
          todo.append(
            .node(child, page: index, place: place, isUpright: isUprightInside && (isShadow || !hasShadow)))
        }
      }
    }
  }

  /// A node of another kind is a comment, a type or an instruction, which have neither a box nor children. What has one
  /// is not known: the element around it is hidden.
  private mutating func skip(_ node: Int, of page: DOMPage, children: [Int]) throws(TreeError) {
    guard page.boxes[node] != nil || page.contentDocuments[node] != nil || !children.isEmpty else { return }
    guard builder.markUnreadable() else { throw TreeError("a root is of a kind that no page has") }
  }

  /// A frame with a document: it clips that, and one of another origin is another process.
  private func enter(_ content: Int, from page: DOMPage, _ view: inout View) {
    view.clips = true
    guard pages.indices.contains(content) else {
      view.isOpaqueToInspection = true
      return
    }
    view.isOpaqueToInspection = pages[content].origin.map { $0 != page.origin } ?? false
    if view.isOpaqueToInspection { view.process = pages[content].origin }
  }
}

extension DOMPage {
  /// Each node's children, in document order; a page whose nodes do not form a tree is an error.
  fileprivate func children() throws(TreeError) -> [[Int]] {
    var children = [[Int]](repeating: [], count: parents.count)
    for (node, parent) in parents.enumerated() where parent != -1 {
      // Parents stand before their children, so there is no cycle.
      guard parent >= 0, parent < node else { throw TreeError("a node stands before its parent") }
      children[parent].append(node)
    }
    return children
  }
}
