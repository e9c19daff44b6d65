/// Four corners in order around a view, in fractional image pixels: what a rectangle becomes under an affine map.
public struct Quad: Hashable, Sendable {
  public var corners: [Point]

  /// The corners of a rectangle after a map.
  public init(_ rect: Rect, under transform: Transform = .identity) {
    corners = [
      Point(x: rect.x, y: rect.y), Point(x: rect.maxX, y: rect.y),
      Point(x: rect.maxX, y: rect.maxY), Point(x: rect.x, y: rect.maxY),
    ].map(transform.applied(to:))
  }

  public var isFinite: Bool { corners.allSatisfy(\.isFinite) }

  /// Whether all sides are parallel to the axes.
  public var isUpright: Bool {
    let (p, q, r) = (corners[0], corners[1], corners[2])
    return (p.y == q.y && q.x == r.x) || (p.x == q.x && q.y == r.y)
  }

  /// The smallest upright rectangle around the corners.
  public var boundingBox: Rect {
    let xs = corners.map(\.x), ys = corners.map(\.y)
    let x = xs.min()!, y = ys.min()!
    return Rect(x: x, y: y, width: xs.max()! - x, height: ys.max()! - y)
  }

  /// All pixels of a picture that the quad touches, if only with a sliver. Needs finite corners.
  public func touchedPixels(within picture: PixelRect) -> Region {
    if isUpright { return Region(boundingBox.roundedOutward(within: picture)) }
    let rows = boundingBox.roundedOutward(within: picture)
    var region = RegionBuilder()
    for y in rows.top..<rows.bottom {
      guard let span = extent(from: Double(y), to: Double(y + 1)) else { continue }
      let left = max(saturated(span.lowerBound.rounded(.down)), picture.left)
      let right = min(saturated(span.upperBound.rounded(.up)), picture.right)
      region.append(row: y, spans: left < right ? [left..<right] : [])
    }
    return region.region
  }

  /// The smallest and largest x that the quad has between two heights; nil where it has none.
  private func extent(from top: Double, to bottom: Double) -> ClosedRange<Double>? {
    var low = Double.infinity, high = -Double.infinity
    for i in 0..<4 {
      let p = corners[i], q = corners[(i + 1) % 4]
      let (upper, lower) = p.y <= q.y ? (p, q) : (q, p)
      guard upper.y <= bottom, lower.y >= top else { continue }
      for y in [max(upper.y, top), min(lower.y, bottom)] {
        let share = lower.y == upper.y ? 0 : (y - upper.y) / (lower.y - upper.y)
        let x = upper.x + share * (lower.x - upper.x)
        low = min(low, x)
        high = max(high, x)
      }
      if lower.y == upper.y {
        low = min(low, lower.x)
        high = max(high, lower.x)
      }
    }
    return low <= high ? low...high : nil
  }
}
