internal import ScrimCore

/// What in a snapshot can have been moved by a finger: there a view can stand where another of its like stood before.
struct Scrollers {
  /// For each view, whether one of its ancestors scrolls, for all that is known.
  private(set) var lies: [Bool] = []
  /// For each view, whether it is a page of what is turned page by page.
  private(set) var isPage: [Bool] = []

  init(_ snapshot: Snapshot) {
    let views = snapshot.views, isFlat = snapshot.isFlat
    var types: [String: Kind] = [:], kinds: [Kind] = []
    lies.reserveCapacity(views.count)
    isPage.reserveCapacity(views.count)
    kinds.reserveCapacity(views.count)
    for (index, view) in views.enumerated() {
      lies.append(view.parent.map { lies[$0] || kinds[$0] != .still } ?? isFlat)
      isPage.append(view.parent.map { kinds[$0] == .pager } ?? false)
      var kind = types[view.type] ?? Kind(type: view.type)
      types[view.type] = kind
      if kind == .still, snapshot.hasChildren(index), view.scrolls {
        kind = .scroller
      }
      kinds.append(kind)
    }
  }

  private enum Kind {
    case still, scroller, pager

    init(type: String) {
      // Formats without types call all of them unknown.
      let scrolls = ScrollingTypes.include(type) || type.lowercased() == "unknown"
      self = ScrollingTypes.isPager(type) ? .pager : scrolls ? .scroller : .still
    }
  }
}

extension View {
  /// How formats and view systems say that a view scrolls, whatever its type is called.
  private static let scrollNames = ["scrollable", "isScrollable", "is_scrollable"]

  /// Whether it says so, or clips, without which nothing scrolls.
  fileprivate var scrolls: Bool {
    clips
      || Self.scrollNames.contains { name in
        switch attributes[name] {
        case .boolean(let flag): flag
        case .integer(let number): number != 0
        case .text(let text): text.exposed == "true" || text.exposed == "1"
        case .null, .number, .list, .object, nil: false
        }
      }
  }
}

extension Snapshot {
  fileprivate func hasChildren(_ index: Int) -> Bool { views[index].subtreeEnd > index + 1 }

  /// Whether an application and its views are given side by side, so that nothing tells which of them lie in a scroller.
  fileprivate var isFlat: Bool {
    windows.count > 1 && windows.contains { views[$0].type == "Application" } && !windows.contains { hasChildren($0) }
  }
}
