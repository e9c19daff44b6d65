/// What is wrong with the setup of H.264 or HEVC (ISO 14496-15, sections 5.3.3.1 and 8.3.3.1): it holds parameter sets, and
/// ends with the last; nil where nothing is.
func pictureSetupProblem(_ setup: [UInt8], isHEVC: Bool) -> String? {
  var reader = SetupReader(rest: setup[...])
  let isRight = isHEVC ? reader.isHEVC() : reader.isH264()
  return isRight ? nil : "a setup with more than parameter sets"
}

private struct SetupReader {
  var rest: ArraySlice<UInt8>

  /// A number of some bytes; nil at the end.
  mutating func take(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Int(rest.bigEndian(0, count))
  }

  /// Parameter sets of a kind, each behind its length.
  mutating func takeSets(_ count: Int, _ isOfKind: (ArraySlice<UInt8>) -> Bool) -> Bool {
    for _ in 0..<count {
      guard let length = take(2), length > 0, length <= rest.count, isOfKind(rest.prefix(length)) else { return false }
      rest = rest.dropFirst(length)
    }
    return true
  }

  mutating func isH264() -> Bool {
    guard take(1) == 1, let profile = take(1), take(2) != nil, take(1) == 0xFF, take(1) == 0xE1 else { return false }
    guard takeSets(1, { ParameterSet($0)?.isSequenceOfH264() == true }), take(1) == 1,
      takeSets(1, { ParameterSet($0)?.isPictureOfH264() == true })
    else { return false }
    if [66, 77, 88].contains(profile) { return rest.isEmpty }
    // Kind of chroma, depths, and no sets of an extension.
    guard let chroma = take(1), let luma = take(1), let depth = take(1), take(1) == 0 else { return false }
    return rest.isEmpty && chroma & 0xFC == 0xFC && luma & 0xF8 == 0xF8 && depth & 0xF8 == 0xF8
  }

  mutating func isHEVC() -> Bool {
    guard take(1) == 1, rest.count >= 22 else { return false }
    // The profile, its compatibilities and constraints, as in the sets; the rest has bits that are reserved.
    rest = rest.dropFirst(12)
    guard let split = take(2), split == 0xF000, let parallel = take(1), parallel & 0xFC == 0xFC else { return false }
    guard let chroma = take(1), chroma & 0xFC == 0xFC, let luma = take(1), luma & 0xF8 == 0xF8 else { return false }
    guard let depth = take(1), depth & 0xF8 == 0xF8, take(2) == 0, let layers = take(1), layers & 3 == 3 else {
      return false
    }
    // Video, sequence and picture, one of each.
    guard take(1) == 3 else { return false }
    for kind in [32, 33, 34] {
      guard let head = take(1), head & 0x3F == kind, head & 0x40 == 0, take(2) == 1 else { return false }
      guard takeSets(1, { ParameterSet($0)?.isOfHEVC(kind) == true }) else { return false }
    }
    return rest.isEmpty
  }
}
