/// The bits of a parameter set of H.264 or HEVC, which are read to their end: what stands behind it, or in parts that this
/// program's encoders leave out, is no parameter of a picture.
struct ParameterSet {
  private let bytes: [UInt8]
  private var place = 0
  /// A read behind the end.
  private(set) var isBeyond = false

  let head: ArraySlice<UInt8>

  /// The bits of a unit without the bytes that keep start codes out of it; nil where these stand where none is needed.
  init?(_ unit: ArraySlice<UInt8>) {
    var bytes: [UInt8] = [], zeros = 0
    for (offset, byte) in unit.enumerated() {
      if zeros >= 2, byte <= 3 {
        guard byte == 3 else { return nil }
        // The next one has to be a byte that would make a start code.
        guard offset + 1 == unit.count || unit[unit.startIndex + offset + 1] <= 3 else { return nil }
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    self.bytes = bytes
    head = unit.prefix(2)
  }

  mutating func bits(_ count: Int) -> UInt64 {
    var value: UInt64 = 0
    for _ in 0..<count {
      guard place < 8 * bytes.count else {
        isBeyond = true
        return 0
      }
      value = value << 1 | UInt64(bytes[place / 8] >> (7 - place % 8) & 1)
      place += 1
    }
    return value
  }

  mutating func flag() -> Bool { bits(1) == 1 }

  /// Exp-Golomb: zeros, a one, as many bits (section 9.1 of H.264, 9.2 of HEVC).
  mutating func golomb() -> Int {
    var zeros = 0
    while !isBeyond, zeros < 32, bits(1) == 0 { zeros += 1 }
    return Int((UInt64(1) << UInt64(zeros)) - 1 + bits(zeros))
  }

  mutating func skipGolombs(_ count: Int) {
    for _ in 0..<count { _ = golomb() }
  }

  /// What both codecs say of how pictures are meant: the shape of a pixel, overscan, colour, where chroma lies (sections E.1.1 of
  /// H.264, E.2.1 of HEVC).
  mutating func skipLook() {
    if flag(), bits(8) == 255 { _ = bits(32) }
    if flag() { _ = flag() }
    if flag() {
      _ = bits(4)
      if flag() { _ = bits(24) }
    }
    if flag() { skipGolombs(2) }
  }

  /// One bit, and zeros to the end of the byte, which is the last.
  mutating func isAtEnd() -> Bool {
    guard flag() else { return false }
    while place % 8 != 0 { if flag() { return false } }
    return !isBeyond && place == 8 * bytes.count
  }
}
