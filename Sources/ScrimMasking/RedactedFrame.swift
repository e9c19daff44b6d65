public import ScrimCore

/// A frame whose planned regions have been destroyed: the only thing that a sink takes.
///
/// No other module can make one: the initialiser is internal, and the masking module calls it in `Masker` and its extension alone.
public struct RedactedFrame: ~Copyable, Sendable {
  public let identity: FrameIdentity
  public let encoding: SourceEncoding
  /// To which masks have grown.
  public let chromaGrid: ChromaGrid
  /// Whether it is as it was recorded: nothing was to be hidden, and nothing failed. Sound that belongs to other frames may
  /// have to be silent.
  public let isClear: Bool
  private let pixels: PixelBuffer

  /// `chromaGrid`: nil is that of the pixels' format.
  init(
    identity: FrameIdentity, encoding: SourceEncoding, chromaGrid: ChromaGrid? = nil, isClear: Bool,
    pixels: consuming PixelBuffer
  ) {
    self.identity = identity
    self.encoding = encoding
    self.chromaGrid = chromaGrid ?? ChromaGrid(pixels.format)
    self.isClear = isClear
    self.pixels = pixels
  }

  public var size: PixelSize { pixels.size }
  public var format: PixelFormat { pixels.format }
  public var byteCount: Int { pixels.byteCount }
  public var planes: [PixelFormat.Plane] { pixels.planes }

  /// Lends the bytes for encoding; the pointer is void after the call.
  public borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe pixels.withBytes(body)
  }

  /// Gives the bytes away, for an encoder that keeps them: the taker frees them with `free`.
  public consuming func releasedBytes() -> UnsafeMutableRawBufferPointer { unsafe pixels.released() }

  /// A copy of the samples, for the masking module to paint on; nil where there is no memory.
  borrowing func copiedPixels(_ memory: MaskMemory) -> PixelBuffer? {
    guard var copy = memory.picture(size, format) else { return nil }
    unsafe copy.withMutableBytes { target in
      // Two buffers of one size and format have one length.
      unsafe pixels.withBytes { unsafe target.copyMemory(from: $0) }
    }
    return copy
  }
}
