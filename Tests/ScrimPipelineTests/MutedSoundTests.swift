import Foundation
import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// `--audio mute-redacted`: nothing is heard while something is covered, all else stays where it was.
@Suite(.enabled(if: FFmpegTool.isPresent, "the ffmpeg command is missing"))
struct MutedSoundTests {
  let folder = try! TemporaryFolder()

  /// Hides a corner in the frames from 12 to 19: at ten frames a second from 1.2 to 2.0 seconds.
  private let rules = """
    return { frame = function(frame, plan)
      if frame.index >= 12 and frame.index < 20 then plan:hide({ x = 2, y = 2, width = 9, height = 9 }) end
    end }
    """

  /// A recording with sound: three seconds, ten frames a second.
  private func record(_ name: String, sound: String, codec: String, video: String = "-c:v libx264 -g 10") throws {
    try FFmpegTool.run(
      "-f lavfi -i testsrc2=size=64x48:rate=10:duration=3 \(sound) \(video) -pix_fmt yuv420p \(codec) \(name)",
      in: folder)
  }

  private func tone(rate: Int, seconds: Double = 3) -> String {
    "-f lavfi -i sine=frequency=1000:sample_rate=\(rate):duration=\(seconds)"
  }

  @discardableResult private func muted(
    _ input: String, to output: String, _ change: (inout RedactionRequest) -> Void = { _ in }
  ) throws -> RunSummary {
    try folder.redacted(input, to: output, rules: rules) {
      $0.sound = .muteRedacted
      change(&$0)
    }
  }

