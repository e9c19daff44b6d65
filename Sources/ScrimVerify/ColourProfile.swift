internal import ScrimCore

/// A colour profile as PNG stores it (ICC.1:2022).
struct ColourProfile {
  /// In bytes; what unpacks to more is no profile.
  static let limit = 8 << 20

  private let bytes: [UInt8]

  /// The profile in an iCCP chunk: behind a name, a zero and the method.
  init?(chunk: [UInt8]) {
    guard let end = chunk.firstIndex(of: 0), end + 2 < chunk.count,
      let profile = unpacked(Array(chunk[(end + 2)...]), atMost: Self.limit, mayBeFollowed: true)
    else { return nil }
    bytes = profile
  }

  /// Where a profile says more than the colours of another do: its header, one of its tags, or bytes beside them.
  func says(moreThan source: ColourProfile) -> Bool {
    guard bytes.count >= 132, number(at: 0) == bytes.count, isPlain(headerOf: source) else { return true }
    let tags = tags
    var free = Set(132 + 12 * tags.count..<bytes.count)
    for (name, place) in tags {
      guard place.lowerBound >= 132, place.upperBound <= bytes.count else { return true }
      let data = Array(bytes[place])
      switch name {
      case "desc", "cprt": guard Self.words.contains(data) else { return true }
      case "wtpt", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "chad", "cicp":
        guard let theirs = source.tags.first(where: { $0.name == name })?.place,
          theirs.upperBound <= source.bytes.count, Self.holdsNumbersAlone(data),
          source.bytes[theirs].dropFirst(8).starts(with: data.dropFirst(8))
        else { return true }
      default: return true
      }
      free.subtract(place)
    }
    return free.contains { bytes[$0] != 0 }
  }

  /// What stands for the texts that a profile has to have, in its old and its new form.
  private static let words: [[UInt8]] = [
    Array("desc\0\0\0\0\0\0\0\u{8}colours".utf8) + Array(repeating: 0, count: 79), Array("text\0\0\0\0none\0".utf8),
    Array("mluc\0\0\0\0\0\0\0\u{1}\0\0\0\u{c}enUS\0\0\0\u{e}\0\0\0\u{1c}\0c\0o\0l\0o\0u\0r\0s".utf8),
    Array("mluc\0\0\0\0\0\0\0\u{1}\0\0\0\u{c}enUS\0\0\0\u{8}\0\0\0\u{1c}\0n\0o\0n\0e".utf8),
  ]

  private static func holdsNumbersAlone(_ data: [UInt8]) -> Bool {
    guard data.count >= 12, data[4..<8].allSatisfy({ $0 == 0 }) else { return false }
    return switch String(decoding: data[..<4], as: UTF8.self) {
    case "XYZ ": data.count == 20
    case "sf32": data.count == 44
    case "cicp": data.count == 12
    // At most seven parameters, and as many values as are said.
    case "para": data.count <= 40
    case "curv": data.count == 12 + 2 * data[8..<12].reduce(0) { $0 << 8 | Int($1) }
    default: false
    }
  }

  /// Version, kind, colour spaces and intent are the source's or nothing; the rest is the same in every profile.
  private func isPlain(headerOf source: ColourProfile) -> Bool {
    let fixed: [Int: [UInt8]] = [36: Array("acsp".utf8), 68: [0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d]]
    var wanted = [UInt8](repeating: 0, count: 128)
    for (place, data) in fixed { wanted.replaceSubrange(place..<place + data.count, with: data) }
    let theirs = Array(source.bytes.prefix(128)) + Array(repeating: 0, count: max(0, 128 - source.bytes.count))
    return (4..<128).allSatisfy { place in
      switch place {
      case 8, 9, 12..<24: bytes[place] == theirs[place] || bytes[place] == 0
      case 67: bytes[place] == theirs[place] & 3
      default: bytes[place] == wanted[place]
      }
    }
  }

  private var tags: [(name: String, place: Range<Int>)] {
    guard bytes.count >= 132 else { return [] }
    return (0..<min(number(at: 128), (bytes.count - 132) / 12)).map { tag in
      let entry = 132 + 12 * tag, start = number(at: entry + 4)
      return (String(decoding: bytes[entry..<entry + 4], as: UTF8.self), start..<start + number(at: entry + 8))
    }
  }

  private func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
}

/// The chunks of colour of an output that are not the original's.
func foreignColour(in output: [String: [UInt8]], original: [PNGEncoding.Chunk]) -> [String] {
  output.keys.sorted().filter { name in
    guard let data = output[name], let source = original.first(where: { $0.name == name })?.data else { return true }
    if name != "iCCP" { return data != source }
    guard let mine = ColourProfile(chunk: data), let theirs = ColourProfile(chunk: source) else { return true }
    return mine.says(moreThan: theirs)
  }
}
