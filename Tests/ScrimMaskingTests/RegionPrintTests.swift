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

  private typealias Box = (rect: PixelRect, colour: UInt32)

  /// Boxes on white, each in its colour as `seen` makes it.
  private func picture(_ boxes: [Box], height: Int = 72, seen: (UInt32) -> UInt32 = { $0 }) -> RawFrame {
    let format = PixelFormat(.rgb, bitDepth: 8)
    var frame = plain(PixelSize(width: 120, height: height), format, Colour(seen(0xFFFFFF)))
    for (rect, colour) in boxes {
      frame.pixels.fill(rect, with: EncodedColour(Colour(seen(colour)), format: format, encoding: .png(.plain)))
    }
    return frame
  }

  /// Each channel of a colour, changed.
  private func channels(_ colour: UInt32, _ change: (UInt32) -> UInt32) -> UInt32 {
    change(colour >> 16) << 16 | change(colour >> 8 & 255) << 8 | change(colour & 255)
  }

  private func rows(_ rows: Range<Int>, _ colour: UInt32, left: Int = 0, right: Int = 120) -> Box {
    (PixelRect(left: left, top: rows.lowerBound, right: right, bottom: rows.upperBound), colour)
  }

  @Test func `letters half under a translucent header end with themselves, not with the header`() {
    let header = [rows(0..<28, 0xF3F5F4), rows(26..<28, 0xD5DAD8)]
    let ghosts = (0..<20).map { rows(8..<24, 0xEAECEB, left: 6 * $0, right: 6 * $0 + 3) }
    let letters = (0..<20).map { rows(50..<66, 0x203028, left: 6 * $0, right: 6 * $0 + 3) }
    let list = header + ghosts + letters, region = Region(PixelRect(left: 0, top: 0, right: 120, bottom: 72))
    let print = RegionPrint(of: region, in: picture(list))
    #expect(holds(print, picture(list)) == true)
    // A veil, most of a fade, an alert that is dark or light, and both a veil and an alert.
    #expect(holds(print, picture(list) { colour in channels(colour) { $0 * 4 / 7 } }) == true)
    #expect(holds(print, picture(list) { colour in channels(colour) { 255 - (255 - $0) / 3 } }) == true)
    for alert in [0x203040, 0xFFFFFF] as [UInt32] {
      let alerted = list + [rows(0..<72, alert, left: 80)]
      #expect(holds(print, picture(alerted)) == true)
      #expect(holds(print, picture(alerted) { colour in channels(colour) { $0 * 4 / 7 } }) == true)
    }
    // Another page: the header stays, and a dark card begins where the lower part of the letters was.
    #expect(holds(print, picture(header + [rows(28..<72, 0xF3F5F4), rows(56..<72, 0x0F5F5A)])) == false)
    #expect(holds(print, picture(header)) == false)
  }

  @Test(arguments: [0x203040, 0xE0E0E0] as [UInt32])
  func `one of two lines holds while something lies over the other`(_ alert: UInt32) {
    func line(_ top: Int) -> [Box] {
      (0..<20).map { rows(top..<top + 16, 0x203028, left: 6 * $0, right: 6 * $0 + 3) }
    }
    let region = Region(PixelRect(left: 0, top: 0, right: 120, bottom: 72)), front = [rows(36..<72, alert)]
    let print = RegionPrint(of: region, in: picture(line(10) + line(46)))
    #expect(holds(print, picture(line(10) + line(46) + front)) == true)
    #expect(holds(print, picture(line(46) + front)) == false)
  }

  @Test(arguments: [3, 32])
  func `a code whose bars lie across holds while it stays, whatever becomes of a letter in it`(
    _ thickness: Int
  ) {
    let bars = stride(from: 0, to: 96, by: 2 * thickness).map { rows($0..<$0 + thickness, 0x101010) }
    let letter = rows(40..<50, 0xA02020, left: 104, right: 112), region = Region(PixelSize(width: 120, height: 96).rect)
    func frame(_ boxes: [Box], seen: (UInt32) -> UInt32 = { $0 }) -> RawFrame {
      picture(boxes, height: 96, seen: seen)
    }
    for before in [bars, bars + [letter]] {
      let print = RegionPrint(of: region, in: frame(before))
      for after in [bars, bars + [letter]] {
        #expect(holds(print, frame(after)) == true)
        #expect(holds(print, frame(after) { colour in channels(colour) { $0 * 4 / 7 } }) == true)
        #expect(holds(print, frame(after + [rows(0..<96, 0xFFFFFF, left: 80)])) == true)
      }
      // The letter alone is not what was hidden: the same bars elsewhere are another code.
      let between = stride(from: thickness, to: 96, by: 2 * thickness)
      let shifted = between.map { rows($0..<min(96, $0 + thickness), 0x101010) }
      #expect(holds(print, frame(shifted + [letter])) == false)
    }
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
