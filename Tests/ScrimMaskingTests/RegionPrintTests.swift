@_spi(RawPixels) import ScrimCore
import Testing

@testable import ScrimMasking

/// Whether a region is told to be what it was.
struct RegionPrintTests {
  private let size = PixelSize(width: 60, height: 40)
  private let region = Region(PixelRect(left: 11, top: 7, right: 52, bottom: 33))

  /// The macro of expectations cannot take frames, which are not copied.
  private func holds(_ print: RegionPrint, _ frame: consuming RawFrame) -> Bool? { print.holds(in: frame) }

  @Test(arguments: formats)
  func `a region holds while its pixels do, whatever happens around it`(format: PixelFormat) {
    let print = RegionPrint(of: region, in: noise(size, format, inside: region, seed: 1))
    #expect(holds(print, noise(size, format, inside: region, seed: 1)) == true)
    #expect(holds(print, noise(size, format, inside: region, seed: 2)) == false)
    var around = noise(size, format, inside: region, seed: 1)
    let grown = region.grown(to: ChromaGrid(format), within: size.rect)
    for rect in Region(size.rect).subtracting(grown).rects {
      around.pixels.fill(rect, with: EncodedColour(Colour(0xFF0000), format: format, encoding: format.encoding))
    }
    #expect(holds(print, around) == true)
  }

  @Test(arguments: formats)
  func `a caret is no change, a word is one`(format: PixelFormat) {
    let ground = Colour(0xF0F0F0), ink = Colour(0x101010)
    let print = RegionPrint(of: region, in: plain(size, format, ground))
    func changed(_ rect: PixelRect) -> Bool {
      var frame = plain(size, format, ground)
      frame.pixels.fill(rect, with: EncodedColour(ink, format: format, encoding: format.encoding))
      return print.holds(in: frame) == false
    }
    // Of 1066 pixels: 10, and 12.
    #expect(!changed(PixelRect(left: 20, top: 10, right: 21, bottom: 20)))
    #expect(changed(PixelRect(left: 20, top: 10, right: 22, bottom: 16)))
  }

  @Test func `noise of a coder and the begin of a fade are no change, a shade is`() {
    let format = PixelFormat(.rgb, bitDepth: 8)
    let print = RegionPrint(of: region, in: plain(size, format, Colour(0x808080)))
    #expect(holds(print, plain(size, format, Colour(0x907080))) == true)
    #expect(holds(print, plain(size, format, Colour(0x918080))) == false)
  }

  /// Dark letters on a light ground, or what is left of them.
  private func letters(
    count: Int = 6, ink: Colour = Colour(0x202020), ground: Colour = Colour(0xF0F0F0), besides boxes: PixelRect...
  ) -> RawFrame {
    let format = PixelFormat(.rgb, bitDepth: 8)
    var frame = plain(size, format, ground)
    let letters = (0..<count).map { PixelRect(left: 14 + 6 * $0, top: 12, right: 17 + 6 * $0, bottom: 28) }
    for (rect, colour) in letters.map({ ($0, ink) }) + boxes.map({ ($0, Colour(0x3070C0)) }) {
      frame.pixels.fill(rect, with: EncodedColour(colour, format: format, encoding: .png(.plain)))
    }
    return frame
  }

  @Test func `what is faint ends with itself, and stays as long as it does`() {
    let ground = Colour(0xF0F0F0), ghost = Colour(0xE4E4E4)
    let print = RegionPrint(of: region, in: letters(ink: ghost, ground: ground))
    #expect(holds(print, letters(ink: ghost, ground: ground)) == true)
    // Two levels of a coder's noise, and half of its contrast.
    #expect(holds(print, letters(ink: Colour(0xE6E6E6), ground: ground)) == true)
    #expect(holds(print, letters(ink: Colour(0xEAEAEA), ground: ground)) == true)
    #expect(holds(print, letters(ink: ground, ground: ground)) == false)
  }

  @Test func `letters hold while they can be read`() {
    let print = RegionPrint(of: region, in: letters())
    // A caret, a spinner, an alert over a third, a veil, most of a fade, a letter less, and one more.
    #expect(holds(print, letters(besides: PixelRect(left: 40, top: 9, right: 42, bottom: 30))) == true)
    #expect(holds(print, letters(besides: PixelRect(left: 36, top: 26, right: 50, bottom: 33))) == true)
    #expect(holds(print, letters(besides: PixelRect(left: 38, top: 0, right: 60, bottom: 40))) == true)
    #expect(holds(print, letters(ink: Colour(0x1B1B1B), ground: Colour(0xCCCCCC))) == true)
    #expect(holds(print, letters(ink: Colour(0xB8B8B8))) == true)
    #expect(holds(print, letters(count: 5)) == true)
    // Gone, nearly faded, and something else.
    #expect(holds(print, letters(count: 0)) == false)
    #expect(holds(print, letters(ink: Colour(0xE8E8E8))) == false)
    #expect(holds(print, letters(count: 2)) == false)
    #expect(holds(print, letters(besides: PixelRect(left: 0, top: 0, right: 60, bottom: 40))) == false)
    #expect(RegionPrint(of: region, in: letters()).shows(RegionPrint(of: region, in: letters(count: 5))))
    #expect(!RegionPrint(of: region, in: letters(count: 0)).shows(print))
    #expect(RegionPrint(of: region, in: letters(count: 0)).isBare && !print.isBare)
  }

  @Test func `of a large region enough is kept to see a line of text go`() {
    let size = PixelSize(width: 900, height: 700), format = PixelFormat(.gray, bitDepth: 8)
    var text = plain(size, format, Colour(0xFFFFFF))
    for x in stride(from: 10, to: 890, by: 6) {
      text.pixels.fill(
        PixelRect(left: x, top: 300, right: x + 3, bottom: 340),
        with: EncodedColour(Colour(0), format: format, encoding: .png(.plain)))
    }
    let print = RegionPrint(of: Region(size.rect), in: text)
    #expect(holds(print, plain(size, format, Colour(0xFFFFFF))) == false)
  }

  @Test func `of a picture of another size nothing is told, nor of what a print holds`() {
    let format = PixelFormat(.rgb, bitDepth: 8)
    let print = RegionPrint(of: region, in: plain(size, format, Colour(0x808080)))
    #expect(holds(print, plain(PixelSize(width: 60, height: 41), format, Colour(0x808080))) == nil)
    var text = ""
    dump(print, to: &text)
    #expect(text.count < 60 && !text.contains("128") && !text.contains("32896"))
  }
}
