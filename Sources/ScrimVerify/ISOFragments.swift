/// Fragments of an ISO file: a header, and the samples of each track in the media behind it (ISO 14496-12, section 8.8).
struct ISOFragments {
  private var starts: [Int] = []
  private var count: UInt64 = 0
  private var size = 0
  private var index: Int?

  private static let odd = "something else than what outputs say there"

  mutating func begin(at place: Int) { starts.append(place) }

  mutating func take(_ box: ISOBox, _ bytes: FileReader, _ found: inout RideAlongs, _ media: inout MediaBytes) {
    let content = bytes.bytes(at: box.content, box.count)
    let isRight =
      switch content.count >= 8 ? box.name : "" {
      case "mfhd": takeNumber(content)
      case "tfhd": takeDefaults(content)
      case "trun": takeRun(content, &media)
      case "tfra": isIndex(content, box)
      case "mfro":
        content.count == 8 && content.bigEndian(0, 4) == 0 && index.map { box.end - $0 } == Int(content.bigEndian(4, 4))
      default: false
      }
    if !isRight {
      found.add(
        Self.odd, in: box.name.hasPrefix("mf") || box.name == "tfra" ? box.name : "moof/traf/\(box.name)", at: box.start
      )
    }
  }

  private mutating func takeNumber(_ content: [UInt8]) -> Bool {
    count += 1
    return content.count == 8 && content.bigEndian(0, 4) == 0 && content.bigEndian(4, 4) == count
  }

  /// Track, and of its samples the duration, the size, the kind. Places count from the fragment's beginning.
  private mutating func takeDefaults(_ content: [UInt8]) -> Bool {
    let flags = content.bigEndian(0, 4)
    guard flags & ~0x1_0038 == 0x2_0000 else { return false }
    let fields = [0x08, 0x10, 0x20].filter { flags & $0 != 0 }
    guard content.count == 8 + 4 * fields.count else { return false }
    size = fields.firstIndex(of: 0x10).map { Int(content.bigEndian(8 + 4 * $0, 4)) } ?? 0
    return fields.firstIndex(of: 0x20).map { Self.isKind(content.bigEndian(8 + 4 * $0, 4)) } ?? true
  }

  /// A key sample, or one that depends on others.
  private static func isKind(_ flags: UInt64) -> Bool { flags == 0x0200_0000 || flags == 0x0101_0000 }

  private mutating func takeRun(_ content: [UInt8], _ media: inout MediaBytes) -> Bool {
    let flags = content.bigEndian(0, 4) & 0xFF_FFFF, samples = Int(content.bigEndian(4, 4))
    guard content[0] <= 1, flags & ~0xF05 == 0, flags & 1 == 1 else { return false }
    let head = flags & 4 == 0 ? 12 : 16, fields = [0x100, 0x200, 0x400, 0x800].filter { flags & $0 != 0 }
    let entry = 4 * fields.count
    guard content.count == head + samples * entry else { return false }
    var isRight = head == 12 || Self.isKind(content.bigEndian(12, 4))
    if let kind = fields.firstIndex(of: 0x400) {
      isRight = isRight && (0..<samples).allSatisfy { Self.isKind(content.bigEndian(head + $0 * entry + 4 * kind, 4)) }
    }
    let place = fields.firstIndex(of: 0x200)
    let length = (0..<(place == nil ? 0 : samples)).reduce(0) {
      $0 + Int(content.bigEndian(head + $1 * entry + 4 * place!, 4))
    }
    let start = (starts.last ?? 0) + Int(Int32(truncatingIfNeeded: content.bigEndian(8, 4)))
    media.add([start..<start + (place == nil ? samples * size : length)])
    return isRight
  }

  /// The index of fragments by time: each entry leads to one, and to its first sample.
  private mutating func isIndex(_ content: [UInt8], _ box: ISOBox) -> Bool {
    // The boxes of the index follow its own header.
    index = index ?? box.start - 8
    guard content.count >= 16, content.bigEndian(0, 4) == 0x0100_0000, content.bigEndian(8, 4) == 0 else {
      return false
    }
    let entries = Int(content.bigEndian(12, 4))
    guard content.count == 16 + 19 * entries else { return false }
    let known = Set(starts)
    return (0..<entries).allSatisfy { entry in
      known.contains(Int(truncatingIfNeeded: content.bigEndian(16 + 19 * entry + 8, 8)))
        && content[(16 + 19 * entry + 16)..<(16 + 19 * entry + 19)] == [1, 1, 1]
    }
  }
}
