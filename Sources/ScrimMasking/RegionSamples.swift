@_spi(RawPixels) internal import ScrimCore

/// Pixels of a region, spread evenly over it, row by row, and the same ones in every frame.
struct RegionSamples {
  private(set) var values: [SIMD4<UInt16>] = []
  /// Those of each row that has some.
  private(set) var rows: [Range<Int>] = []

  /// - Parameter step: Of so many pixels one is taken. The region lies in the picture.
  init(of region: Region, every step: Int, in pixels: borrowing PixelBuffer) {
    let reader = SampleReader(pixels)
    values.reserveCapacity(region.area / step + 1)
    unsafe pixels.withBytes { bytes in
      for band in region.bands {
        for y in band.rows {
          let begin = values.count
          // Each row begins elsewhere: a pattern of columns shall not hide between the samples.
          var skip = y &* 7919 % step
          for span in band.spans {
            var x = span.lowerBound + skip
            while x < span.upperBound {
              values.append(unsafe reader.pixel(x, y, in: bytes))
              x += step
            }
            skip = x - span.upperBound
          }
          if values.count > begin { rows.append(begin..<values.count) }
        }
      }
    }
  }
}

/// Reads pixels of any format as four numbers of 16 bits.
private struct SampleReader {
  private let format: PixelFormat
  private let planes: [PixelFormat.Plane]

  init(_ pixels: borrowing PixelBuffer) {
    format = pixels.format
    planes = pixels.planes
  }

  /// Red, green, blue and alpha; of luma and chroma the samples that stand for the pixel. It lies in the picture.
  func pixel(_ x: Int, _ y: Int, in bytes: UnsafeRawBufferPointer) -> SIMD4<UInt16> {
    switch format.model {
    case .gray:
      let gray = unsafe sample(0, x, y, in: bytes)
      return SIMD4(gray, gray, gray, .max)
    case .grayAlpha:
      let gray = unsafe sample(0, 2 * x, y, in: bytes)
      return SIMD4(gray, gray, gray, unsafe sample(0, 2 * x + 1, y, in: bytes))
    case .rgb:
      return unsafe SIMD4(
        sample(0, 3 * x, y, in: bytes), sample(0, 3 * x + 1, y, in: bytes), sample(0, 3 * x + 2, y, in: bytes), .max)
    case .rgba:
      return unsafe SIMD4(
        sample(0, 4 * x, y, in: bytes), sample(0, 4 * x + 1, y, in: bytes), sample(0, 4 * x + 2, y, in: bytes),
        sample(0, 4 * x + 3, y, in: bytes))
    case .yuv(.mono): return SIMD4(unsafe sample(0, x, y, in: bytes), 0, 0, .max)
    case .yuv(let sampling):
      let column = x / sampling.blockWidth, row = y / sampling.blockHeight
      return unsafe SIMD4(
        sample(0, x, y, in: bytes), sample(1, column, row, in: bytes), sample(2, column, row, in: bytes), .max)
    }
  }

  /// One sample, widened to 16 bits by its depth.
  private func sample(_ plane: Int, _ index: Int, _ y: Int, in bytes: UnsafeRawBufferPointer) -> UInt16 {
    // The pixel lies in the picture, so that its samples lie in their planes.
    let row = unsafe bytes.baseAddress! + planes[plane].offset + y * planes[plane].rowBytes
    let value = unsafe row.sample(at: index, bytesPerSample: format.bytesPerSample)
    return value &<< UInt16(16 - format.bitDepth)
  }
}
