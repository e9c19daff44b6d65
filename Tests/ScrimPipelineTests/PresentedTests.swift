import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// What programs show differently is refused, and what nobody says is not made up.
@Suite(.enabled(if: FFmpegTool.isPresent)) struct PresentedTests {
  let clip = NumberedClip()
  private var folder: TemporaryFolder { clip.folder }

  private static let x265 = "-c:v libx265 -x265-params log-level=none:keyint=12:bframes=0"

  private func refusal(_ name: String) throws -> String? {
    do {
      try folder.redacted(name, to: "out.mkv") { $0.existing = .overwrite }
      return nil
    } catch RunError.input(.unsupported(_, let reason)) {
      return reason
    }
  }

  @Test func `chapters that put parts in another order are refused`() throws {
    let chapter = ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=2000\n"
    try folder.write("chapters.txt", Array(chapter.utf8))
    try clip.encode(to: "plain.mkv", "-i chapters.txt -map_chapters 1 -c:v mpeg4")
    #expect(try refusal("plain.mkv") == nil)
    var bytes = try folder.read("plain.mkv")
    // EditionFlagDefault becomes EditionFlagOrdered (RFC 9559, 5.1.7.1).
    let flag = try #require(bytes.firstRange(of: [0x45, 0xdb, 0x81, 0x01] as [UInt8]))
    bytes[flag.lowerBound + 1] = 0xdd
    try folder.write("ordered.mkv", bytes)
    #expect(try refusal("ordered.mkv")?.contains("order of their own") == true)
  }

  /// FFmpeg leaves samples of another codec than the first one's out, and counts on without them.
  @Test func `a track of two codecs is refused`() throws {
    try clip.encode(to: "plain.mp4", "-an -c:v mpeg4 -bf 0")
    var bytes = try folder.read("plain.mp4")
    let table = try #require(bytes.firstRange(of: Array("stsd".utf8))).lowerBound
    let length = bytes[table + 12..<table + 16].reduce(0) { $0 << 8 | Int($1) }
    var other = Array(bytes[table + 12..<table + 12 + length])
    other.replaceSubrange(4..<8, with: Array("avc1".utf8))
    bytes[table + 11] = 2
    bytes.insert(contentsOf: other, at: table + 12 + length)
    try bytes.lengthenBoxes(["moov", "trak", "mdia", "minf", "stbl", "stsd"], by: length)
    // The samples are of the second kind: the last number of the only entry.
    let chunks = try #require(bytes.firstRange(of: Array("stsc".utf8))).lowerBound
    bytes[chunks + 23] = 2
    try folder.write("in.mp4", bytes)
    #expect(try refusal("in.mp4")?.contains("of another codec") == true)
  }

  @Test func `a second layer is refused`() throws {
    try clip.encode(to: "plain.mp4", Self.x265 + ":slices=2:ctu=16:min-cu-size=8")
    #expect(try refusal("plain.mp4") == nil)
    var bytes = try folder.read("plain.mp4")
    let packet = try FFmpegTool.probe("-show_entries packet=size,pos", of: "plain.mp4", in: folder)[3].map { Int($0)! }
    // The unit's layer, six bits behind its kind (ITU-T H.265, 7.3.1.2).
    bytes[packet[1] + 5] |= 1 << 3
    try folder.write("in.mp4", bytes)
    #expect(throws: RunError.self) { try folder.redacted("in.mp4", to: "layered.mkv") }
    #expect(try !folder.names().contains("layered.mkv"))
  }

  /// A picture that the stream cuts on the left begins where the cut ends, and masks with it.
  @Test(arguments: [2, 4, 30]) func `a stream's crop is cut to the sample`(left: Int) throws {
    try clip.encode(to: "whole.mp4", "-c:v libx264 -qp 0 -bf 0")
    try FFmpegTool.run("-i whole.mp4 -c copy -bsf:v h264_metadata=crop_left=\(left) cut.mp4", in: folder)
    try folder.redacted("cut.mp4", to: "out.mkv")
    let size = NumberedClip.size, width = size.width - left
    for (number, frame) in try folder.frames(of: "out.mkv").enumerated() where NumberedClip.cell(number).x == 96 {
      #expect(frame.size == PixelSize(width: width, height: size.height))
      // The second plane of chroma, in the middle of the coloured cell.
      let row = width * size.height * 5 / 4 + (NumberedClip.cell(number).y + 12) / 2 * (width / 2)
      let red = (0..<width / 2).filter { frame.bytes[row + $0] > 190 }
      #expect(red == Array((96 - left) / 2..<(128 - left) / 2))
    }
  }

  /// Raw pictures that follow each other, as `adb exec-out screenrecord` writes them.
  @Test(arguments: ["h264", "hevc", "mjpeg", "obu"]) func `pictures that merely follow each other have no times`(
    kind: String
  ) throws {
    let codecs = [
      "h264": "-c:v libx264 -bf 0", "hevc": Self.x265, "mjpeg": "-c:v mjpeg -pix_fmt yuvj420p",
      "obu": "-c:v libaom-av1 -cpu-used 8 -usage realtime",
    ]
    try clip.encode(to: "in.\(kind)", codecs[kind]!)
    let silent = try clip.redacted("in.\(kind)", byTime: true)
    // A video needs times.
    #expect(silent.frames == 0)
    let told = try clip.redacted("in.\(kind)", byTime: true) { $0.input.framesPerSecond = FrameRate(25) }
    #expect(told.frames == NumberedClip.count && told.failed == 0 && told.leaks.isEmpty)
    // Views of the screen at 50 pictures a second are those of others.
    let wrong = try clip.redacted("in.\(kind)", byTime: true) { $0.input.framesPerSecond = FrameRate(50) }
    #expect(!wrong.leaks.isEmpty)
  }

  /// In a file whose clock ticks once a frame, two frames of one time move none behind them.
  @Test func `two frames of one time leave all others where they are`() throws {
    try clip.encode(to: "in.mp4", "-an -c:v mpeg4 -bf 0 -video_track_timescale 25")
    var bytes = try folder.read("in.mp4")
    // Times are kept by how long frames stand (ISO 14496-12, 8.6.1.2): the fifth does not.
    let list = try #require(bytes.firstRange(of: Array("stts".utf8))).upperBound
    let runs = [3, 5, 1, 1, 0, UInt8(NumberedClip.count - 6), 1].flatMap { [0, 0, 0, $0] as [UInt8] }
    bytes.replaceSubrange(list + 4..<list + 16, with: runs)
    try bytes.lengthenBoxes(["moov", "trak", "mdia", "minf", "stbl", "stts"], by: 16)
    try folder.write("in.mp4", bytes)
    try folder.redacted("in.mp4", to: "out.mp4")
    let times = try folder.frames(of: "out.mp4").compactMap(\.identity.time)
    try #require(times.count == NumberedClip.count)
    for number in times.indices.dropFirst(6) { #expect(abs(times[number] - Double(number - 1) / 25) < 0.0015) }
    #expect(times[5] < times[6] && times[4] < times[5])
  }

  /// FFmpeg reads the first alone.
  @Test func `of two recordings one behind the other the second is missed`() throws {
    try clip.encode(to: "one.mp4", "-an -c:v mpeg4")
    let bytes = try folder.read("one.mp4")
    try folder.write("two.mp4", bytes + bytes)
    let result = try clip.redacted("two.mp4")
    #expect(result.frames == NumberedClip.count + 1 && result.failed == 1 && result.leaks.isEmpty)
  }

  /// A packet of VP9 that holds two pictures: libvpx presents the last one, FFmpeg both.
  @Test func `behind a packet of two frames no number is known`() throws {
    try clip.encode(to: "in.ivf", "-c:v libvpx-vp9 -lag-in-frames 0 -auto-alt-ref 0 -g 12")
    let bytes = try folder.read("in.ivf")
    func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    var packets: [(time: [UInt8], data: [UInt8])] = [], place = 32
    while place + 12 <= bytes.count {
      let size = number(place)
      packets.append((Array(bytes[place + 4..<place + 12]), Array(bytes[place + 12..<place + 12 + size])))
      place += 12 + size
    }
    try #require(packets.count == NumberedClip.count)
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let merged = packets[20].data + packets[21].data
    // The index of two sizes with four bytes each (VP9 bitstream specification, annex B).
    let index = [0xd9] + little(packets[20].data.count, 4) + little(packets[21].data.count, 4) + [0xd9]
    packets[20].data = merged + index
    packets.remove(at: 21)
    let parts = packets.flatMap { little($0.data.count, 4) + $0.time + $0.data }
    try folder.write("two.ivf", bytes[..<32] + parts)
    let result = try clip.redacted("two.ivf")
    #expect(result.leaks.isEmpty && result.failed == NumberedClip.count - 21)
  }

  @Test func `a time that no clock holds is damage`() throws {
    try clip.encode(to: "in.ivf", "-c:v libvpx -g 12")
    var bytes = try folder.read("in.ivf")
    var place = 32
    for _ in 0..<20 { place += 12 + (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    bytes.replaceSubrange(place + 4..<place + 12, with: [0, 0, 0, 0, 0, 0, 0, 0x10])
    try folder.write("in.ivf", bytes)
    let result = try clip.redacted("in.ivf")
    #expect(result.frames == NumberedClip.count && result.failed > 0 && result.leaks.isEmpty)
  }
}
