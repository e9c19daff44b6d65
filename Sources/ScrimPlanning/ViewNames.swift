internal import ScrimCore

/// Names of views for plans: as `Snapshot.name(of:)` gives them, but for many views of a large tree.
///
/// The places among siblings are counted once, for all views, when the first path is asked for.
struct ViewNames {
  private let snapshot: Snapshot
  private lazy var places = Self.places(in: snapshot)
  private lazy var depths = Self.depths(in: snapshot)

  /// How many steps of a path are written out. A tree of 100,000 levels has that many paths of that length.
  private static let longestPath = 64

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// `#id`, or the path of types and places where there is none or it may tell a text; of a path that is too long, the last
  /// steps and how many are left out.
  mutating func name(of index: Int) -> String {
    if let id = snapshot.views[index].namingID { return "#" + id }
    var steps = [String](), at: Int? = index
    while let i = at, steps.count < Self.longestPath {
      steps.append("\(snapshot.views[i].type)[\(places[i])]")
      at = snapshot.views[i].parent
    }
    if let at { steps.append("…(\(depths[at] + 1))") }
    return steps.reversed().joined(separator: "/")
  }

  private static func depths(in snapshot: Snapshot) -> [Int] {
    snapshot.views.reduce(into: []) { depths, view in depths.append(view.parent.map { depths[$0] + 1 } ?? 0) }
  }

  /// For each view, its place among the siblings of its type, from 0; windows count from the back to the front.
  static func places(in snapshot: Snapshot) -> [Int] {
    struct Like: Hashable {
      var parent: Int?
      var type: String
    }
    var counts = [Like: Int](), places = [Int](repeating: 0, count: snapshot.views.count)
    func place(_ index: Int) {
      let like = Like(parent: snapshot.views[index].parent, type: snapshot.views[index].type)
      places[index] = counts[like, default: 0]
      counts[like, default: 0] += 1
    }
    for window in snapshot.windows { place(window) }
    for index in snapshot.views.indices where snapshot.views[index].parent != nil { place(index) }
    return places
  }
}
