@_spi(RawPixels) internal import ScrimCore

extension PixelFormat {
  /// The format that holds every gray of this one exactly, and colours too.
  var promoted: PixelFormat {
    switch model {
    case .gray: PixelFormat(.rgb, bitDepth: bitDepth)
    case .grayAlpha: PixelFormat(.rgba, bitDepth: bitDepth)
    case .rgb, .rgba, .yuv: self
    }
  }
}

extension PixelBuffer {
  /// The same picture with three colour samples for each gray one, alpha kept; nil where there is no memory.
  borrowing func promoted(by memory: MaskMemory) -> PixelBuffer? {
    guard var result = memory.picture(size, format.promoted) else { return nil }
    let pixels = size.width * size.height, alpha = format.hasAlpha, bytesPerSample = format.bytesPerSample
    unsafe result.withMutableBytes { bytes in
      unsafe withBytes { source in
        // Interleaved formats have rows without padding: so many pixels, one behind the other, in both buffers.
        let to = bytes.baseAddress!, from = source.baseAddress!
        for pixel in 0..<pixels {
          let at = alpha ? 2 * pixel : pixel, start = alpha ? 4 * pixel : 3 * pixel
          let gray = unsafe from.sample(at: at, bytesPerSample: bytesPerSample)
          for channel in 0..<3 { unsafe to.store(gray, at: start + channel, bytesPerSample: bytesPerSample) }
          if alpha {
            let value = unsafe from.sample(at: at + 1, bytesPerSample: bytesPerSample)
            unsafe to.store(value, at: start + 3, bytesPerSample: bytesPerSample)
          }
        }
      }
    }
    return result
  }
}
