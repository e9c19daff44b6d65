import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimViews
import Testing

@testable import scrim

struct ParserTests {
  /// What a command line must have, so that a test can add the flag that it is about.
  static let base: [Argument] = ["in", "--output", "out"]

  @Test func `an input and an output are enough`() throws {
    let options = try #require(try parsed(Self.base))
    #expect(options.input == "in")
    #expect(options.output == "out")
    #expect(options.rules.isEmpty && options.views == .automatic)
    #expect(options.gaps == .error && options.onError == .cover && options.existing == .refuse)
  }

  /// Every flag with a value: how it is given, and where it must arrive.
  static let values: [(flag: String, value: String, holds: @Sendable (RedactOptions) -> Bool)] = [
    ("start", "3", { $0.start == 3 }),
    ("end", "0", { $0.end == 0 }),
    ("fps", "30", { $0.frameRate == FrameRate(30) }),
    ("fps", "29.97", { $0.frameRate == FrameRate(2997, 100) }),
    ("fps", "30000/1001", { $0.frameRate == FrameRate(30000, 1001) }),
    ("fps", "0.5", { $0.frameRate == FrameRate(5, 10) }),
    (
      "input-format", "rgba:64x48@30000/1001",
      {
        $0.rawFormat
          == RawFormat(
            size: PixelSize(width: 64, height: 48), format: PixelFormat(.rgba, bitDepth: 8),
            rate: FrameRate(30000, 1001)!)
      }
    ),
    ("gaps", "skip", { $0.gaps == .skip }),
    ("max-pixels", "1000", { $0.maxPixels == 1000 }),
    ("views", "none", { $0.views == .none }),
    ("views", "./none", { $0.views == .path("./none") }),
    ("views", "views.jsonl", { $0.views == .path("views.jsonl") }),
    ("views", "fd:3", { $0.views == .descriptor(3) }),
    ("views", "/dev/fd/12", { $0.views == .descriptor(12) }),
    ("views", "-", { $0.views == .descriptor(0) }),
    ("views", "./fd:3", { $0.views == .path("./fd:3") }),
    ("views-timeout", "0.5", { $0.viewsTimeout == 0.5 }),
    ("views-offset", "1.5", { $0.viewsTiming.origin == .offset(1.5) }),
    ("views-offset", "-0.25", { $0.viewsTiming.origin == .offset(-0.25) }),
    ("views-rate", "1.00021", { $0.viewsTiming.rate == 1.00021 }),
    ("views-align", "recording.started", { $0.viewsTiming.origin == .event("recording.started", at: 0) }),
    ("views-align", "a@b@-2.5", { $0.viewsTiming.origin == .event("a@b", at: -2.5) }),
    ("views-format", "uiautomator", { $0.viewsFormat == "uiautomator" }),
    ("views-scale", "2.5", { $0.viewsScale == 2.5 }),
    ("rules", "bank.lua", { $0.rules == ["bank.lua"] }),
    ("hold", "2", { $0.hold == 2 }),
    ("seed", "18446744073709551615", { $0.seed == .max }),
    ("quality", "18", { $0.quality == 18 }),
    ("audio", "keep", { $0.sound == .keep }),
    ("audio", "mute-redacted", { $0.sound == .muteRedacted }),
    ("output-format", "webm", { $0.outputFormat == .webm }),
    ("codec", "hevc", { $0.codec == .hevc }),
    ("report", "r.jsonl", { $0.report == "r.jsonl" }),
    ("on-error", "stop", { $0.onError == .stop }),
    ("rules-instructions", "5000", { $0.budgets.instructions == 5000 }),
    ("rules-seconds", "0.25", { $0.budgets.seconds == 0.25 }),
    ("rules-memory", "64M", { $0.budgets.memoryBytes == 64 << 20 }),
    ("rules-memory", "4096", { $0.budgets.memoryBytes == 4096 }),
    ("jobs", "4", { $0.jobs == 4 }),
    ("progress", "json", { $0.messages.progress == .json }),
  ]

  @Test(arguments: values.indices) func `a value is taken behind a blank and behind an equals sign`(row: Int) throws {
    let (flag, value, holds) = Self.values[row]
    // These are of videos alone.
    let base: [Argument] = ["quality", "audio", "codec"].contains(flag) ? ["in", "--output", "out.mp4"] : Self.base
    #expect(holds(try #require(try parsed(base + [Argument("--\(flag)"), Argument(value)]))))
    #expect(holds(try #require(try parsed([Argument("--\(flag)=\(value)")] + base))))
  }

  static let switches: [(flag: String, holds: @Sendable (RedactOptions) -> Bool)] = [
    ("resume", { $0.existing == .resume }),
    ("overwrite", { $0.existing == .overwrite }),
    ("null", { $0.isNull }),
    ("dry-run", { $0.isDryRun }),
    ("quiet", { $0.messages.isQuiet }),
    ("verbose", { $0.messages.isVerbose }),
  ]

