/// What an element of Matroska holds, and which: RFC 8794 and RFC 9559.
indirect enum EBMLContent: Sendable {
  case parts([EBMLPart])
  /// In as few bytes as it takes.
  case number
  case numberOf(Set<UInt64>)
  /// Eight bytes: a multiple of one part of so many, up to a bound.
  case fraction(of: Double, upTo: Double)
  case bytes([BytePattern])
  /// Zeros, not more than the writer leaves for what it learns at the end.
  case nothing
  case checksum
  /// What another part of the program looks at.
  case other
}

struct EBMLPart: Sendable {
  let id: UInt64
  let name: String
  let often: ClosedRange<Int>
  let content: EBMLContent

  init(_ id: UInt64, _ name: String, _ often: ClosedRange<Int>, _ content: EBMLContent) {
    (self.id, self.name, self.often, self.content) = (id, name, often, content)
  }
}

/// Which elements may stand in which, how often, and what they hold: all that FFmpeg's muxer of Matroska and WebM writes for
/// pictures and sound.
enum EBMLGrammar {
  static let file: [EBMLPart] = [
    .init(EBMLID.header, "EBML", 1...1, .parts(header)), .init(EBMLID.segment, "Segment", 1...1, .parts(segment)),
  ]

  private static let header: [EBMLPart] = [
    .init(0x4286, "EBMLVersion", 1...1, .numberOf([1])), .init(0x42F7, "EBMLReadVersion", 1...1, .numberOf([1])),
    .init(0x42F2, "EBMLMaxIDLength", 1...1, .numberOf([4])), .init(0x42F3, "EBMLMaxSizeLength", 1...1, .numberOf([8])),
    .init(0x4282, "DocType", 1...1, .bytes(["'matroska'", "'webm'"])),
    .init(0x4287, "DocTypeVersion", 1...1, .numberOf([2, 4])),
    .init(0x4285, "DocTypeReadVersion", 1...1, .numberOf([2])),
  ]

  private static let void = EBMLPart(0xEC, "Void", 0...4, .nothing)
  private static let checksum = EBMLPart(EBMLID.checksum, "CRC-32", 0...1, .checksum)

  private static let segment: [EBMLPart] = [
    void, .init(0x114D_9B74, "SeekHead", 0...1, .parts(seekHead)), .init(0x1549_A966, "Info", 1...1, .parts(info)),
    .init(
      0x1654_AE6B, "Tracks", 1...1, .parts([checksum, .init(EBMLID.track, "TrackEntry", 1...Int.max, .parts(track))])),
    .init(EBMLID.cluster, "Cluster", 0...Int.max, .parts(cluster)),
    .init(0x1C53_BB6B, "Cues", 0...1, .parts([checksum, .init(EBMLID.cue, "CuePoint", 0...Int.max, .parts(cue))])),
    .init(0x1254_C367, "Tags", 0...1, .parts([checksum, .init(0x7373, "Tag", 0...Int.max, .parts(tag))])),
  ]

  private static let seekHead: [EBMLPart] = [
    checksum,
    .init(
      EBMLID.seek, "Seek", 0...8,
      .parts([
        .init(EBMLID.seekID, "SeekID", 1...1, .other), .init(EBMLID.seekPosition, "SeekPosition", 1...1, .number),
      ])),
  ]

  private static let info: [EBMLPart] = [
    checksum, .init(0x2AD7B1, "TimestampScale", 1...1, .numberOf([1_000_000])),
    .init(0x4D80, "MuxingApp", 1...1, .bytes(["'Lavf'"])), .init(0x5741, "WritingApp", 1...1, .bytes(["'Lavf'"])),
    .init(0x4489, "Duration", 0...1, .fraction(of: 1, upTo: 1e12)),
  ]

  private static let track: [EBMLPart] = [
    .init(EBMLID.trackNumber, "TrackNumber", 1...1, .number),
    .init(EBMLID.trackUID, "TrackUID", 1...1, .bytes(["..*8", ".."])),
    .init(EBMLID.trackKind, "TrackType", 1...1, .numberOf([1, 2])), .init(0x9C, "FlagLacing", 1...1, .numberOf([0])),
    .init(0x88, "FlagDefault", 0...1, .numberOf([0, 1])), .init(0x22B59C, "Language", 1...1, .bytes(["'und'"])),
    .init(EBMLID.codec, "CodecID", 1...1, .bytes(codecs)), .init(EBMLID.setup, "CodecPrivate", 0...1, .other),
    .init(0x56AA, "CodecDelay", 0...1, .number), .init(0x56BB, "SeekPreRoll", 0...1, .number),
    .init(0x23E383, "DefaultDuration", 0...1, .number), .init(0xE0, "Video", 0...1, .parts(video)),
    .init(0xE1, "Audio", 0...1, .parts(audio)),
  ]

  private static let codecs: [BytePattern] = [
    "'V_MS/VFW/FOURCC'", "'V_MPEG4/ISO/AVC'", "'V_MPEGH/ISO/HEVC'", "'V_VP9'", "'V_FFV1'", "'A_OPUS'", "'A_FLAC'",
    "'A_AAC'", "'A_MPEG/L3'", "'A_AC3'", "'A_EAC3'", "'A_ALAC'", "'A_PCM/INT/LIT'", "'A_PCM/INT/BIG'",
    "'A_PCM/FLOAT/IEEE'",
    "'A_MS/ACM'",
  ]

