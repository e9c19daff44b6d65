internal import CDeflate

/// A walk over a PNG file from its first byte to its last, for what is in it beside the picture.
///
/// It knows what may be there, and everything else is a finding: one header, colour, a palette, pixels in one piece, one
/// end, nothing behind it, and in each of these not a byte more than it takes. Source: PNG specification, third edition.
struct PNGWalk {
  /// What rides along: names of chunks, or words for the place.
  private(set) var extras: [String] = []
  /// The data of chunks of colour and density, by name.
  private(set) var colour: [String: [UInt8]] = [:]

  private var names: [String] = []
  private var header: [UInt8] = []
  private var pixels: [UInt8] = []

  /// Chunks that may stand once before the pixels, with the lengths that they may have.
  private static let once: [String: ClosedRange<Int>] = [
    "gAMA": 4...4, "cHRM": 32...32, "sRGB": 1...1, "cICP": 4...4, "mDCV": 24...24, "cLLI": 8...8, "pHYs": 9...9,
    "sBIT": 1...4, "iCCP": 14...(16 << 20), "PLTE": 3...768, "tRNS": 1...256,
  ]
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  init(_ file: [UInt8]) {
    guard file.starts(with: Self.signature) else {
      extras.append("no PNG signature")
      return
    }
    var at = Self.signature.count
    while at < file.count, names.last != "IEND" {
      // Length, name and checksum take 12 bytes.
      guard let length = Self.number(file, at), length <= file.count - at - 12 else {
        extras.append("a chunk that is cut off, at byte \(at)")
        return
      }
      let data = file[at + 8..<at + 8 + length]
      // The checksum is over name and data, which lie before it in the file.
      let sum = unsafe file.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress! + at + 4, length + 4) }
      if Self.number(file, at + 8 + length) != Int(sum) { extras.append("a wrong checksum, at byte \(at)") }
      take(Self.name(file[at + 4..<at + 8]), data)
      at += 12 + length
    }
    if at < file.count { extras.append("\(file.count - at) bytes behind the end") }
    if names.last != "IEND" { extras.append("no end") }
    checkPixels()
  }

  private mutating func take(_ name: String, _ data: ArraySlice<UInt8>) {
    defer { names.append(name) }
    switch name {
    case "IHDR":
      guard names.isEmpty, data.count == 13 else { return extras.append("a second or odd IHDR") }
      header = Array(data)
    case "IDAT":
      if names.contains("IDAT"), names.last != "IDAT" { extras.append("pixels in several places") }
      pixels += data
    case "IEND":
      if !data.isEmpty { extras.append("IEND with \(data.count) bytes") }
    default:
      guard let lengths = Self.once[name], lengths.contains(data.count), !names.contains(name),
        !names.contains("IDAT"), header.count == 13, name != "PLTE" || header[9] == 3
      else { return extras.append(name) }
      if name == "iCCP" { checkProfile(data) }
      if name != "PLTE", name != "tRNS" { colour[name] = Array(data) }
    }
  }

  /// The profile's name is always the same, and nothing stands behind its stream or in it behind the profile.
  private mutating func checkProfile(_ data: ArraySlice<UInt8>) {
    let start = Array("ICC profile".utf8) + [0, 0]
    guard data.starts(with: start) else { return extras.append("iCCP with a name of its own") }
    guard let profile = unpacked(Array(data.dropFirst(start.count)), atMost: ColourProfile.limit),
      profile.count == Self.number(profile, 0)
    else { return extras.append("iCCP with more than a profile") }
  }

  /// The stream of pixels ends with the last row, and the chunks with the stream.
  private mutating func checkPixels() {
    guard header.count == 13, let width = Self.number(header, 0), let height = Self.number(header, 4) else { return }
    if header[12] != 0 { return extras.append("an interlaced picture, which no output is") }
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(header[9])] ?? 4
    let (bits, tooMany) = width.multipliedReportingOverflow(by: channels * Int(header[8]))
    let (size, tooMuch) = ((bits + 7) / 8 + 1).multipliedReportingOverflow(by: height)
    // Deflate does not make more than 1032 bytes of one: nobody shall take memory for what cannot be there.
    guard !tooMany, !tooMuch, size <= (pixels.count + 1) * 1032 else { return extras.append("too few pixels") }
    if unpacked(pixels, atMost: size)?.count != size {
      extras.append("more or less than the picture's rows among the pixels")
    }
  }

  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    let isName = bytes.allSatisfy { (65...90).contains($0 & 0xDF) }
    return isName ? String(decoding: bytes, as: UTF8.self) : "a chunk without a name"
  }

  /// Four bytes, the greatest first; nil where they are not there.
  private static func number(_ bytes: [UInt8], _ at: Int) -> Int? {
    guard at >= 0, at + 4 <= bytes.count else { return nil }
    return bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The bytes of a zlib stream; nil where it makes more than the limit, or where something stands behind it and may not.
func unpacked(_ stream: [UInt8], atMost limit: Int, mayBeFollowed: Bool = false) -> [UInt8]? {
  guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
  defer { unsafe libdeflate_free_decompressor(decompressor) }
  var taken = 0, isWhole = false
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { target, count in
    // The library writes at most `limit` bytes and says how many, and how many it read.
    let result = unsafe stream.withUnsafeBytes { source in
      unsafe libdeflate_zlib_decompress_ex(
        decompressor, source.baseAddress, source.count, target.baseAddress, limit, &taken, &count)
    }
    isWhole = result == LIBDEFLATE_SUCCESS
    if !isWhole { count = 0 }
  }
  return isWhole && (mayBeFollowed || taken == stream.count) ? bytes : nil
}
