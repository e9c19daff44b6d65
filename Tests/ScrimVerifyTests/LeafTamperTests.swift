import ScrimCore
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import ScrimVerify
import Testing

/// What rides along where no demuxer looks: in leaves of a container, behind what they count, within packets.
struct LeafTamperTests {
  static let text = Array("secret 4929 1234 5678 9012".utf8)
  private static let table = "moov/trak/mdia/minf/stbl/"

  /// A change to an MP4 or MOV.
  static let boxes: [(name: String, change: @Sendable (inout TamperedISO, _ entry: String) -> Void)] = [
    ("a box in the kind of samples", { $0.add(TamperedISO.box("SECR", text), to: table + "stsd/\($1)") }),
    ("free space in the kind of samples", { $0.add(TamperedISO.box("free", text), to: table + "stsd/\($1)") }),
    ("a second kind of samples", { file, _ in file.add(TamperedISO.box("SECR", text), to: table + "stsd") }),
    ("text behind the setup", { $0.add(text, to: table + "stsd/\($1)/\($1 == "avc1" ? "avcC" : "hvcC")") }),
    (
      "text in a set of parameters",
      { file, entry in
        // The last set is the last in the setup of HEVC; in that of H.264 four bytes stand behind it.
        let path = table + "stsd/\(entry)/\(entry == "avc1" ? "avcC" : "hvcC")"
        let end = file.place(path)!.end - (entry == "avc1" ? 4 : 0)
        let start = (0..<end).last {
          file.bytes[$0] == (entry == "avc1" ? 0x68 : 0x44) && file.bytes[$0 - 2] == 0
            && end - $0 == Int(file.bytes[$0 - 1])
        }!
        file.replace(at: start - 1, [UInt8(end - start + text.count)])
        file.insert(text, at: end, within: path)
      }
    ),
    (
      "the encoder's name",
      { file, entry in
        let place = file.place(table + "stsd/\(entry)")!.start
        file.replace(at: place + 50, [26] + text)
      }
    ),
    (
      "bytes that are for nothing",
      { file, entry in
        let place = file.place(table + "stsd/\(entry)")!.start
        file.replace(at: place + 24, Array(text.prefix(12)))
      }
    ),
    ("text behind times", { file, _ in file.add(text, to: table + "stts") }),
    ("text behind sizes", { file, _ in file.add(text, to: table + "stsz") }),
    ("text behind places", { file, _ in file.add(text, to: table + "stco") }),
    ("text behind chunks", { file, _ in file.add(text, to: table + "stsc") }),
    ("text behind a handler", { file, _ in file.add(text, to: "moov/trak/mdia/hdlr") }),
    ("text behind a track", { file, _ in file.add(text, to: "moov/trak/tkhd") }),
    ("text behind the head", { file, _ in file.add(text, to: "moov/mvhd") }),
    ("brands", { file, _ in file.add(Array(text.prefix(16)), to: "ftyp") }),
    ("an address", { file, _ in file.add(text, to: "moov/trak/mdia/minf/dinf/dref") }),
    (
      "groups",
      { file, _ in
        file.add(TamperedISO.box("sgpd", [0, 0, 0, 0] + Array("roll".utf8) + text), to: String(table.dropLast()))
      }
    ),
    ("dependencies", { file, _ in file.add(TamperedISO.box("sdtp", text), to: String(table.dropLast())) }),
    ("a second table", { file, _ in file.add(TamperedISO.box("stts", text), to: String(table.dropLast())) }),
    ("a time of day", { file, _ in file.set(3_800_000_000, at: file.place("moov/mvhd")!.start + 12) }),
    ("bytes of the head", { file, _ in file.replace(at: file.place("moov/mvhd")!.end - 28, Array(text.prefix(24))) }),
    (
      "an index of fragments",
      { file, _ in file = TamperedISO(file.bytes + TamperedISO.box("mfra", TamperedISO.box("tfra", text))) }
    ),
    ("an extension", { file, _ in file.add(TamperedISO.box("mvex", TamperedISO.box("trex", text)), to: "moov") }),
    ("a reference", { file, _ in file.add(TamperedISO.box("tref", text), to: "moov/trak") }),
    ("an aperture", { file, _ in file.add(TamperedISO.box("tapt", TamperedISO.box("clef", text)), to: "moov/trak") }),
    (
      "a fragment",
      { file, _ in file = TamperedISO(file.bytes + TamperedISO.box("moof", TamperedISO.box("mfhd", text))) }
    ),
    ("media of no sample", { file, _ in file.add(text, to: "mdat") }),
    ("a second container of media", { file, _ in file = TamperedISO(file.bytes + TamperedISO.box("mdat", text)) }),
  ]

