internal import ScrimCore
internal import ScrimMasking

/// The pixels of a frame, to look at: whatever the kind, each is four numbers of 16 bits.
@safe struct PixelReader {
  let size: PixelSize
  let format: PixelFormat
  private let planes: [PixelFormat.Plane]
  /// Holds the planes, and outlives this value.
  private let bytes: UnsafeRawBufferPointer

  /// The bytes are lent for as long as this value is used.
  init(size: PixelSize, format: PixelFormat, bytes: UnsafeRawBufferPointer) {
    self.size = size
    self.format = format
    planes = format.planes(for: size)
    precondition(bytes.count >= planes.last!.end)
    unsafe self.bytes = bytes
  }

  private var chroma: PixelFormat.ChromaSampling? {
    if case .yuv(let sampling) = format.model { sampling } else { nil }
  }

  /// Red, green, blue, alpha of a pixel in the picture, widened to 16 bits by repeating; of luma and chroma the samples
  /// that stand for it, as they are.
  func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt16> {
    let opaque = UInt16.max
    switch format.model {
    case .gray:
      let gray = wide(0, x, y)
      return SIMD4(gray, gray, gray, opaque)
    case .grayAlpha:
      let gray = wide(0, 2 * x, y)
      return SIMD4(gray, gray, gray, wide(0, 2 * x + 1, y))
    case .rgb: return SIMD4(wide(0, 3 * x, y), wide(0, 3 * x + 1, y), wide(0, 3 * x + 2, y), opaque)
    case .rgba: return SIMD4(wide(0, 4 * x, y), wide(0, 4 * x + 1, y), wide(0, 4 * x + 2, y), wide(0, 4 * x + 3, y))
    case .yuv(.mono): return SIMD4(sample(0, x, y), 0, 0, 0)
    case .yuv(let sampling):
      let (cx, cy) = (x / sampling.blockWidth, y / sampling.blockHeight)
      return SIMD4(sample(0, x, y), sample(1, cx, cy), sample(2, cx, cy), 0)
    }
  }

  private func wide(_ plane: Int, _ at: Int, _ y: Int) -> UInt16 {
    let sample = sample(plane, at, y)
    return format.bitDepth == 8 ? sample * 257 : sample
  }

  private func sample(_ plane: Int, _ at: Int, _ y: Int) -> UInt16 {
    let start = planes[plane].offset + y * planes[plane].rowBytes
    // The buffer checks in debug builds; the callers stay in the picture, whose planes the buffer holds.
    return format.bytesPerSample == 1
      ? UInt16(unsafe bytes[start + at]) : unsafe bytes.loadUnaligned(fromByteOffset: start + 2 * at, as: UInt16.self)
  }

  /// Whether the bytes of all samples that stand for pixels of a rectangle are the same, for frames of one kind.
  fileprivate func hasSameBytes(as other: PixelReader, in rect: PixelRect) -> Bool {
    planes.enumerated().allSatisfy { index, plane in
      let block = index == 0 ? (1, 1) : (chroma?.blockWidth ?? 1, chroma?.blockHeight ?? 1)
      let width = (index == 0 ? format.channels : 1) * format.bytesPerSample
      let left = rect.left / block.0 * width, right = (rect.right + block.0 - 1) / block.0 * width
      return (rect.top / block.1..<(rect.bottom + block.1 - 1) / block.1).allSatisfy { y in
        let row = plane.offset + y * plane.rowBytes
        return unsafe bytes[row + left..<row + right].elementsEqual(other.bytes[row + left..<row + right])
      }
    }
  }
}

extension RedactedFrame {
  /// Lends the pixels; the reader is void after the call.
  borrowing func withPixels<R>(_ body: (PixelReader) -> R) -> R {
    let (size, format) = (size, format)
    return unsafe withBytes { bytes in body(unsafe PixelReader(size: size, format: format, bytes: bytes)) }
  }
}

/// Pixels that differ.
struct Difference: Hashable {
  /// The smallest rectangle that holds them.
  var box = PixelRect.empty
  var count = 0

  mutating func add(_ x: Int, _ y: Int) {
    box = box.union(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
    count += 1
  }
}

extension PixelReader {
  /// The pixels of a region that differ from another picture's of the same size, and are not excused; nil where none does.
  ///
  /// The region has to lie on the grid of chroma.
  func difference(
    from other: PixelReader, in region: Region, unless isExcused: (_ x: Int, _ y: Int) -> Bool = { _, _ in false }
  ) -> Difference? {
    var difference = Difference()
    for rect in region.rects where format != other.format || !hasSameBytes(as: other, in: rect) {
      for y in rect.top..<rect.bottom {
        for x in rect.left..<rect.right where pixel(x, y) != other.pixel(x, y) && !isExcused(x, y) {
          difference.add(x, y)
        }
      }
    }
    return difference.count == 0 ? nil : difference
  }
}
