@_spi(RawPixels) import ScrimCore
import Testing

@testable import ScrimMasking

/// Erase continues what is around, and nothing that is hidden.
struct EraseTests {
  static let size = PixelSize(width: 80, height: 60)
  static let region = box(20, 14, 36, 22)

  @Test(arguments: formats)
  func `on a plain ground the view is gone`(format: PixelFormat) {
    let ground = Colour(0x5AC878)
    let clean = Picture(plain(Self.size, format, ground))
    var raw = plain(Self.size, format, ground)
    raw.pixels.fill(Self.region, with: EncodedColour(Colour(0xFF00FF), format: format, encoding: format.encoding))
    #expect(masked(raw, plan(Self.size, redaction(.erase, Self.region))) == clean)
  }

  @Test func `a neighbour's letters do not smear over a plain ground`() {
    let format = PixelFormat(.rgb, bitDepth: 8), ground = Colour(0xF2F2F7)
    var raw = plain(Self.size, format, ground)
    raw.pixels.fill(box(16, 20, 3, 6), with: EncodedColour(Colour(0), format: format, encoding: format.encoding))
    let after = masked(raw, plan(Self.size, redaction(.erase, Self.region)))
    #expect(after.colours(Self.region) == [[0xF2, 0xF2, 0xF7]])
  }

  @Test func `a gradient goes on`() {
    let format = PixelFormat(.rgb, bitDepth: 8)
    var pixels = PixelBuffer(size: Self.size, format: format)!
    func value(_ x: Int, _ y: Int, _ channel: Int) -> Int {
      channel == 0 ? 40 + 2 * x : channel == 1 ? 200 - 3 * y : 128
    }
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        for channel in 0..<3 { pixels.set(UInt16(value(x, y, channel)), plane: 0, x: x, y: y, channel: channel) }
      }
    }
    let raw = RawFrame(identity: FrameIdentity(index: 0), encoding: .png(.plain), pixels: pixels)
    let after = masked(raw, plan(Self.size, redaction(.erase, Self.region)))
    var worst = 0
    for y in Self.region.top..<Self.region.bottom {
      for x in Self.region.left..<Self.region.right {
        for channel in 0..<3 { worst = max(worst, abs(after[x, y][channel] - value(x, y, channel))) }
      }
    }
    #expect(worst <= 16, "off by \(worst) levels")
  }

  @Test(arguments: formats)
  func `a view between other redacted views is continued from beyond them`(format: PixelFormat) {
    let ground = Colour(0x204060)
    let clean = Picture(plain(Self.size, format, ground))
    var raw = plain(Self.size, format, ground)
    let hidden = [
      box(20, 20, 20, 10), box(20, 30, 20, 10), box(20, 10, 20, 10), box(10, 10, 10, 30), box(40, 10, 20, 30),
    ]
    for rect in hidden {
      raw.pixels.fill(rect, with: EncodedColour(Colour(0xFF00FF), format: format, encoding: format.encoding))
    }
    let plan = Plan(size: Self.size, scale: 1, redactions: hidden.map { redaction(.erase, $0) })
    #expect(masked(raw, plan) == clean)
  }

  @Test(arguments: formats)
  func `where redactions fill the picture there is one colour`(format: PixelFormat) {
    let everything = Region(Self.size.rect)
    let left = redaction(.erase, box(0, 0, 40, 60)), right = redaction(.solid, box(40, 0, 40, 60))
    for plan in [plan(Self.size, redaction(.erase, Self.size.rect)), plan(Self.size, left, right)] {
      let one = masked(noise(Self.size, format, inside: everything, seed: 1), plan)
      let two = masked(noise(Self.size, format, inside: everything, seed: 2), plan)
      #expect(one == two)
      #expect(one.failure == nil)
      #expect(one.colours(box(0, 0, 40, 60)).count == 1)
    }
  }

  @Test func `samples beyond the frame's depth do no harm`() {
    let format = PixelFormat(.yuv(.s420), bitDepth: 10)
    var raw = plain(Self.size, format, Colour(0x204060))
    for y in 0..<Self.size.height { raw.pixels.set(65_535, plane: 0, x: 16, y: y) }
    #expect(masked(raw, plan(Self.size, redaction(.erase, Self.region))).failure == nil)
  }

  // Where each view looks at all others the time goes with their square, and this takes minutes.
  @Test(.timeLimit(.minutes(1)))
  func `thousands of erased views are gone, each for itself`() {
    let size = PixelSize(width: 400, height: 160), format = PixelFormat(.gray, bitDepth: 8), ground = Colour(0x808080)
    var raw = plain(size, format, ground), plan = Plan(size: size, scale: 1)
    for place in 0..<4000 {
      let rect = box(place % 100 * 4, place / 100 * 4, 2, 2)
      raw.pixels.fill(rect, with: EncodedColour(Colour(0xFFFFFF), format: format, encoding: format.encoding))
      plan.redactions.append(redaction(.erase, rect))
    }
    #expect(masked(raw, plan) == Picture(plain(size, format, ground)))
  }
}
