public import ScrimCore

/// One frame as rules see it.
public struct FrameContext: Sendable {
  public var identity: FrameIdentity
  public var size: PixelSize
  public var views: FrameViews
  /// Image pixels per point, for frames without a snapshot; nil where the user gave none.
  public var scale: Double?

  public init(identity: FrameIdentity, size: PixelSize, views: FrameViews, scale: Double? = nil) {
    self.identity = identity
    self.size = size
    self.views = views
    self.scale = scale
  }
}
