public import ScrimCore

/// One frame as rules see it.
public struct FrameContext: Sendable {
  public var identity: FrameIdentity
  public var size: PixelSize
  public var views: FrameViews

  public init(identity: FrameIdentity, size: PixelSize, views: FrameViews) {
    self.identity = identity
    self.size = size
    self.views = views
  }
}