  /// The samples of a track in one channel at 48 kHz, on the pictures' clock.
  private func samples(of name: String, track: Int = 0) throws -> [Float] {
    try FFmpegTool.run(
      "-copyts -i \(name) -map 0:a:\(track) -af aresample=async=1:first_pts=0 -ac 1 -ar 48000 -f f32le sound.raw",
      in: folder)
    let bytes = try folder.read("sound.raw")
    // Four bytes for each sample.
    return unsafe bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { unsafe bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }

  private func level(_ samples: [Float], _ from: Double, _ to: Double) -> Float {
    let part = samples[min(Int(from * 48000), samples.count)..<min(Int(to * 48000), samples.count)]
    return part.isEmpty ? 0 : (part.reduce(0) { $0 + $1 * $1 } / Float(part.count)).squareRoot()
  }

  private func loudest(_ samples: [Float], _ from: Double, _ to: Double) -> Float {
    samples[Int(from * 48000)..<min(Int(to * 48000), samples.count)].reduce(0) { max($0, abs($1)) }
  }

  static let outputs = ["mp4", "mov", "webm", "mkv"]
  /// The rate of the sound, its channels and its codec, and the container.
  static let inputs: [(rate: Int, codec: String, kind: String)] = [
    (44100, "-c:a aac -ac 2", "mp4"), (48000, "-c:a libopus", "mkv"), (22050, "-c:a pcm_s16le", "mov"),
    (48000, "-c:a ac3 -ac 6", "mkv"), (44100, "-c:a libmp3lame -ac 2", "mkv"),
  ]

  @Test(arguments: inputs.indices, outputs) func `sound is silent while something is covered, and nowhere else`(
    row: Int, output: String
  ) throws {
    let (rate, codec, kind) = Self.inputs[row]
    try record("in.\(kind)", sound: tone(rate: rate), codec: codec)
    #expect(try muted("in.\(kind)", to: "out.\(output)").failed == 0)
    let before = try samples(of: "in.\(kind)"), after = try samples(of: "out.\(output)")
    // An encoder's blocks reach over the edges by some hundredths; FLAC's do not.
    let slack = output == "mkv" ? 0.0015 : 0.03
    #expect(loudest(after, 1.2 + slack, 2 - slack) < (output == "mkv" ? 0.0001 : 0.002))
    for (from, to) in [(0.1, 1.15), (2.05, 2.9)] {
      #expect(abs(level(after, from, to) / level(before, from, to) - 1) < 0.1)
    }
    // The sound is where it was: shifted by a quarter of its period it would be the opposite of itself.
    let difference = zip(before[9600..<48000], after[9600..<48000]).map { $0 - $1 }
    #expect(level(difference, 0, 0.8) < 0.3 * level(before, 0.2, 1))
    #expect(abs(before.count - after.count) < 48 * 45)
  }

  @Test(arguments: outputs) func `start and length stay`(output: String) throws {
    try record("in.mp4", sound: tone(rate: 48000, seconds: 3.5), codec: "-c:a aac")
    try muted("in.mp4", to: "out.\(output)")
    let out = try samples(of: "out.\(output)")
    // What lies behind the last frame is nobody's, and silent.
    #expect(level(out, 2.5, 2.9) > 0.05 && loudest(out, 3.04, 3.5) < 0.002)
    #expect(abs(Double(out.count) / 48000 - 3.5) < 0.045)
    if output == "mp4" || output == "mov" {
      let said = try FFmpegTool.probe(
        "-select_streams a -show_entries stream=start_time,duration", of: "out.\(output)", in: folder)
      let wanted = try FFmpegTool.probe(
        "-select_streams a -show_entries stream=start_time,duration", of: "in.mp4", in: folder)
      #expect(said == wanted)
    }
  }

  @Test(arguments: outputs) func `sound that begins late begins late`(output: String) throws {
    try record("in.mkv", sound: "-itsoffset 0.5 " + tone(rate: 48000), codec: "-c:a flac")
    try muted("in.mkv", to: "out.\(output)")
    let out = try samples(of: "out.\(output)")
    #expect(loudest(out, 0, 0.46) < 0.002 && level(out, 0.52, 1.1) > 0.05)
    #expect(loudest(out, 1.24, 1.96) < 0.002 && level(out, 2.05, 2.9) > 0.05)
  }

  @Test func `sound that begins before the pictures begins with them`() throws {
    // A beep in the first half second, which ends where the pictures begin, and one at their third.
    try record(
      "in.mkv",
      sound: "-f lavfi -i aevalsrc=0.2*sin(6283*t)*(lt(t\\,0.5)+between(t\\,1.4\\,1.5)):s=48000:d=3.5",
      codec: "-c:a flac")
    try FFmpegTool.run("-itsoffset 0.5 -i in.mkv -i in.mkv -map 0:v -map 1:a -c copy late.mkv", in: folder)
    try muted("late.mkv", to: "out.mkv")
    let out = try samples(of: "out.mkv")
    #expect(loudest(out, 0.01, 0.88) < 0.001 && level(out, 0.91, 0.99) > 0.1 && loudest(out, 1.02, 1.2) < 0.001)
  }

  @Test func `every track is silenced, with as many channels`() throws {
    let second =
      "-f lavfi -i aevalsrc=0.1*sin(6283*t)|0.2*sin(6283*t)|0.1*sin(6283*t)|0.1*sin(3000*t)|0.1*sin(6283*t)|0.1*sin(6283*t):c=5.1:s=48000:d=3"
    try record(
      "in.mkv", sound: tone(rate: 32000) + " " + second, codec: "-map 0 -map 1 -map 2 -c:a:0 pcm_s24le -c:a:1 flac")
    for output in ["mkv", "mp4"] {
      try muted("in.mkv", to: "out.\(output)")
      let said = try FFmpegTool.probe(
        "-select_streams a -show_entries stream=sample_rate,channels", of: "out.\(output)", in: folder)
      #expect(said == [["32000", "1"], ["48000", "6"]])
      for track in 0..<2 {
        let out = try samples(of: "out.\(output)", track: track)
        #expect(loudest(out, 1.23, 1.97) < 0.002 && level(out, 0.1, 1.1) > 0.05 && level(out, 2.1, 2.9) > 0.05)
      }
    }
  }

  @Test func `frames that fail are silent, too, at uneven times`() throws {
    try record(
      "in.mkv", sound: tone(rate: 48000), codec: "-c:a flac -vf setpts=(N+3*gt(N\\,10))/(10*TB) -fps_mode passthrough")
    // Frame 10 stands from 1.0 to 1.4 seconds.
    let failing = "return { frame = function(frame) if frame.index == 10 then error('no') end end }"
    let summary = try folder.redacted("in.mkv", to: "out.mkv", rules: failing) { $0.sound = .muteRedacted }
    #expect(summary.failed == 1)
    let out = try samples(of: "out.mkv")
    #expect(loudest(out, 1.0, 1.4) == 0 && level(out, 0.9, 0.98) > 0.05 && level(out, 1.42, 1.5) > 0.05)
  }

  @Test func `what is damaged is silent, and moves nothing`() throws {
    try record("whole.mkv", sound: tone(rate: 48000), codec: "-c:a flac")
    // One packet in the second half is noise, and some are missing.
    try FFmpegTool.run(
      "-i whole.mkv -c copy -bsf:a noise=amount=eq(n\\,25)*3:drop=between(n\\,4\\,6) in.mkv", in: folder)
    #expect(try muted("in.mkv", to: "out.mkv").failed == 0)
    let whole = try samples(of: "whole.mkv"), out = try samples(of: "out.mkv")
    #expect(abs(whole.count - out.count) < 48 * 2)
    // Packets have 4608 samples, which is 96 ms.
    #expect(loudest(out, 0.39, 0.67) == 0 && loudest(out, 2.405, 2.49) == 0)
    for (from, to) in [(0.1, 0.37), (0.69, 1.1), (2.1, 2.39), (2.52, 2.9)] {
      #expect(abs(level(out, from, to) / level(whole, from, to) - 1) < 0.1)
    }
  }

  @Test func `a part of a recording has its own part of the sound`() throws {
    try record("in.mp4", sound: tone(rate: 48000), codec: "-c:a aac")
    try muted("in.mp4", to: "out.mkv") {
      $0.start = 10
      $0.end = 24
    }
    let out = try samples(of: "out.mkv")
    #expect(out.count == 72000)
    #expect(level(out, 0.02, 0.19) > 0.05 && loudest(out, 0.2015, 0.9985) < 0.0001 && level(out, 1.01, 1.48) > 0.05)
  }

  @Test func `sound in a pipe is as in a file`() throws {
    try record("in.mp4", sound: tone(rate: 48000), codec: "-c:a aac")
    try muted("in.mp4", to: "file.mp4")
    try folder.drained("pipe", to: "piped.mp4") {
      try muted("in.mp4", to: "pipe") { $0.outputFormat = .mp4 }
    }
    let file = try samples(of: "file.mp4"), piped = try samples(of: "piped.mp4")
    #expect(file.count > 140_000 && zip(file, piped).allSatisfy { abs($0 - $1) < 1e-4 })
  }
}
