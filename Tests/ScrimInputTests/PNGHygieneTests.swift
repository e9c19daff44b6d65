import ScrimCore
import ScrimInput
import ScrimTestSupport
import Testing

@Suite struct `Nothing rides along in PNG files` {
  private let canary = Array("CANARY-4929-1234".utf8)

  private func contains(_ file: [UInt8], _ bytes: [UInt8]) -> Bool {
    file.indices.contains { file[$0...].starts(with: bytes) }
  }

  @Test(arguments: [0, 2, 4, 6]) func `text, EXIF, time, private chunks and what is behind the end are gone`(type: Int)
    throws
  {
    var picture = TestPNG.noise(width: 7, height: 5, colourType: type, bitDepth: 8, seed: 5)
    picture.early = [("gAMA", [0, 0, 0xb1, 0x8f]), ("sRGB", [0]), ("pHYs", [0, 0, 11, 19, 0, 0, 11, 19, 1])]
    picture.before = [
      ("tEXt", Array("Title\0".utf8) + canary), ("prVt", canary), ("tIME", [7, 232, 1, 2, 3, 4, 5]),
      ("eXIf", Array("MM\0*\0\0\0\u{8}\0\0".utf8) + canary), ("acTL", [0, 0, 0, 2, 0, 0, 0, 0]),
    ]
    picture.after = [
      ("tEXt", Array("Late\0".utf8) + canary), ("fdAT", [0, 0, 0, 1] + canary), ("gAMA", [0, 0, 0, 9]),
    ]
    picture.trailing = canary
    let output = try reencoded(picture.bytes)
    #expect(TestPNG.chunks(output).map(\.name) == ["IHDR", "sRGB", "gAMA", "pHYs", "IDAT", "IEND"])
    #expect(!contains(output, canary))
    #expect(TestPNG.chunks(output)[2].data == [0, 0, 0xb1, 0x8f])
    #expect(try decoded(output).rgba16 == picture.rgba16)
  }

  @Test(arguments: [2, 4]) func `of a profile its numbers stay`(version: UInt8) throws {
    let curve = Array("curv\0\0\0\0\0\0\0\u{3}".utf8) + [0, 0, 0x40, 0, 0xff, 0xff]
    let white = Array("XYZ \0\0\0\0".utf8) + Array(1...12), secret = Array("text\0\0\0\0".utf8) + canary
    let numbers = [("wtpt", white), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve)]
    let tags = numbers + [("cprt", secret), ("desc", secret), ("mmod", secret), ("Priv", secret)]
    var picture = TestPNG.noise(width: 3, height: 3, colourType: 2, bitDepth: 8, seed: 6)
    // Behind the numbers of each tag, between tags and behind all, as long as the tags say that it is theirs.
    let dirty = profile(version, tags.map { ($0.0, $0.1 + canary) }, more: canary)
    picture.before = [("iCCP", canary + [0, 0] + TestPNG.zlib(dirty) + canary)]
    let output = try reencoded(picture.bytes)
    let chunk = try #require(TestPNG.chunks(output).first { $0.name == "iCCP" })
    #expect(chunk.data.starts(with: Array("ICC profile\0\0".utf8)))
    // The same numbers without all that give the same chunk, so it holds none of it; what came out gives itself.
    var plain = picture
    plain.before = [("iCCP", Array("other\0\0".utf8) + TestPNG.zlib(profile(version, numbers, more: [])))]
    #expect(try reencoded(plain.bytes) == output)
    #expect(try reencoded(output) == output)
    // Other numbers give another.
    for place in numbers.indices {
      var others = numbers
      others[place].1[13] ^= 1
      plain.before = [("iCCP", Array("other\0\0".utf8) + TestPNG.zlib(profile(version, others, more: [])))]
      #expect(try reencoded(plain.bytes) != output)
    }
  }

  /// A profile of a display, with a text for who made it.
  private func profile(_ version: UInt8, _ tags: [(String, [UInt8])], more: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    var table = number(tags.count), data: [UInt8] = more
    for (name, bytes) in tags {
      table += Array(name.utf8) + number(132 + 12 * tags.count + data.count) + number(bytes.count)
      data += bytes + more
    }
    var header = [UInt8](repeating: 0, count: 8) + [version, 0x20, 0, 0] + Array("mntrRGB XYZ ".utf8)
    header += more + Array(repeating: 0, count: 104 - more.count)
    let whole = header + table + data + more
    return number(whole.count) + whole.dropFirst(4)
  }

  @Test func `a profile that is none, or that unpacks without end, goes`() throws {
    var picture = TestPNG.noise(width: 3, height: 3, colourType: 2, bitDepth: 8, seed: 6)
    for data in [
      [], canary, canary + [0], canary + [0, 1] + TestPNG.zlib(Array(repeating: 5, count: 200)),
      canary + [0, 0] + canary,
    ] {
      picture.before = [("iCCP", data)]
      #expect(TestPNG.chunks(try reencoded(picture.bytes)).map(\.name) == ["IHDR", "IDAT", "IEND"])
    }
  }

  @Test(arguments: [
    ("gAMA", 4), ("cHRM", 32), ("sRGB", 1), ("cICP", 4), ("mDCV", 24), ("cLLI", 8), ("pHYs", 9), ("sBIT", 3),
  ]) func `chunks of colour stay as they were, and only in their own size`(name: String, size: Int) throws {
    for count in [size - 1, size, size + 1] {
      var picture = TestPNG.noise(width: 3, height: 3, colourType: 2, bitDepth: 8, seed: 6)
      let data = (0..<count).map { UInt8(1 + $0 % 3) }
      picture.before = [(name, data)]
      let found = TestPNG.chunks(try reencoded(picture.bytes)).first { $0.name == name }?.data
      #expect(found == (count == size ? data : nil))
    }
  }

  @Test func `significant bits go where masks have made the picture deeper`() throws {
    var picture = TestPNG.noise(width: 3, height: 3, colourType: 0, bitDepth: 2, seed: 6)
    picture.before = [("sBIT", [2])]
    #expect(TestPNG.chunks(try reencoded(picture.bytes)).map(\.name) == ["IHDR", "sBIT", "IDAT", "IEND"])
    let output = try encoded(redacted(try decode(picture.bytes)) { $0[0] = 0x80 })
    #expect(TestPNG.chunks(output).map(\.name) == ["IHDR", "IDAT", "IEND"])
  }

  @Test func `animations are refused, and what only says that it is one is not`() throws {
    let control: (String, [UInt8]) = ("acTL", [0, 0, 0, 2, 0, 0, 0, 0])
    let frame: (String, [UInt8]) = ("fcTL", Array(repeating: 0, count: 26))
    let data: (String, [UInt8]) = ("fdAT", [0, 0, 0, 2] + TestPNG.zlib([0]))
    var picture = TestPNG.noise(width: 3, height: 3, colourType: 2, bitDepth: 8, seed: 6)
    for (before, after, isAnimated) in [
      ([control, frame], [frame, data], true), ([control], [frame, data], true), ([frame, control], [data], true),
      ([control], [data], false), ([control, frame], [], false), ([], [control, frame, data], false),
      ([frame], [frame, data], false),
    ] {
      picture.before = before
      picture.after = after
      if isAnimated {
        #expect(
          throws: InputError.unsupported(
            name: "test.png", reason: "an animated PNG: only its still picture could be redacted")
        ) { try decode(picture.bytes) }
      } else {
        #expect(try decoded(picture.bytes).rgba16 == picture.rgba16)
      }
    }
  }
}
