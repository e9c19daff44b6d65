import ScrimPipeline
import ScrimTestSupport
import Testing

/// Sound that is copied stays where it was beside the pictures.
@Suite(.enabled(if: FFmpegTool.isPresent)) struct KeptSoundTests {
  let folder = try! TemporaryFolder()

  /// When packets are shown, in seconds, by their track's kind.
  private func times(_ kind: String, of name: String) throws -> [Double] {
    try FFmpegTool.probe("-select_streams \(kind) -show_entries packet=pts_time", of: name, in: folder)
      .compactMap { $0.first.flatMap(Double.init) }.sorted()
  }

  @Test(arguments: ["libopus", "aac", "libmp3lame", "pcm_s16le"], ["mkv", "mp4"])
  func `sound is as far from the pictures as it was, run after run`(codec: String, output: String) throws {
    if output == "mp4" && codec == "pcm_s16le" { return }
    try FFmpegTool.run(
      "-f lavfi -i testsrc2=size=64x48:rate=25:duration=2 -f lavfi -i sine=duration=1.5:sample_rate=48000 -c:v libx264 -bf 0 "
        + "-c:a \(codec) in.mkv", in: folder)
    let before = (video: try times("v", of: "in.mkv"), sound: try times("a", of: "in.mkv"))
    var input = "in.mkv"
    for round in 0..<3 {
      let name = "out\(round).\(output)"
      try folder.redacted(input, to: name) { $0.sound = .keep }
      let after = (video: try times("v", of: name), sound: try times("a", of: name))
      // A file's clock can be as coarse as a millisecond, and packets before the pictures may be gone.
      #expect(abs(after.video[0]) < 0.0005)
      let distance = after.sound.last! - before.sound.last! + before.video[0] - after.video[0]
      #expect(abs(distance) < 0.0025, "round \(round)")
      #expect(after.sound.count >= before.sound.count - 2 && after.sound[0] < 0.05)
      input = name
    }
  }
}
