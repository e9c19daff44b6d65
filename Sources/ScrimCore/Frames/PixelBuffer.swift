import Glibc

/// The memory of one picture: owned by one place at a time, freed with its owner.
@safe public struct PixelBuffer: ~Copyable, @unchecked Sendable {
  public let size: PixelSize
  public let format: PixelFormat
  public let planes: [PixelFormat.Plane]
  private var memory: UnsafeMutableRawBufferPointer
  /// Bytes behind the last sample: libraries that read rows in blocks of a vector's width read a little past the end.
  private static let slack = 64

  /// Takes memory for a picture, filled with zeros; nil where the machine has none, or the picture has no area.
  ///
  /// A failed allocation must cover the frame, so it is a value here and not a trap.
  public init?(size: PixelSize, format: PixelFormat) {
    // The memory is this value's from here on.
    unsafe self.init(size: size, format: format) { bytes in unsafe calloc(bytes, 1) }
  }

  /// Takes memory that still holds what this process had there before, other frames perhaps: every byte has to be
  /// overwritten before anybody reads one. Saves a pass over memory for who does that anyhow; nil as above.
  @_spi(RawPixels) public init?(unfilled size: PixelSize, format: PixelFormat) {
    // The memory is this value's from here on; that it is overwritten is the caller's word.
    unsafe self.init(size: size, format: format) { bytes in unsafe malloc(bytes) }
  }

  private init?(
    size: PixelSize, format: PixelFormat, allocate: (_ bytes: Int) -> UnsafeMutableRawPointer?
  ) {
    guard size.width > 0, size.height > 0, size.width <= 1 << 30, size.height <= 1 << 30 else { return nil }
    let planes = format.planes(for: size)
    let (bytes, tooMuch) = size.height.multipliedReportingOverflow(by: planes[0].rowBytes)
    guard !tooMuch, bytes <= 1 << 46, let start = unsafe allocate(planes.last!.end + PixelBuffer.slack) else {
      return nil
    }
    self.size = size
    self.format = format
    self.planes = planes
    // This many bytes were given, and the slack.
    unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: planes.last!.end)
  }

  deinit { unsafe free(memory.baseAddress) }

  public var byteCount: Int { unsafe memory.count }

  /// Lends the bytes for reading; the pointer is void after the call.
  public borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeRawBufferPointer(memory))
  }

  /// Gives the memory away, as many bytes as `byteCount`: the taker frees it with `free`.
  public consuming func released() -> UnsafeMutableRawBufferPointer {
    var rest = self
    let memory = unsafe rest.memory
    // What is freed with its owner is nothing then.
    unsafe rest.memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    return unsafe memory
  }

  /// Lends the bytes for writing; the pointer is void after the call.
  public mutating func withMutableBytes<R, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(memory)
  }
}
