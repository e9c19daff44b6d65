import ScrimCore
import ScrimTestSupport
import ScrimVerify
import Testing

/// What a file has beside its picture.
struct RideAlongTests {
  private static let words = Array("Comment\0hello".utf8)

  /// A change to a good file that adds something, and what is said of it.
  static let additions: [(name: String, said: String, change: @Sendable (inout TestPNG) -> Void)] = [
    ("text", "tEXt", { $0.before = [("tEXt", words)] }),
    ("text behind the pixels", "tEXt", { $0.after = [("tEXt", words)] }),
    ("EXIF", "eXIf", { $0.before = [("eXIf", Array("MM\0*\0\0\0\u{8}\0\0".utf8))] }),
    ("an animation", "acTL", { $0.before = [("acTL", [0, 0, 0, 1, 0, 0, 0, 0])] }),
    ("an unknown chunk", "prIv", { $0.after = [("prIv", [1, 2, 3])] }),
    ("a time", "tIME", { $0.before = [("tIME", [7, 234, 1, 1, 0, 0, 0])] }),
    ("a palette to a picture that has none", "PLTE", { $0.early = [("PLTE", [1, 2, 3])] }),
    ("a density that the original has not", "pHYs", { $0.before = [("pHYs", [0, 0, 1, 0, 0, 0, 1, 0, 1])] }),
    ("a gamma of too many bytes", "gAMA", { $0.before = [("gAMA", [0, 0, 1, 0, 9])] }),
    ("bytes behind the end", "4 bytes behind the end", { $0.trailing = Array("tail".utf8) }),
    ("a second picture", "bytes behind the end", { $0.trailing = [0x89, 0x50, 0x4e, 0x47] }),
    ("an interlaced picture", "an interlaced picture", { $0.isInterlaced = true }),
  ]

  @Test(arguments: additions.indices) func `everything beside the picture is found`(row: Int) throws {
    let (run, cases) = try SolidCase.run()
    let (name, said, change) = Self.additions[row]
    let found = try run.findings(changing: "out/f_1.png") { _ in
      var picture = cases[1].redacted
      change(&picture)
      return picture.bytes
    }
    #expect(found.says(said), "\(name): \(found)")
  }

  @Test func `colour that the original has may stay, and other colour may not`() throws {
    var original = SolidCase(seed: 1).original
    original.before = [("gAMA", [0, 0, 0xb1, 0x8f]), ("pHYs", [0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1])]
    let run = try VerifiedRun([("f_0.png", original.bytes)], size: SolidCase.size, rules: SolidCase.rules)
    #expect(try run.verified().findings == [])
    let file = try run.folder.read("out/f_0.png")
    #expect(TestPNG.chunks(file).map(\.name).contains("gAMA"))
    original.before = [("gAMA", [0, 0, 0xb1, 0x8e])]
    try run.folder.write("in/f_0.png", original.bytes)
    let found = try run.verified().findings.map(\.kind)
    #expect(Set(found) == [.ridesAlong("gAMA"), .ridesAlong("pHYs")])
  }

  @Test func `of a profile its colours may stay, and nothing else`() throws {
    let words = Array("text\0\0\0\0who made it".utf8), white = Array("XYZ \0\0\0\0".utf8) + Array(1...12)
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    let table = number(2) + Array("wtpt".utf8) + number(156) + number(20) + Array("mmod".utf8) + number(176)
    let rest = [UInt8](repeating: 0, count: 124) + table + number(words.count) + white + words
    let profile = number(rest.count + 4) + rest
    var original = SolidCase(seed: 1).original
    original.before = [("iCCP", Array("P\0\0".utf8) + TestPNG.zlib(profile))]
    let run = try VerifiedRun([("f_0.png", original.bytes)], size: SolidCase.size, rules: SolidCase.rules)
    #expect(try run.verified().findings == [])
    let chunks = TestPNG.chunks(try run.folder.read("out/f_0.png"))
    #expect(chunks.contains { $0.name == "iCCP" })
    let whole = chunks.map {
      $0.name == "iCCP" ? ("iCCP", Array("ICC profile\0\0".utf8) + TestPNG.zlib(profile)) : ($0.name, $0.data)
    }
    try run.folder.write("out/f_0.png", file(whole))
    #expect(try run.verified().findings.map(\.kind) == [.ridesAlong("iCCP")])
  }

  /// The chunks of a file put together in another way.
  private func file(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunks.flatMap { TestPNG.chunk($0.name, $0.data) }
  }

  @Test func `pixels that go on behind the picture, and in several places, are found`() throws {
    let (run, cases) = try SolidCase.run()
    let chunks = TestPNG.chunks(cases[1].redacted.bytes)
    let header = chunks[0], pixels = chunks.first { $0.name == "IDAT" }!.data
    var rows: [UInt8] = []
    for y in 0..<30 { rows += [0] + cases[1].redacted.samples[y * 120..<(y + 1) * 120].map { UInt8($0) } }
    let cut = pixels.count / 2, first = Array(pixels[..<cut]), second = Array(pixels[cut...])
    let variants: [(chunks: [(name: String, data: [UInt8])], said: String)] = [
      ([header, ("IDAT", TestPNG.zlib(rows + [1, 2, 3])), ("IEND", [])], "rows"),
      ([header, ("IDAT", pixels + [1, 2, 3]), ("IEND", [])], "rows"),
      ([header, ("IDAT", pixels), ("IEND", [9])], "IEND"),
      ([header, ("IDAT", first), ("tEXt", Self.words), ("IDAT", second), ("IEND", [])], "several places"),
      ([header, header, ("IDAT", pixels), ("IEND", [])], "IHDR"),
      ([("IHDR", [1]), ("PLTE", [1, 2, 3]), ("IDAT", pixels), ("IEND", [])], "IHDR"),
    ]
    for (chunks, said) in variants {
      let found = try run.findings(changing: "out/f_1.png") { _ in file(chunks) }
      #expect(found.says(said), "\(said): \(found)")
    }
    // In two pieces beside each other they are one.
    let split: [(name: String, data: [UInt8])] = [header, ("IDAT", first), ("IDAT", second), ("IEND", [])]
    #expect(try run.findings(changing: "out/f_1.png") { _ in file(split) } == [])
  }

  @Test func `a palette with a colour that no pixel has is found`() throws {
    let size = PixelSize(width: 6, height: 4)
    var original = TestPNG(
      width: 6, height: 4, colourType: 3, bitDepth: 8, samples: (0..<24).map { UInt16($0 % 3) })
    original.palette = [10, 20, 30, 40, 50, 60, 70, 80, 90]
    let rules = "return { hide = { { region = { x = 0, y = 0, width = 2, height = 2 }, color = '#0A141E' } } }"
    let run = try VerifiedRun([("f_0.png", original.bytes)], size: size, rules: rules)
    #expect(try run.verified().findings == [])
    var output = original
    for place in [0, 1, 6, 7] { output.samples[place] = 0 }
    #expect(try run.findings(changing: "out/f_0.png") { _ in output.bytes } == [])
    output.palette += [1, 2, 3]
    #expect(
      try run.findings(changing: "out/f_0.png") { _ in output.bytes } == [
        .ridesAlong("PLTE with colours that no pixel has")
      ])
  }
}

extension [Finding.Kind] {
  /// Whether one of them tells of something that rides along, in these words among others.
  func says(_ words: String) -> Bool {
    contains { if case .ridesAlong(let what) = $0 { what.contains(words) } else { false } }
  }
}
