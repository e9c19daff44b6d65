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

  /// The format of the seen picture: chroma that stands for blocks of pixels is spread to each pixel where the blocks would
  /// not lie on the seen picture's grid, and masks would miss a part of them.
  func seen(_ stored: PixelFormat, size: PixelSize) -> PixelFormat {
    guard self != .upright, case .yuv(let sampling) = stored.model else { return stored }
    switch sampling {
    case .mono, .s444: return stored
    case .s420, .s422:
      let isEven = size.width % 2 == 0 && size.height % 2 == 0
      return isEven && !(swapsSides && sampling == .s422) ? stored : PixelFormat(.yuv(.s444), bitDepth: stored.bitDepth)
    }
  }

  /// The seen picture's grid of chroma; the size is the stored one. Blocks begin at the stored picture's top left corner, and
  /// lie otherwise on one that is seen from another side.
  func seen(_ stored: ChromaGrid, size: PixelSize) -> ChromaGrid {
    let columns = swapsSides ? stored.rows : stored.columns, rows = swapsSides ? stored.columns : stored.rows
    let seen = seen(size), corner = source(x: 0, y: 0, in: size)
    // Whether what is stored at the left is seen at the right, and so on.
    let (swapsColumns, swapsRows) = swapsSides ? (corner.y > 0, corner.x > 0) : (corner.x > 0, corner.y > 0)
    return ChromaGrid(
      columns: columns, rows: rows, left: swapsColumns ? seen.width % columns : 0,
      top: swapsRows ? seen.height % rows : 0)
  }

  /// The picture as it is seen; nil where memory is short.
  func turned(_ stored: consuming PixelBuffer) -> PixelBuffer? {
    if self == .upright { return stored }
    let format = seen(stored.format, size: stored.size)
    if format != stored.format {
      guard let spread = stored.spreadingChroma() else { return nil }
      return turned(spread)
    }
    guard var seen = PixelBuffer(size: seen(stored.size), format: format) else { return nil }
    let planes = Array(zip(stored.planes, seen.planes))
    unsafe stored.withBytes { from in
      unsafe seen.withMutableBytes { to in
        for (stored, seen) in planes {
          // Each plane lies in its buffer.
          unsafe turn(
            UnsafeRawBufferPointer(rebasing: from[stored.offset..<stored.end]), stored,
            UnsafeMutableRawBufferPointer(rebasing: to[seen.offset..<seen.end]), seen)
        }
      }
    }
    return seen
  }

  /// Turns one plane, whose pixels are as many bytes as its rows say.
  private func turn(
    _ from: UnsafeRawBufferPointer, _ stored: PixelFormat.Plane, _ to: UnsafeMutableRawBufferPointer,
    _ seen: PixelFormat.Plane
  ) {
    let size = PixelSize(width: stored.width, height: stored.height)
    let pixelBytes = stored.rowBytes / stored.width
    func place(_ x: Int, _ y: Int) -> Int {
      let place = source(x: x, y: y, in: size)
      return (place.y * size.width + place.x) * pixelBytes
    }
    // The stored place is linear in the seen one.
    let first = place(0, 0), stepX = place(1, 0) - place(0, 0), stepY = place(0, 1) - place(0, 0)
    var target = 0
    for y in 0..<seen.height {
      var start = first + y * stepY
      for _ in 0..<seen.width {
        // Both places are within their planes.
        for byte in 0..<pixelBytes { unsafe to[target + byte] = from[start + byte] }
        start += stepX
        target += pixelBytes
      }
    }
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
