/// What a recording says of its pictures' colours and shape, which an output says again. Numbers alone: no text crosses.
public struct VideoTags: Hashable, Sendable {
  /// Code points of ITU-T H.273; 2 is "not said".
  public var primaries: UInt8 = 2
  public var transfer: UInt8 = 2
  public var matrix: UInt8 = 2
  /// Nil where the recording does not say.
  public var isFullRange: Bool?
  /// Where chroma samples lie, as FFmpeg numbers it: 0 not said, 1 left, 2 centre, 3 top left.
  public var chromaPlace: UInt8 = 0
  /// Which of two fields in a picture is shown first; nil where a picture is one, or nobody says.
  public var firstField: Field?
  /// Width of a pixel over its height; nil where the recording does not say.
  public var pixelAspect: Fraction?
  /// SMPTE ST 2086: x and y of red, green, blue and white in 1/50000, highest and lowest luminance in 1/10000 cd/m².
  public var mastering: [UInt32] = []
  /// CTA 861.3: the brightest pixel and the brightest frame on average, in cd/m².
  public var lightLevel: [UInt32] = []
  /// Frames a second on average; nil where nobody knows.
  public var rate: Fraction?

  public enum Field: Hashable, Sendable {
    /// Of the rows 0, 2, 4 …, and of those between them.
    case upper, lower
  }

  public struct Fraction: Hashable, Sendable {
    public var numerator: Int32
    public var denominator: Int32

    /// Nil unless both are above zero.
    public init?(_ numerator: Int32, _ denominator: Int32) {
      guard numerator > 0, denominator > 0 else { return nil }
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  public init() {}
}
