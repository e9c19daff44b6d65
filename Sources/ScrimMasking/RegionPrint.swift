@_spi(RawPixels) public import ScrimCore

/// What a region looked like in a raw frame, to tell later whether it still does.
///
/// Samples of it, held in this module and nowhere else: a print answers one question with yes or no, and shows nothing of
/// what it holds.
public struct RegionPrint: Sendable, CustomReflectable {
  private let region: Region
  private let size: PixelSize
  private let step: Int
  private let samples: [SIMD4<UInt16>]

  /// The pixels of a region that are kept at most.
  public static let mostPixels = 16_384

  /// A sample that differs by no more than this, of 65,535, is unchanged: a coder's noise, or the first frames of a fade in
  /// which everything can still be read.
  private static let tolerance: UInt16 = 16 * 257

  /// A region without anything drawn on its ground is another one where more than this part of its pixels has changed.
  private static let changedPart = 100
  /// What is drawn on the ground: fewer samples are none.
  private static let fewestDrawn = 16
  /// A region is the same one while more than this percentage of what was drawn is still to be seen. An alert over a third
  /// of it, a caret and a spinner leave more; other words or nothing in its place leave less.
  private static let partToBeSeen = 60
  /// What is drawn can be read as long as it keeps this part of its contrast to the ground, in a fade or behind a veil.
  private static let contrastPart: Int32 = 6
  /// The ground is the same one where this part of the pixels has its colour.
  private static let groundPart = 5
  /// A ground on which nothing is drawn differs from itself by no more.
  private static let bareTolerance: UInt16 = 4 * 257

  /// The samples that are not of the ground.
  private let drawn: [Int]
  private let ground: SIMD4<UInt16>
  /// By how much a sample of it may differ and be unchanged: less where all that is drawn is faint, as behind a veil.
  private let ownTolerance: UInt16

  /// - Parameters:
  ///   - region: Lies in the frame.
  ///   - pixels: How many of its pixels are kept at most; spread evenly, the same ones in every run.
  public init(of region: Region, in frame: borrowing RawFrame, pixels limit: Int = RegionPrint.mostPixels) {
    self.region = region.intersection(Region(frame.size.rect))
    size = frame.size
    step = max(1, (self.region.area + limit - 1) / max(1, limit))
    let samples = Self.samples(of: self.region, every: step, in: frame.pixels), ground = Self.median(samples)
    self.samples = samples
    self.ground = ground
    func drawn(_ tolerance: UInt16) -> [Int] {
      samples.indices.filter { Self.isChanged(samples[$0], ground, by: tolerance) }
    }
    let plain = drawn(Self.tolerance), isFaint = plain.count < Self.fewestDrawn
    self.drawn = isFaint ? drawn(Self.bareTolerance) : plain
    ownTolerance = isFaint ? Self.bareTolerance : Self.tolerance
  }

  /// Whether what was to be seen in the region still is; nil where the frame has another size, so that nothing can be told.
  public func holds(in frame: borrowing RawFrame) -> Bool? {
    guard frame.size == size else { return nil }
    let now = Self.samples(of: region, every: step, in: frame.pixels)
    return isSeen(in: now)
  }

  /// Whether nothing at all is to be seen in the region but its ground, a coder's noise aside.
  public var isBare: Bool { samples.allSatisfy { !Self.isChanged($0, ground, by: Self.bareTolerance) } }

  /// Whether what an earlier print of the same region shows is still to be seen in this one.
  public func shows(_ earlier: RegionPrint) -> Bool {
    earlier.samples.count == samples.count && earlier.isSeen(in: samples)
  }

  private func isSeen(in now: [SIMD4<UInt16>]) -> Bool {
    if drawn.count < Self.fewestDrawn {
      let changed = zip(samples, now).count { Self.isChanged($0, $1) }
      return changed * Self.changedPart <= samples.count
    }
    // Something large in front is not the ground, as long as enough of the old one is left.
    let left = now.count { !Self.isChanged($0, ground) }
    let newGround = left * Self.groundPart >= now.count ? ground : Self.median(now)
    let seen = drawn.count { isSeen(samples[$0], in: now[$0], on: newGround) }
    return seen * 100 > drawn.count * Self.partToBeSeen
  }

  /// Whether a sample is what it was, or stands out from its ground as it did, in the channel in which it did most.
  private func isSeen(_ old: SIMD4<UInt16>, in new: SIMD4<UInt16>, on newGround: SIMD4<UInt16>) -> Bool {
    if !Self.isChanged(old, new, by: ownTolerance) { return true }
    let was = SIMD4<Int32>(truncatingIfNeeded: old) &- SIMD4<Int32>(truncatingIfNeeded: ground)
    let now = SIMD4<Int32>(truncatingIfNeeded: new) &- SIMD4<Int32>(truncatingIfNeeded: newGround)
    let channel = was.indices.max { abs(was[$0]) < abs(was[$1]) }!
    return was[channel].signum() == now[channel].signum() && abs(now[channel]) * Self.contrastPart >= abs(was[channel])
  }

  /// The middle one of all values of each channel, to eight bits: the ground that things are drawn on.
  private static func median(_ samples: [SIMD4<UInt16>]) -> SIMD4<UInt16> {
    var ground = SIMD4<UInt16>()
    for channel in ground.indices {
      var counts = [Int](repeating: 0, count: 256), passed = 0
      for sample in samples { counts[Int(sample[channel] >> 8)] += 1 }
      let middle = counts.firstIndex { count in
        passed += count
        return 2 * passed >= samples.count
      }
      ground[channel] = UInt16(middle ?? 0) * 257
    }
    return ground
  }

  private static func isChanged(
    _ one: SIMD4<UInt16>, _ other: SIMD4<UInt16>, by tolerance: UInt16 = tolerance
  ) -> Bool {
    let high = pointwiseMax(one, other), low = pointwiseMin(one, other)
    return (high &- low).max() > tolerance
  }

  private static func samples(
    of region: Region, every step: Int, in pixels: borrowing PixelBuffer
  ) -> [SIMD4<UInt16>] {
    let reader = SampleReader(pixels)
    var samples = [SIMD4<UInt16>]()
    samples.reserveCapacity(region.area / step + 1)
    unsafe pixels.withBytes { bytes in
      for band in region.bands {
        for y in band.rows {
          // Each row begins elsewhere: a pattern of columns shall not hide between the samples.
          var skip = y &* 7919 % step
          for span in band.spans {
            var x = span.lowerBound + skip
            while x < span.upperBound {
              samples.append(unsafe reader.pixel(x, y, in: bytes))
              x += step
            }
            skip = x - span.upperBound
          }
        }
      }
    }
    return samples
  }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
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
