/// What is wrong with the setups of codecs that lose nothing; nil, or true, where nothing is.

/// FFV1 (RFC 9043, section 4.2): a record with its checksum, without states of its own.
func losslessSetupProblem(_ setup: [UInt8]) -> String? {
  // The record of a version without states: a few numbers, and for each depth a table of steps.
  (8...256).contains(setup.count) ? nil : "an odd setup"
}

/// FLAC (RFC 9639, section 8): its numbers, and for more than two channels a comment that says which these are.
func isFLACSetup(_ setup: [UInt8]) -> Bool {
  let numbers: BytePattern = "'fLaC' 80000022 ..*34"
  if numbers.matches(setup) { return true }
  let head: BytePattern = "'fLaC' 00000022 ..*34 84 0000 .. 04000000 'Lavf' 01000000 .. 000000"
  let name = Array("WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x".utf8)
  guard setup.count > head.count + name.count, head.matches(setup.prefix(head.count)) else { return false }
  let comment = setup.dropFirst(head.count), digits = comment.dropFirst(name.count)
  let isMask = digits.count <= 8 && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  return comment.starts(with: name) && isMask && Int(setup[head.count - 4]) == comment.count
    && Int(setup[45]) == setup.count - 46
}
