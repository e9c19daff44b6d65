@_spi(RawPixels) import ScrimCore
import Testing

@testable import ScrimMasking

/// Masks on luma and chroma: they grow to whole chroma samples, and no further.
struct ChromaTests {
  /// Odd, so that the last chroma column and row overhang.
  static let size = PixelSize(width: 31, height: 23)
  static let places = [box(5, 3, 7, 9), box(0, 0, 1, 1), box(30, 22, 1, 1), box(29, 1, 2, 21), box(11, 11, 1, 1)]

  @Test(arguments: formats.filter { !$0.isInterleaved }, places)
  func `a mask of one colour has one luma and one chroma`(format: PixelFormat, place: PixelRect) {
    let before = Picture(noise(Self.size, format))
    let orange = redaction(.solid, place) { $0.color = .fixed(Colour(0xFF8000)) }
    let after = masked(noise(Self.size, format), plan(Self.size, orange))
    for (index, plane) in format.planes(for: Self.size).enumerated() {
      let grid = ChromaGrid(format), block = format.block(plane: index)
      let grown = Region(place).grown(to: grid, within: Self.size.rect).bounds
      let inside = grown.share(of: block)
      var values = Set<Int>()
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let sample = after.samples(plane: index, x, y)
          if inside.contains(box(x, y, 1, 1)) {
            values.insert(sample[0])
          } else {
            #expect(sample == before.samples(plane: index, x, y), "plane \(index): \(x), \(y)")
          }
        }
      }
      #expect(values.count == 1, "plane \(index)")
    }
  }

  @Test func `colours follow the frame's matrix and range`() {
    func sample(_ matrix: YUVEncoding.Matrix, full: Bool, _ colour: UInt32, bits: Int = 8) -> [Int] {
      let format = PixelFormat(.yuv(.s444), bitDepth: bits)
      let raw = RawFrame(
        identity: FrameIdentity(index: 0), encoding: .yuv(YUVEncoding(matrix: matrix, fullRange: full)),
        pixels: PixelBuffer(size: Self.size, format: format)!)
      let after = masked(raw, plan(Self.size, redaction(.solid, box(2, 2, 9, 9)) { $0.color = .fixed(Colour(colour)) }))
      return (0..<3).map { after.samples(plane: $0, 4, 4)[0] }
    }
    // From the definitions: white, black and red in each matrix.
    #expect(sample(.bt601, full: false, 0xFFFFFF) == [235, 128, 128])
    #expect(sample(.bt601, full: true, 0x000000) == [0, 128, 128])
    #expect(sample(.bt601, full: false, 0xFF0000) == [81, 90, 240])
    #expect(sample(.bt709, full: false, 0xFF0000) == [63, 102, 240])
    #expect(sample(.bt709, full: false, 0xFFFFFF, bits: 10) == [940, 512, 512])
  }

  @Test func `a pattern's chroma is the mean of its block`() {
    let format = PixelFormat(.yuv(.s420), bitDepth: 8)
    let after = masked(
      noise(Self.size, format),
      plan(
        Self.size,
        redaction(.noise, box(4, 4, 20, 16)) { $0.colors = [.fixed(Colour(0xFF0000)), .fixed(Colour(0x0000FF))] }))
    // Blocks of three pixels in red and blue: pure and mixed chroma both occur, and nothing beyond the two.
    let us = Set((2..<12).flatMap { x in (2..<10).map { after.samples(plane: 1, x, $0)[0] } })
    #expect(us.count > 2)
    #expect(us.min()! >= 90 && us.max()! <= 240)
  }

  @Test func `growing to a grid takes every touched block and no other`() {
    var random = SplitMix(state: 4)
    let picture = PixelSize(width: 13, height: 11)
    for _ in 0..<40 {
      var region = Region.empty
      for _ in 0..<3 {
        let x = Int(random.next() % 16) - 2, y = Int(random.next() % 14) - 2
        region = region.union(Region(box(x, y, Int(random.next() % 5), Int(random.next() % 5))))
      }
      for (width, height) in [(1, 1), (2, 1), (2, 2)] {
        let grown = region.grown(to: ChromaGrid(columns: width, rows: height), within: picture.rect)
        for y in 0..<picture.height {
          for x in 0..<picture.width {
            let block = box(x / width * width, y / height * height, width, height).intersection(picture.rect)
            let touched = !region.intersection(Region(block)).isEmpty
            #expect(grown.contains(x: x, y: y) == touched)
          }
        }
      }
    }
  }
}

extension PixelFormat {
  var isInterleaved: Bool {
    if case .yuv = model { return false }
    return true
  }
}
