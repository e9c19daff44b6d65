import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import ScrimViews
import Testing

struct VideoTests {
  let folder = try! TemporaryFolder()

  @Test(arguments: VideoContainer.allCases.filter { $0 != .gif })
  func `a video holds the frames, times and masks that went in`(
    container: VideoContainer
  ) throws {
    let clip = Clip()
    try folder.write("in.y4m", clip.bytes)
    let summary = try folder.redacted("in.y4m", to: "out.\(container)")
    #expect(summary.redacted == clip.frames && summary.failed == 0)
    let before = try folder.frames(of: "in.y4m"), after = try folder.frames(of: "out.\(container)")
    #expect(after.count == clip.frames)
    for (one, other) in zip(before, after) {
      #expect(other.size == clip.size && other.format == one.format)
      let (wanted, found) = (try #require(one.identity.time), try #require(other.identity.time))
      // The clocks of these two count milliseconds; the others keep the fraction.
      let step = container == .mkv || container == .webm ? 0.000501 : 1e-9
      #expect(abs(wanted - found) <= step)
      // Gray #808080 in limited range, and the noise outside, far from every edge.
      for (x, y) in [(14, 16), (26, 24), (38, 33)] { #expect(abs(other.luma(x, y) - 126) < 12) }
      var difference = 0
      for y in 44..<64 { for x in 0..<96 { difference += abs(one.luma(x, y) - other.luma(x, y)) } }
      #expect(difference / (20 * 96) < 8)
    }
    #expect(try folder.names() == ["in.y4m", "out.\(container)", "rules.lua"])
  }

  @Test(arguments: ["420mpeg2", "422", "444"], [PixelSize(width: 96, height: 64), PixelSize(width: 61, height: 45)])
  func `a lossless video gives every sample back`(sampling: String, size: PixelSize) throws {
    let clip = Clip(size: size, sampling: sampling, frames: 5)
    try folder.write("in.y4m", clip.bytes)
    try folder.redacted("in.y4m", to: "direct.y4m")
    try folder.redacted("in.y4m", to: "out.mkv")
    let direct = try folder.frames(of: "direct.y4m"), stored = try folder.frames(of: "out.mkv")
    #expect(direct.map(\.bytes) == stored.map(\.bytes))
  }

  @Test(.enabled(if: FFmpegTool.isPresent, "ffmpeg is not there"))
  func `times and numbers of views count from the first frame that is shown`() throws {
    // A clock that begins at 1.4 s, and frames that are stored in another order than they are shown in.
    try FFmpegTool.run(
      "-f lavfi -i testsrc2=size=96x64:rate=25 -frames:v 12 -c:v mpeg4 -bf 2 -q:v 2 -output_ts_offset 1.4 in.mkv",
      in: folder)
    for count in ["frame", "time"] {
      let lines = (0..<12).map { index in
        let instant = count == "frame" ? #""frame":\#(index)"# : #""time":\#(Double(index) / 25)"#
        return #"{"record":"snapshot",\#(instant),"windows":[{"type":"Window","bounds":[0,0,96,64],"children":"#
          + #"[{"type":"Label","id":"pin","bounds":[\#(2 * index),8,4,4]}]}]}"#
      }
      let header = #"{"scrim":"views","version":1,"space":"pixels","size":[96,64],"scale":1}"#
      try folder.write("views.jsonl", Array(([header] + lines).joined(separator: "\n").utf8))
      let summary = try folder.redacted("in.mkv", to: "out-\(count).mkv", rules: "return { hide = { { '#pin' } } }") {
        $0.views.location = .path(folder.file("views.jsonl"))
        $0.report = folder.file("report.jsonl")
      }
      #expect(summary.redacted == 12 && summary.failed == 0)
      let report = String(decoding: try folder.read("report.jsonl"), as: UTF8.self).split(separator: "\n")
      for index in 0..<12 { #expect(report[index + 1].contains("[[\(2 * index),8,4,4]]")) }
    }
  }

  @Test func `a rate that is not the video's own is refused before anything is written`() throws {
    try folder.write("in.y4m", Clip().bytes)
    try folder.redacted("in.y4m", to: "in.mkv")
    #expect(throws: RunError.self) {
      try folder.redacted("in.mkv", to: "out.mkv") { $0.input.framesPerSecond = FrameRate(10) }
    }
    #expect(try !folder.names().contains("out.mkv"))
    let rate = FrameRate(30000, 1001)
    #expect(try folder.redacted("in.mkv", to: "out.mkv") { $0.input.framesPerSecond = rate }.frames == 24)
  }

  @Test func `gaps between pictures stay in a video's times`() throws {
    for number in [0, 1, 4, 9] {
      try folder.write("in/frame_\(number).png", grayPNG(width: 40, height: 30, value: UInt8(20 * number)))
    }
    try folder.redacted("in", to: "out.mp4") {
      $0.input.gaps = .skip
      $0.input.framesPerSecond = FrameRate(10)
    }
    let times = try folder.frames(of: "out.mp4").compactMap(\.identity.exactTime)
    #expect(times.map { Int(($0.seconds * 1000).rounded()) } == [0, 100, 400, 900])
  }

  @Test func `pictures need a rate to become a video`() throws {
    try folder.write("in/frame_0.png", grayPNG(width: 8, height: 8, value: 3))
    #expect(throws: RunError.self) { try folder.redacted("in", to: "out.mp4") }
    #expect(try folder.names() == ["in", "rules.lua"])
  }

  @Test func `a video becomes pictures that are named by their numbers`() throws {
    let clip = Clip(frames: 3)
    try folder.write("in.y4m", clip.bytes)
    try folder.redacted("in.y4m", to: "out.mkv")
    try folder.redacted("out.mkv", to: "frames")
    #expect(try folder.names(in: "frames") == ["000000.png", "000001.png", "000002.png"])
    #expect(try folder.frames(of: "frames").allSatisfy { $0.size == clip.size })
  }

  @Test func `an odd size is kept or refused, never changed`() throws {
    let clip = Clip(size: PixelSize(width: 61, height: 45), frames: 3)
    try folder.write("in.y4m", clip.bytes)
    #expect(throws: RunError.self) { try folder.redacted("in.y4m", to: "out.mp4") }
    try folder.redacted("in.y4m", to: "out.webm")
    #expect(try folder.frames(of: "out.webm").map(\.size) == Array(repeating: clip.size, count: 3))
    #expect(try folder.names() == ["in.y4m", "out.webm", "rules.lua"])
  }

  @Test func `red, green and blue come back nearly as they were`() throws {
    try folder.write("in/frame_0.png", grayPNG(width: 64, height: 48, value: 200))
    try folder.redacted("in", to: "out.mp4") { $0.input.framesPerSecond = FrameRate(30) }
    try folder.redacted("out.mp4", to: "back", rules: "return {}")
    let back = try folder.frames(of: "back")[0]
    let channels = back.bytes.count / (64 * 48)
    #expect(abs(Int(back.bytes[(40 * 64 + 50) * channels]) - 200) <= 2)
  }

  @Test func `what is no recording is named, and leaves nothing`() throws {
    try folder.write("in.mp4", Array(repeating: UInt8(ascii: "x"), count: 4000))
    try folder.write("empty.mp4", [])
    try folder.write("none.y4m", Array("YUV4MPEG2 W16 H16 F30:1 C420jpeg\n".utf8))
    for name in ["in.mp4", "empty.mp4", "none.y4m"] {
      #expect(throws: RunError.self) { try folder.redacted(name, to: "out.mp4") }
    }
    #expect(try folder.names() == ["empty.mp4", "in.mp4", "none.y4m", "rules.lua"])
  }
}
