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
  private let matching: ViewMatching
  /// For each view of the one snapshot and of the other, what the clips above it let through at most on their way.
  private var clipBoxes: (before: [PixelRect], after: [PixelRect]) = ([], [])
  private var regions: [Pair: Region] = [:]

  /// For each view of the one snapshot, the same view in the other.
  var later: [Int?] { matching.later }
  var earlier: [Int?] { matching.earlier }

  init(from before: Snapshot, to after: Snapshot, size: PixelSize) {
    self.before = ViewGeometry(before, size: size)
    self.after = ViewGeometry(after, size: size)
    matching = ViewMatching(self.before, self.after)
    clipBoxes = makeClipBoxes()
  }

  /// A clip counts where both snapshots have it above the same views, or above what only one of them has; elsewhere
  /// nothing is cut.
  private func makeClipBoxes() -> (before: [PixelRect], after: [PixelRect]) {
    let views = (before: before.snapshot.views, after: after.snapshot.views), picture = before.picture
    var boxes = [PixelRect](), inner = [PixelRect]()
    boxes.reserveCapacity(views.before.count)
    inner.reserveCapacity(views.before.count)
    for (index, view) in views.before.enumerated() {
      let same = later[index]
      var box = picture
      if let parent = view.parent, same == nil || later[parent] == same.flatMap({ views.after[$0].parent }) {
        box = inner[parent]
      }
      boxes.append(box)
      if let same, view.clips, views.after[same].clips, before.placements[index].quad != nil,
        after.placements[same].quad != nil
      {
        box = box.intersection(
          ConvexPolygon(around: sweptCorners(from: index, to: same)).touchedBox(within: picture))
      }
      inner.append(box)
    }
    var laterBoxes = [PixelRect](), laterInner = [PixelRect]()
    for (index, view) in views.after.enumerated() {
      let same = earlier[index]
      let box = same.map { boxes[$0] } ?? view.parent.map { laterInner[$0] } ?? picture
      laterBoxes.append(box)
      laterInner.append(same.map { inner[$0] } ?? box)
    }
    return (boxes, laterBoxes)
  }

  func pair(before index: Int) -> Pair { Pair(before: index, after: later[index]) }
  func pair(after index: Int) -> Pair { Pair(before: earlier[index], after: index) }

  /// The pixels in which a view can be seen at some time from the one snapshot to the other, on a straight way; a view
  /// that is only in one of them, in full, and on the way on which its like have gone.
  mutating func sweptRegion(of pair: Pair) -> Region {
    if let known = regions[pair] { return known }
    let region: Region
    switch (pair.before, pair.after) {
    case (let from?, let to?):
      let points = sweptCorners(from: from, to: to)
      region =
        points.isEmpty
        ? .empty
        : ConvexPolygon(around: points).touchedPixels(within: before.picture)
          .intersection(Region(clipBoxes.before[from]))
    case (let from?, nil):
      let way = Self.way(of: from, in: before, by: matching.waysAfterwards[from], clipBoxes.before[from])
      region = before.visibleRegion(of: from).union(way)
    case (nil, let to?):
      let way = Self.way(of: to, in: after, by: matching.waysBefore[to], clipBoxes.after[to])
      region = after.visibleRegion(of: to).union(way)
    case (nil, nil): region = .empty
    }
    regions[pair] = region
    return region
  }

  /// The pixels on the way of a view that only one snapshot has.
  private static func way(
    of index: Int, in geometry: ViewGeometry, by way: Displacement?, _ clip: PixelRect
  ) -> Region {
    guard let way, !way.isNone, let quad = geometry.placements[index].quad else { return .empty }
    return ConvexPolygon(around: way.moving(geometry.corners(of: quad))).touchedPixels(within: geometry.picture)
      .intersection(Region(clip))
  }

  /// Corners around all places of a view on its way; none where it never has an area.
  private func sweptCorners(from: Int, to: Int) -> [Point] {
    if before.placements[from].quad == nil, after.placements[to].quad == nil,
      case .noArea(let first) = before.snapshot.views[from].bounds,
      case .noArea(let second) = after.snapshot.views[to].bounds
    {
      // A line that becomes one across has an area on its way.
      guard let first, let second, max(first.width, second.width) > 0, max(first.height, second.height) > 0 else {
        return []
      }
    }
    if let turned = turnedCorners(from: from, to: to) {
      return [before, after].flatMap { end in turned.flatMap { $0.variants(over: end.snapshot.doubt) } }
    }
    return before.outline(of: from) + after.outline(of: to)
  }

  /// The same where it turns or grows, with one of its ancestors or alone: then its corners do not go straight. Nil where
  /// they do, or where nobody can tell.
  private func turnedCorners(from: Int, to: Int) -> [Point]? {
    guard let first = before.placements[from].transform, let second = after.placements[to].transform,
      first.linear != second.linear
    else { return nil }
    let views = (before: before.snapshot.views, after: after.snapshot.views)
    let drawn = (
      views.before[from].drawnRect(scale: Planner.usable(before.snapshot.scale)),
      views.after[to].drawnRect(scale: Planner.usable(after.snapshot.scale))
    )
    guard let start = drawn.0 ?? views.before[from].bounds.extent, let end = drawn.1 ?? views.after[to].bounds.extent
    else { return nil }
    var points = Quad(start).corners + Quad(end).corners
    var at = Optional((from, to))
    // Of a deep tree the nearest levels: what is turned has few.
    for _ in 0..<256 {
      guard let (index, same) = at else { return points }
      let (view, other) = (views.before[index], views.after[same])
      if let (map, otherMap) = view.maps(with: other) {
        // Where no centre is known there is nothing but a shift, which has none: any will do.
        let centres = (view.bounds.extent?.middle, other.bounds.extent?.middle)
        let centre = centres.0 ?? centres.1 ?? Point(x: 0, y: 0)
        points = TurnedWay(from: map, about: centre, to: otherMap, about: centres.1 ?? centre).swept(points)
        guard points.allSatisfy(\.isFinite) else { return nil }
        points = ConvexPolygon(around: points).corners
      }
      guard let parent = view.parent, let otherParent = other.parent else {
        return view.parent == nil && other.parent == nil ? points : nil
      }
      guard later[parent] == otherParent else { return nil }
      at = (parent, otherParent)
    }
    return Quad(Rect(before.picture)).corners
  }

  /// The pixels that a view fills surely all the way: those that it fills at both ends, as it moves straight, keeps the
  /// axes and does not grow.
  mutating func surelyFilled(from: Int, to: Int) -> Region {
    let (first, second) = (before.placements[from], after.placements[to])
    guard first.keepsAxes, second.keepsAxes, first.transform?.linear == second.transform?.linear else { return .empty }
    return before.surelyFilled(by: from).intersection(after.surelyFilled(by: to))
  }

  /// The pixels that some window covers all the way.
  mutating func coveredByWindows() -> Region {
    var parts = [Region]()
    for from in before.snapshot.windows {
      guard let to = later[from], after.snapshot.views[to].parent == nil, before.placements[from].keepsAxes,
        after.placements[to].keepsAxes
      else { continue }
      let first = before.coveredByWindow(from), second = after.coveredByWindow(to)
      // Of a box, what both ends have is covered in between; through anything else a gap can pass on the way.
      if first == second || (first.isBox && second.isBox) { parts.append(first.intersection(second)) }
    }
    return Region.union(of: parts)
  }

  /// The windows of a scene and all that sticks out of them, on their way.
  mutating func region(ofScene scene: String?) -> Region {
    let ends = [before.region(ofScene: scene), after.region(ofScene: scene)]
    guard let scene, !ends.contains(Region(before.picture)) else { return Region(before.picture) }
    var pairs = Set<Pair>()
    for (index, isOfScene) in before.isOf(scene: scene).enumerated() where isOfScene {
      pairs.insert(pair(before: index))
    }
    for (index, isOfScene) in after.isOf(scene: scene).enumerated() where isOfScene { pairs.insert(pair(after: index)) }
    return Region.union(of: ends + pairs.map { sweptRegion(of: $0) })
  }
}

extension View {
  /// The own maps of a view and of the same one later; nil where neither has one.
  fileprivate func maps(with other: View) -> (Transform, Transform)? {
    let maps = (transform ?? .identity, other.transform ?? .identity)
    return maps.0 == .identity && maps.1 == .identity ? nil : maps
  }
}

extension Region {
  fileprivate var isBox: Bool { area == Region(bounds).area }
}
