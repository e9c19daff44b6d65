import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimRules
import Testing

@testable import ScrimPipeline
@testable import ScrimViews
@testable import scrim

struct MessageTests {
  static let frame = FrameIdentity(index: 412, time: 13.733, name: nil)

  /// Errors of a run and their words.
  static let runs: [(error: RunError, code: ExitCode, text: String)] = [
    (
      .input(.unreadable(path: "rec", reason: "Permission denied")), .unreadable,
      "rec: Permission denied; nothing was written. INPUT is a directory of PNG files, one PNG, a quoted pattern as 'shot_*.png', a stream, or -."
    ),
    (
      .input(.gaps(path: "rec", missing: [2, 3, 6], count: 9)), .unreadable,
      "rec: 9 frames missing between the first and the last: 2, 3, 6, …; nothing was written. --gaps skip takes the frames that are there; they keep their numbers."
    ),
    (
      .input(.duplicates(path: "rec", number: 1, names: ["1.png", "01.png"])), .unreadable,
      "rec: several files have the number 1: 1.png, 01.png; nothing was written. Each number may stand once: rename or move the others."
    ),
    (
      .views(ViewsError(path: "views.jsonl", line: 3, problem: "bounds is a string")), .unreadable,
      "views.jsonl:3: bounds is a string; nothing was written. --views PATH names the view trees, `scrim help redact` the ways."
    ),
    (
      .rules(RulesError(file: "bank.lua", line: 12, problem: "unknown option 'stlye'; did you mean 'style'?")),
      .unreadable,
      "bank.lua:12: unknown option 'stlye'; did you mean 'style'?; nothing was written. `scrim check FILE` tries rules without a recording."
    ),
    (
      .output(.isInput(path: "rec")), .usage,
      "rec: the output would be written over what is read: the input, its views or rules, or what lies in the input; nothing was written. Choose another --output."
    ),
    (
      .output(.streamFailed(path: "o.y4m", reason: "No space left on device")), .outputFailed,
      "o.y4m: No space left on device; the run ended here. A stream cannot be gone on with: its file is removed, a pipe has got a part of it."
    ),
    (
      .report(.isOutput(path: "o.y4m")), .usage,
      "o.y4m: the report would be written over the output; nothing was written. --report FILE names another place."
    ),
    (
      .output(.notEmpty(path: "out")), .usage,
      "out: there are files already; nothing was written. --resume goes on with a run that was broken off, --overwrite replaces files of the same names and leaves all others."
    ),
    (
      .output(.failed(path: "out/7.png", reason: "No space left on device")), .outputFailed,
      "out/7.png: No space left on device; the run ended here; nothing was written."
    ),
    (
      .output(.noRecord(path: "out/7.png")), .usage,
      "out/7.png: there is a file already, and no record of a run that was broken off and has left it; nothing was written. --overwrite replaces files of the same names and leaves all others."
    ),
    (
      .stopped(frame, .rules(message: "bank.lua:3: no")), .failedClosed,
      "frame 412 (00:13.733): bank.lua:3: no; the run ended before this frame; nothing was written. --on-error cover hides such frames instead."
    ),
    (
      .output(.unfit(path: "o.webm", reason: "it holds no such sound; .mkv does")), .usage,
      "o.webm: it holds no such sound; .mkv does; nothing was written."
    ),
    (
      .nothingSelected(first: 0, last: 9), .unreadable,
      "no frame lies between --start and --end; the recording has frames 0 to 9. Nothing was written."
    ),
    (
      .nothingDecodable(FrameIdentity(index: 0, name: "a.png"), .undecodable(name: "a.png", reason: "cut off")),
      .unreadable,
      "frame 0 (a.png): a.png: cannot be decoded: cut off; not one frame can be decoded, and nothing was written."
    ),
    (
      .report(.failed(path: "r.jsonl", reason: "Is a directory")), .outputFailed,
      "r.jsonl: Is a directory; the report is missing or incomplete. --report FILE names another place."
    ),
  ]

