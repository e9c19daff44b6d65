import ScrimCore
import ScrimInput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// Recordings without chroma, where an output has red, green and blue: every pixel is the recording's, or the mask's.
struct GrayVideoTests {
  let folder = try! TemporaryFolder()

  /// Of two kinds with one bit a pixel, one has white as 0.
  @Test(.enabled(if: FFmpegTool.isPresent), arguments: ["monob", "monow"])
  func `black stays black in one bit`(kind: String) throws {
    try FFmpegTool.run(
      "-f lavfi -i color=black:s=64x48:r=5:d=0.4 -vf drawbox=0:0:32:48:white:fill -c:v rawvideo -pix_fmt \(kind) in.nut",
      in: folder)
    try folder.redacted("in.nut", to: "out", rules: "return {}")
    let frame = try folder.frames(of: "out")[0], samples = frame.bytes.count / (64 * 48)
    #expect(frame.bytes[(8 * 64 + 8) * samples] > 200 && frame.bytes[(8 * 64 + 50) * samples] < 50)
  }

  @Test(arguments: [8, 9, 10, 12, 14, 16], ["out", "out.gif", "out.y4m"])
  func `gray stays gray wherever it goes`(depth: Int, output: String) throws {
    let size = (width: 47, height: 38), bytes = depth > 8 ? 2 : 1
    var stream = Array(
      "YUV4MPEG2 W\(size.width) H\(size.height) F25:1 Ip A1:1 Cmono\(depth > 8 ? "\(depth)" : "")\n".utf8)
    for _ in 0..<2 {
      stream += Array("FRAME\n".utf8)
      for place in 0..<size.width * size.height {
        let value = (20 + place % size.width * 4) << (depth - 8)
        stream += [UInt8(value & 255), UInt8(value >> 8)].prefix(bytes)
      }
    }
    try folder.write("in.y4m", stream)
    let rules = """
      return {
        style = { style = "solid", color = "#000000" },
        hide = { { region = { x = 30, y = 20, width = 10, height = 12 } } },
      }
      """
    try folder.redacted("in.y4m", to: output, rules: rules)
    let frames = try folder.frames(of: output)
    #expect(frames.count == 2)
    for frame in frames {
      let format = try #require(frame.format), wide = format.bitDepth > 8
      let samples = frame.bytes.count / (size.width * size.height) / (wide ? 2 : 1), isRGB = samples > 1
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = (y * size.width + x) * samples * (wide ? 2 : 1)
          let sample = wide ? Int(frame.bytes[place]) | Int(frame.bytes[place + 1]) << 8 : Int(frame.bytes[place])
          let value = Double(sample) / Double(1 << (format.bitDepth - 8))
          let luma = (30..<40).contains(x) && (20..<32).contains(y) ? 16.0 : Double(20 + x * 4)
          let expected = isRGB ? (luma - 16) * 255 / 219 : luma
          #expect(abs(value - expected) < 2, "\(x), \(y)")
        }
      }
    }
  }
}
