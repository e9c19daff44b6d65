/// ITU-T H.264, sections 7.3.2.1.1, 7.3.2.2 and E.1.1.
extension ParameterSet {
  func isSequenceOfH264() -> Bool {
    var set = self
    guard set.bits(8) == 0x67 else { return false }
    let profile = set.bits(8)
    // Constraints of the profile, two reserved bits, the level; the number of the set.
    guard set.bits(8) & 3 == 0 else { return false }
    _ = set.bits(8)
    guard set.golomb() == 0 else { return false }
    if ![66, 77, 88].contains(profile) {
      if set.golomb() == 3, set.flag() { return false }
      set.skipGolombs(2)
      // Lossless bypass; no lists of scaling.
      _ = set.flag()
      if set.flag() { return false }
    }
    _ = set.golomb()
    // The order of pictures by their last bits, or by their place.
    switch set.golomb() {
    case 0: _ = set.golomb()
    case 2: break
    default: return false
    }
    // Reference frames, gaps, width and height in blocks, fields.
    _ = set.golomb()
    _ = set.flag()
    set.skipGolombs(2)
    if !set.flag() { _ = set.flag() }
    _ = set.flag()
    if set.flag() { set.skipGolombs(4) }
    if set.flag(), !set.isUsabilityOfH264() { return false }
    return set.isAtEnd()
  }

  private mutating func isUsabilityOfH264() -> Bool {
    skipLook()
    // Time.
    if flag() { _ = bits(65) }
    // No model of a network's buffers; pictures' structures; what a decoder has to hold.
    if flag() || flag() { return false }
    _ = flag()
    if flag() {
      _ = flag()
      skipGolombs(6)
    }
    return true
  }

  func isPictureOfH264() -> Bool {
    var set = self
    guard set.bits(8) == 0x68, set.golomb() == 0, set.golomb() == 0 else { return false }
    // Arithmetic code; no groups of slices.
    _ = set.bits(2)
    guard set.golomb() == 0 else { return false }
    set.skipGolombs(2)
    _ = set.bits(3)
    set.skipGolombs(3)
    _ = set.bits(3)
    var end = set
    if end.isAtEnd() { return true }
    // Blocks of eight; no lists of scaling; the other chroma's offset.
    _ = set.flag()
    if set.flag() { return false }
    _ = set.golomb()
    return set.isAtEnd()
  }
}
