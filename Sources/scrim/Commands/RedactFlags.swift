internal import ScrimCore
internal import ScrimInput
internal import ScrimOutput
internal import ScrimPipeline

extension RedactCommand {
  static let flags: [Flag<RedactOptions>] =
    selectionFlags + RecordingFlags.all + outputFlags + failureFlags
    + MessageOptions.flags.map { $0.lifted(to: \.messages) }

  // MARK: Which frames

  private static let selectionFlags: [Flag<RedactOptions>] = [
    Flag(
      text: FlagText(
        long: "start", value: .number, category: .input, summary: "First frame to be written",
        documentation: """
          A frame's number as messages and the report give it: the number in the file's name where a directory is \
          numbered, elsewhere its place, from 0. Frames before it are still looked at as far as the rules need them, \
          but not written.
          """, standard: "the first"),
      update: { options, value throws(ValueError) in options.start = try value.wholeNumber(0...Int.max) }),
    Flag(
      text: FlagText(
        long: "end", value: .number, category: .input, summary: "Last frame to be written, itself included",
        documentation: "`--start 5 --end 5` is one frame. An end before the start is an error.", standard: "the last"),
      update: { options, value throws(ValueError) in options.end = try value.wholeNumber(0...Int.max) }),
  ]

  // MARK: Output

  private static let outputFlags: [Flag<RedactOptions>] = [
    Flag(
      text: FlagText(
        long: "output", short: "o", value: ValueText(metavariable: "PATH", completion: .files), category: .output,
        summary: "Where the redacted recording goes",
        documentation: """
          A directory, which is made where it is missing and gets a PNG file for each frame, of the input's names; an \
          .mp4 or .mov (H.264), .webm (VP9), .mkv (FFV1, lossless) or .gif file, which pictures need --fps for; a .y4m \
          file; or `-` for standard output, which gets a Y4M stream unless --output-format names another. Endings of other \
          media are refused; with a slash behind it, any path is a directory. Videos in files are decoded again before they get their names; what goes to a pipe cannot be. It may not be the input, lie in \
          it, or be a link to it. What is there already is refused, but for an empty directory, unless --resume or \
          --overwrite says what becomes of it. A path that begins with a dash is written --output=-PATH.
          """),
      update: { options, value throws(ValueError) in options.output = try value.nonEmptyPath().path }),
    Flag(
      text: FlagText(
        long: "output-format", value: .words(OutputFormat.allCases.map(\.rawValue)), category: .output,
        summary: "What the output holds, where its name does not say",
        documentation: """
          For standard output, pipes, and paths with other endings. In a pipe, `png` is PNG files one behind the other, \
          `mp4` and `mov` come in fragments. `y4m` has a rate and one size: pictures need --fps for it, and red, green \
          and blue become luma and chroma in 4:4:4. With an ending that says something else it is an error.
          """, standard: "the path's ending; y4m for -, else a directory of PNG files"),
      update: { options, value throws(ValueError) in options.outputFormat = try value.choice(OutputFormat.self) }),
    Flag(
      text: FlagText(
        long: "codec", value: .words(VideoCodec.allCases.map(\.rawValue)), category: .output,
        summary: "How the pictures of a video are encoded",
        documentation: """
          `h264` or `hevc` for .mp4 and .mov, all of them for .mkv, `vp9` for .webm. HEVC holds 12 bits, too, and takes \
          several times as long as H.264.
          """, standard: "h264 for .mp4 and .mov, vp9 for .webm, ffv1 for .mkv"),
      update: { options, value throws(ValueError) in options.codec = try value.choice(VideoCodec.self) }),
    Flag(
      text: FlagText(
        long: "resume", category: .output, summary: "Go on with a run that was broken off",
        documentation: """
          Files that an earlier run with the same input, views, rules and options has finished are kept, all others are \
          made. The result has the bytes of an unbroken run. A file that no such run has left is refused, and so is an \
          output that is one file and is there: it is complete.
          """),
      update: { options, _ in options.resumes = true }),
    Flag(
      text: FlagText(
        long: "overwrite", category: .output, summary: "Replace files of the same names in the output",
        documentation: "Other files in the output stay as they are. Each file is replaced whole, at one instant."),
      update: { options, _ in options.overwrites = true }),
    Flag(
      text: FlagText(
        long: "quality", value: .number, category: .output, summary: "Quality of a lossy video, 0 for lossless",
        documentation: """
          The encoder's constant rate factor: up to 51 for H.264 and HEVC, up to 63 for VP9; more is smaller and worse. \
          Outputs that lose nothing, and GIF, take none.
          """, standard: "12"),
      update: { options, value throws(ValueError) in options.quality = try value.wholeNumber(0...63) }),
    Flag(
      text: FlagText(
        long: "audio", value: .words(RedactionRequest.SoundPolicy.allCases.map(\.rawValue)), category: .output,
        summary: "What becomes of the input's sound",
        documentation: """
          Masks hide nothing that can be heard: `drop` leaves the sound out, `keep` copies it as it is into a video, \
          without its tags. `mute-redacted` encodes it afresh, with silence from each frame in which anything was \
          covered to the next one, behind the last frame, and where it is damaged: AAC in .mp4 and .mov, Opus in .webm, \
          FLAC in .mkv. What is said of a secret while it is not on the screen is still heard.
          """, standard: "drop"),
      update: { options, value throws(ValueError) in
        options.sound = try value.choice(RedactionRequest.SoundPolicy.self)
      }),
    Flag(
      text: FlagText(
        long: "report", value: ValueText(metavariable: "FILE", completion: .files), category: .output,
        summary: "Write what was done to each frame, as JSON Lines",
        documentation: """
          A line for the run, one for each frame with its status, cause and redactions, and a summary, which also \
          counts what stood in PNG files beside the pixels, or in a video beside pictures and sound, and did not come \
          out. Views are named by id or path, never \
          by text. `-` is standard output, where that does not carry the recording. With --on-error stop it ends with \
          the frame that failed.
          """),
      update: { options, value throws(ValueError) in options.report = try value.nonEmptyPath().path }),
    Flag(
      text: FlagText(
        long: "null", category: .output, summary: "Do all the work, write no picture",
        documentation: "For measuring, and for trying rules. --report is still written."),
      update: { options, _ in options.isNull = true }),
    Flag(
      text: FlagText(
        long: "dry-run", category: .output, summary: "Decide and report, touch no pixel",
        documentation: "Faster than --null, and finds every error of the rules. --report is still written."),
      update: { options, _ in options.isDryRun = true }),
  ]

  // MARK: Failures and limits

  private static let failureFlags: [Flag<RedactOptions>] = [
    Flag(
      text: FlagText(
        long: "on-error", value: .words(RedactionRequest.ErrorPolicy.allCases.map(\.rawValue)), category: .failures,
        summary: "What becomes of a frame that fails",
        documentation: """
          `cover` hides it whole and goes on; `stop` ends the run before it. Either way the exit code is 1. There is no \
          way to let it pass.
          """, standard: "cover"),
      update: { options, value throws(ValueError) in
        options.onError = try value.choice(RedactionRequest.ErrorPolicy.self)
      }),
    Flag(
      text: FlagText(
        long: "jobs", short: "j", value: .number, category: .failures, summary: "Frames in work at once",
        documentation: "The result does not depend on it.", standard: "the processors that this process may use"),
      update: { options, value throws(ValueError) in options.jobs = try value.wholeNumber(1...1024) }),
  ]
}
