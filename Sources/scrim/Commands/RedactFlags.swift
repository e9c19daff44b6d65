internal import ScrimCore
internal import ScrimInput
internal import ScrimOutput
internal import ScrimPipeline
internal import ScrimRules
internal import ScrimViews

extension RedactCommand {
  static let flags: [Flag<RedactOptions>] =
    inputFlags + viewsFlags + rulesFlags + outputFlags + failureFlags
    + MessageOptions.flags.map { $0.lifted(to: \.messages) }

  // MARK: Input

  private static let inputFlags: [Flag<RedactOptions>] = [
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
    Flag(
      text: FlagText(
        long: "fps", value: ValueText(metavariable: "RATE"), category: .input,
        summary: "Frames per second, where the input has no time",
        documentation: """
          A whole number, a decimal number or a fraction, taken exactly as written: 30, 29.97 (that is 2997/100), \
          30000/1001. Views and events that count in seconds need it with PNG input.
          """),
      update: { options, value throws(ValueError) in options.frameRate = try value.frameRate() }),
    Flag(
      text: FlagText(
        long: "input-format", value: ValueText(metavariable: "KIND:WxH@RATE"), category: .input,
        summary: "What a stream without any header holds",
        documentation: """
          \(RawFormat.formats.map(\.name).joined(separator: ", ")), as `rgba:1280x720@30`: frames without padding, one \
          behind the other. Everything else says itself what it is.
          """),
      update: { options, value throws(ValueError) in options.rawFormat = try value.rawFormat() }),
    Flag(
      text: FlagText(
        long: "gaps", value: .words(GapsPolicy.allCases.map(\.rawValue)), category: .input,
        summary: "What missing frame numbers mean",
        documentation: """
          In a directory whose files are numbered, `error` refuses the run and lists the first numbers that are \
          missing; `skip` takes the frames that are there, which keep their numbers. Two files with one number are \
          always an error.
          """, standard: "error"),
      update: { options, value throws(ValueError) in options.gaps = try value.choice(GapsPolicy.self) }),
    Flag(
      text: FlagText(
        long: "max-pixels", value: .number, category: .input, summary: "Largest picture that is decoded, in pixels",
        documentation: """
          Width times height. A file that announces more is not decoded, and its frame is covered: a few bytes can \
          announce a picture that fills the memory.
          """, standard: "\(InputRequest(path: "").pixelLimit)"),
      update: { options, value throws(ValueError) in options.maxPixels = try value.wholeNumber(1...Int.max) }),
  ]

  // MARK: Views

  private static let viewsFlags: [Flag<RedactOptions>] = [
    Flag(
      text: FlagText(
        long: "views", value: ValueText(metavariable: "PATH|none", completion: .filesOrWords(["none"])),
        category: .views,
        summary: "Where the view trees are",
        documentation: """
          A file for the whole recording, or a directory with one file for each frame, matched by the name's stem, by \
          the stem behind its alphabetic prefix, or by number. Left out, `views.jsonl` in the recording's directory or \
          files beside the frames are taken. No views at all is an error, not a recording without sensitive views: \
          `none` says that there are none (`./none` is a file of that name).
          """, standard: "searched for in the recording's directory"),
      update: { options, value throws(ValueError) in
        options.views = value == "none" ? .none : .path(try value.nonEmptyPath().path)
      }),
    Flag(
      text: FlagText(
        long: "views-format", value: ValueText(metavariable: "NAME", completion: .words(Catalogue.viewFormatNames)),
        category: .views, summary: "Format of the view trees",
        documentation: "One of the names that `scrim list` gives.", standard: "told from the content"),
      update: { options, value throws(ValueError) in
        options.viewsFormat = try value.word(among: Catalogue.viewFormatNames)
      }),
    Flag(
      text: FlagText(
        long: "views-scale", value: .number, category: .views, summary: "Pixels per point of the view trees",
        documentation: "Where the format does not say. 3 means that a view 10 points wide covers 30 pixels.",
        standard: "from the format, or from the picture's size"),
      update: { options, value throws(ValueError) in options.viewsScale = try value.positiveNumber() }),
  ]

