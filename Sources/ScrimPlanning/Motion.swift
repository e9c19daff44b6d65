internal import ScrimCore

/// Two snapshots, and the way that each view takes from one to the other.
struct Motion {
  /// A view in the earlier snapshot, in the later one, or in both.
  struct Pair: Hashable {
    var before: Int?
    var after: Int?
  }

  var before: ViewGeometry
  var after: ViewGeometry
  /// For each view of the one snapshot, the same view in the other.
  private(set) var later: [Int?]
  private(set) var earlier: [Int?]
  /// For each view of the earlier snapshot, what the clips above it let through at most on their way.
  private let clipBoxes: [PixelRect]
  private var regions: [Pair: Region] = [:]

  init(from before: Snapshot, to after: Snapshot, size: PixelSize) {
    self.before = ViewGeometry(before, size: size)
    self.after = ViewGeometry(after, size: size)
    var identities = ViewIdentities()
    let first = identities.numbers(of: before), second = identities.numbers(of: after)
    let places = Dictionary(uniqueKeysWithValues: zip(second, second.indices))
    later = first.map { places[$0] }
    earlier = [Int?](repeating: nil, count: second.count)
    for (index, same) in later.enumerated() {
      if let same { earlier[same] = index }
    }
    clipBoxes = Self.clipBoxes(self.before, self.after, later)
  }

  /// A clip counts where both snapshots have it above the same views; elsewhere nothing is cut.
  private static func clipBoxes(_ before: ViewGeometry, _ after: ViewGeometry, _ later: [Int?]) -> [PixelRect] {
    var boxes = [PixelRect]()
    boxes.reserveCapacity(later.count)
    for (index, view) in before.snapshot.views.enumerated() {
      guard let same = later[index], let parent = view.parent, let laterParent = after.snapshot.views[same].parent,
        later[parent] == laterParent
      else {
        boxes.append(before.picture)
        continue
      }
      var box = boxes[parent]
      if before.snapshot.views[parent].clips && after.snapshot.views[laterParent].clips,
        let from = before.placements[parent].quad, let to = after.placements[laterParent].quad
      {
        box = box.intersection(
          ConvexPolygon(around: from.corners + to.corners).touchedBox(within: before.picture))
      }
      boxes.append(box)
    }
    return boxes
  }

  func pair(before index: Int) -> Pair { Pair(before: index, after: later[index]) }
  func pair(after index: Int) -> Pair { Pair(before: earlier[index], after: index) }

  /// The pixels in which a view can be seen at some time from the one snapshot to the other, on a straight way; a view
  /// that is only in one of them, in full.
  mutating func sweptRegion(of pair: Pair) -> Region {
    if let known = regions[pair] { return known }
    let region: Region
    switch (pair.before, pair.after) {
    case (let from?, let to?):
      let points = before.outline(of: from) + after.outline(of: to)
      region =
        points.isEmpty
        ? .empty
        : ConvexPolygon(around: points).touchedPixels(within: before.picture)
          .intersection(Region(clipBoxes[from]))
    case (let from?, nil): region = before.visibleRegion(of: from)
    case (nil, let to?): region = after.visibleRegion(of: to)
    case (nil, nil): region = .empty
    }
    regions[pair] = region
    return region
  }

  /// The pixels that a view fills surely all the way: those that it fills at both ends, as it moves straight and keeps
  /// the axes.
  mutating func surelyFilled(from: Int, to: Int) -> Region {
    guard before.placements[from].keepsAxes && after.placements[to].keepsAxes else { return .empty }
    return before.surelyFilled(by: from).intersection(after.surelyFilled(by: to))
  }

  /// The pixels that some window covers all the way.
  func coveredByWindows() -> Region {
    Region.union(
      of: before.snapshot.windows.map { from in
        guard let to = later[from], after.snapshot.views[to].parent == nil, before.placements[from].keepsAxes,
          after.placements[to].keepsAxes
        else { return .empty }
        return before.coveredByWindow(from).intersection(after.coveredByWindow(to))
      })
  }

  /// The windows of a scene on their way.
  mutating func region(ofScene scene: String?) -> Region {
    let ends = [before.region(ofScene: scene), after.region(ofScene: scene)]
    let windows = before.snapshot.windows.filter { scene != nil && before.snapshot.views[$0].scene == scene }
    return Region.union(of: ends + windows.map { sweptRegion(of: pair(before: $0)) })
  }
}
