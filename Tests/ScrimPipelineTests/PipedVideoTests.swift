import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// Videos that come through a pipe.
struct PipedVideoTests {
  let folder = try! TemporaryFolder()

  /// A video that comes from this program: the index of an MP4 stands at its end.
  private func video(_ kind: String) throws -> [UInt8] {
    try folder.write("in.y4m", Clip(frames: 12).bytes)
    try folder.redacted("in.y4m", to: "whole.\(kind)", rules: "return {}")
    return try folder.read("whole.\(kind)")
  }

  @Test(arguments: ["mp4", "mov", "mkv", "webm", "gif"]) func `a video in a pipe gives the frames of the file`(
    kind: String
  )
    throws
  {
    let bytes = try video(kind)
    try folder.redacted("whole.\(kind)", to: "direct.mkv")
    try folder.feed("pipe", with: bytes)
    let summary = try folder.redacted("pipe", to: "piped.mkv")
    #expect(summary.frames == 12 && summary.failed == 0)
    #expect(try folder.frames(of: "piped.mkv").map(\.bytes) == folder.frames(of: "direct.mkv").map(\.bytes))
  }

  @Test func `more than the limit is refused, and leaves nothing`() throws {
    try folder.feed("pipe", with: try video("mp4"))
    #expect {
      try folder.redacted("pipe", to: "out.mkv") { $0.input.spoolLimit = 20_000 }
    } throws: { error in
      guard case RunError.input(.unsupported) = error else { return false }
      return true
    }
    #expect(try folder.names() == ["in.y4m", "pipe", "rules.lua", "whole.mp4"])
  }

  @Test(.enabled(if: FFmpegTool.isPresent, "the ffmpeg command is missing"))
  func `sound of a video that was kept on the disk can be kept`() throws {
    try FFmpegTool.run(
      "-f lavfi -i testsrc2=size=64x48:rate=10:duration=1 -f lavfi -i sine=duration=1 -c:v libx264 -c:a aac in.mp4",
      in: folder)
    try folder.feed("pipe", with: try folder.read("in.mp4"))
    try folder.redacted("pipe", to: "out.mp4") { $0.sound = .keep }
    let source = try openInput(InputRequest(path: folder.file("out.mp4")))
    #expect(source.sound != nil)
  }

  @Test(arguments: [VideoContainer.mp4, .mkv, .webm]) func `a run that stops gives a pipe the frames before`(
    container: VideoContainer
  ) throws {
    try folder.write("in.y4m", Clip(frames: 12).bytes)
    let rules = "return { frame = function(frame, plan) if frame.index == 8 then error('no') end end }"
    try folder.drained("out.\(container)", to: "got.\(container)") {
      #expect(throws: RunError.self) {
        try folder.redacted("in.y4m", to: "out.\(container)", rules: rules) { $0.onError = .stop }
      }
    }
    #expect(try folder.frames(of: "got.\(container)").count == 8)
  }
}
