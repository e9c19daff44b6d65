/// The kind of a track's samples (ISO 14496-12, section 8.5.2, and QuickTime's form of it): there is one, and what a decoder
/// needs stands in it, and nothing else.
enum ISOEntry {
  /// What may stand in the description of pictures and of sound.
  private static let ofPictures: Set<String> = ["avcC", "hvcC", "colr", "clli", "mdcv", "fiel", "pasp", "btrt"]
  private static let ofSound: Set<String> = ["esds", "dac3", "dec3", "dOps", "alac", "wave", "chan", "btrt"]
  private static let ofWave: Set<String> = ["frma", "mp4a", "esds", "dac3", "dec3", "alac", "enda", "\0\0\0\0"]

  /// Nobody's name, and no name of an encoder; 72 dots an inch, one frame a sample, 24 bits of colour.
  private static let pictures: [BytePattern] = [
    "00*6 0001 00*16 ..*4 00480000 00480000 00*4 0001 00*32 0018 ffff",
    "00*6 0001 00000000 'FFMP' 00000200 00000200 ..*4 00480000 00480000 00*4 0001 00*32 0018 ffff",
  ]
  /// Of QuickTime's three versions.
  private static let sound: [BytePattern] = [
    "00*6 0001 00*8 00.. 00.. 00*4 ..*4",
    "00*6 0001 0001 00*6 00.. 00.. fffe 0000 ..*4 ..*16", "00*6 0001 0001 00*6 00.. 00.. 0000 0000 ..*4 ..*16",
    "00*6 0001 0002 00*6 0003 0010 fffe 0000 00010000 00000048 ..*8 ..*4 7f000000 ..*16",
  ]

  static func check(_ box: ISOBox, _ bytes: FileReader, _ found: inout RideAlongs) {
    let path = "stsd"
    guard bytes.bytes(at: box.content, 8) == [0, 0, 0, 0, 0, 0, 0, 1],
      let entry = ISOBox(bytes, at: box.content + 8, before: box.end)
    else {
      return found.add("more or less than one kind of samples", in: path, at: box.start)
    }
    if entry.end != box.end { found.add("bytes behind the kind of samples", in: path, at: entry.end) }
    if ["avc1", "hvc1"].contains(entry.name) {
      guard pictures.contains(where: { $0.matches(bytes.bytes(at: entry.content, $0.count)) }) else {
        return found.add("something else than what outputs say there", in: "\(path)/\(entry.name)", at: entry.start)
      }
      children(of: entry, from: entry.content + pictures[0].count, ofPictures, "\(path)/\(entry.name)", bytes, &found)
    } else {
      guard let form = sound.first(where: { $0.matches(bytes.bytes(at: entry.content, $0.count)) }) else {
        return found.add("something else than what outputs say there", in: path, at: entry.start)
      }
      // Their names are those of kinds of sound that this program copies or writes; readers know them.
      children(of: entry, from: entry.content + form.count, ofSound, "\(path)/sound", bytes, &found)
    }
  }

  private static func children(
    of box: ISOBox, from start: Int, _ known: Set<String>, _ path: String, _ bytes: FileReader,
    _ found: inout RideAlongs
  ) {
    var at = start, names: Set<String> = []
    while at < box.end {
      guard let child = ISOBox(bytes, at: at, before: box.end) else {
        return found.add("\(box.end - at) bytes that are of no box", in: path, at: at)
      }
      if !known.contains(child.name) || !names.insert(child.name).inserted {
        found.add("a box that is not of the recording", in: path, at: at)
      } else {
        take(child, "\(path)/\(child.name)", bytes, &found)
      }
      at = child.end
    }
  }

  private static func take(_ box: ISOBox, _ path: String, _ bytes: FileReader, _ found: inout RideAlongs) {
    let content = bytes.bytes(at: box.content, min(box.count, 1 << 16))
    switch box.name {
    case "wave": children(of: box, from: box.content, ofWave, path, bytes, &found)
    case "avcC", "hvcC":
      if let problem = pictureSetupProblem(content, isHEVC: box.name == "hvcC") {
        found.add(problem, in: path, at: box.start)
      }
    case "esds":
      if !isSetup(content) { found.add("something else than what outputs say there", in: path, at: box.start) }
    case "dOps":
      // Its numbers, and where channels are laid out a table of them: RFC 7845 and the encapsulation of Opus in ISO files, 4.3.2.
      let count = content.count >= 11 && content[10] != 0 ? 13 + Int(content[1]) : 11
      if content.count != count || content[0] != 0 {
        found.add("something else than what outputs say there", in: path, at: box.start)
      }
    default: ISOForm.check(box, path.hasSuffix("wave/mp4a") ? "stsd/mp4a/wave/mp4a" : path, bytes, &found)
    }
  }

  /// Descriptors within each other (ISO 14496-1, section 7.2.6): a stream, its decoder, what that needs, and how packets lie.
  private static func isSetup(_ content: [UInt8]) -> Bool {
    guard content.starts(with: [0, 0, 0, 0]) else { return false }
    guard let stream = descriptor(3, content[4...]), stream.rest.isEmpty, stream.content.count >= 3 else {
      return false
    }
    // Its number is the track's; neither address nor clock.
    guard stream.content[stream.content.startIndex + 2] == 0 else { return false }
    guard let decoder = descriptor(4, stream.content.dropFirst(3)), decoder.content.count >= 13 else { return false }
    guard let packets = descriptor(6, decoder.rest), packets.rest.isEmpty, packets.content.elementsEqual([2]) else {
      return false
    }
    let numbers = decoder.content.prefix(13), more = decoder.content.dropFirst(13)
    // The kind (AAC, MP3), sound, and three sizes and rates.
    guard [0x40, 0x67, 0x69, 0x6B].contains(numbers.first!), numbers.dropFirst().first == 0x15 else { return false }
    // How AAC is set up is looked at with the tracks.
    return more.isEmpty || descriptor(5, more)?.rest.isEmpty == true
  }

  private static func descriptor(_ kind: UInt8, _ bytes: ArraySlice<UInt8>) -> (
    content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>
  )? {
    // A length in four bytes of seven bits.
    guard bytes.count >= 5, bytes.first == kind else { return nil }
    let digits = bytes.dropFirst().prefix(4)
    guard digits.dropLast().allSatisfy({ $0 & 0x80 != 0 }), digits.last! & 0x80 == 0 else { return nil }
    let length = digits.reduce(0) { $0 << 7 | Int($1 & 0x7F) }, rest = bytes.dropFirst(5)
    return length <= rest.count ? (rest.prefix(length), rest.dropFirst(length)) : nil
  }
}
