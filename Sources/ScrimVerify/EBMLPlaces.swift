/// What elements of a Matroska file say of each other: numbers of tracks, the places of blocks, indices that lead to them.
struct EBMLPlaces {
  private struct Track {
    var number: UInt64 = 0
    var codec = ""
    var setup: EBMLElement?
    var start = 0
  }

  private var segment = 0
  private var tops: [UInt64: Set<Int>] = [:]
  private var track: Track?
  private var tracks: Set<UInt64> = []
  /// What clusters hold begins there, by their own places.
  private var clusters: [Int: Int] = [:]
  private var clusterTime: Int64 = 0
  /// Where the cluster lies whose blocks come, and their times by the places that an index tells.
  private var group: Int?
  private var blocks: [Int: Int64] = [:]
  private var soughtID: UInt64 = 0
  private var sought: [(id: UInt64, place: Int, start: Int)] = []
  private var cueTime: Int64 = 0
  private var cueCluster = 0
  private var cues: [(cluster: Int, block: Int, time: Int64, start: Int)] = []

  mutating func begin(_ element: EBMLElement) {
    switch element.id {
    case EBMLID.segment: segment = element.content
    case EBMLID.track: track = Track(start: element.start)
    case EBMLID.cluster: clusters[element.start - segment] = element.content
    case EBMLID.group: group = element.start
    default: break
    }
    // Of blocks there are many, and none leads to their groups.
    if element.id > 0xFFFF { tops[element.id, default: []].insert(element.start - segment) }
  }

  mutating func end(_ element: EBMLElement, _ bytes: FileReader, _ path: String, _ found: inout RideAlongs) {
    if element.id == EBMLID.group { group = nil }
    guard element.id == EBMLID.track, let track else { return }
    // The writer counts them from 1 on.
    if track.number != UInt64(tracks.count) + 1 {
      found.add("a track whose number is not its place", in: path, at: track.start)
    }
    tracks.insert(track.number)
    if let problem = setupProblem(track, bytes) { found.add(problem, in: path, at: track.setup?.start ?? track.start) }
    self.track = nil
  }

  mutating func take(
    _ element: EBMLElement, _ value: UInt64, _ bytes: FileReader, _ path: String, _ found: inout RideAlongs
  ) {
    let number = Int(truncatingIfNeeded: value)
    switch element.id {
    case EBMLID.trackNumber where track != nil: track?.number = value
    case EBMLID.trackUID:
      if bytes.number(at: element.content, min(element.count, 8)) != UInt64(tracks.count) + 1 {
        found.add("a track whose number is not its place", in: path, at: element.start)
      }
    case EBMLID.codec:
      track?.codec = String(decoding: bytes.bytes(at: element.content, min(element.count, 32)), as: UTF8.self)
    case EBMLID.setup: track?.setup = element
    case EBMLID.clusterTime: clusterTime = Int64(truncatingIfNeeded: value)
    case EBMLID.simpleBlock, EBMLID.block: takeBlock(element, bytes, path, &found)
    case EBMLID.seekID: soughtID = element.count == 4 ? bytes.number(at: element.content, 4) ?? 0 : 0
    case EBMLID.seekPosition: sought.append((soughtID, number, element.start))
    case EBMLID.cueTime: cueTime = Int64(truncatingIfNeeded: value)
    case EBMLID.cueTrack:
      if !tracks.contains(value) { found.add("a place in no track", in: path, at: element.start) }
    case EBMLID.cueCluster:
      cueCluster = number
      if tops[EBMLID.cluster]?.contains(number) != true {
        found.add("a place where nothing begins", in: path, at: element.start)
      }
    case EBMLID.cueBlock: cues.append((cueCluster, number, cueTime, element.start))
    case EBMLID.tagText:
      let digits = bytes.bytes(at: element.content, min(element.count, 18)).filter { $0 != 0x3A && $0 != 0x2E }
      if !digits.allSatisfy({ (0x30...0x39).contains($0) }) {
        found.add("a time that is none", in: path, at: element.start)
      }
    default: break
    }
  }

  /// Track, time and flags, and a packet that is not divided (RFC 9559, section 10.1).
  private mutating func takeBlock(
    _ element: EBMLElement, _ bytes: FileReader, _ path: String, _ found: inout RideAlongs
  ) {
    let head = bytes.bytes(at: element.content, min(element.count, 4))
    guard head.count == 4, head[0] > 0x80, tracks.contains(UInt64(head[0] & 0x7F)) else {
      return found.add("a block of no track", in: path, at: element.start)
    }
    // Key, and nothing else.
    if head[3] & 0x7F != 0 || (element.id == EBMLID.block && head[3] != 0) {
      found.add("a block with other flags than outputs have", in: path, at: element.start)
    }
    blocks[group ?? element.start] = clusterTime + Int64(Int16(truncatingIfNeeded: head.bigEndian(1, 2)))
  }

  func check(_ found: inout RideAlongs) {
    for cue in cues {
      // Places count from the beginning of what the cluster holds.
      let block = clusters[cue.cluster].map { $0 + cue.block }
      if block.flatMap({ blocks[$0] }) != cue.time {
        found.add("a place where nothing begins", in: "Segment/Cues/CuePoint", at: cue.start)
      }
    }
    for (id, place, start) in sought where id == 0 || tops[id]?.contains(place) != true {
      found.add("a place where nothing begins", in: "Segment/SeekHead/Seek", at: start)
    }
  }

  /// What is wrong with what a track says of its codec; nil where nothing is.
  private func setupProblem(_ track: Track, _ bytes: FileReader) -> String? {
    let setup = track.setup.map { bytes.bytes(at: $0.content, min($0.count, 1 << 16)) }
    switch track.codec {
    case "V_MPEG4/ISO/AVC": return pictureSetupProblem(setup ?? [], isHEVC: false)
    case "V_MPEGH/ISO/HEVC": return pictureSetupProblem(setup ?? [], isHEVC: true)
    case "V_VP9": return setup == nil ? nil : "a setup that this codec does not have"
    case "V_MS/VFW/FOURCC":
      // A head with the size of all, and FFV1's own numbers.
      let head: BytePattern = "..*12 0100 1800 'FFV1' ..*4 00*16"
      guard let setup, setup.count > 40, head.matches(setup.prefix(40)), track.setup?.count == setup.count else {
        return "an odd setup"
      }
      let length = setup[0..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
      return length == setup.count ? losslessSetupProblem(Array(setup.dropFirst(40))) : "an odd setup"
    case "V_FFV1": return losslessSetupProblem(setup ?? [])
    case "A_MPEG/L3", "A_AC3", "A_EAC3", "A_PCM/INT/LIT", "A_PCM/INT/BIG", "A_PCM/FLOAT/IEEE":
      return setup == nil ? nil : "a setup that this codec does not have"
    case "A_OPUS":
      guard let setup, setup.count >= 19 else { return "an odd setup" }
      return setup.count == (setup[18] == 0 ? 19 : 21 + Int(setup[9])) ? nil : "an odd setup"
    case "A_ALAC": return setup?.count == 24 ? nil : "an odd setup"
    // How AAC is set up is looked at with the tracks, as FFmpeg hands it over.
    case "A_AAC": return (setup?.count ?? 0) <= 16 ? nil : "an odd setup"
    case "A_FLAC": return isFLACSetup(setup ?? []) ? nil : "an odd setup"
    // A head with a size: 18 bytes, and what the codec adds.
    case "A_MS/ACM": return setup?.count == 18 ? nil : "an odd setup"
    default: return "an odd setup"
    }
  }
}
