internal import ScrimCore

/// The first line of a YUV4MPEG2 stream: words of a letter and a value, in any order.
///
/// Source: the yuv4mpeg(5) manual page of mjpegtools, and FFmpeg's names for deeper samples (`C420p10`).
struct Y4MHeader: Equatable {
  var size: PixelSize
  var format: PixelFormat
  /// Frames a second as a fraction; nil where the stream does not know (`F0:0` or none).
  var rate: FrameRate?
  var encoding: YUVEncoding
  var chromaGrid: ChromaGrid

  /// Reads the words behind `YUV4MPEG2`. `name` is for errors.
  init(words: [Substring], name: BytePath) throws(InputError) {
    var tags = VideoTags(), width: Int?, height: Int?, sampling = "420jpeg", kept = [String](), fullRange = false
    var isInterlaced = false, seen = Set<Character>()
    for word in words {
      let value = word.dropFirst()
      // Which of two counts, each reader decides for itself.
      if let letter = word.first, letter != "X", !seen.insert(letter).inserted {
        throw .undecodable(name: name, reason: "the header has a parameter twice (\(letter))")
      }
      switch word.first {
      case "W": width = Int(value)
      case "H": height = Int(value)
      case "C": sampling = String(value)
      case "F":
        rate = try Self.fraction(value, of: "rate", name: name)
        tags.rate = rate.flatMap(Self.tag)
        kept.append(String(word))
      case "A":
        tags.pixelAspect = try Self.fraction(value, of: "pixel aspect", name: name).flatMap(Self.tag)
        kept.append(String(word))
      case "I":
        guard ["p", "t", "b", "m", "?"].contains(value) else {
          throw .undecodable(name: name, reason: "the header has an unknown kind of interlacing")
        }
        // `m` changes from frame to frame, and of `?` nobody knows.
        isInterlaced = value != "p"
        tags.firstField = value == "t" ? .upper : value == "b" ? .lower : nil
        // What the frames of `m` say of themselves is not written again.
        kept.append(value == "m" ? "I?" : String(word))
      case "X" where value == "COLORRANGE=FULL" || value == "COLORRANGE=LIMITED":
        fullRange = value.hasSuffix("FULL")
        tags.isFullRange = fullRange
        kept.append(String(word))
      default:
        // A private word may carry anything along: it is dropped.
        continue
      }
    }
    guard let width, let height, width > 0, height > 0 else {
      throw .undecodable(name: name, reason: "the header gives no size")
    }
    guard let format = Self.format(sampling) else {
      throw .unsupported(name: name, reason: "the sampling is not 4:2:0, 4:2:2, 4:4:4 or mono of 8 to 16 bits")
    }
    if words.contains(where: { $0.first == "C" }) { kept.append("C" + sampling) }
    size = PixelSize(width: width, height: height)
    self.format = format
    chromaGrid = isInterlaced ? ChromaGrid(format).interlaced : ChromaGrid(format)
    // Untagged material: high definition is BT.709, smaller is BT.601, as players assume.
    tags.chromaPlace = Self.chromaPlace(sampling)
    encoding = YUVEncoding(
      matrix: height >= 720 ? .bt709 : .bt601, fullRange: fullRange, headerWords: kept, tags: tags)
  }

  private static func tag(_ fraction: FrameRate) -> VideoTags.Fraction? {
    guard let above = Int32(exactly: fraction.numerator), let below = Int32(exactly: fraction.denominator) else {
      return nil
    }
    return VideoTags.Fraction(above, below)
  }

  /// Where chroma samples lie, as `VideoTags` numbers it.
  private static func chromaPlace(_ sampling: String) -> UInt8 {
    switch sampling {
    case "420", "420jpeg": 2
    case "420mpeg2": 1
    case "420paldv": 3
    default: 0
    }
  }

  private static func fraction(
    _ text: Substring, of what: String, name: BytePath
  ) throws(InputError) -> FrameRate? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let above = parts[0], let below = parts[1], above >= 0, below >= 0 else {
      throw .undecodable(name: name, reason: "the header's \(what) is no fraction")
    }
    return FrameRate(above, below)
  }

  private static func format(_ sampling: String) -> PixelFormat? {
    switch sampling {
    case "420", "420jpeg", "420mpeg2", "420paldv": return PixelFormat(.yuv(.s420), bitDepth: 8)
    case "422": return PixelFormat(.yuv(.s422), bitDepth: 8)
    case "444": return PixelFormat(.yuv(.s444), bitDepth: 8)
    case "mono": return PixelFormat(.yuv(.mono), bitDepth: 8)
    default: break
    }
    let kinds: [(String, PixelFormat.ChromaSampling)] = [
      ("420p", .s420), ("422p", .s422), ("444p", .s444), ("mono", .mono),
    ]
    for (prefix, kind) in kinds where sampling.hasPrefix(prefix) {
      guard let depth = Int(sampling.dropFirst(prefix.count)), (9...16).contains(depth) else { return nil }
      return PixelFormat(.yuv(kind), bitDepth: depth)
    }
    return nil
  }
}

extension YUVEncoding {
  /// Takes a rate that was asked for, where the header has none that counts.
  mutating func setRate(_ rate: FrameRate) {
    tags.rate = VideoTags.Fraction(rate)
    headerWords.removeAll { $0.hasPrefix("F") }
    headerWords.insert("F\(rate.numerator):\(rate.denominator)", at: 0)
  }
}
