import FenceProbe
import Testing

/// What a copied track takes along beside its samples: numbers, and no words.
struct SoundSetupTests {
  static let canary = Array("CANARY name@example.org".utf8)
  /// OpusHead (RFC 7845): version, channels, pre-skip, rate, gain, the family of channels.
  private static let opus = Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]
  private static let surround = Array(opus.dropLast()) + [1, 1, 1, 0, 1]
  private static let alac: [UInt8] =
    [0, 0, 0, 36] + Array("alac".utf8) + [UInt8](repeating: 0, count: 4) + Array(1...24)

  private func cut(_ sound: probe_sound, _ bytes: [UInt8]) -> [UInt8]? {
    var bytes = bytes
    // What is left is written within the call, and is no more than there was.
    let left = unsafe probe_setup(sound, &bytes, Int32(bytes.count))
    return left < 0 ? nil : Array(bytes.prefix(Int(left)))
  }

  /// Setups as they are written, and as they come out: without the bytes behind, and with the bits behind as zeros.
  static let setups: [(sound: probe_sound, bytes: [UInt8], left: [UInt8])] = [
    (PROBE_AAC, [0x12, 0x10], [0x12, 0x10]), (PROBE_AAC, [], []),
    // A rate of its own; SBR in front; SBR said to be missing behind; SBR and PS behind.
    (PROBE_AAC, [0x17, 0x80, 0x56, 0x22, 0x10], [0x17, 0x80, 0x56, 0x22, 0x10]),
    (PROBE_AAC, [0x2b, 0x92, 0x08, 0x00], [0x2b, 0x92, 0x08, 0x00]),
    (PROBE_AAC, [0x12, 0x10, 0x56, 0xe5, 0x00], [0x12, 0x10, 0x56, 0xe5, 0x00]),
    (PROBE_AAC, [0x13, 0x08, 0x56, 0xe5, 0x9d, 0x48, 0x80], [0x13, 0x08, 0x56, 0xe5, 0x9d, 0x48, 0x80]),
    (PROBE_OPUS, opus, opus), (PROBE_OPUS, surround, surround), (PROBE_ALAC, alac, alac),
    (PROBE_MP3, [], []), (PROBE_PCM, [], []),
  ]

  @Test(arguments: setups.indices) func `words behind a setup are left out`(row: Int) {
    let (sound, bytes, left) = Self.setups[row]
    #expect(cut(sound, bytes) == left)
    // Without a setup of its own, what stands in its place is none.
    if !bytes.isEmpty || sound == PROBE_MP3 || sound == PROBE_PCM {
      #expect(cut(sound, bytes + Self.canary) == left)
    }
  }

  @Test func `a setup that holds words, or is not whole, is refused`() {
    // A list of channels, which ends with a comment; kinds of AAC with more in it.
    #expect(cut(PROBE_AAC, [0x12, 0x00, 0x05, 0x00] + Self.canary) == nil)
    #expect(cut(PROBE_AAC, [0xf9, 0x50] + Self.canary) == nil)
    #expect(cut(PROBE_AAC, [0x12]) == nil)
    #expect(cut(PROBE_OPUS, Array(Self.opus.dropLast())) == nil)
    #expect(cut(PROBE_OPUS, Array(Self.surround.dropLast(2))) == nil)
    #expect(cut(PROBE_ALAC, Array(Self.alac.dropLast())) == nil)
    #expect(cut(PROBE_VORBIS, Self.canary) == nil)
  }

  /// What is left of a packet.
  private func frames(_ sound: probe_sound, _ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    // As above.
    let left = unsafe probe_frames(sound, &bytes, Int32(bytes.count))
    return Array(bytes.prefix(Int(left)))
  }

  @Test func `filling in packets of Opus is left out`() {
    // 20 ms of one channel; the same with a list of one frame, and so much filling behind it.
    let sound = [UInt8](repeating: 7, count: 40), plain = [0xf8] + sound
    let filled = [0xfb, 0x41, UInt8(Self.canary.count)] + sound + Self.canary
    #expect(frames(PROBE_OPUS, plain) == plain && frames(PROBE_OPUS, filled) == plain)
    #expect(frames(PROBE_OPUS, [0xfb, 0x41, 200] + sound) == [])
  }

  @Test func `what stands behind frames of AC-3 is left out`() {
    // 32 kbit/s at 48,000 Hz, of two channels.
    let plain: [UInt8] = [0x0b, 0x77, 0, 0, 0, 0x40, 0x40] + [UInt8](repeating: 7, count: 121)
    #expect(frames(PROBE_AC3, plain) == plain && frames(PROBE_AC3, plain + plain) == plain + plain)
    #expect(frames(PROBE_AC3, plain + Self.canary) == plain && frames(PROBE_AC3, Self.canary) == [])
    #expect(frames(PROBE_AC3, Array(plain.dropLast())) == [])
  }

  @Test func `tags in packets of MP3 are left out`() {
    func frames(_ bytes: [UInt8]) -> Int { self.frames(PROBE_MP3, bytes).count }
    // 128 kbit/s at 44,100 Hz, without and with padding; 64 kbit/s at 22,050 Hz.
    let plain: [UInt8] = [0xff, 0xfb, 0x90, 0x00] + [UInt8](repeating: 7, count: 413)
    let padded: [UInt8] = [0xff, 0xfb, 0x92, 0x00] + [UInt8](repeating: 7, count: 414)
    let lower: [UInt8] = [0xff, 0xf3, 0x80, 0x00] + [UInt8](repeating: 7, count: 204)
    #expect(frames(plain) == 417 && frames(padded) == 418 && frames(lower) == 208)
    #expect(frames(plain + padded) == 835)
    let tag = Array("TAG".utf8) + Self.canary + [UInt8](repeating: 0, count: 102)
    #expect(frames(plain + tag) == 417 && frames(tag) == 0 && frames(Array("ID3".utf8) + plain) == 0)
    #expect(frames(Array(plain.dropLast())) == 0)
  }
}
