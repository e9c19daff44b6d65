import ScrimCore
import ScrimInput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// What a damaged recording becomes: no frame is dropped, and none is shown that depends on damage.
struct DamagedVideoTests {
  let folder = try! TemporaryFolder()

  @Test func `a damaged frame is covered at its time, and no other is`() throws {
    try folder.write("in.y4m", Clip().bytes)
    try folder.redacted("in.y4m", to: "whole.mkv")
    var bytes = try folder.read("whole.mkv")
    // Within a frame's samples: they are noise, and nearly all of the file.
    bytes[bytes.count * 9 / 20] ^= 0x55
    try folder.write("hurt.mkv", bytes)
    let summary = try folder.redacted("hurt.mkv", to: "out.mkv")
    #expect(summary.failed == 1 && summary.frames == 24)
    let whole = try folder.frames(of: "whole.mkv"), out = try folder.frames(of: "out.mkv")
    #expect(out.map(\.identity.exactTime?.ticks) == whole.map(\.identity.exactTime?.ticks))
    let different = out.indices.filter { out[$0].bytes != whole[$0].bytes }
    try #require(different.count == 1)
    // The cover shows nothing of the frame: its corner is one colour.
    let frame = out[different[0]]
    #expect(Set((0..<8).flatMap { y in (0..<8).map { frame.luma($0, y) } }).count == 1)
  }

  @Test func `what follows a damaged frame is covered up to the next key frame`() throws {
    try folder.write("in.y4m", Clip(frames: 40).bytes)
    try folder.redacted("in.y4m", to: "whole.mp4")
    var bytes = try folder.read("whole.mp4")
    // The samples of all frames stand in front of the index.
    for place in 0..<400 { bytes[bytes.count * 8 / 10 + place] = 0 }
    try folder.write("hurt.mp4", bytes)
    let summary = try folder.redacted("hurt.mp4", to: "out.mp4")
    #expect(summary.frames == 40)
    // There is one key frame, so all from the damage on; the first ones came before it.
    #expect(summary.failed > 8 && summary.failed < 36)
  }

  @Test(arguments: ["mkv", "webm"]) func `a recording that breaks off gives what is there`(kind: String) throws {
    try folder.write("in.y4m", Clip().bytes)
    try folder.redacted("in.y4m", to: "whole.\(kind)")
    let bytes = try folder.read("whole.\(kind)")
    try folder.write("cut.\(kind)", Array(bytes[..<(bytes.count * 6 / 10)]))
    let summary = try folder.redacted("cut.\(kind)", to: "out.\(kind)")
    #expect(summary.failed > 0 && summary.frames > 5 && summary.frames < 24)
    #expect(try folder.frames(of: "out.\(kind)").count == summary.frames)
  }

  @Test func `a recording that was never completed is an error`() throws {
    try folder.write("in.y4m", Clip().bytes)
    try folder.redacted("in.y4m", to: "whole.mp4")
    let bytes = try folder.read("whole.mp4")
    try folder.write("cut.mp4", Array(bytes[..<(bytes.count / 2)]))
    #expect(throws: RunError.self) { try folder.redacted("cut.mp4", to: "out.mp4") }
  }

  @Test func `a playlist is refused by its name`() throws {
    try folder.write("in.m3u8", Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nother.ts\n#EXT-X-ENDLIST\n".utf8))
    do {
      try folder.redacted("in.m3u8", to: "out.mp4")
      Issue.record("it is taken")
    } catch RunError.input(.unsupported(_, let reason)) {
      #expect(reason.contains("names other files"))
    }
  }

  /// Its frames have the times of their count: without an index nobody knows whether that is right.
  @Test(.enabled(if: FFmpegTool.isPresent), arguments: ["utvideo", "mjpeg", "mpeg4 -bf 2"])
  func `an AVI is held against its index, and refused without one`(codec: String) throws {
    try folder.write("in.y4m", Clip().bytes)
    try FFmpegTool.run("-i in.y4m -c:v \(codec) whole.avi", in: folder)
    let bytes = try folder.read("whole.avi")
    try folder.redacted("whole.avi", to: "direct.mkv")
    try folder.feed("pipe", with: bytes)
    let piped = try folder.redacted("pipe", to: "piped.mkv")
    #expect(piped.frames == 24 && piped.failed == 0)
    #expect(try folder.frames(of: "piped.mkv").map(\.bytes) == folder.frames(of: "direct.mkv").map(\.bytes))
    // The same length, so that the index is where it was: all chunks from one on stand elsewhere.
    let middle = bytes.count / 2
    try folder.write(
      "moved.avi", Array(bytes[..<middle]) + [UInt8](repeating: 0, count: 200) + bytes[middle...].dropLast(600))
    try folder.write("gone.avi", Array(bytes[..<middle] + bytes[(middle + 1000)...]))
    for name in ["moved.avi", "gone.avi"] {
      do {
        let summary = try folder.redacted(name, to: "\(name).mkv")
        #expect(summary.failed > 0, "\(name)")
      } catch RunError.input(.unsupported(_, let reason)) {
        #expect(reason.contains("no index"), "\(name)")
      }
    }
  }

  /// What its reader complains of in an index costs frames or times; in tags, that many recorders write sloppily, nothing.
  @Test(.enabled(if: FFmpegTool.isPresent), arguments: [true, false])
  func `a broken index covers, and broken tags do not`(isIndex: Bool) throws {
    try folder.write("in.y4m", Clip().bytes)
    try FFmpegTool.run("-i in.y4m -c:v libx264 -bf 2 in.mp4", in: folder)
    var bytes = try folder.read("in.mp4")
    if isIndex {
      // The number of entries says more than there are.
      let table = try #require(bytes.firstRange(of: Array("ctts".utf8))).upperBound
      bytes[table + 6] |= 1
    } else {
      // A text of 6 bytes in a box with 4, in one box around it. The index is the file's last box; behind it is free space.
      let tags: [UInt8] =
        [0, 0, 0, 24] + Array("udta".utf8) + [0, 0, 0, 16, 0xa9] + Array("mak".utf8) + [
          0, 20, 0x15, 0xc7, 65, 66, 67, 68,
        ]
      let index = try #require(bytes.firstRange(of: Array("moov".utf8))).lowerBound - 4
      let size = bytes.count - index + tags.count
      bytes.replaceSubrange(index..<index + 4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) })
      bytes += tags + [0, 0, 0, 24] + Array("free".utf8) + [UInt8](repeating: 0, count: 16)
    }
    try folder.write("hurt.mp4", bytes)
    if isIndex {
      #expect(throws: RunError.self) { try folder.redacted("hurt.mp4", to: "out.mkv") }
    } else {
      #expect(try folder.redacted("hurt.mp4", to: "out.mkv").failed == 0)
    }
  }
}
