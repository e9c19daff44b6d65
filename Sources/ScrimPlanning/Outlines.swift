public import ScrimCore

/// The edges of views, to be drawn over a picture that shows what rules do.
///
/// - Parameters:
///   - views: Indices in the snapshot; those without a known place have no edge.
///   - width: Of the edge in pixels, inward from the view's own.
/// - Returns: A region for each view.
public func outlines(of views: [Int], in snapshot: Snapshot, size: PixelSize, width: Int) -> [Region] {
  let geometry = ViewGeometry(snapshot, size: size)
  return views.map { index in
    guard let quad = geometry.placements[index].quad else { return .empty }
    let box = geometry.placements[index].box
    guard !quad.isUpright else {
      let inner = PixelRect(
        left: box.left + width, top: box.top + width, right: box.right - width, bottom: box.bottom - width)
      return Region(box).subtracting(Region(inner))
    }
    let inner = quad.inset(by: Double(width) + 0.5)
    let edge = quad.touchedPixels(within: size.rect)
    return inner.map { edge.subtracting($0.coveredPixels(within: size.rect)) } ?? edge
  }
}

extension Quad {
  /// What is left of the quad this far from its edges; nil where nothing is.
  fileprivate func inset(by distance: Double) -> ConvexPolygon? {
    let corners = corners
    let centre = Point(x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2)
    // The nearest side decides: no side's edge is thinner than asked for.
    let nearest = corners.indices.map { place in
      let p = corners[place], q = corners[(place + 1) % 4]
      let (dx, dy) = (q.x - p.x, q.y - p.y), length = (dx * dx + dy * dy).squareRoot()
      return length > 0 ? abs(dx * (centre.y - p.y) - dy * (centre.x - p.x)) / length : 0
    }.min()!
    guard nearest > distance else { return nil }
    let share = 1 - distance / nearest
    return ConvexPolygon(
      around: corners.map {
        Point(x: centre.x + ($0.x - centre.x) * share, y: centre.y + ($0.y - centre.y) * share)
      })
  }
}
