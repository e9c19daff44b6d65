import ScrimCore
import ScrimInput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// PNG files one behind the other in a pipe.
struct PNGStreamTests {
  let folder = try! TemporaryFolder()

  private func pictures(_ count: Int) -> [[UInt8]] {
    (0..<count).map { grayPNG(width: 64, height: 48, value: UInt8(20 * $0 + 10)) }
  }

  /// Redacts bytes that come through a pipe of the file system.
  private func redacted(_ bytes: [UInt8], to output: String, fps: FrameRate? = nil) throws -> RunSummary {
    try folder.feed("pipe", with: bytes)
    return try folder.redacted("pipe", to: output) { $0.input.framesPerSecond = fps }
  }

  @Test func `each file is a frame`() throws {
    let summary = try redacted(pictures(4).flatMap { $0 }, to: "out")
    #expect(summary.frames == 4 && summary.failed == 0)
    #expect(try folder.names(in: "out") == (0..<4).map { "00000\($0).png" })
    for (number, frame) in try folder.frames(of: "out").enumerated() {
      let channels = frame.bytes.count / (64 * 48)
      #expect(frame.bytes[0] == UInt8(20 * number + 10))
      // Within the region.
      #expect(frame.bytes[(20 * 64 + 20) * channels] == 128)
    }
  }

  @Test func `with a rate they become a video`() throws {
    #expect(try redacted(pictures(3).flatMap { $0 }, to: "out.mkv", fps: FrameRate(5)).frames == 3)
    let times = try folder.frames(of: "out.mkv").compactMap(\.identity.time)
    #expect(times.map { Int(($0 * 1000).rounded()) } == [0, 200, 400])
  }

  @Test(arguments: [0, 1, 40]) func `a stream that breaks off ends in a covered frame`(missing: Int) throws {
    let bytes = pictures(3).flatMap { $0 }
    let rest = missing == 0 ? bytes + Array("trailing".utf8) : Array(bytes.dropLast(missing))
    let summary = try redacted(rest, to: "out")
    #expect(summary.failed == 1 && summary.frames == (missing == 0 ? 4 : 3))
  }

  @Test func `a damaged file among others is covered, and no other is`() throws {
    var files = pictures(3)
    files[1][files[1].count - 20] ^= 0xff
    let summary = try redacted(files.flatMap { $0 }, to: "out")
    #expect(summary.failed == 1 && summary.frames == 3)
  }
}
