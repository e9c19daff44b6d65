internal import CDeflate
internal import ScrimCore

/// What the chunks beside the pixels tell: a walk over the file that looks into nothing else.
///
/// libpng would judge colour chunks by rules of its own and knows none newer than itself; whoever views the redacted
/// picture shall see the colours that the original would have shown, so their bytes are kept as they are.
struct PNGSurvey {
  /// Chunks of colour and density that stand before the pixels with a good checksum, the first of each name.
  private(set) var colourChunks: [PNGEncoding.Chunk] = []
  /// Whether a player would show more than the still picture.
  ///
  /// By the specification's own words: acTL before the pixels makes an animation, and each frame of it that is not the
  /// still picture is an fcTL with fdAT behind it. Where one of the three is missing no player shows anything but the
  /// still picture, and what is left of the animation is bytes that do not come out again.
  private(set) var isAnimated = false
  /// How the picture is to be turned, by the first EXIF chunk that says so.
  private(set) var orientation: Orientation?
  /// Chunks that are not kept, counted by name, and `trailing_bytes` behind the end.
  private(set) var dropped: [String: Int] = [:]

  /// Names that are counted each for itself; a file can make up any number of them.
  private static let countedNames = 32
  /// Profiles of printers have a few megabytes. A larger chunk is no colour information that anybody waits for.
  private static let chunkLimit = 8 << 20
  /// Chunks that make the picture itself, transparency included.
  private static let pixelNames: Set<String> = ["IHDR", "PLTE", "tRNS", "IDAT"]
  private static let colourNames: Set<String> = [
    "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "mDCV", "cLLI", "pHYs",
  ]

  /// Walks from the signature to IEND, or to where the file is damaged.
  init(_ bytes: UnsafeRawBufferPointer) {
    var (hasPixels, hasControl, hasFrame) = (false, false, false)
    var offset = PNGHeader.signature.count
    // A chunk takes at least 12 bytes: length, name, checksum.
    while offset <= bytes.count - 12 {
      let length = unsafe Int(bytes.bigEndian32(at: offset))
      guard length <= bytes.count - 12 - offset else { return }
      // In bounds by the guard: name, data and checksum end at offset + 12 + length.
      let name = unsafe String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      let data = unsafe bytes[offset + 8..<offset + 8 + length]
      let checksum = unsafe bytes.bigEndian32(at: offset + 8 + length)
      // Only asked where it matters: the pixels' checksums are libpng's business.
      let isSound = { unsafe libdeflate_crc32(0, bytes.baseAddress! + offset + 4, length + 4) == checksum }
      var isKept = PNGSurvey.pixelNames.contains(name)
      switch name {
      case "IEND":
        let rest = bytes.count - 12 - length - offset
        if rest > 0 { dropped["trailing_bytes"] = rest }
        return
      case "IDAT": hasPixels = true
      case "acTL": hasControl = hasControl || !hasPixels
      case "fcTL": hasFrame = true
      case "fdAT": isAnimated = isAnimated || hasControl && hasFrame
      case "eXIf" where orientation == nil && isSound(): unsafe orientation = exifOrientation(Array(data))
      case _ where PNGSurvey.colourNames.contains(name) && !hasPixels && length <= PNGSurvey.chunkLimit:
        if !colourChunks.contains(where: { $0.name == name }), isSound() {
          unsafe colourChunks.append(PNGEncoding.Chunk(name: name, data: Array(data)))
          isKept = true
        }
      default: break
      }
      if !isKept { count(name) }
      offset += 12 + length
    }
  }
}

extension PNGSurvey {
  /// Notes a chunk that does not come out. A name is four letters, or it is not repeated.
  private mutating func count(_ name: String) {
    let isName = name.utf8.count == 4 && name.utf8.allSatisfy { ($0 | 0x20).isLowercaseLetter }
    let isCounted = isName && (dropped[name] != nil || dropped.count < Self.countedNames)
    dropped[isCounted ? name : "other", default: 0] += 1
  }
}

extension UInt8 {
  fileprivate var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}

/// The size in a file's header, as the picture will be seen, where it can be read and is within the limit: nobody shall take
/// memory for a cover of a size that a damaged header makes up.
func sizeAsSeen(of bytes: UnsafeRawBufferPointer, pixelLimit: Int) -> PixelSize? {
  guard let header = try? unsafe PNGHeader(bytes, name: ""), header.size.width <= pixelLimit / header.size.height else {
    return nil
  }
  return (unsafe PNGSurvey(bytes).orientation ?? .upright).seen(header.size)
}

/// The orientation in EXIF data (TIFF 6.0: tag 274, a SHORT in the first directory); nil where there is none of the eight.
private func exifOrientation(_ data: [UInt8]) -> Orientation? {
  guard data.count >= 8 else { return nil }
  let isLittle = data.starts(with: "II*\0".utf8)
  guard isLittle || data.starts(with: "MM\0*".utf8) else { return nil }
  func number(at offset: Int, bytes: Int) -> Int? {
    guard offset >= 0, offset <= data.count - bytes else { return nil }
    let digits = data[offset..<offset + bytes]
    return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
  }
  guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else { return nil }
  for entry in 0..<count {
    let at = directory + 2 + 12 * entry
    guard let tag = number(at: at, bytes: 2) else { return nil }
    if tag == 274, number(at: at + 2, bytes: 2) == 3, let value = number(at: at + 8, bytes: 2) {
      return Orientation(rawValue: value)
    }
  }
  return nil
}