  @Test(arguments: switches.indices) func `a switch takes no value`(row: Int) throws {
    let (flag, holds) = Self.switches[row]
    #expect(!holds(try #require(try parsed(Self.base))))
    #expect(holds(try #require(try parsed(Self.base + [Argument("--\(flag)")]))))
    let text = try #require(RedactCommand.text.flags.first { $0.long == flag })
    #expect(throws: UsageError.unexpectedValue(flag: text)) { try parsed(Self.base + [Argument("--\(flag)=yes")]) }
  }

  @Test func `every flag of redact stands in one of these tables`() {
    let tested = Set(Self.values.map(\.flag) + Self.switches.map(\.flag) + ["output"])
    #expect(tested == Set(RedactCommand.flags.map(\.text.long)))
  }

  @Test func `short flags take values in three ways and can be joined`() throws {
    for arguments: [Argument] in [
      ["in", "-o", "out", "-j", "4", "-q"], ["in", "-oout", "-j4", "-q"], ["-qj=4", "-o=out", "in"],
    ] {
      let options = try #require(try parsed(arguments))
      #expect(options.output == "out" && options.jobs == 4 && options.messages.isQuiet)
    }
  }

  @Test func `rules can be given several times, in their order`() throws {
    let options = try #require(try parsed(Self.base + ["--rules", "a", "-r", "b", "--rules=c"]))
    #expect(options.rules == ["a", "b", "c"])
  }

  @Test func `a flag that takes one value refuses a second`() throws {
    let text = try #require(RedactCommand.text.flags.first { $0.long == "views" })
    #expect(throws: UsageError.givenTwice(flag: text)) { try parsed(Self.base + ["--views", "none", "--views=x"]) }
  }

  @Test func `behind two dashes everything is an operand`() throws {
    let options = try #require(try parsed(["--output=-out", "--", "-in"]))
    #expect(options.input == "-in" && options.output == "-out")
  }

  @Test func `one dash is an operand and a value`() throws {
    let options = try #require(try parsed(["-", "--output", "-"]))
    #expect(options.input == "-" && options.output == "-")
  }

