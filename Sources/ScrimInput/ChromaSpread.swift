@_spi(RawPixels) internal import ScrimCore

extension PixelBuffer {
  /// The same picture with a chroma sample for each pixel, that of its block; nil where memory is short. For luma with chroma.
  borrowing func spreadingChroma() -> PixelBuffer? {
    guard case .yuv(let sampling) = format.model,
      var result = PixelBuffer(size: size, format: PixelFormat(.yuv(.s444), bitDepth: format.bitDepth))
    else { return nil }
    let bytes = format.bytesPerSample, planes = Array(zip(planes, result.planes).enumerated())
    unsafe withBytes { from in
      unsafe result.withMutableBytes { to in
        for (index, (stored, spread)) in planes {
          let blockWidth = index == 0 ? 1 : sampling.blockWidth, blockHeight = index == 0 ? 1 : sampling.blockHeight
          for y in 0..<spread.height {
            let row = stored.offset + y / blockHeight * stored.rowBytes, target = spread.offset + y * spread.rowBytes
            for x in 0..<spread.width {
              // A block's sample lies in its plane: planes are rounded up.
              for byte in 0..<bytes {
                unsafe to[target + x * bytes + byte] = from[row + x / blockWidth * bytes + byte]
              }
            }
          }
        }
      }
    }
    return result
  }
}
