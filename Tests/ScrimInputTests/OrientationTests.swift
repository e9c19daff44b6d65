import ScrimCore
import ScrimInput
import ScrimTestSupport
import Testing

@Suite struct `Turned pictures` {
  private let kinds = [(0, 8), (2, 8), (6, 16)]

  private func exif(_ orientation: Int, isLittle: Bool) -> [UInt8] {
    isLittle
      ? [73, 73, 42, 0, 8, 0, 0, 0, 1, 0, 18, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0]
      : [77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
  }

  /// A letter F that is lit, as files of each orientation store it, and as it is seen.
  @Test(arguments: [
    (1, ["###", "#..", "##.", "#.."]), (2, ["###", "..#", ".##", "..#"]), (3, ["..#", ".##", "..#", "###"]),
    (4, ["#..", "##.", "#..", "###"]), (5, ["####", "#.#.", "#..."]), (6, ["#...", "#.#.", "####"]),
    (7, ["...#", ".#.#", "####"]), (8, ["####", ".#.#", "...#"]),
  ]) func `a picture is turned as EXIF says, and comes out upright`(orientation: Int, stored: [String]) throws {
    let seen = ["###", "#..", "##.", "#.."]
    for (type, depth) in kinds {
      for (isLittle, isBehind) in [(true, false), (false, true)] {
        let channels = TestPNG.channels(type)
        let samples = stored.joined().flatMap { letter in
          (0..<channels).map { UInt16(letter == "#" ? 200 + $0 : 10 + $0) }
        }
        var picture = TestPNG(
          width: stored[0].count, height: stored.count, colourType: type, bitDepth: depth, samples: samples)
        let chunk = ("eXIf", exif(orientation, isLittle: isLittle))
        if isBehind { picture.after = [chunk] } else { picture.before = [chunk] }
        var upright = picture
        (upright.width, upright.height) = (3, 4)
        upright.samples = seen.joined().flatMap { letter in
          (0..<channels).map { UInt16(letter == "#" ? 200 + $0 : 10 + $0) }
        }

        let output = try reencoded(picture.bytes)
        #expect(try decoded(output).size == PixelSize(width: 3, height: 4))
        #expect(try decoded(output).rgba16 == upright.rgba16, "type \(type)")
        #expect(!TestPNG.chunks(output).contains { $0.name == "eXIf" })
      }
    }
  }

  @Test(arguments: [0, 9, 255]) func `an orientation that is none turns nothing`(orientation: Int) throws {
    var picture = TestPNG.noise(width: 3, height: 2, colourType: 2, bitDepth: 8, seed: 6)
    picture.before = [("eXIf", exif(orientation, isLittle: true))]
    #expect(try decoded(picture.bytes).rgba16 == picture.rgba16)
  }

  @Test func `the density turns with the picture`() throws {
    var picture = TestPNG.noise(width: 3, height: 2, colourType: 2, bitDepth: 8, seed: 6)
    picture.before = [("eXIf", exif(6, isLittle: false)), ("pHYs", [0, 0, 0, 1, 0, 0, 0, 2, 1])]
    #expect(try decoded(picture.bytes).encoding.colourChunks.map(\.data) == [[0, 0, 0, 2, 0, 0, 0, 1, 1]])
  }

  @Test func `the announced size is the size that is seen`() throws {
    let folder = try TemporaryFolder()
    var picture = TestPNG.noise(width: 3, height: 2, colourType: 2, bitDepth: 8, seed: 6)
    picture.after = [("eXIf", exif(8, isLittle: false))]
    let source = try openInput(InputRequest(path: BytePath(try folder.write("a.png", picture.bytes))))
    #expect(try source.next()?.announcedSize == PixelSize(width: 2, height: 3))
  }
}
