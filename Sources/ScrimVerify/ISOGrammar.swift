/// Which boxes of an ISO file may stand in which, how often, and what those hold that hold no others: all that FFmpeg's muxer
/// of MP4 and MOV writes for pictures and sound (ISO 14496-12, QuickTime File Format).
///
/// Boxes that count something are `ISOTables`, kinds of samples `ISOEntry`, fragments `ISOFragments`.
enum ISOGrammar {
  /// Boxes by the path of what they lie in, with how often they may be there.
  static let children: [String: [String: ClosedRange<Int>]] = [
    "": [
      "ftyp": 1...1, "free": 0...1, "wide": 0...1, "mdat": 0...Int.max, "moov": 1...1, "moof": 0...Int.max,
      "mfra": 0...1,
    ],
    "moov": ["mvhd": 1...1, "trak": 1...Int.max, "mvex": 0...1, "udta": 0...1],
    "moov/trak": ["tkhd": 1...1, "edts": 0...1, "tapt": 0...1, "mdia": 1...1],
    "moov/trak/tapt": ["clef": 1...1, "prof": 1...1, "enof": 1...1],
    "moov/trak/edts": ["elst": 1...1],
    "moov/trak/mdia": ["mdhd": 1...1, "hdlr": 1...1, "minf": 1...1],
    "moov/trak/mdia/minf": ["vmhd": 0...1, "smhd": 0...1, "hdlr": 0...1, "dinf": 1...1, "stbl": 1...1],
    "moov/trak/mdia/minf/dinf": ["dref": 1...1],
    "moov/trak/mdia/minf/stbl": [
      "stsd": 1...1, "stts": 1...1, "stss": 0...1, "sdtp": 0...1, "ctts": 0...1, "stsc": 1...1, "stsz": 1...1,
      "stco": 0...1,
      "co64": 0...1, "sgpd": 0...1, "sbgp": 0...1,
    ],
    "moov/mvex": ["trex": 1...Int.max],
    "moof": ["mfhd": 1...1, "traf": 1...Int.max],
    "moof/traf": ["tfhd": 1...1, "tfdt": 0...1, "trun": 0...Int.max],
    "mfra": ["tfra": 1...Int.max, "mfro": 1...1],
  ]

  /// What boxes hold, by their name, or by their path where a name stands for two things. A byte that is not told is of a
  /// number: a time, a size, a rate.
  static let forms: [String: [BytePattern]] = [
    "free": [""], "wide": [""],
    // Times of creation are 0. Rate 1, volume 1, nothing turned.
    "mvhd": [
      """
      00*12 ..*8 00010000 0100 00*10 00010000 00*12 00010000 00*12 40000000 00*24 ..*4
      """,
      """
      01000000 00*16 ..*12 00010000 0100 00*10 00010000 00*12 00010000 00*12 40000000 00*24 ..*4
      """,
    ],
    // Pictures and sound, each in a group of its own.
    "tkhd": [
      "000000 .. 00*8 ..*4 00*4 ..*4 00*8 0000 00000000 0000 00010000 00*12 00010000 00*12 40000000 ..*8",
      "000000 .. 00*8 ..*4 00*4 ..*4 00*8 0000 00010100 0000 00010000 00*12 00010000 00*12 40000000 00*8",
      "010000 .. 00*16 ..*4 00*4 ..*8 00*8 0000 00000000 0000 00010000 00*12 00010000 00*12 40000000 ..*8",
      "010000 .. 00*16 ..*4 00*4 ..*8 00*8 0000 00010100 0000 00010000 00*12 00010000 00*12 40000000 00*8",
    ],
    // The language is one that nobody said.
    "mdhd": [
      "00*12 ..*8 55c4 0000", "00*12 ..*8 7fff 0000", "01000000 00*16 ..*12 55c4 0000",
      "01000000 00*16 ..*12 7fff 0000",
    ],
    "moov/trak/mdia/hdlr": [
      "00*8 'vide' 00*12 'VideoHandler' 00", "00*8 'soun' 00*12 'SoundHandler' 00",
      "00*4 'mhlrvide' 00*12 0c 'VideoHandler'", "00*4 'mhlrsoun' 00*12 0c 'SoundHandler'",
    ],
    "moov/trak/mdia/minf/hdlr": ["00*4 'dhlrurl' 20 00*12 0b 'DataHandler'"],
    // Sizes at which pictures are shown whose pixels are no squares.
    "clef": ["00*4 ..*8"], "prof": ["00*4 ..*8"], "enof": ["00*4 ..*8"],
    "vmhd": ["00000001 00*8"], "smhd": ["00*8"],
    "dref": ["00*4 00000001 0000000c 'url' 20 00000001"],
    // A list of tags that is empty: a box of metadata with its handler.
    "udta": ["00000035 'meta' 00*4 00000021 'hdlr' 00*8 'mdirappl' 00*9 00000008 'ilst'"],
    "sgpd": ["01000000 'roll' 00000002 00000001 ..*2"],
    "trex": ["00*4 ..*4 00000001 00*12"],
    "mfhd": ["00*4 ..*4"],
    "tfdt": ["00*4 ..*4", "01000000 ..*8"],
    "pasp": ["..*8"], "btrt": ["00*4 ..*8"], "clli": ["..*4"], "mdcv": ["..*24"],
    "fiel": ["0100", "0201", "0206", "0209", "020e"],
    "colr": ["'nclc' 00.. 00.. 00..", "'nclx' 00.. 00.. 00.. 00", "'nclx' 00.. 00.. 00.. 80"],
    // Channels by a tag or by bits.
    "chan": ["00*4 ..*8 00*4"], "enda": ["0001"], "frma": ["..*4"], "\0\0\0\0": [""],
    "dac3": ["..*3"], "dec3": ["..*5", "..*6"], "alac": ["00*4 ..*24"],
    "stsd/mp4a/wave/mp4a": ["00*4"],
  ]

  /// The kinds that a file may say it is, first of all and among others.
  static let brands: Set<String> = ["isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "dby1", "qt  "]
}
