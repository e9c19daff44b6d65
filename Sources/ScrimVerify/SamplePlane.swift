internal import ScrimCore

/// One plane of a picture in 8 bits: luma, a chroma, or a primary colour.
struct SamplePlane {
  let width: Int
  let height: Int
  /// Pixels for which a sample stands.
  let columns: Int
  let rows: Int
  let samples: [UInt8]
  /// Which of a pixel's numbers it has.
  let channel: Int
}

extension MadeFrame {
  /// The picture plane by plane. What is deeper loses its last bits, in which no codec that loses anything keeps a picture.
  var samplePlanes: [SamplePlane] {
    let planes = format.planes(for: size)
    guard case .yuv(let sampling) = format.model else { return (0..<3).map { primary($0, of: planes[0]) } }
    return planes.enumerated().map { index, plane in
      SamplePlane(
        width: plane.width, height: plane.height, columns: index == 0 ? 1 : sampling.blockWidth,
        rows: index == 0 ? 1 : sampling.blockHeight, samples: samples(from: plane.offset, to: plane.end),
        channel: index)
    }
  }

  private func samples(from start: Int, to end: Int) -> [UInt8] {
    if format.bytesPerSample == 1 { return Array(bytes[start..<end]) }
    // Two bytes a sample, whose depth is that of the format.
    return unsafe bytes.withUnsafeBytes { bytes in
      stride(from: start, to: end, by: 2).map {
        UInt8(
          truncatingIfNeeded: unsafe bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self) >> (format.bitDepth - 8))
      }
    }
  }

  private func primary(_ channel: Int, of plane: PixelFormat.Plane) -> SamplePlane {
    let count = plane.width * plane.height, isDeep = format.bytesPerSample == 2
    let samples = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      // Three samples for each of as many pixels; the first of two bytes has the lower bits.
      unsafe bytes.withUnsafeBytes { bytes in
        for pixel in 0..<count {
          unsafe target[pixel] = isDeep ? bytes[6 * pixel + 2 * channel + 1] : bytes[3 * pixel + channel]
        }
      }
      filled = count
    }
    return SamplePlane(
      width: plane.width, height: plane.height, columns: 1, rows: 1, samples: samples, channel: channel)
  }
}

/// Whose each sample of a plane is: 0 outside of all regions, else the redaction's place in the plan and 1.
struct OwnerPlane {
  let width: Int
  let height: Int
  private(set) var owners: [UInt16]
  /// How many samples each has.
  private(set) var counts: [UInt16: Int] = [:]

  /// - Parameter owned: Regions that do not overlap, in pixels.
  init(like plane: SamplePlane, _ owned: [(place: Int, region: Region)]) {
    (width, height) = (plane.width, plane.height)
    owners = [UInt16](repeating: 0, count: width * height)
    counts[0] = width * height
    for (place, region) in owned {
      let owner = UInt16(clamping: place + 1)
      for rect in region.rects {
        let left = rect.left / plane.columns, right = (rect.right + plane.columns - 1) / plane.columns
        for y in rect.top / plane.rows..<(rect.bottom + plane.rows - 1) / plane.rows {
          for x in y * width + left..<y * width + right { owners[x] = owner }
        }
      }
      let count = region.area / (plane.columns * plane.rows)
      counts[owner, default: 0] += count
      counts[0, default: 0] -= count
    }
  }
}
