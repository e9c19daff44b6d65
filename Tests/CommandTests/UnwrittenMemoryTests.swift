import ScrimTestSupport
import Testing

/// What memory held before may be another frame's pixels, or a view's text: no byte of an output depends on it.
///
/// The system's allocator fills what it gives with a byte of choice, in each run another one.
@Suite(.enabled(if: program != nil, "needs the program beside the tests")) struct UnwrittenMemoryTests {
  let folder = try! TemporaryFolder()

  @Test(arguments: ["mono", "420mpeg2", "444p10"], ["out", "o.gif", "o.y4m", "o.mkv", "o.mp4", "o.webm"])
  func `an output is the same whatever memory held`(sampling: String, output: String) throws {
    let size = (width: 80, height: 48), samples = size.width * size.height
    var bytes = Array("YUV4MPEG2 W\(size.width) H\(size.height) F25:1 Ip A1:1 C\(sampling)\n".utf8)
    for frame in 0..<8 {
      let count = sampling == "mono" ? samples : sampling == "444p10" ? 6 * samples : samples * 3 / 2
      bytes += Array("FRAME\n".utf8)
      bytes += (0..<count).map {
        // The higher byte of a sample of ten bits.
        sampling == "444p10" && $0 % 2 == 1 ? 1 : UInt8(truncatingIfNeeded: 40 + ($0 / 7 + frame * 9) % 150)
      }
    }
    try folder.write("in.y4m", bytes)
    let rules = """
      return { hide = { { region = { x = 5, y = 5, width = 24, height = 16 }, text = "HIDDEN" } } }
      """
    try folder.write("rules.lua", Array(rules.utf8))
    let run = try shell(
      """
      cd '\(folder.path)' && for byte in 85 170; do
        mkdir $byte && MALLOC_PERTURB_=$byte "$SCRIM" redact in.y4m --views none --rules rules.lua --quiet \
          --output $byte/\(output) 2>&1 || exit 9
      done; diff -r 85 170
      """)
    #expect(run.code == 0, "\(run.output)")
  }
}