  private static let video: [EBMLPart] = [
    .init(0xB0, "PixelWidth", 1...1, .number), .init(0xBA, "PixelHeight", 1...1, .number),
    .init(0x9A, "FlagInterlaced", 0...1, .numberOf([0, 1, 2])),
    .init(0x9D, "FieldOrder", 0...1, .numberOf([0, 1, 2, 6, 9, 14])),
    .init(0x54B0, "DisplayWidth", 0...1, .number), .init(0x54BA, "DisplayHeight", 0...1, .number),
    .init(0x54B2, "DisplayUnit", 0...1, .numberOf([0, 3, 4])), .init(0x55B0, "Colour", 0...1, .parts(colour)),
  ]

  private static let byte = EBMLContent.numberOf(Set(0...255))

  private static let colour: [EBMLPart] = [
    .init(0x55B1, "MatrixCoefficients", 0...1, byte), .init(0x55B7, "ChromaSitingHorz", 0...1, byte),
    .init(0x55B8, "ChromaSitingVert", 0...1, byte), .init(0x55B9, "Range", 0...1, byte),
    .init(0x55BA, "TransferCharacteristics", 0...1, byte), .init(0x55BB, "Primaries", 0...1, byte),
    .init(0x55BC, "MaxCLL", 0...1, .numberOf(Set(0...65535))),
    .init(0x55BD, "MaxFALL", 0...1, .numberOf(Set(0...65535))),
    .init(0x55D0, "MasteringMetadata", 0...1, .parts(mastering)),
  ]

  /// Places of colours in steps of CTA-861.3, light in its own.
  private static let mastering: [EBMLPart] =
    (0x55D1...0x55D8).map { .init($0, "Chromaticity", 0...1, .fraction(of: 50000, upTo: 1)) }
    + (0x55D9...0x55DA).map { .init($0, "Luminance", 0...1, .fraction(of: 10000, upTo: 500_000)) }

  private static let audio: [EBMLPart] = [
    .init(0x9F, "Channels", 1...1, byte), .init(0xB5, "SamplingFrequency", 1...1, .fraction(of: 1, upTo: 1e7)),
    .init(0x78B5, "OutputSamplingFrequency", 0...1, .fraction(of: 1, upTo: 1e7)),
    .init(0x6264, "BitDepth", 0...1, byte),
  ]

  private static let cluster: [EBMLPart] = [
    checksum, .init(EBMLID.clusterTime, "Timestamp", 1...1, .number),
    .init(EBMLID.simpleBlock, "SimpleBlock", 0...Int.max, .other),
    .init(
      EBMLID.group, "BlockGroup", 0...Int.max,
      .parts([
        .init(EBMLID.block, "Block", 1...1, .other), .init(0x9B, "BlockDuration", 0...1, .number),
        .init(0xFB, "ReferenceBlock", 0...1, .bytes(["..", "..*2", "..*3"])),
        .init(0x75A2, "DiscardPadding", 0...1, .bytes(["..", "..*2", "..*3", "..*4"])),
      ])),
  ]

  private static let cue: [EBMLPart] = [
    .init(EBMLID.cueTime, "CueTime", 1...1, .number),
    .init(
      0xB7, "CueTrackPositions", 1...Int.max,
      .parts([
        .init(EBMLID.cueTrack, "CueTrack", 1...1, .number),
        .init(EBMLID.cueCluster, "CueClusterPosition", 1...1, .number),
        .init(EBMLID.cueBlock, "CueRelativePosition", 0...1, .number), .init(0xB2, "CueDuration", 0...1, .number),
      ])),
  ]

  /// The time that a track takes, which the writer learns at the end.
  private static let tag: [EBMLPart] = [
    .init(0x63C0, "Targets", 1...1, .parts([.init(0x63C5, "TagTrackUID", 0...1, .bytes(["00*7 ..", ".."]))])),
    .init(
      0x67C8, "SimpleTag", 0...1,
      .parts([
        .init(0x45A3, "TagName", 1...1, .bytes(["'DURATION'"])),
        .init(EBMLID.tagText, "TagString", 1...1, .bytes(["..*2 ':' ..*2 ':' ..*2 '.' ..*9 0000"])),
      ])),
  ]
}

/// Elements that more is known of than the grammar tells.
enum EBMLID {
  static let header: UInt64 = 0x1A45_DFA3, segment: UInt64 = 0x1853_8067, checksum: UInt64 = 0xBF
  static let seek: UInt64 = 0x4DBB, seekID: UInt64 = 0x53AB, seekPosition: UInt64 = 0x53AC
  static let track: UInt64 = 0xAE, trackNumber: UInt64 = 0xD7, trackUID: UInt64 = 0x73C5, trackKind: UInt64 = 0x83
  static let codec: UInt64 = 0x86, setup: UInt64 = 0x63A2
  static let cluster: UInt64 = 0x1F43_B675, clusterTime: UInt64 = 0xE7, simpleBlock: UInt64 = 0xA3, group: UInt64 = 0xA0
  static let block: UInt64 = 0xA1
  static let cue: UInt64 = 0xBB, cueTime: UInt64 = 0xB3, cueTrack: UInt64 = 0xF7, cueCluster: UInt64 = 0xF1
  static let cueBlock: UInt64 = 0xF0, tagText: UInt64 = 0x4487
}
