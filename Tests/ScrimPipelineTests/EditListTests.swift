import Foundation
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// What an edit list leaves out is not shown, and what it shows has the times that it says.
@Suite(.enabled(if: FFmpegTool.isPresent)) struct EditListTests {
  let folder = try! TemporaryFolder()

  /// Two seconds at 25 frames a second, each of one gray, four brighter than the one before.
  private func encode(_ arguments: String, to name: String) throws {
    var bytes = Array("YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C420mpeg2\n".utf8)
    for frame in 0..<50 {
      bytes += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(20 + 4 * frame), count: 64 * 48)
      bytes += [UInt8](repeating: 128, count: 64 * 48 / 2)
    }
    try folder.write("in.y4m", bytes)
    try FFmpegTool.run("-i in.y4m -f lavfi -i sine=duration=2:sample_rate=48000 \(arguments) \(name)", in: folder)
  }

  private static let x264 = "-c:v libx264 -g 50 -bf 3 -crf 4 -c:a aac"

  /// Which frames of the clip came out, and when.
  private func redacted(
    _ name: String, sound: RedactionRequest.SoundPolicy = .keep, presentsStandingFrame: Bool = false
  ) throws -> (numbers: [Int], times: [Double]) {
    try folder.redacted(name, to: "out.mp4") {
      $0.existing = .overwrite
      $0.sound = sound
      $0.input.presentsStandingFrame = presentsStandingFrame
    }
    let numbers = try folder.frames(of: "out.mp4").map { ($0.luma(60, 44) - 18) / 4 }
    return (numbers, try times("v", of: "out.mp4"))
  }

  private func times(_ kind: String, of name: String) throws -> [Double] {
    try FFmpegTool.probe("-select_streams \(kind) -show_entries frame=pts_time", of: name, in: folder)
      .compactMap { $0.first.flatMap(Double.init) }
  }

  private func refusal(_ name: String) throws -> String? {
    do {
      try folder.redacted(name, to: "out.mp4") { $0.existing = .overwrite }
      return nil
    } catch RunError.input(.unsupported(_, let reason)) {
      return reason
    }
  }

  /// Gives the part that is shown another duration.
  private func shorten(_ name: String, to milliseconds: Int) throws {
    var bytes = try folder.read(name)
    // The pictures' list comes first; the part's duration stands first in it.
    let entry = try #require(bytes.firstRange(of: Array("elst".utf8))).upperBound + 8
    bytes.replaceSubrange(entry..<entry + 4, with: [0, 0, UInt8(milliseconds >> 8), UInt8(milliseconds & 255)])
    try folder.write(name, bytes)
  }

  @Test(
    arguments: [("-ss 0.6", nil, 15..<50), ("-ss 0.6", 800, 15..<35), ("", 400, 0..<10), ("", 401, 0..<11)]
      as [(String, Int?, Range<Int>)])
  func `a part is shown as players have it`(begin: String, milliseconds: Int?, shown: Range<Int>) throws {
    try encode(Self.x264, to: "whole.mp4")
    try FFmpegTool.run("\(begin) -i whole.mp4 -c copy -movflags faststart cut.mp4", in: folder)
    if let milliseconds {
      try shorten("cut.mp4", to: milliseconds)
    }
    try folder.feed("pipe", with: folder.read("cut.mp4"))
    let expected = shown.indices.map { Double($0 - shown.lowerBound) / 25 }
    for name in ["pipe", "cut.mp4"] {
      let result = try redacted(name, sound: name == "pipe" ? .drop : .keep)
      #expect(result.numbers == Array(shown), "\(name)")
      #expect(zip(result.times, expected).allSatisfy { abs($0 - $1) < 0.0001 }, "\(name)")
    }
    // Sound that was in step is so still.
    let before = try #require(times("a", of: "cut.mp4").first { $0 > 0.1 })
    #expect(try times("a", of: "out.mp4").contains { abs($0 - before) < 0.001 })
  }

  @Test func `after a pause the recording begins with its first frame`() throws {
    try encode("-c:v libx264 -bf 3 -crf 4 -c:a aac -output_ts_offset 0.7", to: "in.mp4")
    let result = try redacted("in.mp4")
    #expect(result.numbers == Array(0..<50))
    #expect(result.times.first == 0)
  }

  /// FFmpeg leaves such a frame out, and shows all others too early; players show it.
  @Test(arguments: ["libx264 -g 50 -bf 3", "mpeg4 -bf 0 -g 50", "libvpx-vp9 -g 50"])
  func `a cut while a frame stands is refused`(codec: String) throws {
    try encode("-c:v \(codec) -c:a aac", to: "whole.mp4")
    try FFmpegTool.run("-ss 0.62 -i whole.mp4 -c copy cut.mp4", in: folder)
    #expect(try refusal("cut.mp4")?.contains("begins while a frame stands") == true)
    #expect(try !folder.names().contains("out.mp4"))
  }

  /// Where no views are counted by its frames, it is shown as players have it: frame 15 stands for 20 milliseconds.
  @Test(arguments: ["libx264 -g 50 -bf 3", "mpeg4 -bf 0 -g 50 -q:v 1", "libvpx-vp9 -g 50"], [nil, 500, 10])
  func `without views, a frame that stands when the part begins is its first`(codec: String, milliseconds: Int?) throws
  {
    try encode("-c:v \(codec) -c:a aac", to: "whole.mp4")
    try FFmpegTool.run("-ss 0.62 -i whole.mp4 -c copy cut.mp4", in: folder)
    if let milliseconds { try shorten("cut.mp4", to: milliseconds) }
    let result = try redacted("cut.mp4", presentsStandingFrame: true)
    #expect(result.numbers == Array(15..<(milliseconds == 10 ? 16 : milliseconds == 500 ? 28 : 50)))
    let expected = result.numbers.map { $0 == 15 ? 0 : Double($0) / 25 - 0.62 }
    #expect(zip(result.times, expected).allSatisfy { abs($0 - $1) < 0.0011 })
    // Sound that was in step is so still.
    let before = try times("a", of: "cut.mp4").first { $0 > 0.1 }
    guard milliseconds == nil, let before else { return }
    #expect(try times("a", of: "out.mp4").contains { abs($0 - before) < 0.001 })
  }

  /// A decoder that has lost it may have another picture in its place.
  @Test func `a damaged frame that stands when the part begins is covered`() throws {
    try encode("-an -c:v mpeg4 -bf 0 -g 25 -q:v 1", to: "whole.mp4")
    try FFmpegTool.run("-ss 0.62 -i whole.mp4 -c copy cut.mp4", in: folder)
    var bytes = try folder.read("cut.mp4")
    let packet = try #require(
      FFmpegTool.probe("-select_streams v -show_entries packet=pos,size -ignore_editlist 1", of: "cut.mp4", in: folder)
        .dropFirst(15).first)
    let size = try #require(Int(packet[0])), place = try #require(Int(packet[1]))
    for byte in place..<place + size { bytes[byte] = 0 }
    try folder.write("cut.mp4", bytes)
    let result = try redacted("cut.mp4", presentsStandingFrame: true)
    #expect(result.times.count == 35)
    // And with it what depends on it, or may stand for it if the decoder gives it late.
    #expect(result.numbers.prefix(17).allSatisfy { !(15..<50).contains($0) })
    #expect(result.numbers.suffix(18) == Array(32..<50))
  }

  /// An edit: its duration in the movie's unit, the time in the track's, and its speed.
  private static let edits: [[[UInt8]]] = [
    [[0, 0, 3, 0xe8], [0, 0, 4, 0], [0, 2, 0, 0]],
    [[0, 0, 3, 0xe8], [0, 0, 4, 0], [0, 0, 0, 0]],
    [[0, 0, 1, 0], [0, 0, 4, 0], [0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0x20, 0], [0, 1, 0, 0]],
    [
      [0, 0, 1, 0], [0, 0, 4, 0], [0, 1, 0, 0], [0, 0, 1, 0], [255, 255, 255, 255], [0, 1, 0, 0], [0, 0, 2, 0],
      [0, 0, 0x20, 0], [0, 1, 0, 0],
    ],
  ]

  /// FFmpeg reads boxes that are longer than what is around them as far as they go.
  @Test func `a list in a file that lacks its last byte is read`() throws {
    try encode("-an -c:v libx264 -g 50 -bf 3", to: "whole.mp4")
    try FFmpegTool.run("-ss 0.62 -i whole.mp4 -c copy cut.mp4", in: folder)
    try folder.write("in.mp4", folder.read("cut.mp4").dropLast())
    #expect(try refusal("in.mp4")?.contains("begins while a frame stands") == true)
  }

  /// Puts a list in the place of the first track's only edit.
  private func write(_ list: [[UInt8]], into name: String) throws {
    var bytes = try folder.read(name)
    let entry = try #require(bytes.firstRange(of: Array("elst".utf8))).upperBound + 8
    bytes[entry - 1] = UInt8(list.count / 3)
    bytes.replaceSubrange(entry..<entry + 12, with: list.joined())
    try bytes.lengthenBoxes(["moov", "trak", "edts", "elst"], by: list.count * 4 - 12)
    try folder.write("in.mp4", bytes)
  }

  @Test(arguments: edits) func `several parts, and other speeds, are refused`(list: [[UInt8]]) throws {
    try encode("-an -c:v libx264 -g 50 -bf 3", to: "whole.mp4")
    #expect(try refusal("whole.mp4") == nil)
    try write(list, into: "whole.mp4")
    #expect(try refusal("in.mp4")?.contains("several parts, or another speed") == true)
  }

  /// Packets of several parts repeat times. What is decoded knows what is heard of them.
  @Test(arguments: edits) func `sound of several parts is not copied`(list: [[UInt8]]) throws {
    try encode("-map 1 -map 0 -c:v libx264 -g 50 -bf 0 -c:a aac", to: "whole.mp4")
    try write(list, into: "whole.mp4")
    #expect {
      let _ = try redacted("in.mp4", sound: .keep)
    } throws: {
      guard case RunError.output(.unfit(_, let reason)) = $0 else { return false }
      return reason.contains("cannot be copied")
    }
    #expect(try redacted("in.mp4", sound: .muteRedacted).numbers == Array(0..<50))
    #expect(try redacted("in.mp4", sound: .drop).numbers == Array(0..<50))
  }
}
