import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import ScrimVerify
import Testing

/// Recordings and outputs in containers.
struct VideoOutputTests {
  /// What is made of what: the recording, the output, its codec and quality.
  struct Way: Sendable, CustomTestStringConvertible {
    var input: String
    var output: String
    var codec: VideoCodec?
    var quality: Int?

    var testDescription: String {
      "\(input) to \(output) \(codec?.rawValue ?? "") \(quality.map { "\($0)" } ?? "")"
    }
  }

  static let ways: [Way] = [
    Way(input: "in", output: "out.mp4"), Way(input: "in", output: "out.webm"), Way(input: "in", output: "out.mkv"),
    Way(input: "in", output: "out.gif"), Way(input: "in", output: "out.y4m"),
    Way(input: "in", output: "out.mov", codec: .hevc), Way(input: "in", output: "out.mp4", quality: 0),
    Way(input: "in/s.y4m", output: "out.mp4"), Way(input: "in/s.y4m", output: "out.mkv"),
    Way(input: "in/s.y4m", output: "out.mp4", quality: 0), Way(input: "in/s.y4m", output: "out.webm", quality: 0),
    Way(input: "in/s.y4m", output: "out.mov", codec: .hevc, quality: 0), Way(input: "in/s.y4m", output: "out"),
    Way(input: "in/s.y4m", output: "out.gif"),
    Way(input: "in", output: "out.mp4", quality: 30), Way(input: "in", output: "out.mp4", quality: 51),
    Way(input: "in/s.y4m", output: "out.webm", quality: 40), Way(input: "in/s.y4m", output: "out.webm", quality: 63),
    Way(input: "in/s.y4m", output: "out.mp4", codec: .hevc, quality: 51),
  ]

  @Test(arguments: ways) func `what a run makes is clean, whatever the container and the quality`(way: Way) throws {
    let screen = Screen()
    let run = try screen.run(to: way.output, from: way.input, rules: Screen.allStyles) {
      $0.codec = way.codec
      $0.quality = way.quality
    }
    let summary = try run.verified()
    #expect(summary.findings == [])
    #expect(
      summary.frames == screen.count && summary.redactions == 6 * screen.count && summary.cosmetic == 2 * screen.count)
  }

  @Test(arguments: ["out.mp4", "out.mkv", "out", "out.gif", "out.webm"])
  func `a video is verified against a video, and its covers and failures too`(output: String) throws {
    let screen = Screen()
    let first = try screen.run(to: "video.mp4", from: "in", rules: "return {}")
    let video = try first.folder.read("video.mp4")
    let rules = """
      return { frame = function(frame, plan)
          if frame.index == 2 then plan:cover() end
          if frame.index == 4 then error("no") end
        end, hide = { { region = { x = 41, y = 23, width = 75, height = 41 } } } }
      """
    let run = try VerifiedRun(
      [("v.mp4", video)], size: Screen.size, rules: rules, input: "in/v.mp4", output: output)
    #expect(try run.verified().findings == [])
    #expect(try run.verified().frames == screen.count)
  }

  /// In a MOV the sizes stand at which the pictures are shown.
  @Test(arguments: ["out.mov", "out.mp4", "out.mkv"]) func `pixels that are not square are the recording's own`(
    output: String
  ) throws {
    let screen = Screen(), rules = "return { hide = { { region = { x = 41, y = 23, width = 75, height = 41 } } } }"
    let stream = screen.stream, end = try #require(stream.firstIndex(of: 10))
    let wide =
      Array("YUV4MPEG2 W\(Screen.size.width) H\(Screen.size.height) F30:1 Ip A2:1 C420mpeg2".utf8) + stream[end...]
    let run = try VerifiedRun([("s.y4m", wide)], size: Screen.size, rules: rules, input: "in/s.y4m", output: output)
    #expect(try run.verified().findings == [])
  }

  @Test func `labels that rules compute are checked by their colours, and the original is none`() throws {
    let rules = """
      return { frame = function(frame, plan)
        plan:hide({ x = 16, y = 24, width = 120, height = 64 }, { text = "At " .. frame.index + 40, color = "#102030" })
      end }
      """
    let screen = Screen()
    let run = try screen.run(to: "out.mp4", rules: rules)
    #expect(try run.verified().findings == [])
    #expect(try run.verified().unknownLabels == screen.count)
    #expect(try run.findings(of: try screen.encoded("out.mp4") { screen.frame($0) }).contains { $0.isInside })
  }

  @Test func `times and the count of frames are the report's`() throws {
    let screen = Screen()
    let run = try screen.run(to: "out.webm", rules: Screen.oneMask)
    // Thirds of a tenth do not lie on its clock of milliseconds, and are near enough.
    #expect(try run.verified().findings == [])
    let late = try run.findings(report: #""time":0.06"#, becomes: #""time":0.07"#)
    #expect(late.contains { if case .time = $0 { true } else { false } })
    let short = try run.findings(of: try screen.encoded("out.webm", count: screen.count - 1) { screen.masked($0) })
    #expect(short.contains(.missing))
    let long = try run.findings(of: try screen.encoded("out.webm", count: screen.count + 1) { screen.masked($0) })
    #expect(long == [.ridesAlong("frames that the report does not have")])
  }

  @Test func `a video from a pipe is refused, and one picture in place of it`() throws {
    let run = try Screen().run(to: "out.mp4", rules: Screen.oneMask)
    try run.folder.write("out.mp4", SolidCase(seed: 1).original.bytes)
    try run.folder.write("in/v.y4m", Screen().stream)
    #expect(throws: VerifyError.self) { try run.verified(original: "in/v.y4m") }
  }
}
