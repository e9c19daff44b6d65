/// A walk over the elements of a Matroska or WebM file: RFC 8794 and RFC 9559.
///
/// It knows what may be there, and everything else is a finding.
struct EBMLWalk {
  private(set) var extras: [String] = []

  private let bytes: FileReader

  private enum Element: UInt64 {
    case header = 0x1A45_DFA3, segment = 0x1853_8067
    case seekHead = 0x114D_9B74, info = 0x1549_A966, tracks = 0x1654_AE6B, tags = 0x1254_C367, cluster = 0x1F43_B675
    case cues = 0x1C53_BB6B, void = 0xEC, checksum = 0xBF
  }

  init(_ bytes: FileReader) {
    self.bytes = bytes
    walk(0, bytes.count, isSegment: false)
  }

  private mutating func walk(_ start: Int, _ end: Int, isSegment: Bool) {
    var at = start
    while at < end {
      guard let (id, content, length) = element(at, end) else {
        return extras.append("\(end - at) bytes that are of no element")
      }
      switch Element(rawValue: id) {
      case .header where !isSegment: break
      case .segment where !isSegment: walk(content, content + length, isSegment: true)
      case .seekHead where isSegment, .info where isSegment, .tracks where isSegment, .cluster where isSegment,
        .cues where isSegment:
        break
      // The demuxer tells what stands in them.
      case .tags where isSegment, .checksum where isSegment: break
      case .void where isSegment: checkVoid(content, length)
      default: extras.append("an element that is not of the recording")
      }
      at = content + length
    }
  }

  /// Free space is nothing but zeros.
  private mutating func checkVoid(_ start: Int, _ length: Int) {
    // The writer leaves a few hundred bytes for its index.
    if length > 1 << 16 || bytes.bytes(at: start, length).contains(where: { $0 != 0 }) {
      extras.append("free space that holds something")
    }
  }

  private func element(_ at: Int, _ end: Int) -> (id: UInt64, content: Int, length: Int)? {
    guard let first = bytes.number(at: at, 1), first != 0 else { return nil }
    let idBytes = UInt8(first).leadingZeroBitCount + 1
    guard idBytes <= 4, let id = bytes.number(at: at, idBytes),
      let start = bytes.number(at: at + idBytes, 1), start != 0
    else { return nil }
    let sizeBytes = UInt8(start).leadingZeroBitCount + 1, content = at + idBytes + sizeBytes
    guard let coded = bytes.number(at: at + idBytes, sizeBytes) else { return nil }
    let bits = UInt64(1) << UInt64(7 * sizeBytes), size = coded & (bits - 1)
    // All ones is an element whose length was not known when it began: to the end of what it lies in.
    if size == bits - 1 { return (id, content, end - content) }
    guard size <= UInt64(end - content) else { return nil }
    return (id, content, Int(size))
  }
}
