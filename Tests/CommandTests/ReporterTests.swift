import FoundationEssentials
import ScrimCore
import ScrimInput
import ScrimRules
import ScrimViews
import Testing

@testable import ScrimPipeline
@testable import scrim

struct ReporterTests {
  /// Reports a run of frames to a reporter in memory; each frame takes `step` seconds.
  private func report(
    _ plans: [Plan], total: Int? = nil, columns: Int? = nil, step: Double = 0,
    _ change: (inout RedactOptions) -> Void = { _ in }
  ) -> String {
    let test = TestSurroundings(columns: columns)
    var options = RedactOptions()
    options.output = "out"
    change(&options)
    let reporter = RunReporter(options: options, surroundings: test.surroundings)
    reporter.began(total: total ?? plans.count)
    var summary = RunSummary()
    for (index, plan) in plans.enumerated() {
      test.clock.advance(by: step)
      let identity = FrameIdentity(index: index, time: index == 412 ? 13.733 : nil)
      let outcome = FrameOutcome(identity: identity, plan: plan)
      summary.count(outcome)
      reporter.finished(outcome)
    }
    reporter.ended(summary, code: RedactCommand.code(for: summary))
    return test.messages.text
  }

  private static let size = PixelSize(width: 4, height: 4)
  private static let untouched = Plan(size: size, scale: 1)

  private static func failed(_ cause: FailureCause) -> Plan {
    .covered(size: size, scale: 1, failures: [cause])
  }

