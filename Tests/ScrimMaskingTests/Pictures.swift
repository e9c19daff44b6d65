@_spi(RawPixels) import ScrimCore
@testable import ScrimMasking

/// Every kind of frame that there is.
let formats: [PixelFormat] =
  [PixelFormat.Model.gray, .grayAlpha, .rgb, .rgba].flatMap {
    [PixelFormat($0, bitDepth: 8), PixelFormat($0, bitDepth: 16)]
  }
  + PixelFormat.ChromaSampling.allCases.flatMap { sampling in
    [8, 10, 16].map { PixelFormat(.yuv(sampling), bitDepth: $0) }
  }

/// Styles that tell nothing of what they hide.
let closedStyles = StyleName.allCases.filter { $0.tier != .cosmetic }

extension PixelFormat {
  var encoding: SourceEncoding {
    if case .yuv = model { return .yuv(YUVEncoding(matrix: .bt709, fullRange: false)) }
    return .png(.plain)
  }
}

/// A frame of noise; inside a region, the noise follows another seed.
///
/// On subsampled chroma a sample counts as inside where it stands for any pixel of the region.
func noise(_ size: PixelSize, _ format: PixelFormat, inside region: Region = .empty, seed: UInt64 = 0) -> RawFrame {
  var pixels = PixelBuffer(size: size, format: format)!
  let grown = region.grown(to: ChromaGrid(format), within: size.rect)
  var outer = SplitMix(state: 99), inner = SplitMix(state: seed &+ 7)
  let planes = pixels.planes
  unsafe pixels.withMutableBytes { bytes in
    for (index, plane) in planes.enumerated() {
      let block = format.block(plane: index), channels = format.channels(plane: index)
      for y in 0..<plane.height {
        // Row and sample lie in the plane.
        let row = unsafe bytes.baseAddress! + plane.offset + y * plane.rowBytes
        let spans = grown.bands.first { $0.rows.contains(y * block.height) }?.spans ?? []
        for x in 0..<plane.width {
          let isInside = spans.contains { $0.contains(x * block.width) }
          for channel in 0..<channels {
            let other = outer.next(), own = inner.next()
            let sample = UInt16(truncatingIfNeeded: isInside ? own : other) & UInt16(format.maximum)
            unsafe row.store(sample, at: x * channels + channel, bytesPerSample: format.bytesPerSample)
          }
        }
      }
    }
  }
  return RawFrame(identity: FrameIdentity(index: 3, name: "frame.png"), encoding: format.encoding, pixels: pixels)
}

/// A frame of one colour.
func plain(_ size: PixelSize, _ format: PixelFormat, _ colour: Colour) -> RawFrame {
  var pixels = PixelBuffer(size: size, format: format)!
  pixels.fill(size.rect, with: EncodedColour(colour, format: format, encoding: format.encoding))
  return RawFrame(identity: FrameIdentity(index: 0), encoding: format.encoding, pixels: pixels)
}

/// The finishing steps and the counter of SplitMix64: numbers that look random and are the same in every run.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension PixelBuffer {
  mutating func set(_ sample: UInt16, plane: Int, x: Int, y: Int, channel: Int = 0) {
    let place = planes[plane], channels = format.channels(plane: plane), bytesPerSample = format.bytesPerSample
    unsafe withMutableBytes { bytes in
      // The callers stay in the plane.
      unsafe (bytes.baseAddress! + place.offset + y * place.rowBytes)
        .store(sample, at: x * channels + channel, bytesPerSample: bytesPerSample)
    }
  }
}

/// A masked frame's samples, to be looked at.
struct Picture: Equatable {
  let size: PixelSize
  let format: PixelFormat
  let bytes: [UInt8]
  let failure: FailureCause?

  init(_ result: consuming MaskedResult) {
    size = result.frame.size
    format = result.frame.format
    bytes = unsafe result.frame.withBytes { unsafe Array($0) }
    failure = result.failure
  }

  init(_ frame: consuming RedactedFrame) {
    self.init(MaskedResult(frame: frame, failure: nil, failureCover: nil))
  }

  init(_ frame: borrowing RawFrame) {
    size = frame.size
    format = frame.format
    bytes = unsafe frame.pixels.withBytes { unsafe Array($0) }
    failure = nil
  }

  /// The samples of a plane at a point of it.
  func samples(plane: Int = 0, _ x: Int, _ y: Int) -> [Int] {
    let place = format.planes(for: size)[plane], channels = format.channels(plane: plane)
    return (0..<channels).map { channel in
      let at = x * channels + channel
      if format.bytesPerSample == 1 { return Int(bytes[place.offset + y * place.rowBytes + at]) }
      let low = place.offset + y * place.rowBytes + 2 * at
      return Int(bytes[low]) | Int(bytes[low + 1]) << 8
    }
  }

  subscript(x: Int, y: Int) -> [Int] { samples(x, y) }

  /// The points of a plane whose samples differ from another picture's.
  func differences(from other: Picture, plane: Int = 0) -> Set<[Int]> {
    let place = format.planes(for: size)[plane]
    var found = Set<[Int]>()
    for y in 0..<place.height {
      let row = place.offset + y * place.rowBytes..<place.offset + (y + 1) * place.rowBytes
      if bytes[row] == other.bytes[row] { continue }
      for x in 0..<place.width where samples(plane: plane, x, y) != other.samples(plane: plane, x, y) {
        found.insert([x, y])
      }
    }
    return found
  }

  /// Whether the first plane equals another picture's but for a rectangle.
  func isSame(as other: Picture, outside rect: PixelRect) -> Bool {
    let place = format.planes(for: size)[0], pixelBytes = format.channels * format.bytesPerSample
    return (0..<place.height).allSatisfy { y in
      let row = y * place.rowBytes, end = row + place.rowBytes
      guard y >= rect.top, y < rect.bottom else { return bytes[row..<end] == other.bytes[row..<end] }
      let left = row + rect.left * pixelBytes, right = row + rect.right * pixelBytes
      return bytes[row..<left] == other.bytes[row..<left] && bytes[right..<end] == other.bytes[right..<end]
    }
  }

  /// All samples of a rectangle in the first plane, each kind once.
  func colours(_ rect: PixelRect) -> Set<[Int]> {
    var found = Set<[Int]>()
    for y in rect.top..<rect.bottom { for x in rect.left..<rect.right { found.insert(self[x, y]) } }
    return found
  }
}

func box(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> PixelRect {
  PixelRect(left: left, top: top, right: left + width, bottom: top + height)
}

func redaction(
  _ name: StyleName, _ rect: PixelRect, secure: Bool = false, _ change: (inout RedactionStyle) -> Void = { _ in }
) -> Redaction {
  var style = RedactionStyle(name)
  change(&style)
  return Redaction(region: Region(rect), bounds: rect, style: style, rule: "test", isSecure: secure)
}

func plan(_ size: PixelSize, scale: Double = 1, _ redactions: Redaction...) -> Plan {
  Plan(size: size, scale: scale, redactions: redactions)
}

func masked(_ frame: consuming RawFrame, _ plan: Plan, by masker: Masker = Masker(seed: 5)) -> Picture {
  Picture(masker.mask(frame, by: plan))
}

extension Masker {
  /// A masker with one style replaced, or without memory for some pictures.
  static func broken(
    _ name: StyleName = .solid, style: StyleRegistry.Style? = nil, memory: MaskMemory = .system
  ) -> Masker {
    Masker(seed: 5, styles: style.map { .builtIn.replacing(name, with: $0) } ?? .builtIn, memory: memory)
  }
}
