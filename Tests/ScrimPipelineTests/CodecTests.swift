import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// HEVC, and the depth of samples.
struct CodecTests {
  let folder = try! TemporaryFolder()

  /// A stream of ten bits.
  private func deepClip(_ frames: Int = 4) -> [UInt8] {
    let clip = Clip(frames: frames)
    var bytes = Array("YUV4MPEG2 W96 H64 F25:1 Ip A1:1 C420p10\n".utf8)
    for frame in 0..<frames {
      bytes += Array("FRAME\n".utf8)
      for place in 0..<clip.frameBytes {
        let value = 300 + (place * 7 + frame * 13) % 400
        bytes += [UInt8(value & 255), UInt8(value >> 8)]
      }
    }
    return bytes
  }

  @Test(arguments: ["mp4", "mov", "mkv"]) func `HEVC holds frames, times and masks`(kind: String) throws {
    let clip = Clip(frames: 8)
    try folder.write("in.y4m", clip.bytes)
    try folder.redacted("in.y4m", to: "out.\(kind)") { $0.codec = .hevc }
    let before = try folder.frames(of: "in.y4m"), after = try folder.frames(of: "out.\(kind)")
    #expect(after.count == 8 && after[0].format == before[0].format)
    #expect(after.allSatisfy { abs($0.luma(26, 24) - 126) < 6 })
    // Neither the encoder's name nor its settings.
    let bytes = try folder.read("out.\(kind)")
    #expect(!contains("x265", bytes) && !contains("Lavc", bytes))
    if kind != "mkv" { #expect(contains("hvc1", bytes)) }
  }

  @Test(arguments: [VideoCodec.h264, .hevc, .vp9]) func `quality 0 loses nothing`(codec: VideoCodec) throws {
    try folder.write("in.y4m", Clip(frames: 4).bytes)
    try folder.redacted("in.y4m", to: "direct.y4m")
    try folder.redacted("in.y4m", to: "out.mkv") {
      $0.codec = codec
      $0.quality = 0
    }
    #expect(try folder.frames(of: "out.mkv").map(\.bytes) == folder.frames(of: "direct.y4m").map(\.bytes))
  }

  @Test(arguments: [(47, 31), (479, 301), (391, 844), (1365, 767)], ["420jpeg", "422", "444"])
  func `FFV1 keeps every sample of odd sizes`(sides: (Int, Int), sampling: String) throws {
    let clip = Clip(size: PixelSize(width: sides.0, height: sides.1), sampling: sampling, frames: 1)
    try folder.write("in.y4m", clip.bytes)
    try folder.redacted("in.y4m", to: "out.mkv", rules: "return {}")
    #expect(try folder.frames(of: "out.mkv").map(\.bytes) == folder.frames(of: "in.y4m").map(\.bytes))
  }

  @Test(arguments: ["mp4", "mov", "webm", "mkv"], VideoCodec.allCases) func `ten bits stay ten bits`(
    kind: String, codec: VideoCodec
  ) throws {
    guard let container = VideoContainer(rawValue: kind), container.codecs.contains(codec) else { return }
    try folder.write("in.y4m", deepClip())
    try folder.redacted("in.y4m", to: "out.\(kind)") { $0.codec = codec }
    #expect(try folder.frames(of: "out.\(kind)").allSatisfy { $0.format == PixelFormat(.yuv(.s420), bitDepth: 10) })
  }

  private func contains(_ word: String, _ bytes: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
  }
}
