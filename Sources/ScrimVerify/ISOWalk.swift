/// A walk over the boxes of an ISO file (MP4, MOV): ISO 14496-12.
///
/// It knows what may be there, and everything else is a finding. The bytes of the pictures and the sound are all bytes of packets.
struct ISOWalk {
  private(set) var extras: [String] = []

  private let bytes: FileReader
  private var mediaBytes = 0

  /// What may stand in a box; a box that is not named here holds no others.
  private static let children: [String: Set<String>] = [
    "": ["ftyp", "free", "wide", "mdat", "moov", "moof", "mfra"], "moov": ["mvhd", "trak", "mvex", "udta"],
    "trak": ["tkhd", "edts", "mdia", "tref", "tapt"], "edts": ["elst"], "tapt": ["clef", "prof", "enof"],
    "mdia": ["mdhd", "hdlr", "minf"],
    "minf": ["vmhd", "smhd", "hdlr", "dinf", "stbl"], "dinf": ["dref"],
    "stbl": ["stsd", "stts", "stss", "ctts", "cslg", "stsc", "stsz", "stco", "co64", "sgpd", "sbgp", "sdtp"],
    "mvex": ["mehd", "trex"], "moof": ["mfhd", "traf"], "traf": ["tfhd", "tfdt", "trun", "sgpd", "sbgp"],
    "mfra": ["tfra", "mfro"],
  ]

  init(_ bytes: FileReader, packetBytes: Int) {
    self.bytes = bytes
    walk("", 0, bytes.count)
    if mediaBytes != packetBytes { extras.append("bytes among the pictures that are of no packet") }
  }

  private mutating func walk(_ parent: String, _ start: Int, _ end: Int) {
    guard let known = Self.children[parent] else { return }
    var at = start
    while at < end {
      guard let box = box(at, end) else {
        extras.append(parent.isEmpty ? "\(end - at) bytes that are of no box" : "bytes in \(parent) that are of no box")
        return
      }
      let name = known.contains(box.name) ? box.name : nil
      switch name {
      case nil: extras.append("a box that is not of the recording")
      case "free": if box.end > box.content { extras.append("free space that holds something") }
      case "wide": if box.end > box.content { extras.append("free space that holds something") }
      case "mdat": mediaBytes += box.end - box.content
      case "udta": checkUserData(box.content, box.end)
      case let name?: walk(name, box.content, box.end)
      }
      at = box.end
    }
  }

  private func box(_ at: Int, _ end: Int) -> (name: String, content: Int, end: Int)? {
    guard let short = bytes.number(at: at, 4), at + 8 <= end else { return nil }
    let name = String(decoding: bytes.bytes(at: at + 4, 4), as: UTF8.self)
    var length = short, header = 8
    if short == 1 {
      guard let long = bytes.number(at: at + 8, 8) else { return nil }
      (length, header) = (long, 16)
    }
    // To the end of the file.
    if short == 0 { length = UInt64(end - at) }
    guard length >= header, length <= UInt64(end - at) else { return nil }
    return (name, at + header, at + Int(length))
  }

  /// Some writers leave a list of tags that is empty.
  private mutating func checkUserData(_ start: Int, _ end: Int) {
    // A box of metadata with its handler and an empty list: lengths, names and the handler's kind are all that is there.
    let empty: [UInt8] =
      [0, 0, 0, 53] + Array("meta".utf8) + [0, 0, 0, 0, 0, 0, 0, 33] + Array("hdlr".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
      + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9) + [0, 0, 0, 8] + Array("ilst".utf8)
    if end - start != empty.count || bytes.bytes(at: start, empty.count) != empty {
      extras.append("user data of the file")
    }
  }
}
