/// A walk over the blocks of a GIF: specification of version 89a.
///
/// It knows what may be there, and everything else is a finding: comments, texts, extensions other than the one that repeats,
/// blocks behind what an extension takes, codes and bytes behind a picture's last pixel.
struct GIFWalk {
  private(set) var found = RideAlongs()

  private let bytes: FileReader
  private var at = 0

  var extras: [String] { found.all }

  init(_ bytes: FileReader) {
    self.bytes = bytes
    walk()
  }

  private mutating func walk() {
    let head = bytes.bytes(at: 0, 13)
    guard head.count == 13, head.starts(with: Array("GIF89a".utf8)) else { return found.add("no GIF", at: 0) }
    // Signature, screen: 13 bytes, and its table of colours. The last of them is a shape of pixels.
    at = 13 + Self.tableBytes(head[10])
    while let mark = bytes.number(at: at, 1) {
      let start = at
      at += 1
      switch mark {
      case 0x21: takeExtension(start)
      case 0x2C: takePicture(start)
      case 0x3B:
        if at < bytes.count { found.add("\(bytes.count - at) bytes behind the end", at: at) }
        return
      default: return found.add("something between pictures", at: start)
      }
    }
    found.add("no end", at: at)
  }

  private static func tableBytes(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  private mutating func takeExtension(_ start: Int) {
    // When and how a picture is shown, in one block; how often all are repeated, behind a name. Each ends with an empty block.
    let control: BytePattern = "21f9 04 ..*4 00", repetition: BytePattern = "21ff 0b 'NETSCAPE2.0' 03 01 ..*2 00"
    for form in [control, repetition] where form.matches(bytes.bytes(at: start, form.count)) {
      at = start + form.count
      return
    }
    found.add("an extension that no player needs", at: start)
    at = start + 2
    skipBlocks()
  }

  private mutating func takePicture(_ start: Int) {
    let head = bytes.bytes(at: at, 9)
    guard head.count == 9 else { return found.add("a picture that is cut off", at: start) }
    func side(_ place: Int) -> Int { Int(head[place]) | Int(head[place + 1]) << 8 }
    at += 9 + Self.tableBytes(head[8])
    let bits = bytes.bytes(at: at, 1).first ?? 0
    at += 1
    var codes = GIFCodes(bits: Int(bits), pixels: side(4) * side(6))
    while let length = bytes.number(at: at, 1), length > 0 {
      codes.take(bytes.bytes(at: at + 1, Int(length)))
      at += 1 + Int(length)
    }
    at += 1
    if !codes.isComplete { found.add("more or less than a picture's pixels", at: start) }
  }

  /// Passes over blocks of up to 255 bytes each, up to the empty one.
  private mutating func skipBlocks() {
    while let length = bytes.number(at: at, 1) {
      at += 1 + Int(length)
      if length == 0 { return }
    }
  }
}
