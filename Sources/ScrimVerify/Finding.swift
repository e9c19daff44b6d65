public import ScrimCore
public import ScrimInput

/// Something in an output that should not be so: names the frame and the rectangle, never what is there.
public struct Finding: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The report is not whole, or contradicts itself; a line counts from 1.
    case report(line: Int?, problem: String)
    /// The original has the frame, and the report does not.
    case unreported
    /// The report has the frame, and the original does not.
    case notInOriginal
    /// The report has the frame, and the output does not.
    case missing
    /// Something beside the frames, of which the report knows nothing.
    case unreportedFile(BytePath)
    case undecodable(InputError)
    /// The report has it as decoded, and now it cannot be.
    case originalUndecodable(InputError)
    case size(reported: PixelSize, original: PixelSize?, redacted: PixelSize)
    /// In seconds.
    case time(reported: Double, found: Double)
    /// Pixels outside of all regions that are not the original's: the box around them, and how many.
    case changedOutside(PixelRect, count: Int)
    /// Pixels of a region that its style does not paint: the box around them, how many, and how many of these are the
    /// original's.
    case notPainted(Reported, PixelRect, count: Int, original: Int)
    /// A share of the original, in percent, that can still be made out in a region through what was painted over it.
    case showsThrough(Reported, PixelRect, percent: Int)
    /// Pixels of a kind that no run makes of the original's.
    case otherKind
    /// A secure view that is hidden by a style which can be undone.
    case cosmeticOnSecure(Reported)
    /// What a file has beside its picture: a chunk's name, or words for the place.
    case ridesAlong(String)
    /// The masks could not be painted for comparison.
    case cannotPaint(FailureCause)
  }

  /// A redaction as the report names it.
  public struct Reported: Hashable, Sendable {
    public var rule: String
    public var view: String?
    public var style: StyleName
  }

  /// Nil for what concerns the whole.
  public var frame: FrameIdentity?
  public var kind: Kind

  init(_ frame: FrameIdentity?, _ kind: Kind) {
    self.frame = frame
    self.kind = kind
  }
}
