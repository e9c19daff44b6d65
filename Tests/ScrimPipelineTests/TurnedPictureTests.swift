import ScrimCore
import ScrimPipeline
import ScrimTestSupport
import Testing

struct TurnedPictureTests {
  /// Orientations of EXIF, and where a stored sample of a picture of 32 x 48 that is seen comes from.
  private static let turns: [(orientation: UInt8, from: @Sendable (Int, Int) -> (x: Int, y: Int))] = [
    (1, { (column, row) in (column, row) }), (3, { (column, row) in (31 - column, 47 - row) }),
    (6, { (column, row) in (31 - row, column) }), (8, { (column, row) in (row, 47 - column) }),
  ]

  @Test(arguments: turns.indices)
  func `views of a turned picture are placed in what is seen`(row: Int) throws {
    let (orientation, from) = Self.turns[row], isTurned = orientation > 4
    let seen = TestPNG.noise(width: 32, height: 48, colourType: 2, bitDepth: 8, seed: 5)
    let (width, height) = isTurned ? (48, 32) : (32, 48)
    var stored = TestPNG(width: width, height: height, colourType: 2, bitDepth: 8, samples: [])
    for y in 0..<height {
      for x in 0..<width {
        let place = from(x, y)
        stored.samples += seen.samples[(place.y * 32 + place.x) * 3..<(place.y * 32 + place.x) * 3 + 3]
      }
    }
    stored.before = [("eXIf", [77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0])]
    let recording = try Recording(frames: 0, views: false)
    try recording.folder.write("in/f0.png", stored.bytes)
    let views = """
      {"scrim":"views","version":1,"space":"pixels","size":[32,48],"scale":1}
      {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,32,48],"children":[\
      {"type":"Label","id":"pin","bounds":[3,30,12,9]}]}]}

      """
    try recording.folder.write("in/views.jsonl", Array(views.utf8))
    #expect(try redact(recording.request(), observer: Witness(), control: RunControl()).redacted == 1)
    var wanted = seen.samples.map(UInt8.init)
    for y in 30..<39 {
      for x in 3..<15 { wanted.replaceSubrange((y * 32 + x) * 3..<(y * 32 + x) * 3 + 3, with: [0x20, 0x26, 0x2E]) }
    }
    #expect(try rgbPixels(recording.folder.read("out/f0.png")) == wanted)
  }
}