  @Test func `a failed frame says what, where, what became of it and what to do`() {
    var plans = Array(repeating: Self.untouched, count: 900)
    plans[412] = Self.failed(.rules(message: "bank.lua:27: attempt to index a nil value (field 'parent')"))
    #expect(
      report(plans) == """
        scrim: frame 412 (00:13.733): bank.lua:27: attempt to index a nil value (field 'parent'); frame covered (1 of 900). --on-error stop ends the run instead.
        scrim: 900 frames, 899 untouched, 1 failed and covered; written to out

        """)
  }

  @Test func `beyond ten failures the rest is counted`() {
    let text = report(Array(repeating: Self.failed(.undecodable(reason: "cut off")), count: 25))
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.contains("cannot be decoded: cut off") } == 10)
    #expect(lines.count { $0.contains("--on-error stop") } == 1)
    #expect(lines[10] == "scrim: 15 more frames failed and are covered; --report FILE tells the cause of each.")
    #expect(lines.count == 12)
  }

  @Test func `quiet prints nothing of a clean run, and failures of another`() {
    #expect(report([Self.untouched, Self.untouched]) { $0.messages.isQuiet = true } == "")
    let text = report([Self.untouched, Self.failed(.budget(message: "b.lua: out of memory"))]) {
      $0.messages.isQuiet = true
    }
    #expect(text.split(separator: "\n").count == 1 && text.contains("--rules-memory"))
  }

  @Test func `verbose prints a line for each frame`() {
    let text = report([Self.untouched, Self.untouched]) { $0.messages.isVerbose = true }
    #expect(text.hasPrefix("scrim: frame 0: untouched\nscrim: frame 1: untouched\n"))
  }

  @Test(arguments: [ProgressMode.auto, .plain]) func `away from a terminal lines are sparse and plain`(
    mode: ProgressMode
  ) {
    // 200 frames of one second: a tenth is 20 frames.
    let text = report(Array(repeating: Self.untouched, count: 200), step: 1) { $0.messages.progress = mode }
    let lines = text.split(separator: "\n")
    #expect(lines.first == "scrim: 20/200 frames  10.0 %  1.0/s  3:00 left")
    #expect(lines.count == 10, "nine lines of progress and the summary")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test func `a short run has no lines of progress`() {
    #expect(report(Array(repeating: Self.untouched, count: 200), step: 0.01).split(separator: "\n").count == 1)
  }

  @Test func `without a known end a line comes each minute`() {
    let test = TestSurroundings()
    let reporter = RunReporter(options: RedactOptions(), surroundings: test.surroundings)
    reporter.began(total: nil)
    for index in 0..<150 {
      test.clock.advance(by: 1)
      reporter.finished(FrameOutcome(identity: FrameIdentity(index: index), plan: Self.untouched))
    }
    #expect(test.messages.text == "scrim: 60 frames  1.0/s\nscrim: 120 frames  1.0/s\n")
  }

  @Test func `a terminal's bar is redrawn at most ten times a second and leaves nothing behind`() {
    let text = report(Array(repeating: Self.untouched, count: 1000), columns: 80, step: 0.001)
    let clears = text.components(separatedBy: ProgressBar.clear).count - 1
    #expect((8...12).contains(clears), "redrawn \(clears) times in a second")
    let last = text.components(separatedBy: ProgressBar.clear).last
    #expect(last == "scrim: 1000 frames, 1000 untouched; written to out\n")
  }

  @Test func `a message above the bar stands on a line of its own`() {
    let text = report([Self.untouched, Self.failed(.undecodable(reason: "x"))], columns: 80)
    #expect(text.contains("\(ProgressBar.clear)scrim: frame 1: cannot be decoded: x; frame covered (1 of 2)"))
  }

  @Test(arguments: [1, 20, 40, 60, 80, 300]) func `the bar never wraps`(columns: Int) {
    let progress = RunProgress(done: 412, total: 900, failed: 3, elapsed: 10)
    #expect(ProgressBar.line(progress, columns: columns).count < max(columns, 1))
  }

  @Test func `every line of JSON is an object with an event`() throws {
    var plans = Array(repeating: Self.untouched, count: 20)
    plans[3] = Self.failed(.rules(message: "a.lua:1: \"quoted\" \u{1B}"))
    let text = report(plans, step: 0.3) { $0.messages.progress = .json }
    let objects = try text.split(separator: "\n").map {
      try JSONDecoder().decode([String: JSONScalar].self, from: Data($0.utf8))
    }
    #expect(objects.first == ["event": .text("began"), "total": .number(20)])
    #expect(objects.contains { $0["event"] == .text("progress") && $0["done"] == .number(10) })
    #expect(objects.contains { $0["event"] == .text("message") && $0["level"] == .text("error") })
    let last = try #require(objects.last)
    #expect(last["event"] == .text("summary") && last["failed"] == .number(1) && last["exit"] == .number(1))
  }

  @Test func `off shows messages and no progress`() {
    let text = report(Array(repeating: Self.untouched, count: 200), columns: 80, step: 1) {
      $0.messages.progress = .off
    }
    #expect(text == "scrim: 200 frames, 200 untouched; written to out\n")
  }

  @Test func `what rules print stands on one line, and not when it is to be quiet`() {
    for (isQuiet, wanted) in [(false, "scrim: HELLO\\n\\u{1B}[0m\n"), (true, "")] {
      let test = TestSurroundings()
      var options = RedactOptions()
      options.messages.isQuiet = isQuiet
      RunReporter(options: options, surroundings: test.surroundings).logged("HELLO\n\u{1B}[0m")
      #expect(test.messages.text == wanted)
    }
  }

  @Test func `an interrupted run says how far it came`() {
    let test = TestSurroundings()
    var options = RedactOptions()
    options.output = "out"
    let reporter = RunReporter(options: options, surroundings: test.surroundings)
    reporter.began(total: 9)
    var summary = RunSummary()
    summary.frames = 2
    summary.untouched = 2
    summary.interruptedBy = 2
    summary.matches = [RuleMatches(rule: "bank.lua hide[2]", frames: 0)]
    reporter.ended(summary, code: .interrupted)
    #expect(
      test.messages.text.hasSuffix(
        "scrim: interrupted after 2 of 9 frames; the 2 frames before that are complete and stay, and --resume goes on with the rest.\n"
      ))
  }
}
