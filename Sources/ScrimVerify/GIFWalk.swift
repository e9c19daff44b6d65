/// A walk over the blocks of a GIF: specification of version 89a.
///
/// It knows what may be there, and everything else is a finding: comments, texts, extensions other than the one that repeats.
struct GIFWalk {
  private(set) var extras: [String] = []

  private let bytes: FileReader
  private var at = 0

  init(_ bytes: FileReader) {
    self.bytes = bytes
    walk()
  }

  private mutating func walk() {
    // Signature, screen: 13 bytes, and its table of colours.
    guard let flags = bytes.number(at: 10, 1) else { return extras.append("no GIF") }
    at = 13 + Self.tableBytes(flags)
    while let mark = bytes.number(at: at, 1) {
      at += 1
      switch mark {
      case 0x21: takeExtension()
      case 0x2C:
        guard let flags = bytes.number(at: at + 8, 1) else { return extras.append("a picture that is cut off") }
        // Its place and size, its table, and how many bits its codes begin with.
        at += 9 + Self.tableBytes(flags) + 1
        skipBlocks()
      case 0x3B:
        if at < bytes.count { extras.append("\(bytes.count - at) bytes behind the end") }
        return
      default: return extras.append("something between pictures")
      }
    }
    extras.append("no end")
  }

  private static func tableBytes(_ flags: UInt64) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  private mutating func takeExtension() {
    let label = bytes.number(at: at, 1)
    at += 1
    switch label {
    // When and how a picture is shown.
    case 0xF9: break
    case 0xFF where bytes.bytes(at: at, 12) == [11] + Array("NETSCAPE2.0".utf8): break
    default: extras.append("an extension that no player needs")
    }
    skipBlocks()
  }

  /// Passes over blocks of up to 255 bytes each, up to the empty one.
  private mutating func skipBlocks() {
    while let length = bytes.number(at: at, 1) {
      at += 1 + Int(length)
      if length == 0 { return }
    }
  }
}
