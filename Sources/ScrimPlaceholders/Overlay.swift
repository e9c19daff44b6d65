public import ScrimCore

/// The words and the symbol that stand on a mask: everything that their picture depends on.
///
/// Nothing in it comes from the pixels, so that length and place of a placeholder tell only what the rules and the
/// view's bounds tell.
public struct Overlay: Hashable, Sendable {
  /// Where the label stands in its mask.
  public enum Placement: Hashable, Sendable {
    /// In the middle, with a little room to the edges.
    case middle
    /// As the privacy screen has it, with safe margins.
    case cover(RedactionStyle.Layout)
  }

  /// The mask's size in pixels; nothing is drawn outside of it.
  public var size: PixelSize
  /// Image pixels per point; finite and above 0.
  public var scale: Double
  public var text: String?
  public var textStyle = TextStyle.body
  public var contentSize = ContentSize.large
  /// A font family; nil is the system's.
  public var font: String?
  public var align = TextAlignment.center
  public var symbol = RedactionStyle.Symbol.none
  public var placement = Placement.middle

  public init(size: PixelSize, scale: Double) {
    self.size = size
    self.scale = scale
  }

  public var isEmpty: Bool { symbol == .none && (text ?? "").isEmpty }

  /// The type size in pixels when nothing has to shrink: points times scale.
  var fullSize: Double { Double(textStyle.metrics(at: contentSize).size) * scale }

  /// The smallest legible type size in pixels: 11 points, the least that Apple's guidelines allow.
  var leastSize: Double { min(11 * scale, fullSize) }

  /// The distance of baselines in whole pixels at a type size: rounded after the multiplication.
  func leading(at size: Double) -> Int {
    let (points, leading) = textStyle.metrics(at: contentSize)
    return max(1, Int((Double(leading) / Double(points) * size).rounded()))
  }
}

/// How much of each pixel a label covers: 0 is none of it, 255 all.
public struct CoverageBitmap: Hashable, Sendable {
  /// Where the bitmap lies in its mask, in pixels.
  public let bounds: PixelRect
  /// Row by row from the top left, `bounds.width` times `bounds.height` values.
  public let coverage: [UInt8]

  init(bounds: PixelRect, coverage: [UInt8]) {
    self.bounds = bounds
    self.coverage = coverage
  }
}

/// What can go wrong when a label is drawn: facts. The caller covers the frame.
public enum PlaceholderError: Error, Hashable, Sendable {
  /// Pango gave no object, for want of memory or fonts.
  case noTextEngine
  /// Cairo refused, with its status code.
  case cairo(status: UInt32)
}
