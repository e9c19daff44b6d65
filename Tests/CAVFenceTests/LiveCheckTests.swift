import CAVFence
import FenceProbe
import ScrimTestSupport
import Testing

/// Packets are decoded on a thread of their own while others are made.
struct LiveCheckTests {
  static let kinds: [(container: avfence_container, codec: avfence_codec)] = [
    (AVFENCE_MP4, AVFENCE_H264), (AVFENCE_MP4, AVFENCE_HEVC), (AVFENCE_WEBM, AVFENCE_VP9), (AVFENCE_MKV, AVFENCE_FFV1),
  ]

  private func video(_ kind: Int) throws -> WrittenVideo {
    try WrittenVideo(.init(container: Self.kinds[kind].container, codec: Self.kinds[kind].codec))
  }

  private func tried(
    _ video: WrittenVideo, rounds: Int32 = 1, _ change: probe_change = PROBE_NOTHING, at packet: Int64 = 0
  ) throws -> probe_result {
    var result = probe_result()
    // The result is written within the call; the descriptor is open as long as the video.
    let isRead = withExtendedLifetime(video) {
      unsafe probe_live_check(video.descriptor, rounds, change, packet, &result)
    }
    try #require(isRead)
    return result
  }

  private func words(of result: probe_result) -> String {
    var message = result.message
    // It is ended by a zero.
    return unsafe withUnsafeBytes(of: &message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  @Test(arguments: kinds.indices) func `every packet becomes a frame, however many there are`(kind: Int) throws {
    let result = try tried(try video(kind), rounds: 20)
    #expect(result.status == 0 && result.packets == 240 && result.frames == 240)
  }

  /// Not every change of bits breaks a codec's grammar: a decoder can take one for another picture. Each of these is seen.
  static let damages: [(kind: Int, change: probe_change)] = [
    (0, PROBE_HALVED), (1, PROBE_HALVED), (2, PROBE_STUMP), (3, PROBE_HALVED), (3, PROBE_DAMAGED),
  ]

  @Test(arguments: damages.indices)
  func `what cannot be decoded ends the run, and whoever hands packets over never waits for ever`(
    damage: Int
  ) throws {
    let (kind, change) = Self.damages[damage]
    let result = try tried(try video(kind), rounds: 40, change, at: 3)
    #expect(result.status == AVFENCE_FAILED.rawValue && result.packets < 480)
    #expect(words(of: result).hasSuffix("cannot be decoded"))
  }

  @Test(arguments: kinds.indices) func `a packet that is missing is missed`(kind: Int) throws {
    let video = try video(kind)
    let whole = try tried(video)
    for packet in [0, 2, 11] {
      let result = try tried(video, PROBE_LEFT_OUT, at: Int64(packet))
      #expect(result.status != 0 || (result.frames < whole.frames && result.times != whole.times))
    }
  }

  @Test(arguments: kinds.indices) func `pictures of another size are refused`(kind: Int) throws {
    // FFV1 has no size of its own: the container's is what it decodes by.
    guard Self.kinds[kind].codec != AVFENCE_FFV1 else { return }
    let result = try tried(try video(kind), PROBE_OTHER_SIZE)
    #expect(words(of: result) == "frame 0 of what was written has another size or other pixels")
  }

  @Test(arguments: [0, 1, 9]) func `a check that is dropped ends at once`(packets: Int64) throws {
    for kind in Self.kinds.indices {
      let video = try video(kind)
      // The descriptor is open as long as the video.
      let isGone = withExtendedLifetime(video) { probe_abandoned_check(video.descriptor, packets) }
      #expect(isGone)
    }
  }
}
