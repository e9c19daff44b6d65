/// What a frame is called: by messages, by the report, by the output.
public struct FrameIdentity: Hashable, Sendable {
  /// The frame's number: in a numbered directory the number in the file's name, elsewhere its place, from 0.
  public var index: Int
  /// Presentation time in seconds, where the input has times or a rate was given.
  public var time: Double?
  /// The same without rounding; nil where `time` is.
  public var exactTime: FrameTime?
  /// The file's name in a directory, which the output takes over; nil in streams.
  public var name: BytePath?

  public init(index: Int, time: Double? = nil, name: BytePath? = nil) {
    self.index = index
    self.time = time
    self.name = name
  }

  public init(index: Int, at exactTime: FrameTime?, name: BytePath? = nil) {
    self.init(index: index, time: exactTime?.seconds, name: name)
    self.exactTime = exactTime
  }
}

/// A decoded frame that nobody has redacted yet.
///
/// It can be consumed by the masking module, and by nothing else that ends in an output: sinks take `RedactedFrame`.
/// The pixels are visible only to files that import this module with `@_spi(RawPixels)`: the decoders, which fill them,
/// and the masking module, which destroys them.
public struct RawFrame: ~Copyable, Sendable {
  public let identity: FrameIdentity
  public let encoding: SourceEncoding
  /// On which its recording had chroma; masks grow to it.
  public let chromaGrid: ChromaGrid
  @_spi(RawPixels) public var pixels: PixelBuffer
  /// What stands in the frame's file beside the pixels and does not come out: how many chunks of a name, and how many
  /// `trailing_bytes`.
  public var dropped: [String: Int] = [:]

  /// - Parameter chromaGrid: Nil is that of the pixels' format. Each of its blocks is made of whole blocks of that format.
  @_spi(RawPixels) public init(
    identity: FrameIdentity, encoding: SourceEncoding, chromaGrid: ChromaGrid? = nil, pixels: consuming PixelBuffer
  ) {
    self.identity = identity
    self.encoding = encoding
    self.chromaGrid = chromaGrid ?? ChromaGrid(pixels.format)
    self.pixels = pixels
  }

  public var size: PixelSize { pixels.size }
  public var format: PixelFormat { pixels.format }

  /// Gives the pixels away and ends the frame.
  @_spi(RawPixels) public consuming func takePixels() -> PixelBuffer { pixels }
}
