/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The rectangle from the origin that has this size.
  public var rect: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }

  /// Whether both are the same picture at two scales, as far as their sides tell: one side of one of them may be a pixel
  /// off, as it was rounded.
  public func hasShape(of other: PixelSize) -> Bool {
    let (across, down) = (Double(width) * Double(other.height), Double(other.width) * Double(height))
    return abs(across - down) <= Double(max(max(width, height), max(other.width, other.height)))
  }
}

/// A rectangle of whole pixels, half-open: `left` and `top` belong to it, `right` and `bottom` do not.
///
/// Image space, y down. One without area is legal, and whatever computes one gives `PixelRect.empty`.
public struct PixelRect: Hashable, Sendable {
  public var left: Int
  public var top: Int
  public var right: Int
  public var bottom: Int

  public init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  public static let empty = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  public var width: Int { max(0, right - left) }
  public var height: Int { max(0, bottom - top) }
  public var isEmpty: Bool { left >= right || top >= bottom }
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// The pixels that both have; `.empty` where they do not meet.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let both = PixelRect(
      left: max(left, other.left), top: max(top, other.top),
      right: min(right, other.right), bottom: min(bottom, other.bottom))
    return both.isEmpty ? .empty : both
  }

  /// The smallest rectangle that holds both; an empty one counts for nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other.isEmpty ? .empty : other }
    if other.isEmpty { return self }
    return PixelRect(
      left: min(left, other.left), top: min(top, other.top),
      right: max(right, other.right), bottom: max(bottom, other.bottom))
  }

  /// Whether every pixel of the other one lies in this one.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom)
  }
}
