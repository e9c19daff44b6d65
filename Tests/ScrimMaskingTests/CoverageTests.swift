@_spi(RawPixels) import ScrimCore
import Testing

@testable import ScrimMasking

/// Guarantee 2: every pixel of a region is overwritten, and none outside of it.
struct CoverageTests {
  static let size = PixelSize(width: 40, height: 30)

  @Test(arguments: StyleName.allCases, formats)
  func `the edge of a mask is exact`(name: StyleName, format: PixelFormat) {
    // On the grid of every chroma sampling, so that nothing grows.
    let region = box(8, 6, 20, 14)
    let before = Picture(noise(Self.size, format))
    let after = masked(noise(Self.size, format), plan(Self.size, redaction(name, region)))
    #expect(after.failure == nil)
    let original = before.format == after.format ? before : before.promotedToColour
    for (index, plane) in after.format.planes(for: Self.size).enumerated() {
      let inside = region.share(of: after.format.block(plane: index))
      var untouched = 0
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let same = after.samples(plane: index, x, y) == original.samples(plane: index, x, y)
          if inside.contains(box(x, y, 1, 1)) { untouched += same ? 1 : 0 } else { #expect(same, "\(x), \(y)") }
        }
      }
      // Noise may meet the mask's sample by chance, but seldom.
      #expect(untouched <= 9, "plane \(index)")
    }
  }

  @Test(arguments: [
    PixelFormat(.grayAlpha, bitDepth: 8), PixelFormat(.rgba, bitDepth: 8), PixelFormat(.rgba, bitDepth: 16),
  ])
  func `masked pixels have full alpha and the others keep theirs`(format: PixelFormat) {
    for name in StyleName.allCases {
      let before = Picture(noise(Self.size, format))
      let after = masked(
        noise(Self.size, format), plan(Self.size, redaction(name, box(3, 3, 30, 20)) { $0.text = "A" }))
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          let isInside = box(3, 3, 30, 20).contains(box(x, y, 1, 1))
          #expect(after[x, y].last == (isInside ? format.maximum : before[x, y].last))
        }
      }
    }
  }

  @Test func `a deep frame takes colours by multiplication with 257`() {
    let format = PixelFormat(.rgb, bitDepth: 16)
    let after = masked(
      noise(Self.size, format),
      plan(Self.size, redaction(.solid, box(1, 1, 5, 5)) { $0.color = .fixed(Colour(0x0180FF)) }))
    #expect(after.colours(box(1, 1, 5, 5)) == [[0x0101, 0x8080, 0xFFFF]])
  }

  @Test(arguments: [PixelFormat(.gray, bitDepth: 8), PixelFormat(.grayAlpha, bitDepth: 16)])
  func `a gray frame is promoted for a colour and for nothing else`(format: PixelFormat) {
    func after(_ colour: UInt32) -> Picture {
      masked(
        noise(Self.size, format),
        plan(Self.size, redaction(.solid, box(1, 1, 5, 5)) { $0.color = .fixed(Colour(colour)) }))
    }
    #expect(after(0x808080).format == format)
    let promoted = after(0xFF0000)
    #expect(promoted.format == format.promoted)
    let red = Array([format.maximum, 0, 0, format.maximum].prefix(format.channels + 2))
    #expect(promoted.colours(box(1, 1, 5, 5)) == [red])
    let before = Picture(noise(Self.size, format)).promotedToColour
    #expect(promoted.differences(from: before).allSatisfy { box(1, 1, 5, 5).contains(box($0[0], $0[1], 1, 1)) })
  }

  @Test func `of two masks on one pixel the later wins`() {
    let format = PixelFormat(.rgb, bitDepth: 8)
    let red = redaction(.solid, box(2, 2, 10, 10)) { $0.color = .fixed(Colour(0xFF0000)) }
    let blue = redaction(.solid, box(6, 6, 10, 10)) { $0.color = .fixed(Colour(0x0000FF)) }
    #expect(masked(noise(Self.size, format), plan(Self.size, red, blue))[7, 7] == [0, 0, 255])
    #expect(masked(noise(Self.size, format), plan(Self.size, blue, red))[7, 7] == [255, 0, 0])
  }

  @Test func `a cover lies above everything`() {
    let format = PixelFormat(.rgb, bitDepth: 8)
    let covered = Plan.covered(size: Self.size, scale: 1, failures: []).redactions
    let alone = masked(noise(Self.size, format), Plan(size: Self.size, scale: 1, redactions: covered))
    let mixed = masked(
      noise(Self.size, format),
      Plan(size: Self.size, scale: 1, redactions: [redaction(.pixelate, box(2, 2, 20, 20))] + covered))
    #expect(alone == mixed)
    #expect(alone[0, 0] == [0xF2, 0xF2, 0xF7])
  }

  @Test func `what sticks out of a view's box takes the ground`() {
    var wide = redaction(.card, box(10, 10, 10, 10)) { $0.color = .fixed(Colour(0x102030)) }
    wide.region = Region(box(4, 4, 30, 20))
    let after = masked(noise(Self.size, PixelFormat(.rgb, bitDepth: 8)), plan(Self.size, wide))
    #expect(after.colours(box(4, 4, 30, 6)) == [[0x10, 0x20, 0x30]])
    #expect(after.colours(box(4, 10, 6, 14)) == [[0x10, 0x20, 0x30]])
  }

  @Test func `a region beyond the picture is cut, not followed`() {
    var beyond = redaction(.solid, box(-5, -5, 200, 200))
    beyond.style.color = .fixed(Colour(0x111111))
    for format in formats {
      #expect(masked(noise(Self.size, format), plan(Self.size, beyond)).failure == nil)
      #expect(masked(noise(Self.size, format), plan(Self.size, redaction(.erase, box(60, 60, 9, 9)))).failure == nil)
    }
  }

  @Test(arguments: StyleName.allCases, formats)
  func `a picture of one pixel can be masked`(name: StyleName, format: PixelFormat) {
    let size = PixelSize(width: 1, height: 1)
    #expect(masked(noise(size, format), plan(size, redaction(name, box(0, 0, 1, 1)) { $0.text = "A" })).failure == nil)
  }

  @Test func `a plan without redactions changes nothing`() {
    for format in formats {
      #expect(masked(noise(Self.size, format), plan(Self.size)) == Picture(noise(Self.size, format)))
    }
  }
}

extension Picture {
  /// A gray picture as the promoted one should be.
  var promotedToColour: Picture {
    var pixels = PixelBuffer(size: size, format: format.promoted)!
    for y in 0..<size.height {
      for x in 0..<size.width {
        let samples = self[x, y]
        for channel in 0..<pixels.format.channels {
          pixels.set(UInt16(samples[channel < 3 ? 0 : 1]), plane: 0, x: x, y: y, channel: channel)
        }
      }
    }
    return Picture(RawFrame(identity: FrameIdentity(index: 0), encoding: .png(.plain), pixels: pixels))
  }
}
