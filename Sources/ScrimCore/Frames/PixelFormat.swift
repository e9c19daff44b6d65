/// How the samples of a picture lie in memory.
///
/// Samples of more than 8 bits take two bytes, in the machine's order. Where a file has fewer than 8 bits for a sample,
/// the frame has 8: such samples are widened by repeating their bits, which can be undone.
public struct PixelFormat: Hashable, Sendable {
  public enum Model: Hashable, Sendable {
    case gray, grayAlpha, rgb, rgba
    /// Luma and two chroma planes; a chroma sample stands for a block of this many luma samples. `.mono` has no chroma.
    case yuv(ChromaSampling)
  }

  /// The block of luma samples that one chroma sample stands for.
  public enum ChromaSampling: String, Hashable, Sendable, CaseIterable {
    case mono, s420, s422, s444

    public var blockWidth: Int { self == .s420 || self == .s422 ? 2 : 1 }
    public var blockHeight: Int { self == .s420 ? 2 : 1 }
  }

  public var model: Model
  /// Bits of a sample: 8 to 16.
  public var bitDepth: Int

  public init(_ model: Model, bitDepth: Int) {
    precondition((8...16).contains(bitDepth))
    self.model = model
    self.bitDepth = bitDepth
  }

  public var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

  /// Samples of a pixel in the first plane.
  public var channels: Int {
    switch model {
    case .gray, .yuv: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// The planes of a picture of the given size, one behind the other without padding.
  public func planes(for size: PixelSize) -> [Plane] {
    var planes = [
      Plane(offset: 0, width: size.width, height: size.height, rowBytes: size.width * channels * bytesPerSample)
    ]
    if case .yuv(let sampling) = model, sampling != .mono {
      let width = (size.width + sampling.blockWidth - 1) / sampling.blockWidth
      let height = (size.height + sampling.blockHeight - 1) / sampling.blockHeight
      for _ in 0..<2 {
        planes.append(
          Plane(offset: planes.last!.end, width: width, height: height, rowBytes: width * bytesPerSample))
      }
    }
    return planes
  }

  /// Where one plane lies in a buffer.
  public struct Plane: Hashable, Sendable {
    public var offset: Int
    /// Pixels in a row, and rows.
    public var width: Int
    public var height: Int
    public var rowBytes: Int
    /// The first byte behind it.
    public var end: Int { offset + rowBytes * height }
  }
}
