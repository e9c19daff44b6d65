internal import CAVFence
internal import ScrimCore
internal import ScrimMasking

/// How all frames of a video lie in memory: as the first one, whose kind the others take.
struct VideoLayout: Hashable {
  var size: PixelSize
  var format: PixelFormat

  /// Gray pictures become RGB, since a later frame's mask may have a colour.
  init(of frame: borrowing RedactedFrame) {
    size = frame.size
    format =
      switch frame.format.model {
      case .gray, .rgb: PixelFormat(.rgb, bitDepth: frame.format.bitDepth)
      case .grayAlpha, .rgba: PixelFormat(.rgba, bitDepth: frame.format.bitDepth)
      case .yuv: frame.format
      }
  }

  var fence: avfence_layout {
    let model: avfence_model =
      switch format.model {
      case .gray, .grayAlpha, .rgb: AVFENCE_RGB
      case .rgba: AVFENCE_RGBA
      case .yuv(.mono): AVFENCE_MONO
      case .yuv(.s420): AVFENCE_420
      case .yuv(.s422): AVFENCE_422
      case .yuv(.s444): AVFENCE_444
      }
    return avfence_layout(
      model: model, bit_depth: Int32(format.bitDepth), width: Int32(clamping: size.width),
      height: Int32(clamping: size.height))
  }

  /// Gives a frame's samples away where they are of this layout, else lends them in it. Throws as below.
  func withSamples<R>(
    of frame: consuming RedactedFrame, path: BytePath, _ body: (avfence_samples) throws(SinkError) -> R
  ) throws(SinkError) -> R {
    if frame.format == format && frame.size == size {
      let bytes = unsafe frame.releasedBytes()
      return try unsafe body(avfence_samples(bytes: bytes.baseAddress, count: bytes.count, is_given: true))
    }
    var result: R?
    try unsafe withBytes(of: frame, path: path) { bytes throws(SinkError) in
      // What is lent is only read.
      let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      result = try unsafe body(avfence_samples(bytes: start, count: bytes.count, is_given: false))
    }
    return result!
  }

  /// Lends a frame's bytes in this layout. Throws `.unsuitable` for one that it cannot hold without loss.
  func withBytes(
    of frame: borrowing RedactedFrame, path: BytePath, _ body: (UnsafeRawBufferPointer) throws(SinkError) -> Void
  ) throws(SinkError) {
    let (frameSize, frameFormat, own) = (frame.size, frame.format, format)
    guard frameSize == size else {
      throw .unsuitable(
        path: path,
        reason:
          "the frames of a video all have one size: \(size.width) x \(size.height), not \(frameSize.width) x \(frameSize.height)"
      )
    }
    try unsafe frame.withBytes { bytes throws(SinkError) in
      if frameFormat == own { return try unsafe body(bytes) }
      guard let other = unsafe Self.converted(bytes, from: frameFormat, to: own) else {
        throw .unsuitable(path: path, reason: "the frames of a video all have one kind of pixels")
      }
      try unsafe other.withUnsafeBufferPointer { bytes throws(SinkError) in
        try unsafe body(UnsafeRawBufferPointer(bytes))
      }
    }
  }

  /// Samples of pictures of other kinds; nil for luma and chroma, and where a layout has fewer bits.
  private static func converted(
    _ bytes: UnsafeRawBufferPointer, from: PixelFormat, to: PixelFormat
  ) -> [UInt8]? {
    let (channels, target) = (from.channels, to.channels)
    if case .yuv = from.model { return nil }
    if case .yuv = to.model { return nil }
    guard from.bytesPerSample <= to.bytesPerSample else { return nil }
    let hasAlpha = channels % 2 == 0, isGray = channels < 3
    let count = bytes.count / (channels * from.bytesPerSample)
    let isDeep = to.bytesPerSample == 2, wasDeep = from.bytesPerSample == 2, most = isDeep ? 65535 : 255
    var result = [UInt8]()
    result.reserveCapacity(count * target * to.bytesPerSample)
    func sample(_ place: Int) -> Int {
      // Places lie within the picture.
      if wasDeep { return unsafe Int(bytes.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self)) }
      return unsafe Int(bytes[place]) * (isDeep ? 257 : 1)
    }
    for pixel in 0..<count {
      let start = pixel * channels
      let alpha = hasAlpha ? sample(start + channels - 1) : most
      for channel in 0..<target {
        var value = channel == 3 ? alpha : sample(start + (isGray ? 0 : channel))
        // Without a place for alpha, what lies under it must not appear.
        if target == 3 { value = (value * alpha + most / 2) / most }
        result.append(UInt8(truncatingIfNeeded: value))
        if isDeep { result.append(UInt8(truncatingIfNeeded: value >> 8)) }
      }
    }
    return result
  }
}
