internal import ScrimCore
internal import ScrimInput
internal import ScrimRules
internal import ScrimViews

/// The flags that say what a recording is and what decides over it: the same for every command that takes one.
enum RecordingFlags {
  static let all = input + views + rules + budgets

  // MARK: Input

  private static let input: [Flag<RedactOptions>] = [
    Flag(
      text: FlagText(
        long: "fps", value: ValueText(metavariable: "RATE"), category: .input,
        summary: "Frames per second, where the input has no time",
        documentation: """
          A whole number, a decimal number or a fraction, taken exactly as written: 30, 29.97 (that is 2997/100), \
          30000/1001. Views and events that count in seconds need it with PNG input. An input \
          with times of its own is refused beside another rate.
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

  private static let views: [Flag<RedactOptions>] = [
    Flag(
      text: FlagText(
        long: "views", value: ValueText(metavariable: "PATH|fd:N|none", completion: .filesOrWords(["none"])),
        category: .views,
        summary: "Where the view trees are",
        documentation: """
          A file for the whole recording, or a directory with one file for each frame, matched by the name's stem, by \
          the stem behind its alphabetic prefix, or by number. Left out, `views.jsonl` in the recording's directory or \
          files beside the frames are taken. No views at all is an error, not a recording without sensitive views: \
          `none` says that there are none (`./none` is a file of that name). A pipe by its name, an open descriptor \
          (`fd:3`) or `-` for standard input brings `views.jsonl` while the frames come: each frame waits for what it \
          needs, see --views-timeout.
          """, standard: "searched for in the recording's directory"),
      update: { options, value throws(ValueError) in options.views = try value.viewsLocation() }),
    Flag(
      text: FlagText(
        long: "views-timeout", value: ValueText(metavariable: "SECONDS"), category: .views,
        summary: "How long a frame waits for its views in a stream",
        documentation: """
          Counted from when the frame was read. A frame whose views do not come in time is covered; while nothing comes \
          at all, the frames behind it do not wait. Views of files do not have to be waited for.
          """, standard: "\(shownTenths(ViewsRequest.standardTimeout))"),
      update: { options, value throws(ValueError) in options.viewsTimeout = try value.positiveNumber() }),
    Flag(
      text: FlagText(
        long: "views-offset", value: ValueText(metavariable: "SECONDS", takesSign: true), category: .views,
        summary: "What is added to times of the views",
        documentation: """
          Time in the views + offset = time of the recording, which counts from the first frame that is shown. With 0.25, \
          views that say 1.0 are those of the picture at 1.25. It may be below 0: the clock of the views began earlier. \
          Views that count frames have no times to be moved.
          """, standard: "0"),
      update: { options, value throws(ValueError) in options.viewsOffset = try value.signedNumber() }),
    Flag(
      text: FlagText(
        long: "views-rate", value: ValueText(metavariable: "FACTOR"), category: .views,
        summary: "Seconds of the recording for each second of the views",
        documentation: """
          For clocks that drift: 1.00021 where the recording counts 1000.21 seconds while the views count 1000. Times \
          are multiplied by it before --views-offset is added.
          """, standard: "1"),
      update: { options, value throws(ValueError) in options.viewsRate = try value.positiveNumber() }),
    Flag(
      text: FlagText(
        long: "views-align", value: ValueText(metavariable: "EVENT[@SECONDS]"), category: .views,
        summary: "An event of the views whose time in the recording is known",
        documentation: """
          In place of --views-offset: the first event of this name happens at that time of the recording. \
          `recording.started@0` puts it at the first frame. In a stream of views, frames wait until it has come.
          """, standard: "0 seconds, where only the event is given"),
      update: { options, value throws(ValueError) in options.viewsAlign = try value.namedTime() }),
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

  private static let rules: [Flag<RedactOptions>] = [
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

  // MARK: Limits of the rules

  private static let budgets: [Flag<RedactOptions>] = [
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
  ]

  private static let standardBudgets = Budgets()
}
