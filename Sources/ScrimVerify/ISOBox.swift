/// A box of an ISO file (ISO 14496-12, section 4.2): where it stands, and what it is called.
struct ISOBox {
  let name: String
  /// Its first byte, the first of what it holds, and the one behind it.
  let start, content, end: Int

  var count: Int { end - content }

  /// The box that begins at a place and ends at `end` at the latest; nil for what is none.
  init?(_ bytes: FileReader, at start: Int, before end: Int) {
    let head = bytes.bytes(at: start, 16)
    guard head.count >= 8, end - start >= 8 else { return nil }
    name = String(decoding: head[4..<8], as: UTF8.self)
    var length = head.bigEndian(0, 4), header = 8
    // Only what can be longer than four bytes tell has its length in eight.
    if length == 1 {
      guard name == "mdat", head.count == 16, end - start >= 16 else { return nil }
      (length, header) = (head.bigEndian(8, 8), 16)
    }
    guard length >= UInt64(header), length <= UInt64(end - start) else { return nil }
    (self.start, content, self.end) = (start, start + header, start + Int(length))
  }
}

extension Collection<UInt8> where Index == Int {
  /// A number of some bytes, the highest first. They have to be there.
  func bigEndian(_ place: Int, _ count: Int) -> UInt64 {
    self[(startIndex + place)..<(startIndex + place + count)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
