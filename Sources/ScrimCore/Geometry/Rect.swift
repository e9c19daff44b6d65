/// A rectangle in fractional image pixels, y down.
public struct Rect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public init(_ rect: PixelRect) {
    self.init(x: Double(rect.left), y: Double(rect.top), width: Double(rect.width), height: Double(rect.height))
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var isFinite: Bool { x.isFinite && y.isFinite && maxX.isFinite && maxY.isFinite }

  /// Every coordinate multiplied by a factor, as from points to pixels.
  public func scaled(by factor: Double) -> Rect {
    Rect(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }

  public func offset(x dx: Double, y dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// The smallest rectangle around both; where a coordinate is not finite, one of no finite numbers.
  public func union(_ other: Rect) -> Rect {
    guard isFinite, other.isFinite else { return Rect(x: .nan, y: .nan, width: .nan, height: .nan) }
    let x = min(self.x, other.x), y = min(self.y, other.y)
    return Rect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// Widens to whole pixels and clamps to a picture.
  ///
  /// Outward, because a sliver of a letter is a leak: a rectangle with any area takes every pixel that it meets, and at
  /// least one. Coordinates beyond the range of `Int` saturate. Needs finite coordinates.
  public func roundedOutward(within picture: PixelRect) -> PixelRect {
    precondition(isFinite, "only finite rectangles have pixels")
    guard width > 0, height > 0 else { return .empty }
    return PixelRect(touchedFrom: Point(x: x, y: y), to: Point(x: maxX, y: maxY)).intersection(picture)
  }

  /// The whole pixels that lie inside entirely: for what removes a mask, never for what makes one.
  ///
  /// An edge that misses a whole pixel by less than 2^-20 counts as on it, for products of points and scales miss by
  /// that, and so little of a pixel shows in no sample of 16 bits. Needs finite coordinates.
  public func roundedInward(within picture: PixelRect) -> PixelRect {
    precondition(isFinite, "only finite rectangles have pixels")
    return PixelRect(coveredFrom: Point(x: x, y: y), to: Point(x: maxX, y: maxY)).intersection(picture)
  }
}

extension PixelRect {
  /// The pixels that an upright rectangle between two finite corners touches: at least one, so that nothing is too small
  /// to be hidden.
  init(touchedFrom low: Point, to high: Point) {
    let left = saturated(low.x.rounded(.down)), top = saturated(low.y.rounded(.down))
    self.init(
      left: left, top: top, right: max(left + 1, saturated(high.x.rounded(.up))),
      bottom: max(top + 1, saturated(high.y.rounded(.up))))
  }

  /// The pixels that an upright rectangle between two finite corners covers entirely, `.empty` where there are none.
  ///
  /// Where numbers are too large to tell fractions of a pixel, nothing is covered.
  init(coveredFrom low: Point, to high: Point) {
    guard low.isPrecise && high.isPrecise else {
      self = .empty
      return
    }
    let slack = 0x1p-20
    self.init(
      left: Int((low.x - slack).rounded(.up)), top: Int((low.y - slack).rounded(.up)),
      right: Int((high.x + slack).rounded(.down)), bottom: Int((high.y + slack).rounded(.down)))
    if isEmpty { self = .empty }
  }
}

/// How far from the origin a coordinate still tells fractions of a pixel; far beyond any picture.
let preciseLimit = 0x1p40

/// A coordinate as an integer, at most 2^40 away from the origin, so that sums do not overflow.
func saturated(_ value: Double) -> Int {
  Int(max(-preciseLimit, min(preciseLimit, value)))
}
