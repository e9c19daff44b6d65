import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// A canary in every place of a video file that is not a picture: none of them is in the output.
@Suite(.enabled(if: FFmpegTool.isPresent, "the ffmpeg command is missing"))
struct NothingRidesAlongTests {
  let folder = try! TemporaryFolder()
  private let canary = "CANARY49291234"

  /// The recording's kind, its codecs, and the places that its container has beside tags and chapters.
  static let kinds: [(name: String, codecs: String, places: String)] = [
    ("mp4", "-c:v libx264 -c:a aac -c:s mov_text", "-map 2:v -disposition:v:1 attached_pic -map 3:s"),
    ("mov", "-c:v libx264 -c:a aac -c:s mov_text", "-map 3:s -timecode 01:00:00:00"),
    ("mkv", "-c:v libx264 -c:a aac -c:s srt", "-map 3:s -attach note.txt -metadata:s:t mimetype=text/plain"),
    ("webm", "-c:v libvpx -c:a libopus -c:s webvtt", "-map 3:s"),
    ("ts", "-c:v libx264 -c:a aac", "-program title=CANARY49291234:st=0:st=1"),
  ]

  @Test(arguments: kinds.indices, ["drop", "keep", "mute-redacted"]) func `no canary comes through`(
    row: Int, sound: String
  ) throws {
    let (kind, codecs, places) = Self.kinds[row]
    try makeRecording(kind, codecs: codecs, places: places)
    let before = try folder.read("in.\(kind)")
    #expect(occurrences(in: before) > (kind == "ts" ? 1 : 4))
    let out = kind == "ts" ? "out.mp4" : "out.\(kind)"
    let summary = try folder.redacted("in.\(kind)", to: out) { $0.sound = try! #require(.init(rawValue: sound)) }
    #expect(summary.failed == 0 && summary.frames == 10)
    try expectClean(out, hasSound: sound != "drop")
  }

  @Test(arguments: OutputFormat.allCases.filter { $0 != .png }, VideoCodec.allCases)
  func `no canary comes through into any output`(format: OutputFormat, codec: VideoCodec) throws {
    // What has no choice of codecs is looked at once.
    let codecs = format.container?.codecs ?? []
    guard codecs.contains(codec) || (codecs.isEmpty && codec == .h264) else { return }
    try makeRecording("mkv", codecs: Self.kinds[2].codecs, places: Self.kinds[2].places)
    for (output, isPipe) in [("out.\(format)", false), ("piped", true)] {
      let hasSound = format.container?.codecs.isEmpty == false
      func run(_ place: String) throws {
        try folder.redacted("in.mkv", to: place) {
          $0.outputFormat = format
          $0.codec = codecs.isEmpty ? nil : codec
          $0.sound = hasSound ? .muteRedacted : .drop
        }
      }
      if isPipe { try folder.drained("pipe", to: output) { try run("pipe") } } else { try run(output) }
      try expectClean(output, hasSound: hasSound)
    }
  }

  private func expectClean(_ name: String, hasSound: Bool) throws {
    let after = try folder.read(name)
    #expect(occurrences(in: after) == 0)
    // Names and versions of the programs that wrote it: of no use to a player.
    for word in ["Lavc", "x264", "x265", "creation_time", "hapter", "libopus", "reference libFLAC"] {
      #expect(count(word, in: after) == 0, "\(word)")
    }
    let source = try openInput(InputRequest(path: folder.file(name)))
    #expect((source.sound != nil) == hasSound)
    let kinds = try FFmpegTool.probe("-show_entries stream=codec_type", of: name, in: folder).map { $0[0] }
    #expect(kinds == (hasSound ? ["video", "audio"] : ["video"]))
    #expect(try FFmpegTool.probe("-show_chapters", of: name, in: folder).isEmpty)
  }

  @Test func `what a container holds beside pictures and sound is counted`() throws {
    try makeRecording("mkv", codecs: Self.kinds[2].codecs, places: Self.kinds[2].places + " -map 0:v -map 2:v")
    let all = ["video_tracks": 2, "subtitle_tracks": 1, "attachments": 1, "chapters": 1]
    #expect(try folder.redacted("in.mkv", to: "out.mkv").dropped == all)
    #expect(try folder.redacted("in.mkv", to: "-") { $0.output = .dryRun }.dropped.isEmpty)
    // An MP4 keeps its chapters in a track, too.
    try makeRecording("mp4", codecs: Self.kinds[0].codecs, places: Self.kinds[0].places)
    let counts = try folder.redacted("in.mp4", to: "out.mp4").dropped
    #expect(counts == ["subtitle_tracks": 1, "data_tracks": 1, "chapters": 1])
    try FFmpegTool.run(
      "-i in.y4m -i cover.png -map 0 -map 1 -disposition:v:1 attached_pic -c:v libx264 -c:v:1 png cover.mp4", in: folder
    )
    #expect(try folder.redacted("cover.mp4", to: "plain.mp4").dropped == ["cover_art": 1])
    #expect(try folder.redacted("out.mp4", to: "again.mp4").dropped.isEmpty)
  }

  @Test func `what stands in other boxes, and behind the last one of a file, is left behind`() throws {
    try makeRecording("mp4", codecs: Self.kinds[0].codecs, places: "")
    var bytes = try folder.read("in.mp4")
    // Boxes that players pass over, one for the extension of others with XMP's identifier, and bytes that are no box.
    let xmp: [UInt8] = [0xbe, 0x7a, 0xcf, 0xcb, 0x97, 0xa9, 0x42, 0xe8, 0x9c, 0x71, 0x99, 0x94, 0x91, 0xe3, 0xaf, 0xac]
    for (type, start) in [
      ("uuid", xmp), ("free", []), ("skip", []), ("udta", []), ("meta", [0, 0, 0, 0]), ("mdat", []),
    ] {
      let body = start + canary.utf8
      bytes += [0, 0, 0, UInt8(8 + body.count)] + Array(type.utf8) + body
    }
    bytes += Array(canary.utf8)
    try folder.write("in.mp4", bytes)
    let summary = try folder.redacted("in.mp4", to: "out.mp4")
    #expect(summary.frames >= 10)
    #expect(occurrences(in: try folder.read("out.mp4")) == 0)
  }

  private func makeRecording(_ kind: String, codecs: String, places: String) throws {
    try folder.write("in.y4m", Clip(frames: 10).bytes)
    try folder.write("cover.png", grayPNG(width: 16, height: 16, value: 9))
    try folder.write("note.txt", Array(canary.utf8))
    try folder.write("sub.srt", Array("1\n00:00:00,000 --> 00:00:01,000\n\(canary)\n".utf8))
    try folder.write(
      "chapters.txt",
      Array(";FFMETADATA1\ntitle=\(canary)\n[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=9\ntitle=\(canary)\n".utf8))
    let tags = ["title", "artist", "comment", "location", "com.example.key"].map { "-metadata \($0)=\(canary)" }
    // Supplemental information in the codec's own stream: a UUID and text.
    let inCodec =
      codecs.contains("264") ? "-bsf:v:0 h264_metadata=sei_user_data=086f3693b7b34f2c965321492feee5b8+\(canary)" : ""
    try FFmpegTool.run(
      """
      -i in.y4m -f lavfi -i sine=duration=0.5 -i cover.png -i sub.srt -i chapters.txt -map 0:v -map 1:a \(places) \
      \(codecs) -c:v:1 png \(inCodec) -map_metadata 4 -map_chapters 4 \(tags.joined(separator: " ")) \
      -metadata:s:v:0 handler_name=\(canary) -metadata:s:v:0 title=\(canary) -metadata:s:a:0 title=\(canary) \
      -metadata:s:a:0 handler_name=\(canary) -metadata:s:v:0 encoder=\(canary) -metadata:s:a:0 language=qaa \
      -metadata service_name=\(canary) -metadata service_provider=\(canary) \
      -movflags use_metadata_tags -strict -2 in.\(kind)
      """, in: folder)
  }

  private func occurrences(in bytes: [UInt8]) -> Int { count(canary, in: bytes) }

  private func count(_ word: String, in bytes: [UInt8]) -> Int {
    let word = Array(word.utf8)
    return bytes.indices.count { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
  }
}
