internal import ScrimCore

/// How far something can have moved: all of a box of vectors, in image pixels.
struct Displacement: Hashable {
  private var low: Point?
  private var high: Point?

  init() {}

  /// From a point to each of some others, and this far beyond them on both sides.
  init(from: Point, to points: [Point], beyond reach: Point) {
    for point in points {
      add(from: from, to: Point(x: point.x - reach.x, y: point.y - reach.y))
      add(from: from, to: Point(x: point.x + reach.x, y: point.y + reach.y))
    }
  }

  mutating func add(from: Point, to: Point) {
    let vector = Point(x: to.x - from.x, y: to.y - from.y)
    guard let low, let high else {
      (self.low, self.high) = (vector, vector)
      return
    }
    self.low = Point(x: min(low.x, vector.x), y: min(low.y, vector.y))
    self.high = Point(x: max(high.x, vector.x), y: max(high.y, vector.y))
  }

  func union(_ other: Displacement) -> Displacement {
    guard let low, let high else { return other }
    guard let otherLow = other.low, let otherHigh = other.high else { return self }
    var union = Displacement()
    union.low = Point(x: min(low.x, otherLow.x), y: min(low.y, otherLow.y))
    union.high = Point(x: max(high.x, otherHigh.x), y: max(high.y, otherHigh.y))
    return union
  }

  /// Moved by this, and by the other beside.
  func plus(_ other: Displacement) -> Displacement {
    guard let low, let high, let otherLow = other.low, let otherHigh = other.high else { return union(other) }
    var sum = Displacement()
    sum.low = Point(x: low.x + otherLow.x, y: low.y + otherLow.y)
    sum.high = Point(x: high.x + otherHigh.x, y: high.y + otherHigh.y)
    return sum
  }

  /// Whether nothing has moved farther than the other, but for the rounding of a pixel.
  func isNearlyWithin(_ other: Displacement) -> Bool {
    guard let low, let high else { return true }
    let least = other.low ?? Point(x: 0, y: 0), most = other.high ?? Point(x: 0, y: 0)
    return low.x >= min(0, least.x) - 1 && low.y >= min(0, least.y) - 1 && high.x <= max(0, most.x) + 1
      && high.y <= max(0, most.y) + 1
  }

  /// Whether nothing is known, or nothing has moved.
  var isNone: Bool { (low.map { $0.x == 0 && $0.y == 0 } ?? true) && (high.map { $0.x == 0 && $0.y == 0 } ?? true) }

  /// The same the other way round.
  var reversed: Displacement {
    var reversed = Displacement()
    if let low, let high {
      (reversed.low, reversed.high) = (Point(x: -high.x, y: -high.y), Point(x: -low.x, y: -low.y))
    }
    return reversed
  }

  /// Whether all vectors are one, but for the rounding of a pixel.
  var isNearlyOne: Bool {
    guard let low, let high else { return false }
    return high.x - low.x <= 1 && high.y - low.y <= 1
  }

  /// Some points, and where they can be then.
  func moving(_ points: [Point]) -> [Point] {
    guard let low, let high else { return points }
    let vectors = [
      low, high, Point(x: low.x, y: high.y), Point(x: high.x, y: low.y),
    ]
    return points + vectors.flatMap { vector in points.map { Point(x: $0.x + vector.x, y: $0.y + vector.y) } }
  }
}

extension [Point] {
  /// The corners of the box around some points: how far these are away is how far all of them are, at most.
  var outermost: [Point] {
    guard let low = map(\.x).min(), let high = map(\.x).max(), let top = map(\.y).min(), let bottom = map(\.y).max()
    else { return [] }
    return [Point(x: low, y: top), Point(x: high, y: bottom)]
  }

  /// The extent of some points, along x and along y.
  var spread: Point {
    let corners = outermost
    guard corners.count == 2 else { return Point(x: 0, y: 0) }
    return Point(x: corners[1].x - corners[0].x, y: corners[1].y - corners[0].y)
  }
}