  @Test(arguments: ["out.mp4", "out.mov"]) func `nothing rides along in a box`(output: String) throws {
    let run = try Screen(count: 3).run(to: output, rules: Screen.oneMask) {
      if output == "out.mov" { $0.codec = .hevc }
    }
    #expect(try run.verified().findings == [])
    for (name, change) in Self.boxes {
      let found = try run.findings(changing: output) { bytes in
        var file = TamperedISO(bytes)
        change(&file, output == "out.mov" ? "hvc1" : "avc1")
        return file.bytes
      }
      #expect(!found.isEmpty, "\(name)")
      #expect(!found.says("4929") && !found.says("SECR"), "\(name)")
    }
  }

  @Test(arguments: [false, true]) func `a packet is one picture`(isHEVC: Bool) throws {
    let run = try Screen(count: 3).run(to: "out.mp4", rules: Screen.oneMask) {
      if isHEVC { $0.codec = .hevc }
    }
    // Units of all kinds, and of another layer.
    let heads: [[UInt8]] =
      isHEVC
      ? (0..<64).map { [$0 << 1, 1] } + [[2, 9]] : (0..<32).map { [$0] } + [[0x7F], [0x61]]
    for head in heads {
      for inFront in head[0] % 8 == 0 ? [true, false] : [true] {
        let found = try run.findings(changing: "out.mp4") { bytes in
          var file = TamperedISO(bytes)
          file.addUnit(head + Self.text, toSample: 1, inFront: inFront)
          return file.bytes
        }
        // A second layer is refused by who reads it.
        let isLayered = isHEVC && head[1] > 1
        #expect(isLayered ? !found.isEmpty : found.says("more than one picture"), "\(head)")
      }
    }
  }

  /// Elements of Matroska, where to, and what.
  static let elements: [(path: [UInt64], id: UInt64, content: [UInt8])] = [
    ([segment, info], 0x7BA9, text), ([segment, info], 0x73A4, Array(text.prefix(16))),
    ([segment, info], 0x7384, text),
    ([segment, info], 0x4461, [11, 26, 53, 38, 0, 0, 0, 0]), ([segment, info], 0xEC, text),
    ([segment, info], 0x4ABC, text),
    ([segment, tracks, track], 0x536E, text), ([segment, tracks, track], 0x25_8688, text),
    ([segment, tracks, track], 0x3A_9697, text), ([segment, tracks, track], 0x3B_4040, text),
    ([segment, tracks, track], 0xEC, text), ([segment, tracks, track], 0x22_B59D, text),
    ([segment, tracks, track], 0x7446, Array(text.prefix(8))), ([segment, cluster], 0xEC, text),
    ([segment, cluster], 0x4ABC, text), ([segment, cluster], 0xA3, [0x85, 0, 0, 0x80] + text),
    ([segment, cluster], 0xAF, text), ([segment, cluster], 0xA7, text), ([segment, cluster], 0x5854, text),
    ([0x1A45_DFA3], 0xEC, text), ([segment], 0x1C53_BB6B, text), ([segment], 0x114D_9B74, [0xEC, 0x9A] + text),
    ([segment], 0xBF, text), ([segment], 0xEC, text), ([segment], 0x1254_C367, [0x73, 0x73, 0x9D, 0xEC, 0x9A] + text),
    ([segment], 0x1941_A469, text), ([segment], 0x1043_A770, text), ([], 0xEC, text),
  ]
  private static let segment: UInt64 = 0x1853_8067, info: UInt64 = 0x1549_A966, tracks: UInt64 = 0x1654_AE6B
  private static let track: UInt64 = 0xAE, cluster: UInt64 = 0x1F43_B675

