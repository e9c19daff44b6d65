import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// Lines of a YUV4MPEG2 stream that readers may take for different things show nothing.
struct Y4MHeaderTests {
  let folder = try! TemporaryFolder()
  private static let frame = Array("FRAME\n".utf8) + [UInt8](repeating: 200, count: 96 * 64 * 3 / 2)

  private func redacted(header: String, frames: [[UInt8]] = [frame, frame]) throws -> RunSummary {
    try folder.write("in.y4m", Array((header + "\n").utf8) + frames.flatMap { $0 })
    return try folder.redacted("in.y4m", to: "out.y4m") { $0.existing = .overwrite }
  }

  @Test func `a line of a frame that never ends is none, and no pixel of what follows is shown`() throws {
    let long = Array("FRAME X".utf8) + [UInt8](repeating: 120, count: 5000) + Self.frame.dropFirst(5)
    let summary = try redacted(
      header: "YUV4MPEG2 W96 H64 F10:1 Ip A1:1 C420jpeg", frames: [Self.frame, long, Self.frame])
    #expect(summary.frames == 2 && summary.failed == 1)
    let words = Array("FRAME Xwords Ixyz".utf8) + Self.frame.dropFirst(5)
    #expect(try redacted(header: "YUV4MPEG2 W96 H64 F10:1 C420jpeg", frames: [Self.frame, words]).failed == 0)
  }

  @Test func `a rate that is not the stream's own is refused, and one that no clock has is none`() throws {
    func redacted(_ rate: String, at asked: FrameRate) throws -> RunSummary {
      try folder.write("in.y4m", Array("YUV4MPEG2 W96 H64 F\(rate) C420jpeg\n".utf8) + Self.frame + Self.frame)
      return try folder.redacted("in.y4m", to: "out.y4m") {
        $0.existing = .overwrite
        $0.input.framesPerSecond = asked
      }
    }
    for asked in [FrameRate(25)!, FrameRate(30)!, FrameRate(2997, 100)!] {
      let error = #expect(throws: RunError.self) { try redacted("30000:1001", at: asked) }
      guard case .input(.hasTimes("in.y4m", FrameRate(30000, 1001)))? = error else {
        Issue.record("another error: \(String(describing: error))")
        continue
      }
    }
    #expect(try redacted("25:1", at: FrameRate(50, 2)!).failed == 0)
    for none in ["0:0", "99999999999:1"] { #expect(try redacted(none, at: FrameRate(10)!).frames == 2) }
  }

  @Test(arguments: [
    "YUV4MPEG2 W96 H64 F10:1 W64 C420jpeg", "YUV4MPEG2 W96 H64 C420jpeg F10:1 C444",
    "YUV4MPEG2\tW96 H64 F10:1 C420jpeg",
    "YUV4MPEG2 W96\tH64 F10:1", "YUV4MPEG2X W96 H64 F10:1",
  ]) func `a header that can be read in two ways is refused`(header: String) {
    #expect(throws: RunError.self) { try redacted(header: header) }
  }

  @Test func `a header that is longer than any is refused, and words of one's own may come twice`() throws {
    let long = "YUV4MPEG2 W96 H64 F10:1 X" + String(repeating: "x", count: 5000) + " C444"
    #expect(throws: RunError.self) { try redacted(header: long) }
    #expect(try redacted(header: "YUV4MPEG2 W96 H64 F10:1 XONE XTWO XONE").frames == 2)
  }

  /// Frames of mixed kinds say which each is, and this is not written again.
  @Test func `what is mixed is of unknown kind behind a run`() throws {
    _ = try redacted(header: "YUV4MPEG2 W96 H64 F10:1 Im A1:1 C420jpeg")
    #expect(try folder.read("out.y4m").starts(with: Array("YUV4MPEG2 W96 H64 F10:1 I? A1:1 C420jpeg\n".utf8)))
  }

  /// Encoders take such a sample for another, or fail.
  @Test(arguments: [10, 12]) func `a sample that its depth has no room for is not shown`(depth: Int) throws {
    func frame(_ sample: Int) -> [UInt8] {
      let bytes = [UInt8(sample & 255), UInt8(sample >> 8)]
      return Array("FRAME\n".utf8) + (0..<96 * 64 * 3 / 2 - 1).flatMap { _ in [200, 0] as [UInt8] } + bytes
    }
    let summary = try redacted(
      header: "YUV4MPEG2 W96 H64 F10:1 Ip A1:1 C420p\(depth)",
      frames: [frame((1 << depth) - 1), frame(1 << depth), frame(7)])
    #expect(summary.frames == 3 && summary.failed == 1)
  }

  /// A picture that has moved is not where its masks are.
  @Test(arguments: [-96, 96, 1], [true, false]) func `a picture with too few samples or too many is not shown`(
    surplus: Int, isFile: Bool
  ) throws {
    var bytes = Clip(frames: 12).bytes
    let frame = Clip().frameBytes + 6, place = bytes.count - 7 * frame + 2000
    if surplus < 0 {
      bytes.removeSubrange(place..<place - surplus)
    } else {
      bytes.insert(contentsOf: [UInt8](repeating: 0, count: surplus), at: place)
    }
    if isFile { try folder.write("in.y4m", bytes) } else { try folder.feed("in.y4m", with: bytes) }
    let summary = try folder.redacted("in.y4m", to: "out.y4m")
    // A pipe's next frame is not waited for: then this one may be out when it shows.
    #expect(summary.failed == 1 && (summary.frames == 6 || (!isFile && summary.frames == 7)))
  }
}
