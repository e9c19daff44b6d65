import ScrimCore
import ScrimPipeline
import ScrimTestSupport
import ScrimVerify
import Testing

/// What a container has beside its pictures. The output is put together once more by the `ffmpeg` command, without encoding.
@Suite(.enabled(if: FFmpegTool.isPresent, "the ffmpeg command is missing"))
struct VideoRideAlongTests {
  /// The container, what is put in, and what is said of it.
  static let additions: [(output: String, arguments: String, said: String)] = [
    ("out.mp4", "-metadata title=x", "tags"), ("out.mp4", "-metadata:s:v:0 handler_name=x", "tags"),
    ("out.mp4", "-metadata creation_time=2026-01-01T00:00:00", "tags"), ("out.mkv", "-metadata comment=x", "tags"),
    ("out.mkv", "-metadata:s:v:0 title=x", "tags"), ("out.webm", "-metadata title=x", "tags"),
    ("out.mp4", "-map 1:s -c:s mov_text", "subtitles"), ("out.mkv", "-map 1:s -c:s srt", "subtitles"),
    ("out.mkv", "-map_chapters 2", "chapters"), ("out.mp4", "-map_chapters 2", "chapters"),
    ("out.mkv", "-attach note.txt -metadata:s:t mimetype=text/plain", "attachments"),
    ("out.mp4", "-map 3:v -c:v:1 png -disposition:v:1 attached_pic", "cover art"),
    ("out.mkv", "-map 0:v", "other pictures"), ("out.mp4", "-map 4:a -c:a aac", "sound"),
    ("out.mp4", "-bsf:v:0 h264_metadata=sei_user_data=086f3693b7b34f2c965321492feee5b8+hello", "supplemental"),
    ("out.gif", "-f gif", ""),
  ]

  @Test(arguments: additions.indices) func `everything beside the pictures is found`(row: Int) throws {
    let (output, arguments, said) = Self.additions[row]
    let run = try Screen(count: 3).run(to: output, rules: Screen.oneMask)
    let folder = run.folder, kind = String(output.split(separator: ".")[1])
    try folder.write("note.txt", Array("x".utf8))
    try folder.write("sub.srt", Array("1\n00:00:00,000 --> 00:00:01,000\nx\n".utf8))
    try folder.write(
      "chapters.txt", Array(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=1\ntitle=x\n".utf8))
    try folder.write("cover.png", SolidCase(seed: 1).original.bytes)
    try FFmpegTool.run(
      """
      -i \(output) -i sub.srt -i chapters.txt -i cover.png -f lavfi -t 0.1 -i sine -map 0:v -c copy \
      -map_chapters -1 -fflags +bitexact \(arguments) more.\(kind)
      """, in: folder)
    let found = try run.findings(of: try folder.read("more.\(kind)"))
    if said.isEmpty {
      #expect(found == [])
    } else {
      #expect(found.says(said), "\(found)")
    }
  }

  @Test func `sound is there where the report has it, and only there`() throws {
    let screen = Screen(count: 3)
    let first = try screen.run(to: "plain.mp4", rules: "return {}")
    try FFmpegTool.run("-i plain.mp4 -f lavfi -t 0.1 -i sine -c:v copy -c:a aac sound.mp4", in: first.folder)
    let video = try first.folder.read("sound.mp4")
    for sound in [RedactionRequest.SoundPolicy.keep, .muteRedacted, .drop] {
      let run = try VerifiedRun(
        [("v.mp4", video)], size: Screen.size, rules: Screen.oneMask, input: "in/v.mp4", output: "out.mp4"
      ) { $0.sound = sound }
      #expect(try run.verified().findings == [])
      if sound != .drop {
        let said = #""sound":"\#(sound.rawValue)""#
        #expect(try run.findings(report: said, becomes: #""sound":"drop""#).says("sound"))
        #expect(try run.findings(report: said, becomes: #""voice":"drop""#) == [])
      }
    }
  }

  @Test(arguments: ["out.mp4", "out.mov", "out.mkv", "out.webm", "out.gif"])
  func `bytes that no player looks at are found`(output: String) throws {
    let run = try Screen(count: 3).run(to: output, rules: Screen.oneMask)
    let isISO = output == "out.mp4" || output == "out.mov"
    #expect(try run.verified().findings == [])
    var tails = ["tail of the file"]
    if isISO { tails += ["\0\0\0\u{10}uuidsecret!!", "\0\0\0\u{10}freesecret!!", "\0\0\0\u{10}mdatsecret!!"] }
    if output == "out.mkv" || output == "out.webm" { tails += ["\u{6c}\u{4}text"] }
    for tail in tails {
      #expect(try !run.findings(changing: output) { $0 + Array(tail.utf8) }.isEmpty, "\(tail)")
    }
    if output == "out.gif" {
      let comment: [UInt8] = [0x21, 0xFE, 5] + Array("hello".utf8) + [0]
      #expect(try run.findings(changing: output) { $0.dropLast() + comment + [0x3B] }.says("extension"))
    }
  }
}