  @Test func `paths keep bytes that are not UTF-8`() throws {
    let bytes: [UInt8] = [0x62, 0xff, 0x0a, 0x20]
    let options = try #require(
      try parsed([
        Argument(bytes: bytes), Argument(bytes: Array("--output=".utf8) + bytes), "--rules", Argument(bytes: bytes),
      ]))
    #expect(options.input.bytes == bytes && options.output?.bytes == bytes && options.rules.map(\.bytes) == [bytes])
  }

  @Test(arguments: [
    ("--jobs", "many"), ("--jobs", "0"), ("--jobs", "+2"), ("--hold", "1.5"), ("--start", "99999999999999999999"),
    ("--fps", "0"), ("--fps", "30/0"), ("--fps", "1e3"), ("--fps", "nan"), ("--fps", "30."), ("--fps", "30/1/1"),
    ("--gaps", "x"), ("--on-error", "ignore"), ("--progress", "Auto"), ("--views-scale", "0"), ("--views-scale", "inf"),
    ("--views-format", "xml"), ("--seed", "18446744073709551616"), ("--rules-memory", "64X"), ("--rules-memory", "0"),
    ("--rules-memory", "9999999999999G"), ("--rules-seconds", "0x1p3"), ("--rules", ""), ("--report", ""),
    ("--views", "fd:"), ("--views", "fd:-1"), ("--views", "/dev/fd/x"), ("--views", ""), ("--views-timeout", "0"),
    ("--views-offset", "1e3"), ("--views-offset", ".5"), ("--views-timeout", ".3"), ("--views-rate", "0"),
    ("--views-align", "@1"), ("--views-align", "a@"), ("--views-align", "a@b"),
  ])
  func `a wrong value is refused with what is allowed`(flag: String, value: String) throws {
    let error = #expect(throws: UsageError.self) { try parsed(Self.base + [Argument(flag), Argument(value)]) }
    guard case .wrongValue(let text, value, let allowed)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(text.name == flag && !allowed.isEmpty)
  }

  @Test func `a number below zero is a value of flags that take one, and of no others`() throws {
    #expect(try #require(try parsed(Self.base + ["--views-offset=-1"])).viewsOffset == -1)
    #expect(throws: UsageError.self) { try parsed(Self.base + ["--views-offset", "-q"]) }
    let text = try #require(RedactCommand.text.flags.first { $0.long == "hold" })
    #expect(throws: UsageError.missingValue(flag: text, found: "-1")) { try parsed(Self.base + ["--hold", "-1"]) }
  }

  @Test func `a value that looks like a flag is not swallowed`() throws {
    let text = try #require(RedactCommand.text.flags.first { $0.long == "report" })
    #expect(throws: UsageError.missingValue(flag: text, found: "--resume")) {
      try parsed(Self.base + ["--report", "--resume"])
    }
    #expect(throws: UsageError.missingValue(flag: text, found: nil)) { try parsed(Self.base + ["--report"]) }
    #expect(try #require(try parsed(Self.base + ["--report=--resume"])).report == "--resume")
  }

  @Test func `what cannot be together is refused`() {
    #expect(throws: UsageError.contradiction("--output out.mp4", "--output-format webm")) {
      try parsed(["in", "--output", "out.mp4", "--output-format", "webm"])
    }
    #expect(throws: UsageError.contradiction("--resume", "--overwrite")) {
      try parsed(Self.base + ["--overwrite", "--resume"])
    }
    #expect(throws: UsageError.contradiction("--output -", "--resume")) {
      try parsed(["in", "--output", "-", "--resume"])
    }
    #expect(throws: UsageError.contradiction("--fps", "the rate of --input-format")) {
      try parsed(["-", "--output", "out", "--fps", "10", "--input-format", "rgb24:2x2@30"])
    }
    #expect(throws: UsageError.contradiction("--quiet", "--verbose")) { try parsed(Self.base + ["-qv"]) }
    #expect(throws: UsageError.contradiction("--views-offset", "--views-align")) {
      try parsed(Self.base + ["--views-offset", "1", "--views-align", "a@1"])
    }
    #expect(throws: UsageError.contradiction("frames on standard input", "views on it")) {
      try parsed(["-", "--output", "out", "--views", "fd:0"])
    }
    #expect(throws: UsageError.reversedRange(start: 3, end: 1)) {
      try parsed(Self.base + ["--start", "3", "--end", "1"])
    }
  }

  @Test(arguments: [
    ["out.webm", "--codec", "h264"], ["out.gif", "--codec", "h264"], ["out", "--codec", "vp9"],
    ["out.gif", "--quality", "5"], ["out.mkv", "--quality", "5"], ["out.y4m", "--quality", "5"],
    ["out.mp4", "--quality", "60"], ["out.gif", "--audio", "keep"], ["out.y4m", "--audio", "mute-redacted"],
    ["out", "--audio", "keep"], ["-", "--audio", "keep"], ["out.bin", "--output-format", "gif", "--quality", "0"],
  ])
  func `what the output cannot do is refused before anything is opened`(arguments: [String]) throws {
    let arguments = arguments.map { Argument($0) }
    let error = #expect(throws: UsageError.self) { try parsed(["in", "--output"] + arguments) }
    guard case .unsuitable? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    // Without pictures there is nothing that could not be done.
    #expect(try parsed(["in", "--dry-run", "--output"] + arguments) != nil)
  }

  @Test(arguments: [
    ["out.mkv", "--codec", "h264", "--quality", "5"], ["out.webm", "--quality", "63"], ["out.mov", "--audio", "keep"],
    ["-", "--output-format", "mp4", "--audio", "keep"],
  ])
  func `what the output can do is taken`(arguments: [String]) throws {
    #expect(try parsed(["in", "--output"] + arguments.map { Argument($0) }) != nil)
  }

  @Test func `no directory gets the name of a video or picture that is not written`() throws {
    for name in ["film.avi", "film.MPG", "film.m4v", "a/b.ts", "f.flv", "f.wmv", "f.ogv", "f.webp", "f.apng", "f.jpg"] {
      #expect(throws: UsageError.unknownMedia(name)) { try parsed(["in", "--output", Argument(name)]) }
      #expect(try parsed(["in", "--output", Argument(name + "/")]) != nil)
      #expect(try parsed(["in", "--output", Argument(name), "--output-format", "mp4"]) != nil)
    }
    #expect(try parsed(["in", "--output", "v1.2"]) != nil)
  }

  @Test func `what is missing or too much is refused`() throws {
    #expect(throws: UsageError.missingOperand("INPUT")) { try parsed(["--output", "out"]) }
    #expect(throws: UsageError.emptyOperand("INPUT")) { try parsed(["", "--output", "out"]) }
    #expect(throws: UsageError.surplusOperand("more", taken: "in")) { try parsed(Self.base + ["more"]) }
    #expect(throws: UsageError.missingFlag("--output PATH", unless: "--null and --dry-run")) { try parsed(["in"]) }
    #expect(try #require(try parsed(["in", "--null"])).isNull)
    #expect(try #require(try parsed(["in", "--dry-run"])).isDryRun)
  }

  @Test func `an unknown flag names the nearest one`() {
    #expect(throws: UsageError.unknownFlag("--rulez", nearest: "--rules")) { try parsed(Self.base + ["--rulez", "x"]) }
    #expect(throws: UsageError.unknownFlag("--zebra", nearest: nil)) { try parsed(Self.base + ["--zebra=1"]) }
    #expect(throws: UsageError.unknownFlag("-x", nearest: nil)) { try parsed(Self.base + ["-x"]) }
  }

  @Test func `help is given before anything is complained about`() throws {
    for arguments: [Argument] in [["--help"], ["in", "-h"]] {
      let options = try parsed(arguments)
      #expect(options == nil)
    }
  }
}
