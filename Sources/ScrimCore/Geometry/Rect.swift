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

  /// Widens to whole pixels and clamps to a picture.
  ///
  /// Outward, because a sliver of a letter is a leak: a rectangle with any area that meets a pixel takes all of it.
  /// Coordinates beyond the range of `Int` saturate. Needs finite coordinates.
  public func roundedOutward(within picture: PixelRect) -> PixelRect {
    precondition(isFinite, "only finite rectangles have pixels")
    guard width > 0, height > 0 else { return .empty }
    let outward = PixelRect(
      left: saturated(x.rounded(.down)), top: saturated(y.rounded(.down)),
      right: saturated(maxX.rounded(.up)), bottom: saturated(maxY.rounded(.up)))
    return outward.intersection(picture)
  }

  /// The whole pixels that lie inside entirely: for what removes a mask, never for what makes one.
  public func roundedInward(within picture: PixelRect) -> PixelRect {
    precondition(isFinite, "only finite rectangles have pixels")
    let inward = PixelRect(
      left: saturated(x.rounded(.up)), top: saturated(y.rounded(.up)),
      right: saturated(maxX.rounded(.down)), bottom: saturated(maxY.rounded(.down)))
    return inward.isEmpty ? .empty : inward.intersection(picture)
  }
}

/// A coordinate as an integer, at most 2^40 away from the origin: far beyond any picture, and sums of it do not overflow.
func saturated(_ value: Double) -> Int {
  let limit = 1_099_511_627_776.0
  return Int(max(-limit, min(limit, value)))
}