  @Test(arguments: ["out.mkv", "out.webm"]) func `nothing rides along in an element`(output: String) throws {
    let run = try Screen(count: 3).run(to: output, rules: Screen.oneMask)
    #expect(try run.verified().findings == [])
    func findings(_ change: (inout [TamperedEBML]) -> Void) throws -> [Finding.Kind] {
      try run.findings(changing: output) { bytes in
        var tree = TamperedEBML.parsed(bytes[...])
        change(&tree)
        return tree.flatMap(\.written)
      }
    }
    #expect(try findings { _ in } == [])
    for (path, id, content) in Self.elements {
      // The head holds no others that are parsed.
      let found = try findings { tree in
        if path == [0x1A45_DFA3] {
          TamperedEBML.set(path, in: &tree) { .bytes(path[0], $0 + TamperedEBML.bytes(id, content).written) }
        } else {
          TamperedEBML.add(.bytes(id, content), to: path, in: &tree)
        }
      }
      #expect(!found.isEmpty, "\(path) \(id)")
      #expect(!found.says("4929"), "\(path) \(id)")
    }
    for id: UInt64 in [0x5741, 0x4D80] {
      #expect(
        try !findings { TamperedEBML.set([Self.segment, Self.info, id], in: &$0) { _ in .bytes(id, Self.text) } }
          .isEmpty)
    }
    let setup: UInt64 = 0x63A2, block: [UInt64] = [Self.segment, Self.cluster, 0xA3]
    let behindSetup = try findings { tree in
      if output == "out.webm" {
        TamperedEBML.add(.bytes(setup, Self.text), to: [Self.segment, Self.tracks, Self.track], in: &tree)
      } else {
        TamperedEBML.set([Self.segment, Self.tracks, Self.track, setup], in: &tree) { .bytes(setup, $0 + Self.text) }
      }
    }
    #expect(!behindSetup.isEmpty)
    // Beside a block in its group: a second picture, free space, the decoder's state; and within a block.
    let addition = TamperedEBML.bytes(
      0x75A1, TamperedEBML.bytes(0xA6, TamperedEBML.bytes(0xA5, Self.text).written).written)
    for more in [addition, .bytes(0xEC, Self.text), .bytes(0xA4, Self.text)] {
      #expect(try !findings { TamperedEBML.set(block, in: &$0) { .parts(0xA0, [.bytes(0xA1, $0), more]) } }.isEmpty)
    }
    #expect(try !findings { TamperedEBML.set(block, in: &$0) { .bytes(0xA3, $0 + Self.text) } }.isEmpty)
    #expect(
      try !findings { TamperedEBML.set(block, in: &$0) { .bytes(0xA3, $0.prefix(4) + Self.text + $0.dropFirst(4)) } }
        .isEmpty)
  }

  @Test func `nothing rides along in blocks of a GIF`() throws {
    let run = try Screen(count: 3).run(to: "out.gif", rules: Screen.oneMask)
    let block = [UInt8(Self.text.count)] + Self.text
    func place(_ mark: [UInt8], _ bytes: [UInt8]) -> Int {
      bytes.indices.first { bytes[$0...].starts(with: mark) }! + mark.count
    }
    let changes: [(name: String, change: ([UInt8]) -> Int)] = [
      ("behind the repetition", { place(Array("NETSCAPE2.0".utf8), $0) + 4 }),
      ("behind a control", { place([0x21, 0xF9, 4], $0) + 4 }), ("behind the pixels", { $0.count - 2 }),
    ]
    #expect(try run.verified().findings == [])
    for (name, change) in changes {
      let found = try run.findings(changing: "out.gif") { bytes in
        var bytes = bytes
        bytes.insert(contentsOf: block, at: change(bytes))
        return bytes
      }
      #expect(!found.isEmpty, "\(name)")
    }
  }
}
