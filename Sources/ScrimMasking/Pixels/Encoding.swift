@_spi(RawPixels) internal import ScrimCore

extension PixelBuffer {
  /// Writes a painted mask in this buffer's format.
  ///
  /// - Parameters:
  ///   - painted: The mask in `rgba` with 8 bits. Its alpha is not looked at: whatever a style says, a mask is opaque.
  ///   - inset: Where its first pixel stands; what lies around it takes the ground.
  mutating func encode(
    _ painted: borrowing PixelBuffer, inset: (x: Int, y: Int), ground: Colour, encoding: SourceEncoding
  ) {
    let size = size, format = format, planes = planes, inner = painted.size
    unsafe painted.withBytes { bytes in
      // Four bytes for each pixel, in rows without padding: `inner` was taken in this format.
      let colours = unsafe bytes.bindMemory(to: RGBA.self)
      func colour(_ x: Int, _ y: Int) -> RGBA {
        let (x, y) = (x - inset.x, y - inset.y)
        guard x >= 0, y >= 0, x < inner.width, y < inner.height else { return ground.rgba }
        return unsafe colours[y * inner.width + x]
      }
      unsafe withMutableBytes { target in
        let start = target.baseAddress!
        if case .yuv = format.model {
          let code = YUVCode(format: format, encoding: encoding)
          // Masks are runs of one colour, and some codes take long.
          var last = colour(0, 0), lastParts = code.components(last)
          for (index, plane) in planes.enumerated() {
            let block = format.block(plane: index)
            for y in 0..<plane.height {
              // Row and sample lie in the plane.
              let row = unsafe start + plane.offset + y * plane.rowBytes
              for x in 0..<plane.width {
                var sum = (y: Float(0), u: Float(0), v: Float(0)), count = Float(0)
                for py in y * block.height..<min((y + 1) * block.height, size.height) {
                  for px in x * block.width..<min((x + 1) * block.width, size.width) {
                    let next = colour(px, py)
                    if next != last { (last, lastParts) = (next, code.components(next)) }
                    let part = lastParts
                    sum = (sum.y + part.y, sum.u + part.u, sum.v + part.v)
                    count += 1
                  }
                }
                let sample =
                  switch index {
                  case 0: code.lumaSample(sum.y)
                  case 1: code.chromaSample(sum.u / count)
                  default: code.chromaSample(sum.v / count)
                  }
                unsafe row.store(sample, at: x, bytesPerSample: format.bytesPerSample)
              }
            }
          }
          return
        }
        let channels = format.channels
        for y in 0..<size.height {
          let row = unsafe start + y * planes[0].rowBytes
          for x in 0..<size.width {
            let pixel = colour(x, y)
            let samples = EncodedColour(
              Colour(red: pixel.red, green: pixel.green, blue: pixel.blue), format: format, encoding: encoding
            ).samples
            for channel in 0..<channels {
              unsafe row.store(samples[channel], at: x * channels + channel, bytesPerSample: format.bytesPerSample)
            }
          }
        }
      }
    }
  }
}
