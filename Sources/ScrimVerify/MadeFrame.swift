internal import CAVFence
internal import ScrimCore
internal import ScrimMasking

/// A frame's samples in the kind that an output has them, so that both can be compared.
///
/// An output of another kind was made by a conversion of colours. The same is done here to the original, and to the original with
/// its masks: so what is compared differs by the codec alone, and not at every edge of a colour.
struct MadeFrame {
  let size: PixelSize
  let format: PixelFormat
  let bytes: [UInt8]

  /// Nil where no run makes the kind of the output of such a frame, or memory is short.
  init?(_ frame: borrowing RedactedFrame, as format: PixelFormat, _ encoding: SourceEncoding) {
    size = frame.size
    switch (frame.format.model, format.model) {
    case (.yuv, .yuv):
      guard let bytes = Self.lumaChroma(frame, as: format) else { return nil }
      (self.format, self.bytes) = (format, bytes)
    case (.yuv, .gray), (.yuv, .grayAlpha), (.yuv, .rgb), (.yuv, .rgba):
      let made = PixelFormat(.rgb, bitDepth: frame.format.bitDepth > 8 ? 16 : 8)
      guard let bytes = Self.rgb(frame, as: made) else { return nil }
      (self.format, self.bytes) = (made, bytes)
    case (.gray, .yuv), (.grayAlpha, .yuv), (.rgb, .yuv), (.rgba, .yuv):
      guard let bytes = Self.lumaChroma(ofRGB: frame, as: format, encoding) else { return nil }
      (self.format, self.bytes) = (format, bytes)
    case (_, .gray), (_, .grayAlpha), (_, .rgb), (_, .rgba):
      self.format = PixelFormat(.rgb, bitDepth: 8)
      bytes = Self.flatRGB(frame)
    }
  }

  /// Lends the samples to look at.
  func withPixels<R>(_ body: (PixelReader) -> R) -> R {
    // They are as many as the format takes for this size.
    unsafe bytes.withUnsafeBytes { bytes in body(unsafe PixelReader(size: size, format: format, bytes: bytes)) }
  }

  /// The same kind, or, of frames that have no chroma, a neutral one: few players know pictures without.
  private static func lumaChroma(_ frame: borrowing RedactedFrame, as format: PixelFormat) -> [UInt8]? {
    let isSame = frame.format == format
    guard isSame || (frame.format.model == .yuv(.mono) && frame.format.bitDepth == format.bitDepth) else { return nil }
    var bytes = unsafe frame.withBytes { unsafe Array($0) }
    if isSame { return bytes }
    let count = format.planes(for: frame.size).last!.end - bytes.count
    if format.bytesPerSample == 1 { return bytes + [UInt8](repeating: 128, count: count) }
    let neutral = UInt16(1) << UInt16(format.bitDepth - 1)
    for _ in 0..<count / 2 { unsafe withUnsafeBytes(of: neutral) { unsafe bytes += $0 } }
    return bytes
  }

  private static func rgb(_ frame: borrowing RedactedFrame, as made: PixelFormat) -> [UInt8]? {
    guard case .yuv(let encoding) = frame.encoding else { return nil }
    var tags = avfence_tags()
    // What is not said is what the masks were painted by.
    tags.matrix = encoding.tags.matrix == 2 ? encoding.matrix.codePoint : encoding.tags.matrix
    tags.range = encoding.fullRange ? 2 : 1
    var layout = avfence_layout(frame.format, frame.size)
    var bytes = [UInt8](repeating: 0, count: made.planes(for: frame.size).last!.end)
    // Both are read and written within the call, as far as their counts say.
    let isMade = unsafe frame.withBytes { source in
      unsafe bytes.withUnsafeMutableBytes { target in
        unsafe avfence_make_rgb(&layout, &tags, source.baseAddress, source.count, target.baseAddress, target.count)
      }
    }
    return isMade ? bytes : nil
  }

  private static func lumaChroma(
    ofRGB frame: borrowing RedactedFrame, as format: PixelFormat, _ encoding: SourceEncoding
  ) -> [UInt8]? {
    guard case .yuv(let encoding) = encoding else { return nil }
    let hasAlpha = frame.format.model == .grayAlpha || frame.format.model == .rgba
    let colours = PixelFormat(hasAlpha ? .rgba : .rgb, bitDepth: frame.format.bitDepth)
    let source = frame.format == colours ? unsafe frame.withBytes { unsafe Array($0) } : spread(frame, as: colours)
    var layout = avfence_layout(colours, frame.size), made = avfence_layout(format, frame.size)
    var bytes = [UInt8](repeating: 0, count: format.planes(for: frame.size).last!.end)
    let matrix = encoding.matrix.codePoint
    // The same.
    let isMade = unsafe source.withUnsafeBytes { source in
      unsafe bytes.withUnsafeMutableBytes { target in
        unsafe avfence_make_yuv(
          &layout, matrix, source.baseAddress, source.count, &made, target.baseAddress, target.count)
      }
    }
    return isMade ? bytes : nil
  }

  /// Gray as red, green and blue.
  private static func spread(_ frame: borrowing RedactedFrame, as colours: PixelFormat) -> [UInt8] {
    frame.withPixels { pixels in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(colours.planes(for: pixels.size).last!.end)
      for y in 0..<pixels.size.height {
        for x in 0..<pixels.size.width {
          let pixel = pixels.pixel(x, y)
          for channel in 0..<colours.channels {
            if colours.bytesPerSample == 1 {
              bytes.append(UInt8(pixel[channel] >> 8))
            } else {
              unsafe withUnsafeBytes(of: pixel[channel]) { unsafe bytes += $0 }
            }
          }
        }
      }
      return bytes
    }
  }

  /// In 8 bits, on black where something is transparent.
  private static func flatRGB(_ frame: borrowing RedactedFrame) -> [UInt8] {
    if frame.format == PixelFormat(.rgb, bitDepth: 8) { return unsafe frame.withBytes { unsafe Array($0) } }
    return frame.withPixels { pixels in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(3 * pixels.size.width * pixels.size.height)
      for y in 0..<pixels.size.height {
        for x in 0..<pixels.size.width {
          let pixel = pixels.pixel(x, y), alpha = Int(pixel[3])
          for channel in 0..<3 {
            let flat = alpha == 65535 ? Int(pixel[channel]) : (Int(pixel[channel]) * alpha + 32767) / 65535
            bytes.append(UInt8(flat >> 8))
          }
        }
      }
      return bytes
    }
  }
}

extension YUVEncoding.Matrix {
  /// ITU-T H.273, table 4.
  fileprivate var codePoint: UInt8 {
    switch self {
    case .bt601: 6
    case .bt709: 1
    case .bt2020: 9
    }
  }
}

extension avfence_layout {
  fileprivate init(_ format: PixelFormat, _ size: PixelSize) {
    let model: avfence_model =
      switch format.model {
      case .gray, .grayAlpha, .rgb: AVFENCE_RGB
      case .rgba: AVFENCE_RGBA
      case .yuv(.mono): AVFENCE_MONO
      case .yuv(.s420): AVFENCE_420
      case .yuv(.s422): AVFENCE_422
      case .yuv(.s444): AVFENCE_444
      }
    self.init(
      model: model, bit_depth: Int32(format.bitDepth), width: Int32(clamping: size.width),
      height: Int32(clamping: size.height))
  }
}
