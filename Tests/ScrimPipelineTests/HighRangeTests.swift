import ScrimCore
import ScrimInput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// Masks on pictures of high dynamic range have the light of the gray that was asked for.
@Suite(.enabled(if: FFmpegTool.isPresent, "the ffmpeg command is missing"))
struct HighRangeTests {
  let folder = try! TemporaryFolder()

  /// The transfer, the mask's colour, and its luma in ten bits of limited range.
  ///
  /// White: ITU-R BT.2408-7, table 1 (203 cd/m² are 58 % of PQ, 75 % of HLG). #808080 is 21.6 % of white, which is 43.8 cd/m².
  static let cases: [(transfer: String, colour: String, luma: Int)] = [
    ("smpte2084", "#ffffff", 573), ("smpte2084", "#808080", 439), ("smpte2084", "#000000", 64),
    ("arib-std-b67", "#ffffff", 721), ("arib-std-b67", "#000000", 64), ("bt709", "#ffffff", 940),
  ]

  @Test(arguments: cases.indices) func `a gray is that gray`(row: Int) throws {
    let (transfer, colour, luma) = Self.cases[row]
    try FFmpegTool.run(
      """
      -f lavfi -i testsrc2=size=96x64:rate=10:duration=0.2 -c:v libx264 -pix_fmt yuv420p10le -color_trc \(transfer) \
      -color_primaries bt2020 -colorspace bt2020nc -color_range tv in.mp4
      """, in: folder)
    let rules = """
      return { hide = { { region = { x = 11, y = 13, width = 31, height = 23 }, style = "solid", color = "\(colour)" } } }
      """
    try folder.redacted("in.mp4", to: "out.mkv", rules: rules)
    let frame = try folder.frames(of: "out.mkv")[0]
    let place = 2 * (24 * 96 + 26)
    #expect(abs(Int(frame.bytes[place]) + Int(frame.bytes[place + 1]) * 256 - luma) <= 1)
    // What is gray has no colour, whatever the primaries.
    let chroma = 2 * (96 * 64 + 12 * 48 + 13)
    #expect(abs(Int(frame.bytes[chroma]) + Int(frame.bytes[chroma + 1]) * 256 - 512) <= 1)
  }
}
