import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// What an output cannot be is said before anything is written, and with what would do.
struct UnfitOutputTests {
  let folder = try! TemporaryFolder()

  /// Why an output is refused before its first frame; nil where it is not, or anything was left.
  private func refusal(
    _ input: String, to output: String, _ change: (inout RedactionRequest) -> Void = { _ in }
  ) throws -> String? {
    let names = Set(try folder.names() + ["rules.lua"])
    do {
      try folder.redacted(input, to: output, change)
    } catch RunError.output(.unfit(_, let reason)) {
      return Set(try folder.names()) == names ? reason : nil
    } catch {}
    return nil
  }

  @Test(arguments: ["out.mp4", "out.webm", "out.mkv", "out.mov", "out.gif", "out.y4m"])
  func `pictures without a rate become no video, from files or a stream`(output: String) throws {
    let picture = grayPNG(width: 16, height: 16, value: 9)
    try folder.write("in/f0.png", picture)
    try folder.write("in/f1.png", picture)
    #expect(try refusal("in", to: output)?.contains("--fps") == true)
    try folder.feed("pipe", with: picture + picture)
    #expect(try refusal("pipe", to: output)?.contains("--fps") == true)
  }

  @Test func `a stream without a rate becomes one without a rate, and no video`() throws {
    let stream = Clip(frames: 2).bytes, start = Array("YUV4MPEG2 W96 H64 ".utf8)
    let end = try #require(stream.firstIndex(of: UInt8(ascii: "\n")))
    try folder.write("in.y4m", start + "Ip A1:1 C420mpeg2".utf8 + stream[end...])
    #expect(try refusal("in.y4m", to: "out.mp4")?.contains("--fps") == true)
    #expect(try folder.redacted("in.y4m", to: "out.y4m").frames == 2)
  }

  /// Codecs of sound, containers that they come in, others that they cannot be copied into, and what is said of it.
  static let sounds: [(codec: String, input: String, output: String, words: [String])] = [
    ("aac", "mp4", "webm", ["(aac)", ".mp4, .mov and .mkv can", "mute-redacted"]),
    ("libmp3lame", "mkv", "webm", ["(mp3)", ".mkv can"]),
    ("pcm_s16le", "mov", "mp4", ["(pcm_s16le)", ".mov and .mkv can"]),
    ("libopus", "mkv", "mov", ["(opus)", ".mp4, .webm and .mkv can"]),
    ("flac", "mkv", "mkv", ["(flac)", "rides along", "mute-redacted"]),
    ("libvorbis", "mkv", "webm", ["(vorbis)", "rides along", "mute-redacted"]),
  ]

  @Test(.enabled(if: FFmpegTool.isPresent, "the ffmpeg command is missing"), arguments: sounds.indices)
  func `sound that a container cannot hold as it is`(row: Int) throws {
    let (codec, kind, output, words) = Self.sounds[row]
    try FFmpegTool.run(
      "-f lavfi -i testsrc2=size=64x48:rate=10:duration=1 -f lavfi -i sine=duration=1 -c:v libx264 -c:a \(codec) in.\(kind)",
      in: folder)
    let reason = try refusal("in.\(kind)", to: "out.\(output)") { $0.sound = .keep }
    for word in words { #expect(reason?.contains(word) == true, "\(reason ?? "not refused")") }
    // What is encoded afresh goes into each, and nothing is said of sound that is dropped.
    #expect(try folder.redacted("in.\(kind)", to: "out.\(output)") { $0.sound = .muteRedacted }.frames == 10)
  }

  @Test(.enabled(if: FFmpegTool.isPresent, "the ffmpeg command is missing"))
  func `the sound of a piped stream is gone before its end`() throws {
    try FFmpegTool.run(
      "-f lavfi -i testsrc2=size=64x48:rate=10:duration=1 -f lavfi -i sine=duration=1 -c:v libx264 -c:a aac in.mkv",
      in: folder)
    for sound in [RedactionRequest.SoundPolicy.keep, .muteRedacted] {
      try folder.feed("pipe \(sound)", with: try folder.read("in.mkv"))
      #expect(try refusal("pipe \(sound)", to: "out.mkv") { $0.sound = sound }?.contains("file as INPUT") == true)
    }
  }
}
