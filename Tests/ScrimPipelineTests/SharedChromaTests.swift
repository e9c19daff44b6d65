import ScrimCore
import ScrimPipeline
import ScrimTestSupport
import Testing

/// Chroma samples that stand for pixels on both sides of a mask's edge: recordings that differ only in samples of masked pixels
/// come out alike, however the recording lays samples out.
struct SharedChromaTests {
  let folder = try! TemporaryFolder()
  /// Odd in both directions.
  private let size = PixelSize(width: 49, height: 33)

  /// Two streams without headers, of even gray but for the samples that have a share in `maskRect`.
  private func twins(columns: Int, rows: Int) throws {
    for (name, value) in [("one.raw", UInt8(20)), ("two.raw", 230)] {
      var bytes = [UInt8]()
      for plane in 0..<3 {
        let block = plane == 0 ? (1, 1) : (columns, rows)
        for y in 0..<(size.height + block.1 - 1) / block.1 {
          for x in 0..<(size.width + block.0 - 1) / block.0 {
            let pixels = PixelRect(
              left: x * block.0, top: y * block.1, right: (x + 1) * block.0, bottom: (y + 1) * block.1)
            bytes.append(pixels.intersection(maskRect).isEmpty ? 120 : value)
          }
        }
      }
      try folder.write(name, bytes)
    }
  }

  @Test(
    .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"),
    arguments: [("411p", 4, 1), ("410p", 4, 4), ("440p", 1, 2), ("422p", 2, 1), ("420p", 2, 2)])
  func `no sample that stands for a masked pixel gets out`(kind: String, columns: Int, rows: Int) throws {
    try twins(columns: columns, rows: rows)
    for name in ["one", "two"] {
      try FFmpegTool.run(
        "-f rawvideo -s \(size.width)x\(size.height) -pix_fmt yuv\(kind) -r 10 -i \(name).raw -c:v ffv1 \(name).mkv",
        in: folder)
      try folder.redacted("\(name).mkv", to: "\(name).y4m")
    }
    #expect(try folder.read("one.y4m") == folder.read("two.y4m"))
    // And no more than those: what is beside the blocks stays.
    let grown = ChromaGrid(columns: columns, rows: rows).grown(maskRect), frame = try folder.frames(of: "one.y4m")[0]
    let format = try #require(frame.format), plane = format.planes(for: size)[1]
    let own = ChromaGrid(format)
    for y in 0..<plane.height {
      for x in 0..<plane.width where frame.bytes[plane.offset + y * plane.rowBytes + x] != 128 {
        #expect(
          !grown.contains(
            PixelRect(left: x * own.columns, top: y * own.rows, right: x * own.columns + 1, bottom: y * own.rows + 1)))
        #expect(frame.bytes[plane.offset + y * plane.rowBytes + x] == 120)
      }
    }
  }

  /// Of two fields in turn, a chroma row stands for two luma rows of its own field.
  @Test(arguments: ["It", "Ib", "Im", "I?"])
  func `no sample of an interlaced frame that stands for a masked pixel gets out`(
    word: String
  ) throws {
    for (name, value) in [("one.y4m", UInt8(20)), ("two.y4m", 230)] {
      var bytes = Array("YUV4MPEG2 W48 H32 F10:1 \(word) A1:1 C420jpeg\nFRAME\n".utf8)
      for y in 0..<32 { for x in 0..<48 { bytes.append(maskRect.contains(x: x, y: y) ? value : 120) } }
      for _ in 0..<2 {
        for row in 0..<16 {
          let rows = [row / 2 * 4 + row % 2, row / 2 * 4 + row % 2 + 2]
          for x in 0..<24 {
            let isMasked = rows.contains { y in
              maskRect.contains(x: 2 * x, y: y) || maskRect.contains(x: 2 * x + 1, y: y)
            }
            bytes.append(isMasked ? value : 120)
          }
        }
      }
      try folder.write(name, bytes)
      try folder.redacted(name, to: "out-\(name)")
    }
    #expect(try folder.read("out-one.y4m") == folder.read("out-two.y4m"))
  }
}

extension PixelRect {
  fileprivate func contains(x: Int, y: Int) -> Bool { (left..<right).contains(x) && (top..<bottom).contains(y) }
}
