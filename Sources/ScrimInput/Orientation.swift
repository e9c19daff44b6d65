@_spi(RawPixels) internal import ScrimCore

/// How a stored picture has to be turned to be seen upright, as EXIF numbers it (CIPA DC-008, tag 274).
///
/// Views and masks are in the space of what is seen. So a picture is turned when it is read, and what comes out is upright
/// and says nothing of turning.
enum Orientation: Int {
  case upright = 1, mirrored, upsideDown, mirroredUpsideDown, transposed, quarterTurned, transversed,
    threeQuartersTurned

  /// The size that is seen.
  func seen(_ stored: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
  }

  var swapsSides: Bool {
    switch self {
    case .upright, .mirrored, .upsideDown, .mirroredUpsideDown: false
    case .transposed, .quarterTurned, .transversed, .threeQuartersTurned: true
    }
  }

  /// The stored pixel that is seen at a place; the size is the stored one.
  private func source(x: Int, y: Int, in size: PixelSize) -> (x: Int, y: Int) {
    let (right, bottom) = (size.width - 1, size.height - 1)
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right - x, y)
    case .upsideDown: (right - x, bottom - y)
    case .mirroredUpsideDown: (x, bottom - y)
    case .transposed: (y, x)
    case .quarterTurned: (y, bottom - x)
    case .transversed: (right - y, bottom - x)
    case .threeQuartersTurned: (right - y, x)
    }
  }

  /// The picture as it is seen, for formats of one plane; nil where memory is short.
  func turned(_ stored: consuming PixelBuffer) -> PixelBuffer? {
    if self == .upright { return stored }
    let size = stored.size
    guard var seen = PixelBuffer(size: seen(size), format: stored.format) else { return nil }
    let pixelBytes = stored.format.channels * stored.format.bytesPerSample
    let seenSize = seen.size
    unsafe stored.withBytes { from in
      unsafe seen.withMutableBytes { to in
        for y in 0..<seenSize.height {
          for x in 0..<seenSize.width {
            let place = source(x: x, y: y, in: size)
            let (start, target) = ((place.y * size.width + place.x) * pixelBytes, (y * seenSize.width + x) * pixelBytes)
            // Both places are within their pictures.
            for byte in 0..<pixelBytes { unsafe to[target + byte] = from[start + byte] }
          }
        }
      }
    }
    return seen
  }

  /// The chunks of colour and density as they are for the turned picture: pHYs counts along the sides.
  func turned(_ chunks: [PNGEncoding.Chunk]) -> [PNGEncoding.Chunk] {
    guard swapsSides else { return chunks }
    return chunks.map { chunk in
      guard chunk.name == "pHYs", chunk.data.count == 9 else { return chunk }
      return PNGEncoding.Chunk(
        name: chunk.name, data: Array(chunk.data[4..<8] + chunk.data[0..<4] + chunk.data[8...]))
    }
  }
}
