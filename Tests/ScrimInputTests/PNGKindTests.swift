import ScrimCore
import ScrimTestSupport
import Testing

/// One of PNG's kinds of file.
struct Kind: Hashable, Sendable, CustomTestStringConvertible {
  var colourType: Int
  var bitDepth: Int
  var isTransparent: Bool
  var isInterlaced: Bool

  var testDescription: String {
    "type \(colourType), \(bitDepth) bits\(isTransparent ? ", tRNS" : "")\(isInterlaced ? ", interlaced" : "")"
  }

  static let all: [Kind] = [(0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16])].flatMap
  {
    type, depths in
    depths.flatMap { depth in
      (type < 4 ? [false, true] : [false]).flatMap { transparent in
        [false, true].map {
          Kind(colourType: type, bitDepth: depth, isTransparent: transparent, isInterlaced: $0)
        }
      }
    }
  }

  func noise(width: Int, height: Int) -> TestPNG {
    .noise(
      width: width, height: height, colourType: colourType, bitDepth: bitDepth, transparent: isTransparent,
      interlaced: isInterlaced, seed: UInt64(width * 1000 + height))
  }
}

@Suite struct `PNG kinds` {
  @Test(arguments: Kind.all) func `every kind decodes to its samples and comes out in its kind, at every width`(
    _ kind: Kind
  ) throws {
    for width in 1...67 {
      let picture = kind.noise(width: width, height: 1 + width % 4)
      let source = try decoded(picture.bytes)
      #expect(source.size == PixelSize(width: picture.width, height: picture.height))
      #expect(source.rgba16 == picture.rgba16, "width \(width)")
      #expect(source.format.bitDepth == max(8, kind.bitDepth))

      let output = try decoded(try reencoded(picture.bytes))
      #expect(output.size == source.size)
      #expect(output.rgba16 == picture.rgba16, "width \(width)")
      #expect(output.encoding.colourType == source.encoding.colourType)
      #expect(output.encoding.bitDepth == kind.bitDepth)
      #expect(output.encoding.transparentColour == source.encoding.transparentColour)
    }
  }

  @Test func `the same frame gives the same bytes`() throws {
    let picture = Kind(colourType: 6, bitDepth: 8, isTransparent: false, isInterlaced: false).noise(
      width: 40, height: 30)
    #expect(try reencoded(picture.bytes) == reencoded(picture.bytes))
  }

  @Test(arguments: [(1, 0x55, 2), (1, 0x11, 4), (1, 0x80, 8), (2, 0xff, 2), (2, 0x33, 4), (4, 0x81, 8)])
  func `gray grows to the depth that holds the mask's gray`(depth: Int, gray: Int, grown: Int) throws {
    let picture = TestPNG.noise(width: 9, height: 5, colourType: 0, bitDepth: depth, seed: 1)
    let output = try decoded(try encoded(redacted(try decode(picture.bytes)) { $0[0] = UInt8(gray) }))
    #expect(output.encoding.colourType == .gray)
    #expect(output.encoding.bitDepth == grown)
    var expected = picture.rgba16
    expected.replaceSubrange(0..<3, with: repeatElement(UInt16(gray) * 257, count: 3))
    #expect(output.rgba16 == expected)
  }

  @Test(arguments: [(0, 8), (0, 16), (0, 2), (2, 8), (2, 16)])
  func `a mask of the transparent colour makes alpha a channel`(type: Int, depth: Int) throws {
    let picture = TestPNG.noise(width: 9, height: 5, colourType: type, bitDepth: depth, transparent: true, seed: 2)
    let source = try decoded(picture.bytes)
    let pixelBytes = source.format.channels * source.format.bytesPerSample
    // The first pixel has the transparent colour; its neighbour gets it too, but opaque.
    let output = try decoded(
      try encoded(
        redacted(try decode(picture.bytes)) { bytes in
          for byte in 0..<pixelBytes {
            bytes[pixelBytes + byte] = byte < pixelBytes - source.format.bytesPerSample ? bytes[byte] : 255
          }
        }))
    #expect(output.encoding.colourType == (type == 0 ? .grayAlpha : .rgba))
    #expect(output.encoding.bitDepth == max(8, depth))
    var expected = source.rgba16
    expected.replaceSubrange(4..<8, with: source.rgba16[0..<3] + [.max])
    #expect(output.rgba16 == expected)
  }

  @Test func `a transparent colour that no pixel has goes`() throws {
    let picture = TestPNG.noise(width: 4, height: 4, colourType: 2, bitDepth: 8, transparent: true, seed: 3)
    let output = try encoded(
      redacted(try decode(picture.bytes)) { bytes in
        for pixel in 0..<16 { bytes[4 * pixel + 3] = 255 }
      })
    #expect(TestPNG.chunks(output).map(\.name) == ["IHDR", "IDAT", "IEND"])
    #expect(try decoded(output).encoding.colourType == .rgb)
  }

  @Test func `a palette holds the colours of the redacted picture and no others`() throws {
    var picture = TestPNG(width: 4, height: 1, colourType: 3, bitDepth: 2, samples: [2, 1, 2, 3])
    picture.palette = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
    // The colour of index 3 is hidden by one that the palette had not.
    let output = try encoded(
      redacted(try decode(picture.bytes)) { bytes in
        for byte in 9..<12 { bytes[byte] = 77 }
      })
    let palette = TestPNG.chunks(output).first { $0.name == "PLTE" }?.data
    #expect(palette == [3, 3, 3, 2, 2, 2, 77, 77, 77])
    #expect(try decoded(output).encoding.bitDepth == 2)
  }

  @Test func `a palette grows, and beyond 256 colours the picture becomes RGB`() throws {
    let picture = TestPNG.noise(width: 300, height: 1, colourType: 3, bitDepth: 1, seed: 4)
    for (colours, type, depth) in [
      (3, PNGEncoding.ColourType.palette, 2), (200, .palette, 8), (256, .palette, 8), (257, .rgb, 8),
    ] {
      var expected: [UInt16] = []
      let output = try decoded(
        try encoded(
          redacted(try decode(picture.bytes)) { bytes in
            for pixel in 0..<300 {
              let number = min(pixel, colours - 1)
              let colour = [UInt8(number & 255), UInt8(number >> 8), 9]
              for channel in 0..<3 { bytes[3 * pixel + channel] = colour[channel] }
              expected += (colour + [255]).map { UInt16($0) * 257 }
            }
          }))
      #expect(output.encoding.colourType == type)
      #expect(output.encoding.bitDepth == depth)
      #expect(output.rgba16 == expected)
    }
  }

  @Test func `an index beyond the palette is opaque black`() throws {
    var picture = TestPNG(width: 3, height: 1, colourType: 3, bitDepth: 4, samples: [0, 9, 1])
    picture.palette = [10, 20, 30, 40, 50, 60]
    picture.transparency = [128, 128]
    #expect(try decoded(picture.bytes).rgba16[4..<8] == [0, 0, 0, .max])
  }
}
