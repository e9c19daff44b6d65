import ScrimCore

/// What a spec may ask: frames, plans, and whether they are as expected.
///
/// A view is known to Lua by its frame's place and its own place in the frame, in one number.
final class SpecHost: HostCalls {
  /// Why a test fails, in safe words, and what to look at.
  struct Refusal {
    var message: String
    var details: [String]
  }

  private let file: RulesFile
  private let stages: any SpecStages
  private let output: LogOutput
  private let source: RulesSource
  private var modules: [RulesSource] = []
  /// Texts of recorded frames that the spec has read: they are kept out of what it says.
  private let recordedTexts = MessageFilter()
  private var hasRecorded = false

  private(set) var frames: [SpecFrame] = []
  private(set) var plans: [SpecPlan] = []
  private var framesAtLoad = 0
  private var isLoading = true
  /// The rules that the spec has named, for the whole file or for the test that runs.
  private var fileRules: [RulesFile]?
  private var testRules: [RulesFile]?
  private var rules: RuleSet?
  private var lifecycle = Lifecycle()
  private var cost = 0
  private(set) var refusal: Refusal?

  /// Frames that a spec may make: each holds its tree.
  private static let mostFrames = 10_000

  init(_ file: RulesFile, stages: any SpecStages, output: LogOutput) {
    self.file = file
    self.stages = stages
    self.output = output
    source = RulesSource(name: file.name, source: file.source)
  }

  func module(_ name: String) -> [UInt8]? {
    guard let source = file.module(name) else { return nil }
    modules.append(RulesSource(name: "\(name).lua", source: source))
    return source
  }

  // MARK: tests

  /// The file is loaded: finds the rules that it is about, and tries them.
  func endLoading() throws(RulesError) {
    isLoading = false
    framesAtLoad = frames.count
    if fileRules == nil { fileRules = try rulesBeside(file).map { [$0] } }
    if let fileRules { _ = try RuleSet(files: fileRules) }
  }

  func beginTest() {
    output.beginFrame()
    (rules, testRules, refusal, lifecycle) = (nil, nil, nil, Lifecycle())
  }

  func endTest() {
    frames.removeSubrange(framesAtLoad...)
    plans = []
  }

  // MARK: what is said

  /// A text that the spec has made: without texts of recorded frames.
  func shown(_ text: String) -> String { hasRecorded ? recordedTexts.error(text, words: words) : text }

  private var words: Set<String> { modules.reduce(source.words) { $0.union($1.words) } }

  func log(_ line: String) {
    cost += 100
    output.write { "\(file.name): \(hasRecorded ? recordedTexts.line(line, words: words) : line)" }
  }

  func takeCost() -> Int {
    defer { cost = 0 }
    return cost + frames.reduce(0) { $0 + $1.takeCost() }
  }

  // MARK: words of the prelude

  func spec(_ word: String, _ arguments: [LuaValue]) throws(HostError) -> LuaValue {
    var rest = arguments[...]
    func next() -> LuaValue { rest.popFirst() ?? .none }
    switch word {
    case "frame": return try add(SpecFrameReader.read(next(), stages: stages), call: "frame")
    case "load": return try load(next(), next(), next())
    case "plan": return try plan(of: next())
    case "all":
      let number = try frameNumber(next()), selector = try string(next(), of: "frame:all")
      return .table(LuaTable(items: try frames[number].calls.all(selector).map { view($0, of: number) }))
    case "first":
      let number = try frameNumber(next()), selector = try string(next(), of: "frame:first")
      return try frames[number].calls.first(selector).map { view($0, of: number) } ?? .none
    case "at":
      let number = try frameNumber(next())
      let (x, y) = try reading("frame:at") { () throws(OptionProblem) in (try next().number(), try next().number()) }
      return try frames[number].calls.view(atX: x, y: y).map { view($0, of: number) } ?? .none
    case "expect":
      let plan = try specPlan(next()), matcher = try string(next(), of: "expect"), never = next() == .boolean(true)
      try refuse(SpecExpectation(plan, frame: frames[plan.frame]).problem(matcher, never: never, try wanted(next())))
    case "with":
      let plan = try specPlan(next()), matcher = try string(next(), of: "with"), never = next() == .boolean(true)
      let target = try wanted(next())
      try refuse(
        SpecExpectation(plan, frame: frames[plan.frame]).problem(with: next(), of: matcher, target, never: never))
    case "refused":
      if refusal == nil { refusal = Refusal(message: shown(try string(next(), of: "expect")), details: []) }
    case "unknown":
      let kind = try string(next(), of: "a member"), name = try string(next(), of: "a member")
      guard case .table(let known) = next() else { return .none }
      let names = known.items.compactMap { if case .string(let name) = $0 { name } else { nil } }
      let what = kind == "expectation" ? "matcher" : "member of a \(kind)"
      return .string(ScrimRules.unknown(what, name, among: names))
    case "rules": try useRules(arguments)
    default: throw HostError(message: "unknown word of specs '\(word)'")
    }
    return .none
  }

