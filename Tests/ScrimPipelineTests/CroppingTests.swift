import Foundation
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// A container that shows a part of each picture: masks would lie elsewhere in what is seen.
@Suite(.enabled(if: FFmpegTool.isPresent)) struct CroppingTests {
  let folder = try! TemporaryFolder()

  private func isRefused(_ name: String) throws -> Bool {
    do {
      try folder.redacted(name, to: "out.mkv") { $0.existing = .overwrite }
      return false
    } catch RunError.input(.unsupported(_, let reason)) {
      return reason.contains("a part of each picture")
    }
  }

  private func encode(to name: String, _ codec: String) throws -> [UInt8] {
    try folder.write("in.y4m", Clip().bytes)
    try FFmpegTool.run("-i in.y4m -vf setsar=2 -c:v \(codec) \(name)", in: folder)
    return try folder.read(name)
  }

  @Test(arguments: [0xaa, 0xbb, 0xcc, 0xdd] as [UInt8]) func `Matroska's cropping is not passed over`(side: UInt8)
    throws
  {
    var bytes = try encode(to: "whole.mkv", "ffv1")
    #expect(try !isRefused("whole.mkv"))
    // The width at which it is shown, in two bytes, becomes what is cut off on a side.
    let width = try #require(bytes.firstRange(of: [0x54, 0xb0] as [UInt8]))
    bytes[width.lowerBound + 1] = side
    try folder.write("cut.mkv", bytes)
    #expect(try isRefused("cut.mkv"))
    // As much as a pipe holds: nobody reads on.
    try folder.feed("pipe\(side)", with: Array(bytes.prefix(60_000)))
    #expect(try isRefused("pipe\(side)"))
  }

  @Test func `cropping that stands behind the pictures is found`() throws {
    var bytes = try encode(to: "whole.mkv", "ffv1 -frames:v 1")
    func place(_ pattern: [UInt8]) throws -> Int { try #require(bytes.firstRange(of: pattern)).lowerBound }
    bytes[try place([0x54, 0xb0]) + 1] = 0xaa
    // Segment, with its size in seven bytes behind a mark, and Tracks, with two. Places are counted behind the first.
    let segment = try place([0x18, 0x53, 0x80, 0x67, 0x01]) + 12
    let name = [0x16, 0x54, 0xae, 0x6b] as [UInt8]
    let start = try place(name + [0x40])
    let tracks = bytes[start..<start + 6 + Int(bytes[start + 5])]
    // In the list of places the tags, whose place has two bytes, become the tracks, and these something unknown.
    bytes[try place(name + [0x53, 0xac, 0x81]) + 3] = 0x6c
    let told = try place([0x12, 0x54, 0xc3, 0x67, 0x53, 0xac, 0x82]), target = bytes.count - segment
    try #require(target < 1 << 16)
    bytes.replaceSubrange(told..<told + 4, with: name)
    bytes.replaceSubrange(told + 7..<told + 9, with: [UInt8(target >> 8), UInt8(target & 255)])
    // Where they were is nothing.
    bytes.replaceSubrange(start..<start + 3, with: [0xec, 0x40, UInt8(tracks.count - 3)])
    bytes += tracks
    let length = bytes.count - segment
    bytes.replaceSubrange(
      segment - 3..<segment, with: [16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) })
    try folder.write("behind.mkv", bytes)
    #expect(try isRefused("behind.mkv"))
  }

  /// Width, height and the two offsets of the shown part's centre, as fractions.
  @Test(
    arguments: [
      ([96, 1, 64, 1, 0, 1, 0, 1], false), ([192, 2, 64, 1, 0, 1, 0, 1], false), ([80, 1, 64, 1, 0, 1, 0, 1], true),
      ([96, 1, 60, 1, 0, 1, 2, 1], true), ([96, 1, 64, 1, 3, 1, 0, 1], true),
    ] as [([UInt8], Bool)]) func `a clean aperture is not passed over`(part: [UInt8], isCut: Bool) throws
  {
    var bytes = try encode(to: "whole.mp4", "libx264")
    let aperture = [0, 0, 0, 40] + Array("clap".utf8) + part.flatMap { [0, 0, 0, $0] }
    let index = try bytes.lengthenBoxes(["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"], by: aperture.count)
    let aspect = try #require(bytes[index...].firstRange(of: Array("pasp".utf8))).lowerBound - 4
    bytes.insert(contentsOf: aperture, at: aspect)
    try folder.write("in.mp4", bytes)
    #expect(try isRefused("in.mp4") == isCut)
  }
}
