import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import ScrimViews
import Testing

/// A clip in each frame of which something coloured lies in another cell, and the views of that frame hide the cell: a frame that is
/// shown under another number shows the colour, and so does one with a part of another.
struct NumberedClip {
  let folder = try! TemporaryFolder()
  static let size = PixelSize(width: 160, height: 96), count = 60
  static let x264 = "-c:v libx264 -preset fast -g 12 -bf 3 -crf 10"

  /// Five by four cells of 32 x 24 pixels.
  static func cell(_ frame: Int) -> (x: Int, y: Int) {
    let number = (frame + 40) * 7 % 20
    return (number % 5 * 32, number / 5 * 24)
  }

  static func clip(_ frames: Range<Int>) -> [UInt8] {
    let chroma = (width: size.width / 2, height: size.height / 2)
    var bytes = Array("YUV4MPEG2 W\(size.width) H\(size.height) F25:1 Ip A1:1 C420mpeg2\n".utf8)
    for frame in frames {
      let cell = cell(frame)
      var red = [UInt8](repeating: 128, count: chroma.width * chroma.height)
      for y in 0..<12 { for x in 0..<16 { red[(cell.y / 2 + y) * chroma.width + cell.x / 2 + x] = 240 } }
      bytes += Array("FRAME\n".utf8) + [UInt8](repeating: 100, count: size.width * size.height)
      bytes += [UInt8](repeating: 128, count: red.count) + red
    }
    return bytes
  }

  /// For a recording whose first frame has a number in the clip: by number, or by time.
  static func views(first: Int, byTime: Bool, last: Int) -> String {
    var lines = [#"{"scrim":"views","version":1,"space":"pixels","size":[160,96],"scale":1}"#]
    for frame in 0..<last - first {
      let cell = cell(frame + first)
      lines.append(
        """
        {"record":"snapshot",\(byTime ? "\"time\":\(Double(frame) / 25)" : "\"frame\":\(frame)"),"windows":[{"type":"Window","bounds":[0,0,160,96],"children":[\
        {"type":"TextField","id":"pin\(frame)","secure":true,"bounds":[\(cell.x),\(cell.y),32,24]}]}]}
        """)
    }
    return lines.joined(separator: "\n")
  }

  func encode(_ frames: Range<Int> = 0..<count, to name: String, _ arguments: String = x264) throws {
    try folder.write("in.y4m", Self.clip(frames))
    try FFmpegTool.run("-i in.y4m \(arguments) \(name)", in: folder)
  }

  /// How many frames came out, and which of them show the colour; no frames where the run refused the recording.
  func redacted(
    _ name: String, first: Int = 0, byTime: Bool = false, last: Int = count,
    _ change: (inout RedactionRequest) -> Void = { _ in }
  ) throws -> (frames: Int, failed: Int, leaks: [Int]) {
    try folder.write("views.jsonl", Array(Self.views(first: first, byTime: byTime, last: last).utf8))
    let summary: RunSummary
    do {
      summary = try folder.redacted(name, to: "out.mkv", rules: "return {}") { request in
        request.views.location = .path(folder.file("views.jsonl"))
        request.existing = .overwrite
        change(&request)
      }
    } catch is RunError {
      return (0, 0, [])
    }
    let frames = try folder.frames(of: "out.mkv")
    #expect(frames.count == summary.frames)
    let leaks = frames.indices.filter { Self.showsRed(frames[$0]) }
    return (summary.frames, summary.failed, leaks)
  }

  static func showsRed(_ frame: Frame) -> Bool {
    guard frame.bytes.count == 3 * size.width * size.height else {
      return frame.bytes.suffix(size.width * size.height / 4).contains { $0 > 190 }
    }
    return stride(from: 0, to: frame.bytes.count, by: 3).contains { frame.bytes[$0] > frame.bytes[$0 + 1] / 2 + 128 }
  }
}
