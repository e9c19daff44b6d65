internal import ScrimCore

extension Snapshot {
  /// For each view, whether one of its ancestors scrolls, for all that is known: it clips, or is called so.
  var liesInScroller: [Bool] {
    var known: [String: Bool] = [:]
    func isScroller(_ view: View) -> Bool {
      if view.clips { return true }
      if let isOne = known[view.type] { return isOne }
      let name = view.type.lowercased()
      let isOne = Self.scrollerWords.contains { name.contains($0) }
      known[view.type] = isOne
      return isOne
    }
    var lies = [Bool](), scrolls = [Bool]()
    lies.reserveCapacity(views.count)
    scrolls.reserveCapacity(views.count)
    for view in views {
      lies.append(view.parent.map { lies[$0] || scrolls[$0] } ?? false)
      scrolls.append(isScroller(view))
    }
    return lies
  }

  /// What types of views that scroll have in their names.
  private static let scrollerWords = [
    "scroll", "list", "table", "collection", "pager", "recycler", "grid", "carousel", "lazy", "sliver",
  ]
}
