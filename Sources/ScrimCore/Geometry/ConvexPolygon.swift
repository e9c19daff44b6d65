/// The smallest convex polygon around some points, in fractional image pixels.
///
/// A turned view is one, and so is the area that a view sweeps over while it moves from one place to another.
public struct ConvexPolygon: Hashable, Sendable {
  /// Corners in order around the polygon; without those that lie between others.
  public let corners: [Point]

  /// Needs at least one point, and finite ones.
  public init(around points: [Point]) {
    precondition(!points.isEmpty && points.allSatisfy(\.isFinite), "only finite points have a polygon around them")
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    let chains = [Self.chain(sorted), Self.chain(sorted.reversed())]
    let around = chains.flatMap { $0.dropLast() }
    corners = around.isEmpty ? [sorted[0]] : around
  }

  /// One side of the polygon, from the first point to the last: those points at which the way turns left.
  private static func chain(_ points: some Sequence<Point>) -> [Point] {
    var chain = [Point]()
    for point in points {
      while chain.count >= 2, !turnsLeft(chain[chain.count - 2], chain[chain.count - 1], point) { chain.removeLast() }
      chain.append(point)
    }
    return chain
  }

  private static func turnsLeft(_ p: Point, _ q: Point, _ r: Point) -> Bool {
    (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0
  }

  /// The upright box around all pixels of a picture that the polygon touches; at least one, if it lies in the picture.
  public func touchedBox(within picture: PixelRect) -> PixelRect {
    let low = Point(x: corners.map(\.x).min()!, y: corners.map(\.y).min()!)
    let high = Point(x: corners.map(\.x).max()!, y: corners.map(\.y).max()!)
    return PixelRect(touchedFrom: low, to: high).intersection(picture)
  }

  /// All pixels of a picture that the polygon touches, if only with a sliver; at least one, if it lies in the picture.
  ///
  /// Pixels that it misses by no more than the rounding of the arithmetic count as touched. Where numbers are too large
  /// to tell fractions of a pixel, the whole upright box around it does.
  public func touchedPixels(within picture: PixelRect) -> Region {
    let box = touchedBox(within: picture)
    guard !isUprightBox && corners.allSatisfy(\.isPrecise) else { return Region(box) }
    let slack = self.slack
    var builder = RegionBuilder()
    for y in box.top..<box.bottom {
      guard let span = extent(from: Double(y) - slack, to: Double(y + 1) + slack) else { continue }
      let left = Int((span.lowerBound - slack).rounded(.down))
      let right = max(left + 1, Int((span.upperBound + slack).rounded(.up)))
      let spans = max(left, box.left)..<max(left, box.left, min(right, box.right))
      builder.append(rows: y..<y + 1, spans: spans.isEmpty ? [] : [spans])
    }
    return builder.region
  }

  /// The pixels of a picture that the polygon covers entirely: for what removes a mask, never for what makes one.
  public func coveredPixels(within picture: PixelRect) -> Region {
    guard corners.allSatisfy(\.isPrecise) else { return .empty }
    let slack = self.slack, ys = corners.map(\.y)
    let top = max(picture.top, Int((ys.min()! + slack).rounded(.up)))
    let bottom = min(picture.bottom, Int((ys.max()! - slack).rounded(.down)))
    var builder = RegionBuilder()
    for y in top..<max(top, bottom) {
      // A row is covered where both its edges are: what lies between them follows, as the polygon is convex.
      guard let upper = extent(from: Double(y), to: Double(y)),
        let lower = extent(from: Double(y + 1), to: Double(y + 1))
      else { continue }
      let left = max(picture.left, Int((max(upper.lowerBound, lower.lowerBound) + slack).rounded(.up)))
      let right = min(picture.right, Int((min(upper.upperBound, lower.upperBound) - slack).rounded(.down)))
      builder.append(rows: y..<y + 1, spans: left < right ? [left..<right] : [])
    }
    return builder.region
  }

  /// Whether it is a rectangle along the axes, as most views are, and what they sweep along an axis.
  private var isUprightBox: Bool {
    guard corners.count == 4 else { return false }
    return corners.indices.allSatisfy {
      let p = corners[$0], q = corners[($0 + 1) % 4]
      return p.x == q.x || p.y == q.y
    }
  }

  /// What the arithmetic here can be wrong by: 2^-52 of the largest coordinate for each step, and some steps.
  private var slack: Double {
    corners.reduce(1) { max($0, abs($1.x), abs($1.y)) } * 0x1p-46
  }

  /// The smallest and largest x that the polygon has between two heights; nil where it has none.
  private func extent(from top: Double, to bottom: Double) -> ClosedRange<Double>? {
    var low = Double.infinity, high = -Double.infinity
    for i in corners.indices {
      let p = corners[i], q = corners[i + 1 == corners.count ? 0 : i + 1]
      let (upper, lower) = p.y <= q.y ? (p, q) : (q, p)
      guard upper.y <= bottom, lower.y >= top else { continue }
      if lower.y == upper.y {
        low = min(low, p.x, q.x)
        high = max(high, p.x, q.x)
      } else {
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        let from = upper.x + (max(upper.y, top) - upper.y) * slope
        let to = upper.x + (min(lower.y, bottom) - upper.y) * slope
        low = min(low, from, to)
        high = max(high, from, to)
      }
    }
    return low <= high ? low...high : nil
  }
}
