@_spi(RawPixels) internal import ScrimCore

extension UnsafeMutableRawPointer {
  /// Writes one sample of a plane whose samples have this many bytes.
  @inline(__always) func store(_ sample: UInt16, at index: Int, bytesPerSample: Int) {
    // The caller's index lies in the plane, so that the bytes are there.
    if bytesPerSample == 1 {
      unsafe storeBytes(of: UInt8(truncatingIfNeeded: sample), toByteOffset: index, as: UInt8.self)
    } else {
      unsafe storeBytes(of: sample, toByteOffset: 2 * index, as: UInt16.self)
    }
  }
}

extension UnsafeRawPointer {
  /// Reads one sample of a plane whose samples have this many bytes.
  @inline(__always) func sample(at index: Int, bytesPerSample: Int) -> UInt16 {
    // The caller's index lies in the plane, so that the bytes are there.
    bytesPerSample == 1
      ? UInt16(unsafe load(fromByteOffset: index, as: UInt8.self))
      : unsafe load(fromByteOffset: 2 * index, as: UInt16.self)
  }
}

extension PixelBuffer {
  /// Fills a rectangle with one colour, in every plane, without taking memory: this must not fail.
  mutating func fill(_ rect: PixelRect, with colour: EncodedColour) {
    let area = rect.intersection(size.rect)
    if area.isEmpty { return }
    let format = format
    for index in planes.indices {
      let plane = planes[index], part = area.share(of: format.block(plane: index))
      let channels = format.channels(plane: index), samples = colour.samples(plane: index)
      let pixelBytes = channels * format.bytesPerSample, count = part.width * pixelBytes
      unsafe withMutableBytes { bytes in
        // The area lies in the picture, so its share lies in the plane, and the plane in the buffer.
        let first = unsafe bytes.baseAddress! + plane.offset + part.top * plane.rowBytes + part.left * pixelBytes
        for channel in 0..<channels {
          unsafe first.store(samples[channel], at: channel, bytesPerSample: format.bytesPerSample)
        }
        var done = pixelBytes
        while done < count {
          let more = min(done, count - done)
          unsafe (first + done).copyMemory(from: first, byteCount: more)
          done += more
        }
        for row in 1..<max(1, part.height) {
          unsafe (first + row * plane.rowBytes).copyMemory(from: first, byteCount: count)
        }
      }
    }
  }

  /// Copies a rectangle from a mask of the same format, whose first pixel stands at `origin`, a point of the grid.
  mutating func copy(_ rect: PixelRect, from mask: borrowing PixelBuffer, at origin: (x: Int, y: Int)) {
    precondition(mask.format == format, "a mask is painted for the frame's format")
    let area = rect.intersection(mask.size.rect.offset(x: origin.x, y: origin.y)).intersection(size.rect)
    if area.isEmpty { return }
    let format = format
    for index in planes.indices {
      let block = format.block(plane: index)
      let plane = planes[index], part = area.share(of: block)
      let source = mask.planes[index]
      let from = area.offset(x: -origin.x, y: -origin.y).share(of: block)
      let pixelBytes = format.channels(plane: index) * format.bytesPerSample, count = part.width * pixelBytes
      unsafe withMutableBytes { bytes in
        unsafe mask.withBytes { maskBytes in
          // Both shares lie in their planes, since the area lies in both pictures.
          var to = unsafe bytes.baseAddress! + plane.offset + part.top * plane.rowBytes + part.left * pixelBytes
          var at = unsafe maskBytes.baseAddress! + source.offset + from.top * source.rowBytes + from.left * pixelBytes
          for _ in 0..<part.height {
            unsafe to.copyMemory(from: at, byteCount: count)
            unsafe to += plane.rowBytes
            unsafe at += source.rowBytes
          }
        }
      }
    }
  }
}
