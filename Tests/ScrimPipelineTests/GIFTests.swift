import Foundation
import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// Animated GIFs, out and in.
struct GIFTests {
  let folder = try! TemporaryFolder()

  /// The parts of a GIF's pictures: GIF89a, sections 20 and 23.
  private struct Picture {
    var disposal: Int
    var isTransparent: Bool
    var delay: Int
    var left = 0, top = 0, width = 0, height = 0
  }

  /// Walks over a GIF, block by block.
  private func pictures(of bytes: [UInt8]) throws -> [Picture] {
    func word(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
    func table(_ flags: UInt8) -> Int { flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0 }
    var place = 13 + table(bytes[10]), pictures: [Picture] = [], control: Picture?
    func skipBlocks() {
      while bytes[place] != 0 { place += Int(bytes[place]) + 1 }
      place += 1
    }
    while bytes[place] != 0x3b {
      if bytes[place] == 0x21 {
        if bytes[place + 1] == 0xf9 {
          let flags = Int(bytes[place + 3])
          control = Picture(disposal: flags >> 2 & 7, isTransparent: flags & 1 != 0, delay: word(place + 4))
        }
        place += 2
        skipBlocks()
      } else {
        try #require(bytes[place] == 0x2c)
        var picture = try #require(control)
        (picture.left, picture.top) = (word(place + 1), word(place + 3))
        (picture.width, picture.height) = (word(place + 5), word(place + 7))
        pictures.append(picture)
        place += 10 + table(bytes[place + 9]) + 1
        skipBlocks()
      }
    }
    return pictures
  }

  @Test func `every picture of a GIF is whole, opaque, and shown as long as it was`() throws {
    let clip = Clip(frames: 20)
    try folder.write("in.y4m", clip.bytes)
    try folder.redacted("in.y4m", to: "out.gif")
    let pictures = try pictures(of: folder.read("out.gif"))
    #expect(pictures.count == 20)
    for picture in pictures {
      #expect(!picture.isTransparent && picture.disposal <= 1)
      #expect(picture.left == 0 && picture.top == 0 && picture.width == 96 && picture.height == 64)
    }
    // 20 frames of 1001/30000 s are 66.7 hundredths.
    #expect(pictures.reduce(0) { $0 + $1.delay } == 67)
    for frame in try folder.frames(of: "out.gif") {
      let channels = frame.bytes.count / (96 * 64)
      for (x, y) in [(14, 16), (38, 32), (26, 24)] {
        let start = (y * 96 + x) * channels
        #expect(frame.bytes[start..<start + 3].allSatisfy { abs(Int($0) - 128) <= 2 })
      }
    }
  }

  @Test func `few colours come back exactly`() throws {
    var samples: [UInt16] = []
    for place in 0..<64 * 48 { samples += [UInt16(place % 16 * 16), UInt16(place / 64 % 8 * 30), 77] }
    let picture = TestPNG(width: 64, height: 48, colourType: 2, bitDepth: 8, samples: samples)
    try folder.write("in/frame_0.png", picture.bytes)
    try folder.write("in/frame_1.png", grayPNG(width: 64, height: 48, value: 200))
    try folder.redacted("in", to: "out.gif", rules: "return {}") { $0.input.framesPerSecond = FrameRate(2) }
    let frames = try folder.frames(of: "out.gif")
    try #require(frames.count == 2)
    let channels = frames[0].bytes.count / (64 * 48)
    for place in 0..<64 * 48 {
      #expect(
        frames[0].bytes[place * channels..<place * channels + 3].map { UInt16($0) }
          == Array(samples[3 * place..<3 * place + 3]))
      #expect(frames[1].bytes[place * channels] == 200)
    }
  }

  @Test func `more frames a second than a GIF shows are refused`() throws {
    try folder.write("in.y4m", Clip(rate: "60:1", frames: 6).bytes)
    #expect(throws: RunError.self) { try folder.redacted("in.y4m", to: "out.gif") }
    #expect(try folder.names() == ["in.y4m", "rules.lua"])
  }

