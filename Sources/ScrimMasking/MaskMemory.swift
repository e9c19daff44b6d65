internal import ScrimCore

/// Where the memory of masks comes from; nil means that there is none, which covers the frame.
///
/// A value, so that a test can let it run out.
struct MaskMemory: Sendable {
  private let take: @Sendable (PixelSize, PixelFormat) -> PixelBuffer?

  init(_ take: @escaping @Sendable (PixelSize, PixelFormat) -> PixelBuffer?) {
    self.take = take
  }

  /// The machine's.
  static let system = MaskMemory { size, format in PixelBuffer(size: size, format: format) }

  func picture(_ size: PixelSize, _ format: PixelFormat) -> PixelBuffer? { take(size, format) }
}
