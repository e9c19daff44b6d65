import ScrimTestSupport
import Testing

/// Where a part of a picture is missing, its decoder leaves what an earlier one left in memory, or takes that picture for it.
@Suite(.enabled(if: FFmpegTool.isPresent)) struct MissingPartsTests {
  let clip = NumberedClip()

  private static let x264 = "-c:v libx264 -g 12 -bf 0 -crf 12 -x264-params scenecut=0"
  private static let x265 =
    "-c:v libx265 -x265-params log-level=none:keyint=12:scenecut=0:bframes=0:ctu=16:min-cu-size=8"

  /// A packet's bytes in a file.
  private func packet(_ number: Int, of name: String) throws -> Range<Int> {
    let packets = try FFmpegTool.probe("-select_streams v -show_entries packet=size,pos", of: name, in: clip.folder)
    let packet = packets[number].map { Int($0)! }
    return packet[1]..<packet[1] + packet[0]
  }

  /// The slices of a packet, behind the four bytes of their lengths.
  private func slices(_ bytes: [UInt8], in packet: Range<Int>, isHEVC: Bool) -> [Range<Int>] {
    var slices: [Range<Int>] = [], place = packet.lowerBound
    while place + 4 < packet.upperBound {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let kind = isHEVC ? bytes[place + 4] >> 1 & 63 : bytes[place + 4] & 31
      if isHEVC ? kind < 32 : kind == 1 || kind == 5 { slices.append(place + 4..<place + 4 + length) }
      place += 4 + length
    }
    return slices
  }

  /// The first byte of a unit, of a kind that decoders pass over (H.264 and H.265, table 7-1).
  private static func unspecified(_ byte: UInt8, isHEVC: Bool) -> UInt8 {
    isHEVC ? byte & 0x81 | 48 << 1 : byte & 0xe0 | 30
  }

  @Test(arguments: [
    (x264 + ":slices=4", "hide"), (x265 + ":slices=2", "hide"),
    (x264, "shorten"), (x265, "shorten"),
  ]) func `a missing part of a picture is no earlier one`(codec: String, damage: String) throws {
    try clip.encode(to: "whole.mp4", codec)
    var bytes = try clip.folder.read("whole.mp4")
    let isHEVC = codec.contains("x265")
    let slices = try slices(bytes, in: packet(5, of: "whole.mp4"), isHEVC: isHEVC)
    func hide(_ place: Int) { bytes[place] = Self.unspecified(bytes[place], isHEVC: isHEVC) }
    if damage == "hide" {
      try #require(slices.count > 1)
      hide(slices[1].lowerBound)
    } else {
      // The slice is half as long, and behind it stands another unit.
      let slice = try #require(slices.first), half = slice.count / 2
      func put(_ length: Int, at place: Int) {
        for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: length >> (24 - 8 * byte)) }
      }
      put(half, at: slice.lowerBound - 4)
      put(slice.count - half - 4, at: slice.lowerBound + half)
      hide(slice.lowerBound + half + 4)
    }
    try clip.folder.write("in.mp4", bytes)
    let result = try clip.redacted("in.mp4")
    #expect(result.frames == NumberedClip.count && result.leaks.isEmpty)
    // From there up to the next key frame.
    #expect(result.failed > 0 && result.failed <= 7)
  }

  /// Damage to the rest of a packet, behind what says which kind of picture it is.
  private func hurt(_ name: String, packet number: Int) throws {
    var bytes = try clip.folder.read(name)
    let packet = try packet(number, of: name)
    for place in packet.dropFirst(packet.count / 2) {
      bytes[place] = UInt8(truncatingIfNeeded: Int(bytes[place]) * 7 + place * 31)
    }
    try clip.folder.write(name, bytes)
  }

  @Test(arguments: ["-c:v mpeg4 -g 12 -q:v 3", x265], ["list", "fragments"])
  func `damage does not end with a frame that is called a key frame`(codec: String, container: String) throws {
    let isWhole = container == "list"
    try clip.encode(to: "in.mp4", codec + (isWhole ? "" : " -movflags frag_keyframe+empty_moov+default_base_moof"))
    var bytes = try clip.folder.read("in.mp4")
    // Without a list of key frames all are (ISO 14496-12, 8.6.2); and so are those of fragments without a flag (8.8.3.1).
    let said = isWhole ? Array("stss".utf8) : [1, 1, 0, 0] as [UInt8]
    while let place = bytes.firstRange(of: said) {
      bytes.replaceSubrange(place, with: isWhole ? Array("free".utf8) : [2, 0, 0, 0])
    }
    try clip.folder.write("in.mp4", bytes)
    if codec == Self.x265 {
      let packet = try packet(5, of: "in.mp4")
      for slice in slices(bytes, in: packet, isHEVC: true) {
        bytes[slice.lowerBound] = Self.unspecified(bytes[slice.lowerBound], isHEVC: true)
      }
      try clip.folder.write("in.mp4", bytes)
    } else {
      try hurt("in.mp4", packet: 5)
    }
    let result = try clip.redacted("in.mp4")
    #expect(result.frames == NumberedClip.count && result.leaks.isEmpty)
    #expect(result.failed >= 7 && result.failed < 40)
  }

  /// Each picture brings a column anew; a container calls the first of a round a key frame.
  @Test func `damage does not end where a round of gradual refresh begins`() throws {
    try clip.encode(to: "in.mp4", "-c:v libx264 -bf 0 -crf 12 -x264-params intra-refresh=1:keyint=12:scenecut=0:ref=1")
    try hurt("in.mp4", packet: 10)
    let result = try clip.redacted("in.mp4")
    #expect(result.frames == NumberedClip.count && result.leaks.isEmpty)
    #expect(result.failed > 14)
  }
}
