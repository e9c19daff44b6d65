@_spi(RawPixels) import ScrimCore
import Testing

@testable import ScrimInput

/// Turning pictures in luma and chroma: each seen pixel has the luma and the chroma of the stored pixel that it shows.
@Suite struct `Turned planes` {
  /// Every orientation of EXIF, and the stored pixel that is seen at a place of a picture.
  private func stored(_ orientation: Int, _ x: Int, _ y: Int, _ size: PixelSize) -> (x: Int, y: Int) {
    let (right, bottom) = (size.width - 1, size.height - 1)
    return [
      (x, y), (right - x, y), (right - x, bottom - y), (x, bottom - y), (y, x), (y, bottom - x),
      (right - y, bottom - x),
      (right - y, x),
    ][orientation - 1]
  }

  /// The sample of a plane that a pixel has.
  private func sample(_ pixels: borrowing PixelBuffer, plane: Int, x: Int, y: Int) -> Int {
    guard case .yuv(let sampling) = pixels.format.model else { return -1 }
    let place = pixels.planes[plane], bytes = pixels.format.bytesPerSample
    let column = plane == 0 ? x : x / sampling.blockWidth, row = plane == 0 ? y : y / sampling.blockHeight
    let start = place.offset + row * place.rowBytes + column * bytes
    // The place lies in its plane.
    return unsafe pixels.withBytes { all in
      unsafe bytes == 1 ? Int(all[start]) : Int(all.loadUnaligned(fromByteOffset: start, as: UInt16.self))
    }
  }

  @Test(arguments: 1...8, [(8, 8), (7, 5), (6, 9), (1, 3)]) func `blocks of chroma are where their pixels are seen`(
    orientation: Int, sides: (Int, Int)
  ) {
    let size = PixelSize(width: sides.0, height: sides.1)
    let seenSize = orientation > 4 ? PixelSize(width: size.height, height: size.width) : size
    for (columns, rows) in [(2, 1), (2, 2), (4, 1), (4, 4), (1, 2), (2, 4)] {
      let grid = Orientation(rawValue: orientation)!.seen(ChromaGrid(columns: columns, rows: rows), size: size)
      /// The stored block of a seen pixel.
      func block(_ x: Int, _ y: Int) -> [Int] {
        let from = stored(orientation, x, y, size)
        return [from.x / columns, from.y / rows]
      }
      for y in 0..<seenSize.height {
        for x in 0..<seenSize.width {
          let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
          let grown = Region(pixel).grown(to: grid, within: seenSize.rect)
          for otherY in 0..<seenSize.height {
            for otherX in 0..<seenSize.width {
              #expect(grown.contains(x: otherX, y: otherY) == (block(x, y) == block(otherX, otherY)))
            }
          }
        }
      }
    }
  }

  @Test(arguments: 1...8, [(6, 4), (7, 5), (6, 5), (1, 3)]) func `a seen pixel has all samples of the stored one`(
    orientation: Int, sides: (Int, Int)
  ) {
    let size = PixelSize(width: sides.0, height: sides.1)
    for sampling in PixelFormat.ChromaSampling.allCases {
      for depth in [8, 10] {
        let format = PixelFormat(.yuv(sampling), bitDepth: depth)
        guard var pixels = PixelBuffer(size: size, format: format), var twin = PixelBuffer(size: size, format: format)
        else { return }
        for place in 0..<pixels.byteCount {
          let value = UInt8(truncatingIfNeeded: place &* 37 &+ 11)
          unsafe pixels.withMutableBytes { unsafe $0[place] = value }
          unsafe twin.withMutableBytes { unsafe $0[place] = value }
        }
        guard let turned = Orientation(rawValue: orientation)?.turned(twin) else {
          Issue.record("no picture")
          return
        }
        #expect(turned.size == (orientation > 4 ? PixelSize(width: size.height, height: size.width) : size))
        for y in 0..<turned.size.height {
          for x in 0..<turned.size.width {
            let from = stored(orientation, x, y, size)
            for plane in turned.planes.indices {
              #expect(
                sample(turned, plane: plane, x: x, y: y) == sample(pixels, plane: plane, x: from.x, y: from.y),
                "\(sampling) plane \(plane) at \(x), \(y)")
            }
          }
        }
      }
    }
  }
}