  @Test func `a GIF that breaks off says so`() throws {
    try folder.write("in.y4m", Clip(rate: "10:1", frames: 6).bytes)
    try folder.redacted("in.y4m", to: "whole.gif")
    let bytes = try folder.read("whole.gif")
    #expect(try folder.redacted("whole.gif", to: "whole.mkv").failed == 0)
    // The end mark alone, a part of a picture, and half of them.
    for count in [bytes.count - 1, bytes.count - 100, bytes.count / 2] where bytes[count - 1] != 0x3b {
      try folder.write("cut.gif", Array(bytes[..<count]))
      #expect(try folder.redacted("cut.gif", to: "cut.mkv") { $0.existing = .overwrite }.failed > 0)
    }
  }

  /// Numbers of colours in place of colours.
  @Test(.enabled(if: FFmpegTool.isPresent, "the ffmpeg command is missing"), arguments: ["png", "qtrle"])
  func `a video with a palette has its colours`(codec: String) throws {
    try FFmpegTool.run(
      "-f lavfi -i testsrc2=size=64x48:rate=10:duration=1 -filter_complex split[a][b];[a]palettegen[p];[b][p]paletteuse "
        + "-c:v \(codec) -pix_fmt pal8 in.mov", in: folder)
    try FFmpegTool.run("-i in.mov -f rawvideo -pix_fmt rgb24 in.raw", in: folder)
    let wanted = try folder.read("in.raw"), size = 64 * 48 * 3
    try folder.redacted("in.mov", to: "out.mkv")
    let frames = try folder.frames(of: "out.mkv")
    #expect(frames.count == wanted.count / size && frames.count == 10)
    for (number, frame) in frames.enumerated() {
      let channels = frame.bytes.count / (64 * 48)
      // Beside the mask.
      for place in 0..<64 * 48 where place % 64 < 11 || place / 64 < 13 {
        let at = channels * place, from = number * size + 3 * place
        guard !frame.bytes[at..<at + 3].elementsEqual(wanted[from..<from + 3]) else { continue }
        Issue.record("frame \(number) has another colour at \(place % 64), \(place / 64)")
        return
      }
    }
  }

  @Test(.enabled(if: FFmpegTool.isPresent, "the ffmpeg command is missing"))
  func `a GIF that is read has the pictures that a player shows`() throws {
    // Written with transparent pixels in place of those that did not change, and cut to what did; then with a transparent ground.
    try FFmpegTool.run("-f lavfi -i testsrc=size=64x48:rate=10:duration=1 diff.gif", in: folder)
    try FFmpegTool.run(
      "-f lavfi -i testsrc=size=64x48:rate=10:duration=1 -vf colorkey=white:0.2 -frames:v 8 holes.gif", in: folder)
    for name in ["diff", "holes"] {
      try FFmpegTool.run("-i \(name).gif -f rawvideo -pix_fmt rgba -fps_mode passthrough \(name).raw", in: folder)
      let wanted = try folder.read("\(name).raw"), size = 64 * 48 * 4
      try folder.redacted("\(name).gif", to: "\(name).mkv")
      let frames = try folder.frames(of: "\(name).mkv")
      #expect(frames.count == wanted.count / size)
      for (number, frame) in frames.enumerated() {
        let isDifferent = (0..<64 * 48).contains { place in
          let pixel = PixelRect(left: place % 64, top: place / 64, right: place % 64 + 1, bottom: place / 64 + 1)
          let at = 4 * place, shown = frame.bytes[at..<at + 4]
          if maskRect.contains(pixel) { return !shown.elementsEqual([128, 128, 128, 255]) }
          return !shown.elementsEqual(wanted[number * size + at..<number * size + at + 4])
        }
        #expect(!isDifferent, "\(name), frame \(number)")
      }
    }
  }
}
