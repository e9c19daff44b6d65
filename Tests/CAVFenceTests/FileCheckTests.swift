import CAVFence
import ScrimTestSupport
import Testing

/// A complete file is read again, and has to hold what was decoded while it was written.
struct FileCheckTests {
  typealias Kind = (container: avfence_container, codec: avfence_codec)

  static let kinds: [Kind] = [
    (AVFENCE_MP4, AVFENCE_H264), (AVFENCE_MOV, AVFENCE_HEVC), (AVFENCE_MKV, AVFENCE_H264), (AVFENCE_MKV, AVFENCE_HEVC),
    (AVFENCE_WEBM, AVFENCE_VP9), (AVFENCE_MKV, AVFENCE_FFV1), (AVFENCE_GIF, AVFENCE_PALETTES),
  ]

  private func plan(_ kind: Kind) -> WrittenVideo.Plan {
    var plan = WrittenVideo.Plan(container: kind.container, codec: kind.codec)
    // What a GIF and a clock of milliseconds can hold.
    plan.frames = plan.frames.map { (2 * $0.time, $0.noise) }
    return plan
  }

  @Test(arguments: kinds.indices) func `a file that holds what was written passes, as often as it is asked`(
    kind: Int
  ) throws {
    let video = try WrittenVideo(plan(Self.kinds[kind]))
    #expect(video.problem() == nil)
    #expect(video.problem() == nil)
  }

  /// The samples lie then as the writer got them, without room between rows.
  @Test(arguments: kinds.indices, [64, 49] as [Int32]) func `samples that are given are encoded as those that are lent`(
    kind: Int, width: Int32
  ) throws {
    var plan = plan(Self.kinds[kind])
    // Without loss: the encoder decides nothing. Codecs with blocks of two pixels refuse an odd width.
    plan.quality = 0
    plan.width = [AVFENCE_H264, AVFENCE_HEVC].contains(plan.codec) ? width & ~1 : width
    let lent = try WrittenVideo(plan).bytes
    plan.givesSamples = true
    let given = try WrittenVideo(plan)
    #expect(given.problem() == nil)
    #expect(given.bytes == lent)
  }

  /// Pixels do not go into what is known of a GIF: there, and only there, others in the same places pass.
  @Test(arguments: kinds.indices.dropLast()) func `a file with other packets is refused`(kind: Int) throws {
    let plan = plan(Self.kinds[kind])
    var changes: [(String, WrittenVideo.Plan)] = []
    func add(_ name: String, _ change: (inout WrittenVideo.Plan) -> Void) {
      var other = plan
      change(&other)
      changes.append((name, other))
    }
    add("a frame less") { $0.frames.removeLast() }
    add("a frame more") { $0.frames.append((24, 12)) }
    add("another order") { plan in
      let noise = plan.frames[4].noise
      plan.frames[4].noise = plan.frames[7].noise
      plan.frames[7].noise = noise
    }
    add("other pixels in one frame") { $0.frames[5].noise = 99 }
    add("another time of one frame") { $0.frames[5].time += 1 }
    add("another size") { $0.width = 80 }
    if plan.codec != AVFENCE_FFV1 { add("another quality") { $0.quality = 30 } }
    for (name, other) in changes {
      let video = try WrittenVideo(plan)
      video.bytes = try WrittenVideo(other).bytes
      #expect(video.problem() != nil, "\(name)")
    }
  }

  @Test(arguments: [AVFENCE_H264, AVFENCE_HEVC].map(\.rawValue)) func `no byte of a packet can change`(
    codec: UInt32
  ) throws {
    let video = try WrittenVideo(.init(codec: avfence_codec(rawValue: codec)))
    let good = video.bytes, packets = try video.content(of: "mdat")
    for place in stride(from: packets.lowerBound, to: packets.upperBound, by: packets.count / 60) {
      var changed = good
      changed[place] ^= 0x40
      video.bytes = changed
      #expect(video.problem() != nil, "at \(place - packets.lowerBound) of \(packets.count)")
    }
    video.bytes = good
    #expect(video.problem() == nil)
  }

  /// ISO 14496-15, 5.3.3: version, profile and lengths take five bytes, then come parameter sets, each behind its length.
  @Test func `words to the decoder that lead to another picture are refused`() throws {
    let video = try WrittenVideo(.init())
    let good = video.bytes, words = try video.content(of: "avcC")
    let sequenceLength = Int(good[words.lowerBound + 7])
    let picture = words.lowerBound + 8 + sequenceLength + 3
    // The numbers of its two sets, its flags, and where quantizers begin.
    for place in [picture + 1, picture + 2, picture + 3] {
      var changed = good
      changed[place] ^= 0xff
      video.bytes = changed
      #expect(video.problem() != nil, "at \(place - picture)")
    }
    // Units are divided by lengths of two bytes instead of four.
    var changed = good
    changed[words.lowerBound + 4] ^= 2
    video.bytes = changed
    #expect(video.problem() != nil)
  }

  @Test(arguments: kinds.indices) func `a file that is cut off, or is none, is refused`(kind: Int) throws {
    let video = try WrittenVideo(plan(Self.kinds[kind]))
    let good = video.bytes
    for count in [0, 20, good.count / 2, good.count * 9 / 10] {
      video.bytes = Array(good[..<count])
      #expect(video.problem() != nil, "\(count) of \(good.count)")
    }
    video.bytes = Array(repeating: 7, count: good.count)
    #expect(video.problem() != nil)
  }

  @Test func `another clock is refused`() throws {
    let video = try WrittenVideo(.init())
    video.bytes = try WrittenVideo(.init(ticksPerSecond: 30)).bytes
    #expect(video.problem() == "the file that was written has another clock")
  }

  @Test func `frames that a GIF has too many or too few, or at other times, are refused`() throws {
    var other = plan((AVFENCE_GIF, AVFENCE_PALETTES))
    let video = try WrittenVideo(other)
    other.frames.removeLast()
    video.bytes = try WrittenVideo(other).bytes
    #expect(video.problem() == "12 frames went in, and 11 are there")
    other.frames.append((99, 11))
    video.bytes = try WrittenVideo(other).bytes
    #expect(video.problem() == "the frames that were written have other times")
  }
}
