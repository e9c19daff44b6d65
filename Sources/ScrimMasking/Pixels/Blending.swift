internal import ScrimPlaceholders
@_spi(RawPixels) internal import ScrimCore

extension PixelBuffer {
  /// Lays a colour over the pixels of a region, as far as a label covers them.
  ///
  /// - Parameters:
  ///   - origin: Where the label's mask starts in this picture.
  ///   - region: Grown to the grid of the format, so that no chroma sample outside of it changes.
  mutating func blend(
    _ label: CoverageBitmap, at origin: (x: Int, y: Int), colour: EncodedColour, within region: Region
  ) {
    let place = label.bounds.offset(x: origin.x, y: origin.y)
    let format = format, planes = planes, picture = size.rect
    /// Coverage of a pixel of the picture.
    func coverage(_ x: Int, _ y: Int) -> Int {
      guard x >= place.left, x < place.right, y >= place.top, y < place.bottom else { return 0 }
      return Int(label.coverage[(y - place.top) * place.width + x - place.left])
    }
    for rect in region.rects {
      let area = rect.intersection(place).intersection(picture)
      if area.isEmpty { continue }
      for (index, plane) in planes.enumerated() {
        let block = format.block(plane: index), part = area.share(of: block)
        let channels = format.channels(plane: index), samples = colour.samples(plane: index)
        let whole = block.width * block.height
        unsafe withMutableBytes { bytes in
          for y in part.top..<part.bottom {
            // The share of an area in the picture lies in the plane.
            let row = unsafe bytes.baseAddress! + plane.offset + y * plane.rowBytes
            for x in part.left..<part.right {
              var sum = 0
              for py in y * block.height..<(y + 1) * block.height {
                for px in x * block.width..<(x + 1) * block.width { sum += coverage(px, py) }
              }
              if sum == 0 { continue }
              for channel in 0..<channels {
                let at = x * channels + channel, bytesPerSample = format.bytesPerSample
                let old = Int(unsafe UnsafeRawPointer(row).sample(at: at, bytesPerSample: bytesPerSample))
                let full = 255 * whole
                let new = (old * (full - sum) + Int(samples[channel]) * sum + full / 2) / full
                unsafe row.store(UInt16(new), at: at, bytesPerSample: bytesPerSample)
              }
            }
          }
        }
      }
    }
  }
}
