@_spi(RawPixels) import ScrimCore
import Testing

@testable import ScrimMasking

/// Mosaic and blur: they change what they are given, and carry no pixel of it as it was.
struct CosmeticTests {
  static let size = PixelSize(width: 90, height: 70)
  static let region = box(13, 11, 61, 43)

  @Test(arguments: [StyleName.pixelate, .blur], formats)
  func `hardly a pixel stays as it was`(name: StyleName, format: PixelFormat) {
    let before = Picture(noise(Self.size, format))
    let after = masked(noise(Self.size, format), plan(Self.size, redaction(name, Self.region)))
    let changed = after.differences(from: before).filter { Self.region.contains(box($0[0], $0[1], 1, 1)) }
    #expect(Double(changed.count) > 0.9 * Double(Self.region.width * Self.region.height))
  }

  @Test func `blocks move with the view`() {
    let format = PixelFormat(.gray, bitDepth: 8)
    func mosaic(_ dx: Int) -> [[Int]] {
      var raw = plain(Self.size, format, Colour(0x808080))
      for y in 0..<30 {
        for x in 0..<40 { raw.pixels.set(UInt16((x * 5 + y) % 256), plane: 0, x: x + 10 + dx, y: y + 10) }
      }
      let region = box(10 + dx, 10, 40, 30)
      let after = masked(raw, plan(Self.size, redaction(.pixelate, region)))
      return (0..<30).map { y in (0..<40).map { after[$0 + 10 + dx, y + 10][0] } }
    }
    #expect(mosaic(0) == mosaic(3))
  }

  @Test(arguments: [StyleName.pixelate, .blur])
  func `neither reads what lies outside of its region`(name: StyleName) {
    let format = PixelFormat(.rgb, bitDepth: 8), around = Region(Self.size.rect).subtracting(Region(Self.region))
    let plan = plan(Self.size, redaction(name, Self.region))
    let one = masked(noise(Self.size, format, inside: around, seed: 1), plan)
    let two = masked(noise(Self.size, format, inside: around, seed: 2), plan)
    for y in Self.region.top..<Self.region.bottom {
      for x in Self.region.left..<Self.region.right { #expect(one[x, y] == two[x, y]) }
    }
  }

  @Test func `a few pixels are no average but themselves, so they become neutral`() {
    let format = PixelFormat(.gray, bitDepth: 8)
    let after = masked(noise(Self.size, format), plan(Self.size, redaction(.pixelate, box(5, 5, 3, 3))))
    #expect(after.colours(box(5, 5, 3, 3)) == [[128]])
  }
}
