internal import ScrimCore

/// Where the views of a snapshot lie in the picture: quads, clips, and what stands in for what is not known.
///
/// One loop over the views in document order, in which parents come before their children; what a view inherits is
/// copied from its parent, so that nothing can leak from one sibling to the next.
struct ViewGeometry {
  /// Where one view lies, and what cuts it.
  struct Placement {
    /// All transforms from the view's own to its window's; nil where one of them maps nothing to anything.
    var transform: Transform?
    /// The same transforms with all numbers as their distances from zero: no number on the way from a corner to its place
    /// is further out than what this makes of the corner.
    var reach = Transform.identity
    /// Whether the view and all its ancestors keep the axes: no rotation, no skew.
    var keepsAxes = true
    /// Nil without area and where the place is not known.
    var quad: Quad?
    /// The upright box around the pixels that the quad touches, cut to the picture; not cut by clips.
    var box = PixelRect.empty
    /// What upright clips let through at most.
    var clipBox: PixelRect
    /// The nearest ancestor that clips and is turned; its own placement leads to the next one.
    var turnedClip: Int?
    /// The pixels that all upright clips let through surely; empty where a clip's place is not known.
    var sureClipBox: PixelRect
    /// The nearest ancestor that clips and whose sure pixels are no rectangle: it is turned or has round corners.
    var shapedClip: Int?
    /// The nearest view, itself included, that has an area in the picture.
    var container: Int?
  }

  let snapshot: Snapshot
  let picture: PixelRect
  let placements: [Placement]
  /// Where the windows that are to be seen lie, once that was asked for.
  var visibleWindows: [PixelRect]?
  private var turnedClips: [Int: Region] = [:]
  private var shapes: [Int: Region] = [:]

  init(_ snapshot: Snapshot, size: PixelSize) {
    self.snapshot = snapshot
    picture = size.rect
    let scale = Planner.usable(snapshot.scale)
    let window = Placement(transform: .identity, clipBox: picture, sureClipBox: picture)
    var placements = [Placement]()
    placements.reserveCapacity(snapshot.views.count)
    for view in snapshot.views {
      var placement = window
      if let parent = view.parent {
        placement = Self.inherited(
          from: placements[parent], at: parent, clips: snapshot.views[parent], picture, snapshot.doubt)
      }
      placement.place(view, at: placements.count, in: picture, scale: scale, doubt: snapshot.doubt)
      placements.append(placement)
    }
    self.placements = placements
  }

  /// What a child has before its own members count.
  private static func inherited(
    from parent: Placement, at index: Int, clips view: View, _ picture: PixelRect, _ doubt: ClosedRange<Double>
  ) -> Placement {
    var placement = parent
    placement.quad = nil
    placement.box = .empty
    guard view.clips else { return placement }
    guard let quad = parent.quad, !view.isSomewhere else {
      // Where it clips is not known: it cuts no mask, and nothing in it is surely seen.
      placement.sureClipBox = .empty
      return placement
    }
    placement.clipBox = placement.clipBox.intersection(parent.box)
    if !quad.isUpright { placement.turnedClip = index }
    if quad.isUpright && view.cornerRadius == 0 {
      let sure = quad.coveredPixels(within: picture, whatever: doubt).bounds
      placement.sureClipBox = placement.sureClipBox.intersection(sure)
    } else {
      placement.shapedClip = index
    }
    return placement
  }

  /// The pixels in which a view that is to be hidden can be seen, outward.
  ///
  /// A view whose place is not known takes the area of its nearest ancestor that has one in the picture, or the whole
  /// picture; so does one without area if `orContainer`.
  mutating func visibleRegion(of index: Int, orContainer: Bool = false) -> Region {
    let placement = placements[index]
    if placement.quad != nil { return cut(ownPixels(of: index), by: placement) }
    if snapshot.views[index].bounds.hasNoArea && !orContainer { return .empty }
    return cut(containerRegion(of: index), by: placement)
  }

  /// The corners of a view before any clip, or of the ancestor or picture that stands in for it where its place is not
  /// known; of a view without area its line or point, none where that is not given.
  func outline(of index: Int) -> [Point] {
    if let quad = placements[index].quad { return corners(of: quad) }
    if case .noArea(let rect) = snapshot.views[index].bounds {
      guard let rect else { return [] }
      if let quad = placements[index].quad(of: rect) { return corners(of: quad) }
    }
    let container = placements[index].container.flatMap { placements[$0].quad }
    return container.map(corners) ?? Quad(Rect(picture)).corners
  }

  /// The corners of a quad in all places that it may have.
  func corners(of quad: Quad) -> [Point] { quad.variants(over: snapshot.doubt).flatMap(\.corners) }

  /// The pixels that a view covers entirely, wherever it lies of the places that it may have; without a look at round
  /// corners and clips.
  func surelyCovered(by index: Int) -> Region {
    guard let quad = placements[index].quad, !snapshot.views[index].isSomewhere else { return .empty }
    return quad.coveredPixels(within: picture, whatever: snapshot.doubt)
  }

  private mutating func containerRegion(of index: Int) -> Region {
    var next = placements[index].container
    while let at = next {
      let region = cut(ownPixels(of: at), by: placements[at])
      if !region.isEmpty { return region }
      next = snapshot.views[at].parent.flatMap { placements[$0].container }
    }
    return Region(picture)
  }

