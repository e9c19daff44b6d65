/// Four corners in order around a view, in fractional image pixels: what a rectangle becomes under an affine map.
public struct Quad: Hashable, Sendable {
  /// The images of the upper left, upper right, lower right and lower left corner.
  private var first: Point
  private var second: Point
  private var third: Point
  private var fourth: Point

  /// The corners of a rectangle after a map.
  public init(_ rect: Rect, under transform: Transform = .identity) {
    first = transform.applied(to: Point(x: rect.x, y: rect.y))
    second = transform.applied(to: Point(x: rect.maxX, y: rect.y))
    third = transform.applied(to: Point(x: rect.maxX, y: rect.maxY))
    fourth = transform.applied(to: Point(x: rect.x, y: rect.maxY))
  }

  /// The quad after one more map.
  public func moved(by transform: Transform) -> Quad {
    var quad = self
    quad.first = transform.applied(to: first)
    quad.second = transform.applied(to: second)
    quad.third = transform.applied(to: third)
    quad.fourth = transform.applied(to: fourth)
    return quad
  }

  public var corners: [Point] { [first, second, third, fourth] }
  public var isFinite: Bool { first.isFinite && second.isFinite && third.isFinite && fourth.isFinite }

  /// Whether all sides are parallel to the axes.
  public var isUpright: Bool {
    (first.y == second.y && second.x == third.x && third.y == fourth.y && fourth.x == first.x)
      || (first.x == second.x && second.y == third.y && third.x == fourth.x && fourth.y == first.y)
  }

  /// The upright box around all pixels of a picture that the quad touches: at least one pixel, if it lies in the
  /// picture. Needs finite corners.
  public func touchedBox(within picture: PixelRect) -> PixelRect {
    PixelRect(touchedFrom: low, to: high).intersection(picture)
  }

  /// All pixels of a picture that the quad touches, if only with a sliver. Needs finite corners.
  public func touchedPixels(within picture: PixelRect) -> Region {
    isUpright
      ? Region(touchedBox(within: picture)) : ConvexPolygon(around: corners).touchedPixels(within: picture)
  }

  /// The pixels of a picture that the quad covers entirely: for what removes a mask. Needs finite corners.
  public func coveredPixels(within picture: PixelRect) -> Region {
    isUpright
      ? Region(PixelRect(coveredFrom: low, to: high).intersection(picture))
      : ConvexPolygon(around: corners).coveredPixels(within: picture)
  }

  private var low: Point {
    Point(x: min(first.x, second.x, third.x, fourth.x), y: min(first.y, second.y, third.y, fourth.y))
  }

  private var high: Point {
    Point(x: max(first.x, second.x, third.x, fourth.x), y: max(first.y, second.y, third.y, fourth.y))
  }
}