  @Test(arguments: [
    ("out", "the 2 frames before that are complete and stay, and --resume goes on with the rest"),
    ("o.mp4", "nothing is left of the 2 frames before that, since one file is complete or not there"),
    ("-", "2 frames went to standard output, where the stream ends"),
  ])
  func `a write that fails promises no more than there is`(output: BytePath, words: String) {
    let extent = RunExtent(frames: 2, output: .path(output))
    #expect(
      Message(RunError.output(.failed(path: "x", reason: "no")), after: extent)
        == Message(.error, "x: no; the run ended here; \(words)."))
  }

  @Test(arguments: runs.indices) func `an error says what, where, what became of it and what to do`(row: Int) {
    let (error, code, text) = Self.runs[row]
    #expect(Message(error) == Message(.error, text))
    #expect(RedactCommand.code(for: error) == code)
  }

  @Test func `a run that broke off says what got out`() {
    let outputs: [(RedactionRequest.Output, String)] = [
      (.path("-"), "3 frames went to standard output, where the stream ends"),
      (.path("/dev/null"), "3 frames went to /dev/null, where the stream ends"),
      (.path("nowhere/o.mp4"), "nothing is left of the 3 frames before that, since one file is complete or not there"),
      (.path("nowhere/o.y4m"), "nothing is left of the 3 frames before that, since one file is complete or not there"),
      (.path("nowhere/out"), "the 3 frames before that are complete and stay"),
      (.null, "3 frames went through"),
    ]
    for (output, words) in outputs {
      let extent = RunExtent(frames: 3, output: output)
      #expect(
        Message(RunError.input(.unreadable(path: "-", reason: "Input/output error")), after: extent)?.text
          == "-: Input/output error; \(words).")
      #expect(
        Message(RunError.views(ViewsError(path: "v", problem: "x")), after: extent)?.text == "v: x; \(words).")
      #expect(
        Message(RunError.stopped(Self.frame, .masking(reason: "no")), after: extent)?.text.contains("; \(words). --on")
          == true)
      #expect(RunExtent(frames: 0, output: output).words == "nothing was written")
    }
    #expect(
      RunExtent(frames: 1, output: .path("nowhere/out")).words == "the 1 frame before it is complete and stays")
  }

  @Test func `what a video holds beside pictures and sound is told`() {
    #expect(Message.leftOut([:]) == nil)
    #expect(
      Message.leftOut(["subtitle_tracks": 2, "chapters": 1])?.text
        == "what the input holds beside pictures and sound is dropped (chapters: 1, subtitle tracks: 2).")
  }

  @Test func `views that are asked for what they cannot give are wrong usage`() {
    let error = RunError.views(ViewsError(path: "v.jsonl", problem: "there are no times", isUsage: true))
    #expect(RedactCommand.code(for: error) == .usage)
    #expect(Message(error)?.text == "v.jsonl: there are no times; nothing was written.")
  }

  @Test func `late and left out views are counted, and late ones show in the exit code`() {
    var summary = RunSummary()
    #expect(Message.lateViews(summary.views) == nil && Message.droppedViews(summary.views) == nil)
    for line in 4...12 { summary.views.countLate(line: line) }
    #expect(Message.lateViews(summary.views)?.text.contains("9 records of the views") == true)
    #expect(Message.lateViews(summary.views)?.text.contains("line 4, 5, 6, 7, 8, …") == true)
    #expect(RedactCommand.code(for: summary) == .failedClosed)
  }

  @Test func `a reader that went away is not complained about`() {
    #expect(Message(RunError.output(.closedPipe)) == nil)
    var summary = RunSummary()
    summary.readerWentAway = true
    #expect(RedactCommand.code(for: summary) == .outputFailed)
  }

  @Test func `failed frames and signals show in the exit code`() {
    var summary = RunSummary()
    summary.frames = 3
    #expect(RedactCommand.code(for: summary) == .planned)
    summary.failed = 1
    #expect(RedactCommand.code(for: summary) == .failedClosed)
    summary.interruptedBy = 15
    #expect(RedactCommand.code(for: summary) == .terminated)
  }

  @Test func `names cannot forge a line or steer a terminal`() {
    let name = BytePath("a\n\u{1B}[2Jb")
    let messages = [
      Message(RunError.input(.noFrames(path: name)))!, Message(RunError.output(.notEmpty(path: name)))!,
      Message(RunError.rules(RulesError(file: "a\n\u{1B}[2J", problem: "\r\u{202E}")))!,
      .stopped(FrameIdentity(index: 0, name: name), .masking(reason: "\u{7}"), after: .nothing),
      Message.neverMatched(["x\nscrim: all is well"])!,
    ]
    for message in messages {
      #expect(message.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(!message.text.contains("\u{202E}"))
    }
  }

  @Test func `a rule that never matched is told, unless it is a ready one`() {
    #expect(Message.neverMatched([]) == nil && Message.neverMatched(["pii hide[1]"]) == nil)
    #expect(
      Message.neverMatched(["bank.lua hide[2]", "default hide[1]"])
        == Message(
          .warning,
          "never matched a view: bank.lua hide[2]. Is a name misspelt? Where the recording has no such view, all is well."
        ))
  }

  @Test func `a view's text does not print`() {
    let secret = SensitiveText("hunter2")
    #expect(oneLine("\(secret)") == "‹7 characters›")
  }

  @Test func `times are minutes, seconds and thousandths`() {
    #expect(shownTime(13.733) == "00:13.733")
    #expect(shownTime(59.9996) == "01:00.000")
    #expect(shownTime(3723.5) == "1:02:03.500")
    #expect(shownTime(-0.5) == "-00:00.500")
    #expect(shownTime(.infinity) == "?")
    #expect(shownDuration(12.4) == "12 s" && shownDuration(185) == "3:05" && shownDuration(3723) == "1:02:03")
    #expect(shownTenths(45.66) == "45.7" && shownTenths(0) == "0.0")
  }
}
