public import ScrimCore

/// A frame's picture, as far as it tells where things of another frame's picture lie in it.
///
/// Frames of a directory may differ in size. What is carried from one to another lies where it was in the same size. In a
/// picture of the same shape it is scaled with it. In one of another shape, as of a device that was turned or a window that
/// was given another size, everything may lie anywhere.
public struct PictureScale: Hashable, Sendable {
  public var size: PixelSize
  /// Image pixels per point, as far as its tree tells; above 0 and finite.
  public var pixelsPerPoint: Double

  public init(size: PixelSize, pixelsPerPoint: Double) {
    self.size = size
    self.pixelsPerPoint = Planner.usable(pixelsPerPoint)
  }

  /// What places in another picture have to do with those in this one.
  enum Relation {
    case same
    /// The trees of both say that all is larger or smaller, as the pictures are.
    case scaled
    /// The pictures have one shape, and trees do not say whether things have grown with them, or there is more around them.
    case scaledOrCut
    case unknown
  }

  func relation(to other: PictureScale) -> Relation {
    if size == other.size { return .same }
    if !size.hasShape(of: other.size) { return .unknown }
    let grown = factors(to: other), scale = other.pixelsPerPoint / pixelsPerPoint
    // As far as a picture may differ from its sidecar's header. A picture of nearly the same size may have lost a few rows.
    let says = scale > grown.lowerBound * 0.99 && scale < grown.upperBound * 1.01 && abs(scale - 1) > 0.01
    return says ? .scaled : .scaledOrCut
  }

  /// By how much another picture of this shape is larger, on either side: they may differ by the rounding of a pixel.
  private func factors(to other: PictureScale) -> ClosedRange<Double> {
    let across = Double(other.size.width) / Double(max(1, size.width))
    let down = Double(other.size.height) / Double(max(1, size.height))
    return min(across, down)...max(across, down)
  }

  /// All pixels of another picture in which something in this one's pixels may be seen; what fills this one, fills that.
  public func carry(_ region: Region, to other: PictureScale) -> Region {
    let relation = relation(to: other)
    if relation == .same || region.isEmpty { return region }
    if relation == .unknown || region == Region(size.rect) { return Region(other.size.rect) }
    let factors = factors(to: other)
    let grown = region.rects.map { rect in
      Region(Rect(rect).spread(over: factors).roundedOutward(within: other.size.rect))
    }
    let held = relation == .scaledOrCut ? [region.intersection(Region(other.size.rect))] : []
    return Region.union(of: grown + held)
  }
}

extension Plan {
  public var picture: PictureScale { PictureScale(size: size, pixelsPerPoint: scale) }
}

extension Redaction {
  /// The redaction in another picture: all of it, at least, and laid out in as much as its box has become.
  public func carried(from picture: PictureScale, to other: PictureScale) -> Redaction {
    if picture.size == other.size { return self }
    var carried = self
    carried.region = picture.carry(region, to: other)
    carried.bounds = picture.carry(Region(bounds.intersection(picture.size.rect)), to: other).bounds
    if carried.bounds.isEmpty { carried.bounds = carried.region.bounds }
    return carried
  }
}
