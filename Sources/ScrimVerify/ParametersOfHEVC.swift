/// ITU-T H.265, sections 7.3.2.1 to 7.3.2.3, 7.3.3, 7.3.7 and E.2.1.
extension ParameterSet {
  func isOfHEVC(_ kind: Int) -> Bool {
    var set = self
    // The kind, the only layer, the first sublayer.
    guard set.bits(16) == UInt64(kind << 9 | 1) else { return false }
    switch kind {
    case 32: return set.isVideo()
    case 33: return set.isSequence()
    default: return set.isPicture()
    }
  }

  private mutating func skipProfile() {
    // Profile, compatibilities, constraints and level of one sublayer.
    _ = bits(8)
    _ = bits(32)
    _ = bits(48)
    _ = bits(8)
  }

  private mutating func isVideo() -> Bool {
    // Its number, the base layer, one layer of one sublayer, which nests; reserved bits.
    guard bits(4) == 0, bits(2) == 3, bits(6) == 0, bits(3) == 0, flag(), bits(16) == 0xFFFF else { return false }
    skipProfile()
    _ = flag()
    skipGolombs(3)
    // One set of layers, and no time.
    guard bits(6) == 0, golomb() == 0, !flag(), !flag() else { return false }
    return isAtEnd()
  }

  private mutating func isSequence() -> Bool {
    guard bits(4) == 0, bits(3) == 0, flag() else { return false }
    skipProfile()
    guard golomb() == 0 else { return false }
    if golomb() == 3, flag() { return false }
    skipGolombs(2)
    if flag() { skipGolombs(4) }
    // Depths, the order of pictures, what a decoder has to hold.
    skipGolombs(2)
    let orderBits = golomb() + 4
    _ = flag()
    skipGolombs(3)
    // Sizes of blocks, depths of transforms; no lists of scaling.
    skipGolombs(6)
    if flag() { return false }
    _ = bits(2)
    // Samples as they are.
    if flag() {
      _ = bits(8)
      skipGolombs(2)
      _ = flag()
    }
    // Reference pictures stand with the slices, and none is kept for long.
    guard golomb() == 0, orderBits <= 16, !flag() else { return false }
    _ = bits(2)
    if flag(), !isUsability() { return false }
    guard !flag() else { return false }
    return isAtEnd()
  }

  private mutating func isUsability() -> Bool {
    skipLook()
    // Neutral chroma, fields, information of fields.
    _ = bits(3)
    if flag() { skipGolombs(4) }
    if flag() {
      _ = bits(64)
      if flag() { _ = golomb() }
      // No model of a network's buffers.
      if flag() { return false }
    }
    if flag() {
      _ = bits(3)
      skipGolombs(5)
    }
    return true
  }

  private mutating func isPicture() -> Bool {
    guard golomb() == 0, golomb() == 0 else { return false }
    // Dependent slices, flags, no extra bits of slices.
    _ = bits(2)
    guard bits(3) == 0 else { return false }
    _ = bits(2)
    skipGolombs(3)
    _ = bits(2)
    if flag() { _ = golomb() }
    skipGolombs(2)
    _ = bits(4)
    // No tiles; rows of blocks side by side.
    if flag() { return false }
    _ = flag()
    _ = flag()
    // The filter between blocks.
    if flag() {
      _ = flag()
      if !flag() { skipGolombs(2) }
    }
    if flag() { return false }
    _ = flag()
    _ = golomb()
    guard !flag(), !flag() else { return false }
    return isAtEnd()
  }
}
