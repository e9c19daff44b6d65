import ScrimCore
import ScrimInput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// Pixels without any header.
struct RawStreamTests {
  let folder = try! TemporaryFolder()
  private let size = PixelSize(width: 64, height: 48)

  private func redacted(_ bytes: [UInt8], _ format: PixelFormat, to output: String) throws -> RunSummary {
    try folder.write("in", bytes)
    return try folder.redacted("in", to: output) {
      $0.input.rawFormat = RawFormat(size: size, format: format, rate: FrameRate(10)!)
    }
  }

  @Test func `RGBA becomes a video of the same pixels and the rate that was said`() throws {
    var frame: [UInt8] = []
    for place in 0..<size.width * size.height { frame += [UInt8(place % 200), 90, UInt8(place / 64), 255] }
    #expect(try redacted(frame + frame, PixelFormat(.rgba, bitDepth: 8), to: "out.mkv").failed == 0)
    let out = try folder.frames(of: "out.mkv")
    #expect(out.map { Int((($0.identity.time ?? -1) * 1000).rounded()) } == [0, 100])
    for place in 0..<size.width * size.height {
      let pixel = PixelRect(left: place % 64, top: place / 64, right: place % 64 + 1, bottom: place / 64 + 1)
      let wanted: [UInt8] = maskRect.contains(pixel) ? [128, 128, 128, 255] : Array(frame[4 * place..<4 * place + 4])
      #expect(Array(out[1].bytes[4 * place..<4 * place + 4]) == wanted)
    }
  }

  @Test func `luma and chroma become a Y4M stream`() throws {
    let frame = [UInt8](repeating: 100, count: 64 * 48 * 3 / 2)
    #expect(try redacted(frame, PixelFormat(.yuv(.s420), bitDepth: 8), to: "out.y4m").frames == 1)
    #expect(try folder.frames(of: "out.y4m")[0].luma(60, 40) == 100)
  }

  @Test func `a last frame that is not whole is covered`() throws {
    let bytes = [UInt8](repeating: 100, count: 64 * 48 * 3 * 2 - 1)
    let summary = try redacted(bytes, PixelFormat(.rgb, bitDepth: 8), to: "out")
    #expect(summary.frames == 2 && summary.failed == 1)
  }
}