  private func ownPixels(of index: Int) -> Region {
    guard let quad = placements[index].quad else { return .empty }
    return quad.isUpright
      ? Region(placements[index].box) : ConvexPolygon(around: corners(of: quad)).touchedPixels(within: picture)
  }

  /// Cuts a mask by the clips above a view.
  ///
  /// Of turned clips, the sixteen nearest count: work stays bounded in any tree, and fewer cuts hide more.
  private mutating func cut(_ region: Region, by placement: Placement) -> Region {
    var region = region.intersection(Region(placement.clipBox))
    var next = placement.turnedClip
    for _ in 0..<16 {
      guard let at = next, !region.isEmpty else { break }
      let clip = turnedClips[at] ?? ownPixels(of: at)
      turnedClips[at] = clip
      region = region.intersection(clip)
      next = placements[at].turnedClip
    }
    return region
  }

  /// The pixels that a view fills surely, inward: without its round corners, cut to all its clips. For what removes a
  /// mask: where anything is unknown, there are none.
  mutating func surelyFilled(by index: Int) -> Region {
    let placement = placements[index]
    var region = shape(of: index).intersection(Region(placement.sureClipBox))
    var next = placement.shapedClip
    for _ in 0..<16 {
      guard let at = next, !region.isEmpty else { return region }
      region = region.intersection(shape(of: at))
      next = placements[at].shapedClip
    }
    return next == nil ? region : .empty
  }

  /// A view's covered pixels without its round corners: two bars that cross.
  private mutating func shape(of index: Int) -> Region {
    if let known = shapes[index] { return known }
    let view = snapshot.views[index], placement = placements[index], radius = view.cornerRadius
    guard placement.quad != nil, case .rect(let rect) = view.bounds, let transform = placement.transform,
      radius.isFinite, radius >= 0, !view.isSomewhere
    else { return .empty }
    var bars = [rect]
    if radius > 0 {
      bars = [
        Rect(x: rect.x + radius, y: rect.y, width: rect.width - 2 * radius, height: rect.height),
        Rect(x: rect.x, y: rect.y + radius, width: rect.width, height: rect.height - 2 * radius),
      ].filter { $0.width > 0 && $0.height > 0 }
    }
    let shape = Region.union(
      of: bars.map { Quad($0, under: transform) }.filter(\.isFinite).map {
        $0.coveredPixels(within: picture, whatever: snapshot.doubt)
      })
    shapes[index] = shape
    return shape
  }
}

extension ViewGeometry.Placement {
  /// Adds a view's own transform and bounds to what it has from its parent.
  fileprivate mutating func place(
    _ view: View, at index: Int, in picture: PixelRect, scale: Double, doubt: ClosedRange<Double>
  ) {
    if let own = view.transform, own != .identity {
      compose(own, of: view)
      keepsAxes = keepsAxes && own.b == 0 && own.c == 0
    }
    guard let rect = view.drawnRect(scale: scale), rect.width > 0, let quad = quad(of: rect) else { return }
    self.quad = quad
    box = quad.touchedBox(within: picture)
    if doubt != 1...1 {
      box = ConvexPolygon(around: quad.variants(over: doubt).flatMap(\.corners)).touchedBox(within: picture)
    }
    if !box.intersection(clipBox).isEmpty { container = index }
  }

  /// Where the transforms take a rectangle; nil where that cannot be told, if only because numbers on the way are too
  /// large to tell parts of a pixel: they may cancel out to a place that looks like any other.
  fileprivate func quad(of rect: Rect) -> Quad? {
    let furthest = Point(x: max(abs(rect.x), abs(rect.maxX)), y: max(abs(rect.y), abs(rect.maxY)))
    guard let transform, rect.isFinite, reach.applied(to: furthest).isPrecise else { return nil }
    return Quad(rect, under: transform)
  }

  /// Puts the view's own transform about its own centre before its ancestors'; nil where it cannot be told where that
  /// leads.
  private mutating func compose(_ own: Transform, of view: View) {
    guard let above = transform else { return }
    transform = nil
    // A turn or a scale about a centre that is not known leads anywhere.
    guard own.isInvertible, let centre = own.isShift ? Point(x: 0, y: 0) : view.bounds.extent?.middle else { return }
    let all = own.about(centre).followed(by: above)
    let away = Transform.translation(x: abs(centre.x), y: abs(centre.y))
    reach = away.followed(by: own.magnitudes).followed(by: away).followed(by: reach)
    guard all.isInvertible, reach.isPrecise else { return }
    transform = all
  }
}

extension Quad {
  /// The pixels that it covers entirely under every factor of its snapshot's doubt.
  func coveredPixels(within picture: PixelRect, whatever doubt: ClosedRange<Double>) -> Region {
    if doubt == 1...1 { return coveredPixels(within: picture) }
    let parts = variants(over: doubt).map { $0.coveredPixels(within: picture) }
    return parts.dropFirst().reduce(parts[0]) { $0.intersection($1) }
  }
}

extension Rect {
  var middle: Point { Point(x: x + width / 2, y: y + height / 2) }
}

extension Transform {
  fileprivate var magnitudes: Transform {
    Transform(a: abs(a), b: abs(b), c: abs(c), d: abs(d), tx: abs(tx), ty: abs(ty))
  }

  /// Whether all of its numbers tell parts of a pixel.
  fileprivate var isPrecise: Bool {
    [Point(x: a, y: b), Point(x: c, y: d), Point(x: tx, y: ty)].allSatisfy(\.isPrecise)
  }
}
