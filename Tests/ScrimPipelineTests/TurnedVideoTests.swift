import ScrimCore
import ScrimInput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// Recordings that say how they are to be turned: masks lie where the views are seen, and the output says nothing of turning.
struct TurnedVideoTests {
  let folder = try! TemporaryFolder()

  /// A turn's matrix (ISO 14496-12, section 8.3.2: a, b, c, d), and the stored place that is seen at a place.
  struct Turn: Sendable {
    var matrix: [Int32]
    var swapsSides: Bool
    var stored: @Sendable (_ x: Int, _ y: Int, _ size: PixelSize) -> (x: Int, y: Int)
  }

  static let turns: [Turn] = [
    Turn(matrix: [1, 0, 0, 1], swapsSides: false) { x, y, _ in (x, y) },
    Turn(matrix: [-1, 0, 0, 1], swapsSides: false) { x, y, s in (s.width - 1 - x, y) },
    Turn(matrix: [1, 0, 0, -1], swapsSides: false) { x, y, s in (x, s.height - 1 - y) },
    Turn(matrix: [-1, 0, 0, -1], swapsSides: false) { x, y, s in (s.width - 1 - x, s.height - 1 - y) },
    Turn(matrix: [0, 1, -1, 0], swapsSides: true) { x, y, s in (y, s.height - 1 - x) },
    Turn(matrix: [0, -1, 1, 0], swapsSides: true) { x, y, s in (s.width - 1 - y, x) },
    Turn(matrix: [0, 1, 1, 0], swapsSides: true) { x, y, _ in (y, x) },
    Turn(matrix: [0, -1, -1, 0], swapsSides: true) { x, y, s in (s.width - 1 - y, s.height - 1 - x) },
  ]

  @Test(arguments: turns.indices, ["420mpeg2", "444"]) func `views are placed in what is seen`(
    row: Int, sampling: String
  ) throws {
    let turn = Self.turns[row], clip = Clip(sampling: sampling, frames: 4)
    try folder.write("in.y4m", clip.bytes)
    try folder.redacted("in.y4m", to: "upright.mp4", rules: "return {}")
    var bytes = try folder.read("upright.mp4")
    // The track's header: 40 bytes from its name to the matrix, in version 0.
    let name = try #require((0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == Array("tkhd".utf8) })
    for (place, value) in zip([0, 1, 3, 4], turn.matrix) {
      for byte in 0..<4 {
        bytes[name + 44 + 4 * place + byte] = UInt8(truncatingIfNeeded: (value << 16) >> (24 - 8 * Int32(byte)))
      }
    }
    try folder.write("turned.mp4", bytes)
    try folder.redacted("turned.mp4", to: "out.mkv")
    let before = try folder.frames(of: "upright.mp4"), after = try folder.frames(of: "out.mkv")
    let seen = turn.swapsSides ? PixelSize(width: 64, height: 96) : clip.size
    #expect(after.count == 4)
    for (one, other) in zip(before, after) {
      #expect(other.size == seen)
      for y in 0..<seen.height {
        for x in 0..<seen.width {
          let stored = turn.stored(x, y, clip.size)
          let wanted =
            maskRect.contains(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
            ? 126 : one.luma(stored.x, stored.y)
          // A chroma sample's share of the mask grows by a pixel at most.
          if !near(x, y) { #expect(other.luma(x, y) == wanted) }
        }
      }
    }
    // Of the turn there is nothing left: read again, it is as it was written.
    try folder.redacted("out.mkv", to: "again.mkv", rules: "return {}")
    #expect(try folder.frames(of: "again.mkv").map(\.bytes) == after.map(\.bytes))
  }

  /// Whether a place is in the ring around the mask that may or may not be painted.
  private func near(_ x: Int, _ y: Int) -> Bool {
    let outer = PixelRect(left: 10, top: 12, right: 43, bottom: 37)
    let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
    return outer.contains(pixel) && !maskRect.contains(pixel)
  }

  /// Nothing but the chunk says so, and FFmpeg's decoder passes over it.
  @Test(.enabled(if: FFmpegTool.isPresent)) func `turned pictures in a video are covered`() throws {
    var picture = TestPNG.noise(width: 32, height: 48, colourType: 2, bitDepth: 8, seed: 5)
    try folder.write("f0.png", picture.bytes)
    picture.before = [("eXIf", [77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 3, 0, 0])]
    try folder.write("f1.png", picture.bytes)
    // As it is stored.
    picture.before = [("eXIf", [73, 73, 42, 0, 8, 0, 0, 0, 1, 0, 18, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0])]
    try folder.write("f2.png", picture.bytes)
    try FFmpegTool.run("-framerate 5 -i f%d.png -c copy in.mkv", in: folder)
    let summary = try folder.redacted("in.mkv", to: "out.mkv")
    #expect(summary.frames == 3 && summary.failed == 1)
  }
}
