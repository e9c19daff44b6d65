/// An element of an EBML file (RFC 8794, sections 4 to 6): where it stands, and what it is.
struct EBMLElement {
  let id: UInt64
  /// Its first byte, the first of what it holds, and the one behind it.
  let start, content, end: Int

  var count: Int { end - content }

  /// The element that begins at a place and ends at `end` at the latest; nil for what is none.
  init?(_ bytes: FileReader, at start: Int, before end: Int) {
    let head = bytes.bytes(at: start, 12)
    guard let first = head.first, first != 0 else { return nil }
    let idBytes = first.leadingZeroBitCount + 1
    guard idBytes <= 4, head.count > idBytes, head[idBytes] != 0 else { return nil }
    let sizeBytes = head[idBytes].leadingZeroBitCount + 1
    guard head.count >= idBytes + sizeBytes else { return nil }
    id = head.bigEndian(0, idBytes)
    (self.start, content) = (start, start + idBytes + sizeBytes)
    let bits = UInt64(1) << UInt64(7 * sizeBytes), size = head.bigEndian(idBytes, sizeBytes) & (bits - 1)
    if size == bits - 1 {
      // A pipe's writer does not know how long all of it will be: to the end of what it lies in. Nothing else is like that.
      guard id == EBMLID.segment, content <= end else { return nil }
      self.end = end
    } else {
      guard content <= end, size <= UInt64(end - content) else { return nil }
      self.end = content + Int(size)
    }
  }
}
