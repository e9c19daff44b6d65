import ScrimCore
import Testing

@testable import ScrimMasking

/// Guarantee 3: what a mask looks like depends on nothing that it hides.
struct NonInterferenceTests {
  static let size = PixelSize(width: 61, height: 47)

  /// Two regions that touch, one that is turned, one at the corner of the picture, and a label that sticks out.
  static func everyShape(_ name: StyleName) -> Plan {
    func words(_ style: inout RedactionStyle) { style.text = "Hi" }
    var turned = redaction(name, box(30, 5, 1, 1))
    turned.region = Quad(
      Rect(x: 32, y: 8, width: 18, height: 9), under: Transform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 17, ty: -20)
    ).touchedPixels(within: size.rect)
    turned.bounds = turned.region.bounds
    var sticksOut = redaction(name, box(5, 33, 7, 6), words)
    sticksOut.region = sticksOut.region.union(Region(box(10, 36, 9, 5)))
    return Plan(
      size: size, scale: 1,
      redactions: [
        redaction(name, box(3, 3, 21, 15), words), redaction(name, box(3, 18, 21, 6)), turned, sticksOut,
        redaction(name, box(50, 39, 11, 8)),
      ])
  }

  @Test(arguments: closedStyles, formats)
  func `frames that differ only in regions give the same bytes`(name: StyleName, format: PixelFormat) {
    let plan = Self.everyShape(name), hidden = plan.redactions.reduce(Region.empty) { $0.union($1.region) }
    let one = masked(noise(Self.size, format, inside: hidden, seed: 1), plan)
    let two = masked(noise(Self.size, format, inside: hidden, seed: 2), plan)
    #expect(one.failure == nil)
    #expect(one == two)
  }

  @Test(arguments: closedStyles, [PixelFormat(.rgb, bitDepth: 8), PixelFormat(.yuv(.s420), bitDepth: 8)])
  func `no region carries what a cosmetic neighbour could have read of it`(name: StyleName, format: PixelFormat) {
    for cosmetic in [StyleName.pixelate, .blur] {
      let hidden = redaction(name, box(20, 10, 20, 20))
      for order in [
        [redaction(cosmetic, box(10, 5, 25, 30)), hidden], [hidden, redaction(cosmetic, box(10, 5, 25, 30))],
      ] {
        let plan = Plan(size: Self.size, scale: 1, redactions: order)
        let one = masked(noise(Self.size, format, inside: hidden.region, seed: 1), plan)
        let two = masked(noise(Self.size, format, inside: hidden.region, seed: 2), plan)
        #expect(one == two)
      }
    }
  }

  @Test func `noise follows the seed and nothing else`() {
    let plan = plan(Self.size, redaction(.noise, box(2, 2, 50, 40))), format = PixelFormat(.rgb, bitDepth: 8)
    let one = masked(noise(Self.size, format), plan, by: Masker(seed: 1))
    #expect(one == masked(noise(Self.size, format), plan, by: Masker(seed: 1)))
    #expect(one != masked(noise(Self.size, format), plan, by: Masker(seed: 2)))
  }
}
