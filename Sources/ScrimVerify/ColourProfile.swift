internal import ScrimCore

/// A colour profile as PNG stores it.
enum ColourProfile {
  /// In bytes; what unpacks to more is no profile.
  static let limit = 8 << 20

  /// The profile in an iCCP chunk: behind a name, a zero and the method.
  static func profile(in chunk: [UInt8]) -> [UInt8]? {
    guard let end = chunk.firstIndex(of: 0), end + 2 < chunk.count else { return nil }
    return unpacked(Array(chunk[(end + 2)...]), atMost: limit, mayBeFollowed: true)
  }
}

/// The chunks of colour of an output that are not the original's.
func foreignColour(in output: [String: [UInt8]], original: [PNGEncoding.Chunk]) -> [String] {
  output.keys.sorted().filter { name in
    guard let data = output[name], let source = original.first(where: { $0.name == name })?.data else { return true }
    if name != "iCCP" { return data != source }
    guard let mine = ColourProfile.profile(in: data), let theirs = ColourProfile.profile(in: source) else {
      return true
    }
    return !theirs.starts(with: mine)
  }
}
