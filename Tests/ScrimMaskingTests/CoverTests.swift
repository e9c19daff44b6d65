import ScrimCore
import Testing

@testable import ScrimMasking

/// The privacy screen: ground, label, and where the label stands.
struct CoverTests {
  static func cover(
    _ width: Int, _ height: Int, scale: Double = 1, _ change: (inout RedactionStyle) -> Void = { _ in }
  ) -> Picture {
    let size = PixelSize(width: width, height: height)
    var style = RedactionStyle.defaultCover
    change(&style)
    return masked(
      plain(size, PixelFormat(.rgb, bitDepth: 8), Colour(0xFF00FF)),
      .covered(size: size, scale: scale, style: style, failures: []))
  }

  /// The pixels that differ clearly from the ground.
  static func ink(_ picture: Picture) -> [(x: Int, y: Int)] {
    let width = picture.size.width, bytes = picture.bytes
    var found = [(x: Int, y: Int)]()
    for at in 0..<bytes.count / 3 {
      for channel in 0..<3 where abs(Int(bytes[3 * at + channel]) - Int(bytes[channel])) > 24 {
        found.append((at % width, at / width))
        break
      }
    }
    return found
  }

  @Test(arguments: [(200, 150), (230, 232), (320, 180), (195, 422)], Appearance.allCases)
  func `the label is gray, legible, and centred in the top two thirds`(size: (Int, Int), appearance: Appearance) {
    let picture = Self.cover(size.0, size.1) { $0.appearance = appearance }
    #expect(picture[0, 0] == (appearance == .light ? [0xF2, 0xF2, 0xF7] : [0, 0, 0]))
    let ink = Self.ink(picture), pixels = Double(size.0 * size.1)
    #expect(Double(ink.count) > 0.002 * pixels && Double(ink.count) < 0.3 * pixels)
    let x = Double(ink.reduce(0) { $0 + $1.x }) / Double(ink.count) / Double(size.0)
    let y = Double(ink.reduce(0) { $0 + $1.y }) / Double(ink.count) / Double(size.1)
    #expect(abs(x - 1 / 2) < 0.05 && abs(y - 1 / 3) < 0.05, "at \(x), \(y)")
    #expect(ink.allSatisfy { picture[$0.x, $0.y].max()! - picture[$0.x, $0.y].min()! <= 12 })
    #expect(ink.contains { picture[$0.x, $0.y] == [0x80, 0x80, 0x80] })
    #expect(ink.map(\.y).max()! < size.1 * 2 / 3)
    #expect(ink.map(\.y).min()! > size.1 / 16)
  }

  @Test func `the label grows with the content size, and shrinks to stay in its part`() {
    func rows(_ content: ContentSize, _ scale: Double = 1) -> ClosedRange<Int> {
      let ys = Self.ink(Self.cover(200, 240, scale: scale) { ($0.text, $0.contentSize) = ("Mig", content) }).map(\.y)
      return ys.min()!...ys.max()!
    }
    #expect(rows(.large).count > rows(.extraSmall).count)
    #expect(rows(.accessibilityLarge).count > rows(.large).count)
    #expect((2.4...3.6).contains(Double(rows(.large, 3).count) / Double(rows(.large).count)))
    let largest = rows(.accessibilityExtraExtraExtraLarge, 3)
    #expect(largest.lowerBound > 0 && largest.upperBound < 160)
  }

  @Test func `layout, symbol and colours can be set`() {
    let centred = Self.ink(Self.cover(200, 240) { $0.layout = .center })
    #expect(abs(centred.reduce(0) { $0 + $1.y } / centred.count - 120) < 10)
    #expect(Self.cover(200, 240) { $0.symbol = .shield } != Self.cover(200, 240))
    let coloured = Self.cover(200, 240) {
      ($0.color, $0.textColor) = (.fixed(Colour(0x102030)), .fixed(Colour(0xFFEE00)))
    }
    #expect(coloured[0, 0] == [0x10, 0x20, 0x30])
    #expect(coloured.colours(coloured.size.rect).contains([0xFF, 0xEE, 0x00]))
  }

  @Test func `a cover without words is its ground`() {
    #expect(Self.ink(Self.cover(200, 240) { $0.text = nil }).isEmpty)
  }
}
