import ScrimCore
import ScrimInput
import ScrimPipeline
import ScrimTestSupport
import ScrimViews
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

  @Test func `a turned file is a frame of the size in which it is seen`() throws {
    var turned = TestPNG.noise(width: 64, height: 48, colourType: 2, bitDepth: 8, seed: 3)
    turned.before = [("eXIf", [77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0])]
    let views = #"{"scrim":"views","version":1,"space":"pixels","size":[48,64],"scale":1}"#
    let snapshot = #"{"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,48,64]}]}"#
    try folder.write("views.jsonl", Array("\(views)\n\(snapshot)\n".utf8))
    try folder.feed("pipe", with: turned.bytes)
    let summary = try folder.redacted("pipe", to: "out", rules: "return {}") {
      $0.views.location = .path(folder.file("views.jsonl"))
    }
    #expect(summary.frames == 1 && summary.failed == 0)
    #expect(try folder.frames(of: "out")[0].size == PixelSize(width: 48, height: 64))
  }

  @Test func `a file that ends in the beginning of the next one is not whole`() throws {
    let files = pictures(3)
    let summary = try redacted(files[0] + files[1].dropLast(12) + files[2], to: "out")
    #expect(summary.frames == 2 && summary.failed == 1)
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