  /// Notes what a plan is not, and raises it.
  private func refuse(_ problem: SpecExpectation.Problem?) throws(HostError) {
    guard let problem else { return }
    if refusal == nil { refusal = Refusal(message: problem.message, details: problem.details) }
    throw HostError(message: problem.message)
  }

  // MARK: frames and plans

  private func add(_ frame: SpecFrame, call: String) throws(HostError) -> LuaValue {
    guard frames.count < Self.mostFrames else { throw HostError(message: "\(call): there are too many frames") }
    frame.makeCalls(for: file.name, source: source, texts: recordedTexts)
    frames.append(frame)
    cost += frame.snapshots.reduce(0) { $0 + $1.views.count }
    return .integer(Int64(frames.count - 1))
  }

  private func load(_ path: LuaValue, _ index: LuaValue, _ options: LuaValue) throws(HostError) -> LuaValue {
    let directory = file.directory ?? BytePath(".")
    let (recording, index) = try reading("frame.load") { () throws(OptionProblem) in
      try SpecFrameReader.recording(path, index, options, beside: directory)
    }
    do {
      let frame = try stages.frame(index, of: recording)
      hasRecorded = true
      return try add(SpecFrame(recorded: frame), call: "frame.load")
    } catch let problem as SpecProblem {
      throw HostError(message: "frame.load: \(problem.words)")
    } catch let error as HostError {
      throw error
    } catch {
      throw HostError(message: "frame.load: it cannot be read")
    }
  }

  private func plan(of handle: LuaValue) throws(HostError) -> LuaValue {
    if isLoading { throw HostError(message: "frame:plan: plans are made inside of it") }
    let number = try frameNumber(handle), frame = frames[number]
    let rules = try ruleSet()
    if !frame.earlierEvents.isEmpty { tell(frame.earlierEvents, to: rules, in: frame) }
    let context = frame.context(place: plans.count, lifecycle: &lifecycle)
    let plan = stages.plan(context, by: rules)
    cost += frame.snapshots.reduce(0) { $0 + $1.views.count * 4 }
    let visible = frame.snapshots.map { stages.visibleRegions(of: $0, in: context.size) }
    plans.append(SpecPlan(frame: number, plan: plan, visible: visible, rules: rules.outlines.map(\.file)))
    return .integer(Int64(plans.count - 1))
  }

  /// What happened before a recorded frame: rules hear it, and decide nothing.
  private func tell(_ events: [Event], to rules: RuleSet, in frame: SpecFrame) {
    var context = frame.base
    for event in events { lifecycle.apply(event) }
    context.views = FrameViews(
      tree: .missing(.noSnapshot(reason: "only events are told")), events: events, lifecycle: lifecycle)
    _ = rules.decide(context)
  }

  private func ruleSet() throws(HostError) -> RuleSet {
    if let rules { return rules }
    guard let files = testRules ?? fileRules else {
      throw HostError(
        message: "frame:plan: there are no rules: beside the spec lies no file of its name without '_spec'; "
          + "rules \"name.lua\" at the top of the spec names one")
    }
    do {
      let loaded = try RuleSet(files: files, log: { [output] line in output.write { line } })
      rules = loaded
      return loaded
    } catch {
      throw HostError(message: "\(error.file)\(error.line.map { ":\($0)" } ?? ""): \(error.problem)")
    }
  }

  private func useRules(_ arguments: [LuaValue]) throws(HostError) {
    var files = [RulesFile]()
    for argument in arguments { files.append(try rulesFile(argument, beside: file)) }
    guard !files.isEmpty else { throw HostError(message: "rules: it takes a file's name, or that of ready rules") }
    if isLoading { fileRules = files } else { (testRules, rules) = (files, nil) }
  }

  // MARK: arguments

  private func frameNumber(_ value: LuaValue) throws(HostError) -> Int {
    guard case .integer(let number) = value, frames.indices.contains(Int(number)) else {
      throw HostError(message: "this frame belongs to an earlier test")
    }
    return Int(number)
  }

  private func specPlan(_ value: LuaValue) throws(HostError) -> SpecPlan {
    guard case .integer(let number) = value, plans.indices.contains(Int(number)) else {
      throw HostError(message: "this plan belongs to an earlier test")
    }
    return plans[Int(number)]
  }

  func string(_ value: LuaValue, of call: String) throws(HostError) -> String {
    guard case .string(let text) = value else {
      throw HostError(message: "\(call): a text was expected, not \(value.kind)")
    }
    return text
  }

  /// A matcher's argument; a view loses its frame's number, which has to be the plan's.
  private func wanted(_ value: LuaValue) throws(HostError) -> SpecExpectation.Wanted {
    switch value {
    case .view(let code): .view(frame: code >> 32, index: code & 0xFFFF_FFFF)
    case .string(let text): .text(text)
    case .none: .nothing
    case .boolean, .integer, .number, .table, .function, .other: .other(value.kind)
    }
  }

  func reading<T>(_ call: String, _ body: () throws(OptionProblem) -> T) throws(HostError) -> T {
    do { return try body() } catch { throw HostError(message: "\(call): \(error.message)") }
  }
}
