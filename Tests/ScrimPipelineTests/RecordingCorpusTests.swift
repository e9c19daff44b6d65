import Foundation
import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// Recordings of others: as many frames at the same times come out, and what no mask covers is as it was.
@Suite(.enabled(if: Corpus.isPresent && FFmpegTool.isPresent, "the corpus or the ffmpeg command is missing"))
struct RecordingCorpusTests {
  let folder = try! TemporaryFolder()

  /// Those of a size that a test can go through whole.
  static let recordings = ["mp4", "mov", "mkv", "webm", "gif"].flatMap { ending in
    Corpus.files("recordings", ending: ending).filter { (try? Data(contentsOf: $0).count) ?? .max < 110_000 }
  }

  @Test(arguments: recordings) func `frames, times and uncovered pixels stay`(recording: URL) throws {
    try FileManager.default.copyItem(atPath: recording.path, toPath: "\(folder.path)/in")
    let rules = """
      return { style = { style = "solid", color = "#808080" },
        hide = { { region = { x = 0, y = 0, width = 9, height = 7 } } } }
      """
    let summary = try folder.redacted("in", to: "out.mkv", rules: rules)
    #expect(summary.failed == 0)
    let said = try times(of: "in"), found = try times(of: "out.mkv")
    try #require(said.count == found.count && summary.frames == said.count)
    // Matroska counts milliseconds.
    #expect(zip(said, found).allSatisfy { abs($0 - $1) < 0.0011 })
    let before = try folder.frames(of: "in"), after = try folder.frames(of: "out.mkv")
    try #require(before.count == after.count)
    for (one, other) in zip(before, after) {
      try #require(one.format == other.format && one.bytes.count == other.bytes.count)
      let first = one.bytes.indices.first { one.bytes[$0] != other.bytes[$0] && !Self.isMasked($0, one) }
      #expect(first == nil, "frame \(one.identity.index)")
    }
  }

  /// Presentation times of the pictures, from the first one on.
  private func times(of name: String) throws -> [Double] {
    let lines = try FFmpegTool.probe(
      "-select_streams v:0 -show_entries frame=best_effort_timestamp_time", of: name, in: folder)
    let times = lines.compactMap { $0.first.flatMap(Double.init) }
    return times.map { $0 - times[0] }
  }

  /// Whether a byte of a frame lies in the mask, which grows to whole chroma samples.
  private static func isMasked(_ place: Int, _ frame: Frame) -> Bool {
    guard let format = frame.format else { return true }
    let planes = format.planes(for: frame.size)
    guard let number = planes.firstIndex(where: { place < $0.end }) else { return true }
    let plane = planes[number], pixelBytes = (number == 0 ? format.channels : 1) * format.bytesPerSample
    let x = (place - plane.offset) % plane.rowBytes / pixelBytes, y = (place - plane.offset) / plane.rowBytes
    guard number > 0, case .yuv(let sampling) = format.model else { return x < 10 && y < 8 }
    return x < (9 + sampling.blockWidth - 1) / sampling.blockWidth
      && y < (7 + sampling.blockHeight - 1) / sampling.blockHeight
  }
}
