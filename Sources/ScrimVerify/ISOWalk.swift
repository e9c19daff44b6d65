/// A walk over all boxes of an ISO file (MP4, MOV), down to their last byte: ISO 14496-12.
///
/// It knows what may be there, and everything else is a finding. The bytes of pictures and sound are those of samples, each of
/// one and no other.
struct ISOWalk {
  private(set) var found = RideAlongs()

  private let bytes: FileReader
  private var media = MediaBytes()
  private var track: ISOTrack?
  private var tracks: Set<UInt64> = []
  private var fragments = ISOFragments()

  var extras: [String] { found.all }

  init(_ bytes: FileReader, packetBytes: Int) {
    self.bytes = bytes
    walk("", 0, bytes.count)
    media.check(&found)
    if media.count != packetBytes { found.add("bytes among the pictures that are of no packet", at: 0) }
  }

  private mutating func walk(_ parent: String, _ start: Int, _ end: Int) {
    guard let known = ISOGrammar.children[parent] else { return }
    var at = start, counts: [String: Int] = [:]
    while at < end {
      guard let box = ISOBox(bytes, at: at, before: end) else {
        return found.add("\(end - at) bytes that are of no box", in: parent, at: at)
      }
      if let often = known[box.name] {
        counts[box.name, default: 0] += 1
        if counts[box.name, default: 0] > often.upperBound {
          found.add("a second \(box.name) where there is one", in: parent, at: at)
        } else {
          take(box, parent.isEmpty ? box.name : "\(parent)/\(box.name)")
        }
      } else {
        found.add("a box that is not of the recording", in: parent, at: at)
      }
      at = box.end
    }
    for (name, often) in known.sorted(by: { $0.key < $1.key }) where counts[name, default: 0] < often.lowerBound {
      found.add("no \(name), which is always there", in: parent, at: start)
    }
  }

  private mutating func take(_ box: ISOBox, _ path: String) {
    switch path {
    case "mdat": media.add(container: box.content..<box.end)
    case "ftyp": checkBrands(box)
    case "moov/trak":
      track = ISOTrack()
      walk(path, box.content, box.end)
      if let samples = track?.samples(&found, box) { media.add(samples) }
      track = nil
    case "moof":
      fragments.begin(at: box.start)
      walk(path, box.content, box.end)
    case "moof/mfhd", "moof/traf/tfhd", "moof/traf/trun", "mfra/tfra", "mfra/mfro":
      fragments.take(box, bytes, &found, &media)
    case _ where ISOGrammar.children[path] != nil: walk(path, box.content, box.end)
    case "moov/trak/mdia/minf/stbl/stsd": ISOEntry.check(box, bytes, &found)
    case _ where ISOTables.names.contains(box.name): track?.take(box, path, bytes, &found)
    default: ISOForm.check(box, path, bytes, &found)
    }
    if path == "moov/trak/tkhd" { checkTrackNumber(box, path) }
  }

  /// The kind of the file, which is one of few, and others that it is too.
  private mutating func checkBrands(_ box: ISOBox) {
    let content = bytes.bytes(at: box.content, min(box.count, 256))
    guard box.count >= 12, box.count % 4 == 0, box.count <= 64, content.bigEndian(4, 4) == 512 else {
      return found.add("a kind of file that no output is", in: "ftyp", at: box.start)
    }
    let names = stride(from: 8, to: content.count, by: 4).map { String(decoding: content[$0..<$0 + 4], as: UTF8.self) }
    let all = Set(names).union([String(decoding: content[0..<4], as: UTF8.self)])
    if Set(names).count != names.count || !all.isSubset(of: ISOGrammar.brands) {
      found.add("a kind of file that no output is", in: "ftyp", at: box.start)
    }
  }

  private mutating func checkTrackNumber(_ box: ISOBox, _ path: String) {
    let content = bytes.bytes(at: box.content, 24), isLong = content.first == 1
    guard content.count == 24 else { return }
    let number = content.bigEndian(isLong ? 20 : 12, 4)
    // FFmpeg counts them from 1 on.
    if number != UInt64(tracks.count) + 1 {
      found.add("a track whose number is not its place", in: path, at: box.start)
    }
    tracks.insert(number)
    if content[3] > 3 { found.add("a track that is used for something else", in: path, at: box.start) }
  }
}

/// Boxes whose content is told byte by byte.
enum ISOForm {
  static func check(_ box: ISOBox, _ path: String, _ bytes: FileReader, _ found: inout RideAlongs) {
    guard let forms = ISOGrammar.forms[path] ?? ISOGrammar.forms[box.name] else {
      return found.add("a box that is not of the recording", in: path, at: box.start)
    }
    guard forms.contains(where: { $0.count == box.count }) else {
      return found.add("\(box.count) bytes, which are more or less than it takes", in: path, at: box.start)
    }
    let content = bytes.bytes(at: box.content, box.count)
    if !forms.contains(where: { $0.matches(content) }) {
      found.add("something else than what outputs say there", in: path, at: box.start)
    }
  }
}
