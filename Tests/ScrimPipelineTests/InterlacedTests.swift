import ScrimCore
import ScrimPipeline
import ScrimTestSupport
import Testing

/// What has two fields in a picture says so again: a player that takes it for one shows combs.
@Suite(.enabled(if: FFmpegTool.isPresent)) struct InterlacedTests {
  let folder = try! TemporaryFolder()

  private func order(of name: String) throws -> String? {
    try FFmpegTool.probe("-select_streams v -show_entries stream=field_order", of: name, in: folder).first?.first
  }

  private func words(of name: String) throws -> [Substring] {
    try String(decoding: folder.read(name).prefix { $0 != 0x0a }, as: UTF8.self).split(separator: " ")
  }

  @Test(arguments: [("t", "tt"), ("b", "bb"), ("p", "progressive")])
  func `the order of fields goes from streams to videos and back`(word: String, order wanted: String) throws {
    let stream = Clip(frames: 6).bytes, end = try #require(stream.firstIndex(of: 0x0a))
    let header = "YUV4MPEG2 W96 H64 F25:1 I\(word) A1:1 C420mpeg2"
    try folder.write("in.y4m", Array(header.utf8) + stream[end...])
    try folder.redacted("in.y4m", to: "out.mp4")
    try folder.redacted("in.y4m", to: "out.mkv")
    #expect(try order(of: "out.mp4") == wanted)
    if word != "p" { #expect(try order(of: "out.mkv") == wanted) }
    for name in ["out.mp4", "out.mkv"] {
      try folder.redacted(name, to: "\(name).y4m")
      #expect(try words(of: "\(name).y4m").contains("I\(word)"))
    }
    // Lossless: fields are where they were.
    let (before, after) = (try folder.frames(of: "in.y4m"), try folder.frames(of: "out.mkv"))
    for (old, new) in zip(before, after) {
      #expect(old.luma(2, 3) == new.luma(2, 3) && old.luma(90, 60) == new.luma(90, 60))
    }
  }

  @Test func `a height that fields do not divide is encoded as it is`() throws {
    let clip = Clip(size: PixelSize(width: 96, height: 62), frames: 3),
      end = try #require(clip.bytes.firstIndex(of: 0x0a))
    try folder.write("in.y4m", Array("YUV4MPEG2 W96 H62 F25:1 It A1:1 C420mpeg2".utf8) + clip.bytes[end...])
    #expect(try folder.redacted("in.y4m", to: "out.mp4").failed == 0)
  }
}
