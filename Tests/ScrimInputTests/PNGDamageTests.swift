import ScrimCore
import ScrimInput
import ScrimTestSupport
import Testing

@Suite struct `Damaged PNG files` {
  private let picture = TestPNG.noise(width: 13, height: 9, colourType: 2, bitDepth: 8, seed: 7)

  @Test func `every cut is refused`() throws {
    let file = picture.bytes
    for length in 0..<file.count {
      #expect(throws: InputError.self, "the first \(length) bytes") { try decode(Array(file.prefix(length))) }
    }
  }

  @Test func `every changed byte of header, pixels and end is refused`() throws {
    let file = picture.bytes
    for place in file.indices {
      var changed = file
      changed[place] ^= 0x20
      // The bit that makes a chunk ancillary is bit 5 of its name's first letter: IDAT and IEND lose theirs, too.
      #expect(throws: InputError.self, "byte \(place)") { try decode(changed) }
    }
  }

  @Test func `a bad checksum in a chunk beside the pixels drops that chunk alone`() throws {
    var picture = picture
    picture.before = [("gAMA", [0, 0, 0xb1, 0x8f]), ("tEXt", Array("a\0b".utf8))]
    var file = picture.bytes
    let gamma = 8 + 25 + 8 + 2
    #expect(Array(file[gamma - 6..<gamma - 2]) == Array("gAMA".utf8))
    file[gamma] ^= 1
    let result = try decoded(file)
    #expect(result.rgba16 == picture.rgba16)
    #expect(result.encoding.colourChunks.isEmpty)
  }

  @Test(arguments: Kind.all.filter { !$0.isInterlaced || $0.bitDepth < 16 })
  func `random damage ends in an error or in a picture`(_ kind: Kind) throws {
    var noise = Noise(seed: 11)
    for round in 0..<150 {
      var picture = kind.noise(width: 1 + round % 9, height: 1 + round % 5)
      picture.before = [("iCCP", Array("P\0\0".utf8) + TestPNG.zlib(Array(repeating: 1, count: 130)))]
      picture.after = [("eXIf", Array("MM\0*\0\0\0\u{8}\0\u{1}\u{1}\u{12}\0\u{3}\0\0\0\u{1}\0\u{1}\0\0".utf8))]
      // Damage in the chunks' data gets a good checksum, so that more than the checksum is tried.
      var chunks = TestPNG.chunks(picture.bytes)
      for _ in 0...round % 3 {
        let chunk = Int(noise.next(upTo: UInt16(chunks.count - 1)))
        guard !chunks[chunk].data.isEmpty else { continue }
        let place = Int(noise.next(upTo: UInt16(chunks[chunk].data.count - 1)))
        // The size stays small, or the time goes into refusing it.
        guard chunks[chunk].name != "IHDR" || place >= 8 || place % 4 == 3 else { continue }
        chunks[chunk].data[place] = UInt8(noise.next(upTo: 255))
      }
      var file = chunks.reduce(Array(picture.bytes.prefix(8))) { $0 + TestPNG.chunk($1.name, $1.data) }
      if round % 4 == 0 { file[Int(noise.next(upTo: UInt16(file.count - 1)))] = UInt8(noise.next(upTo: 255)) }
      do { _ = try reencoded(file) } catch is InputError {}
    }
  }

  @Test func `a small file that announces a huge picture is refused by its header`() throws {
    let limit = 1 << 28
    func header(_ width: UInt32, _ height: UInt32) -> [UInt8] {
      let size = bigEndian(width) + bigEndian(height)
      var file = Array(picture.bytes.prefix(8)) + TestPNG.chunk("IHDR", size + [8, 6, 0, 0, 0])
      file += TestPNG.chunk("IDAT", TestPNG.zlib([0]))
      return file + TestPNG.chunk("IEND", [])
    }
    #expect(
      throws: InputError.tooLarge(name: "test.png", size: PixelSize(width: 100_000, height: 100_000), limit: limit)
    ) { try decode(header(100_000, 100_000)) }
    // Within the limit, but more than any such file can hold: refused before a gigabyte is taken.
    let reason = "the file is too short for its 16000x16000 pixels"
    #expect(throws: InputError.undecodable(name: "test.png", reason: reason)) { try decode(header(16_000, 16_000)) }
    #expect(throws: InputError.self) { try decode(header(1 << 31 - 1, 1 << 31 - 1), pixelLimit: .max) }
    #expect(throws: InputError.self) { try decode(header(0, 5)) }
  }

  @Test func `the limit can be set`() throws {
    #expect(try decode(picture.bytes, pixelLimit: 117).size == PixelSize(width: 13, height: 9))
    #expect(throws: InputError.tooLarge(name: "test.png", size: PixelSize(width: 13, height: 9), limit: 116)) {
      try decode(picture.bytes, pixelLimit: 116)
    }
  }

  @Test(arguments: [
    ("an empty file", [UInt8](), "the file is empty"),
    ("a GIF", Array("GIF89a".utf8), "it is a GIF picture, not a PNG picture"),
    ("a WebP", Array("RIFF\0\0\0\0WEBPVP8 ".utf8), "it is a WebP picture, not a PNG picture"),
    ("text", Array("hello".utf8), "it is not a PNG picture"),
  ]) func `what is no PNG is named`(what: String, bytes: [UInt8], reason: String) {
    #expect(throws: InputError.undecodable(name: "test.png", reason: reason)) { try decode(bytes) }
  }
}