  // MARK: Rules

  private static let rulesFlags: [Flag<RedactOptions>] = [
    Flag(
      text: FlagText(
        long: "rules", short: "r",
        value: ValueText(metavariable: "FILE|NAME", completion: .filesOrWords(Catalogue.readyRuleNames)),
        category: .rules,
        summary: "What is sensitive: a Lua file, or the name of ready rules",
        documentation: """
          The first is the baseline, later ones add and refine, and none lifts an earlier one's floor. `scrim list` \
          gives the names of the ready rules; `./NAME` is a file of that name.
          """, isRepeatable: true, standard: "default"),
      update: { options, value throws(ValueError) in options.rules.append(try value.nonEmptyPath().path) }),
    Flag(
      text: FlagText(
        long: "hold", value: .number, category: .rules, summary: "Keep every redaction for N frames before and after",
        documentation: """
          On top of what the rules say with `hold`. It hides what becomes sensitive in the frames before anybody said \
          so, too.
          """, standard: "0"),
      update: { options, value throws(ValueError) in options.hold = try value.wholeNumber(0...1_000_000) }),
    Flag(
      text: FlagText(
        long: "seed", value: .number, category: .rules,
        summary: "Seed of the noise style and of the rules' random numbers",
        documentation: "The same input, rules and seed give the same bytes.", standard: "0"),
      update: { options, value throws(ValueError) in options.seed = try value.seed() }),
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
          file; or `-` for standard output, which gets a Y4M stream unless --output-format names another. Videos in files \
          are decoded again before they get their names; what goes to a pipe cannot be. It may not be the input, lie in \
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
          made. The result has the bytes of an unbroken run.
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
          A line for the run, one for each frame with its status, cause and redactions, and a summary. Views are named \
          by id or path, never by text. `-` is standard output, where that does not carry the recording. With \
          --on-error stop it ends with the frame that failed.
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
        long: "rules-instructions", value: .number, category: .failures,
        summary: "Lua instructions that the rules may use for each frame",
        documentation: """
          When they are used up, the frame is covered. Loading a file may take as many, or \
          \(standardBudgets.loadInstructions) where that is more. Only the command line sets budgets, never the rules.
          """,
        standard: "\(standardBudgets.instructions)"),
      update: { options, value throws(ValueError) in
        let count = UInt64(try value.wholeNumber(1...Int.max))
        options.budgets.instructions = count
        options.budgets.loadInstructions = max(count, options.budgets.loadInstructions)
      }),
    Flag(
      text: FlagText(
        long: "rules-seconds", value: .number, category: .failures,
        summary: "Time that the rules may take for each frame",
        documentation: """
          In seconds, fractions allowed. When it is over, the frame is covered. Loading a file may take as long, or \
          \(standardBudgets.loadSeconds) where that is more. On a busy machine a short time makes the result depend on \
          the load: prefer --rules-instructions.
          """, standard: "\(standardBudgets.seconds)"),
      update: { options, value throws(ValueError) in
        let seconds = try value.positiveNumber()
        options.budgets.seconds = seconds
        options.budgets.loadSeconds = max(seconds, options.budgets.loadSeconds)
      }),
    Flag(
      text: FlagText(
        long: "rules-memory", value: ValueText(metavariable: "BYTES"), category: .failures,
        summary: "Memory that each rules file may hold",
        documentation: "With K, M or G for powers of 1024. When it is full, the frame is covered.",
        standard: "\(standardBudgets.memoryBytes >> 20)M"),
      update: { options, value throws(ValueError) in options.budgets.memoryBytes = try value.byteCount() }),
    Flag(
      text: FlagText(
        long: "jobs", short: "j", value: .number, category: .failures, summary: "Frames in work at once",
        documentation: "The result does not depend on it.", standard: "the processors that this process may use"),
      update: { options, value throws(ValueError) in options.jobs = try value.wholeNumber(1...1024) }),
  ]

  private static let standardBudgets = Budgets()
}
