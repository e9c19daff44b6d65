public import ScrimCore

/// What the rules say about one frame.
public enum FrameDecision: Sendable {
  /// About its snapshot, or about a frame without views.
  case one(Decision)
  /// The frame lies between two snapshots: about each. Both are hidden.
  case between(before: Decision, after: Decision)
}

/// In how many frames a rule has matched a view or named a region.
public struct RuleMatches: Hashable, Sendable {
  /// As the report names it.
  public var rule: String
  public var frames: Int

  public init(rule: String, frames: Int) {
    self.rule = rule
    self.frames = frames
  }
}

/// All rules files of a run, loaded and checked: decides frame by frame what is hidden.
///
/// Never throws once it is made: whatever goes wrong in a frame is a failure of its decision, which covers the frame.
/// That holds for rules that hang, too: they run on a thread of their own, which is given up, and every later frame fails.
/// Sendable without a lock: frames are decided in their order, one at a time.
public final class RuleSet: @unchecked Sendable {
  private struct LoadedFile {
    let state: RulesFileState
    let lua: LuaState
    var rules: RulesDefinition { state.rules }
  }

  private let files: [LoadedFile]
  private let output: LogOutput
  private let budgets: Budgets
  private let thread: WatchedThread
  private var lifecycle = Lifecycle()
  /// For each rule the frames in which it matched.
  private var matched: [String: Int] = [:]
  /// The rules that matched in the frame in hand.
  private var matchedNow: Set<String> = []

  /// Kept alive around every order, besides what the rules say: `--hold`.
  public var extraHold = Hold()

  /// Loads and checks the files, the baseline first. An empty list stands for the ready rules `default`.
  ///
  /// `log` gets the lines of `print` and `scrim.log`, without views' texts; called while a frame is decided, by the rules'
  /// thread.
  public init(
    files: [RulesFile], seed: UInt64 = 0, budgets: Budgets = Budgets(), log: @escaping (String) -> Void = { _ in }
  ) throws(RulesError) {
    let output = LogOutput(log), thread = WatchedThread()
    let filter = MessageFilter()
    var loaded = [LoadedFile]()
    for file in files.isEmpty ? [.standard] : files {
      let result = thread.run(within: budgets.loadSeconds + budgets.graceSeconds) {
        Result { () throws(RulesError) in
          try Self.load(file, seed: seed, budgets: budgets, filter: filter, output: output)
        }
      }
      guard let result else {
        throw RulesError(file: file.name, problem: "loading it did not end, nor could it be ended")
      }
      loaded.append(try result.get())
    }
    self.files = loaded
    self.output = output
    self.budgets = budgets
    self.thread = thread
  }

  private static func load(
    _ file: RulesFile, seed: UInt64, budgets: Budgets, filter: MessageFilter, output: LogOutput
  ) throws(RulesError) -> LoadedFile {
    let state = RulesFileState(RulesSource(name: file.name, source: file.source), filter: filter, output: output)
    let modules: (String) -> [UInt8]? = { [unowned state] name in
      guard let source = file.module(name) else { return nil }
      state.add(module: RulesSource(name: "\(name).lua", source: source))
      return source
    }
    let lua: LuaState, value: LuaValue
    do {
      lua = try LuaState(source: file.source, chunkName: file.name, modules: modules, seed: seed, budgets: budgets)
      value = try lua.load(host: LoadingCalls(state))
    } catch {
      throw RulesError(file: error.file, line: error.line, problem: error.message)
    }
    state.rules = try RulesReader.read(value, source: state.source, recognizers: state.recognizers)
    return LoadedFile(state: state, lua: lua)
  }

  // MARK: what holds for the run

  /// Name and SHA-256 of each file, and of the modules that were required so far.
  public var fingerprints: [(name: String, sha256: String)] {
    files.flatMap { $0.state.sources.map { ($0.name, $0.fingerprint) } }
  }

  /// The texts that the files, and the modules that were required so far, write as constants: these cannot come from a
  /// view.
  public var textConstants: Set<String> {
    files.reduce(into: []) { all, file in
      for source in file.state.sources { all.formUnion(source.constants) }
    }
  }

  /// What each file holds, in the order given.
  public var outlines: [RulesOutline] { files.map { RulesOutline($0.rules) } }

  /// What each file was read as, and its source.
  var definitions: [(rules: RulesDefinition, source: RulesSource)] { files.map { ($0.rules, $0.state.source) } }

  /// The most that rules outside of the `frame` function ask for, `extraHold` included.
  public var longestHold: Hold { files.reduce(extraHold) { $0.union($1.rules.longestHold) } }

  /// Whether there is a `frame` function, which may ask for any hold.
  public var hasFrameFunction: Bool { files.contains { $0.rules.frame != nil } }

  /// Whether the sources speak of holds beside a `frame` function: its calls will probably ask for some.
  public var callsMayHold: Bool { files.contains { $0.rules.frame != nil && $0.state.mentions("hold") } }

  /// How a frame that failed is covered: the last file's cover, or the usual one.
  public var failureCover: RedactionStyle { files.compactMap(\.rules.cover?.style).last ?? .defaultCover }

  /// Seconds between two snapshots above which frames are covered; the shortest that a file gives, or nil.
  public var maximumGap: Double? { files.compactMap(\.rules.maximumGap).min() }

  /// The rules for views and regions, in the order of the files, with the frames in which each has matched so far. One
  /// that never matches has perhaps a misspelt id.
  public var matches: [RuleMatches] {
    var names = [String]()
    for name in files.flatMap(\.rules.ruleNames) where !names.contains(name) { names.append(name) }
    return names.map { RuleMatches(rule: $0, frames: matched[$0, default: 0]) }
  }

  // MARK: a frame

  /// Tells the rules of the frame's events and decides it.
  public func decide(_ frame: FrameContext) -> FrameDecision {
    let answer = thread.run(within: patience(for: frame)) { [self] in (decideHere(frame), matchedNow) }
    guard let (decision, rules) = answer else {
      let message = "the rules did not end, nor could they be ended: they are not asked any more"
      return .one(Decision(failures: [.budget(message: message)]))
    }
    for rule in rules { matched[rule, default: 0] += 1 }
    return decision
  }

  /// Seconds that a frame may take when every call uses up its budget, and then some for what is not Lua.
  private func patience(for frame: FrameContext) -> Double {
    let trees = if case .between = frame.views.tree { 2 } else { 1 }
    return budgets.seconds * Double(files.count * (trees + frame.views.events.count)) + budgets.graceSeconds
  }

  /// [the rules' thread]
  private func decideHere(_ frame: FrameContext) -> FrameDecision {
    output.beginFrame()
    matchedNow = []
    let failures = tellEvents(of: frame)
    switch frame.views.tree {
    case .exact(let snapshot): return .one(decide(frame, snapshot, failures))
    case .none: return .one(decide(frame, nil, failures))
    // Why the views are missing, the planner tells.
    case .missing: return .one(Decision(failures: failures))
    case .between(let before, let after, _):
      return .between(before: decide(frame, before, failures), after: decide(frame, after, failures))
    }
  }

  private func tellEvents(of frame: FrameContext) -> [FailureCause] {
    var failures = [FailureCause]()
    for event in frame.views.events {
      lifecycle.apply(event)
      for (place, file) in files.enumerated() {
        guard let function = file.rules.event else { continue }
        if file.state.lostEvent != nil { continue }
        file.state.filter.note(event)
        let host = FrameEvaluator(file.state, facts: FrameFacts(frame, nil), place: place, orders: OrderBook())
        do {
          try file.lua.callEvent(
            function, event: MemberValues.event(event), state: MemberValues.state(lifecycle),
            index: frame.identity.index, host: host)
        } catch {
          let cause = file.state.cause(of: error)
          failures.append(cause)
          file.state.lostEvent = .rules(
            message:
              "\(file.rules.file): the event function failed at frame \(frame.identity.index); what it should have noted is not known"
          )
        }
      }
    }
    // What a handler should have noted is missing in every frame from there on, whether there are events or not.
    for case let failure? in files.map(\.state.lostEvent) where failures.isEmpty { failures.append(failure) }
    // The provider has seen what happened before the first frame of this run, too.
    lifecycle = frame.views.lifecycle
    return failures
  }

  private func decide(_ frame: FrameContext, _ snapshot: Snapshot?, _ failures: [FailureCause]) -> Decision {
    let facts = FrameFacts(frame, snapshot)
    var decision = Decision(failures: failures), orders = OrderBook(), wishes = [FileWishes]()
    for (place, file) in files.enumerated() {
      wishes.append(ask(file, at: place, facts, &orders, &decision))
    }
    let precedence = Precedence(
      files: wishes, hidesText: files.contains { $0.rules.hidesText }, defaultStyle: defaultStyle,
      defaultHold: files.reduce(Hold()) { $0.union($1.rules.hold) })
    decision.verdicts = precedence.verdicts(facts.snapshot, &orders)
    decision.regions = wishes.flatMap(\.regions)
    let check = CosmeticCheck(facts: facts, verdicts: decision.verdicts, orders: orders)
    if let (view, order) = check.violation(regions: decision.regions) {
      let (name, rule) = (facts.snapshot.name(of: view), orders[order].rule)
      let style = orders[order].style.name.rawValue
      decision.failures.append(
        .rules(
          message: "\(rule): '\(style)' can be undone, and would draw \(name), which is secure; use an opaque style"))
    }
    if facts.snapshot.hasWindows, !showsOutside {
      decision.outside = orders.add(
        HideOrder(style: defaultStyle, rule: "outside", hold: precedence.defaultHold), .host(-1))
    }
    putInPaintOrder(&decision, orders)
    return decision
  }

  /// What one file's entries and its `frame` function say.
  private func ask(
    _ file: LoadedFile, at place: Int, _ facts: FrameFacts, _ orders: inout OrderBook, _ decision: inout Decision
  ) -> FileWishes {
    var wishes = FileWishes(count: facts.snapshot.views.count)
    do {
      wishes = try FileWishes(
        file.rules, file: place, facts: facts, recognizers: file.state.recognizers, orders: &orders)
    } catch {
      decision.failures.append(.rules(message: file.state.message(error.message)))
    }
    matchedNow.formUnion(wishes.matched)
    decision.covers += facts.covers(file.rules)
    guard let function = file.rules.frame else { return wishes }
    let host = FrameEvaluator(file.state, facts: facts, place: place, orders: orders)
    do {
      try file.lua.callFrame(function, index: facts.context.identity.index, host: host)
      if let failure = host.failureOfCaughtOrder() { decision.failures.append(failure) }
    } catch { decision.failures.append(file.state.cause(of: error)) }
    decision.failures += host.failures
    decision.covers += host.covers
    orders = host.orders
    wishes.calls = host.calls
    wishes.regions += host.regions
    return wishes
  }

  /// The last file's `style`. A cosmetic one is none for the floor, which takes the usual mask then.
  private var defaultStyle: RedactionStyle {
    let style = files.last { $0.rules.style != StyleOptions() }?.rules.style.applied(to: .defaultMask) ?? .defaultMask
    return style.tier == .cosmetic ? .defaultMask : style
  }

  /// Only if a file says so and none says the opposite.
  private var showsOutside: Bool {
    let words = files.compactMap(\.rules.showsOutside)
    return !words.isEmpty && words.allSatisfy { $0 }
  }

  /// Leaves the orders that are used, sorted, with the hold of the command.
  private func putInPaintOrder(_ decision: inout Decision, _ orders: OrderBook) {
    var used = Set(decision.regions.map(\.order) + [decision.outside].compactMap { $0 })
    for case .hide(let order) in decision.verdicts { used.insert(order) }
    let (sorted, places) = orders.inPaintOrder(used: used)
    decision.orders = sorted.map { withExtraHold($0) }
    decision.covers = decision.covers.map { ($0.scene, withExtraHold($0.order)) }
    decision.regions = decision.regions.map { ($0.rect, places[$0.order]!) }
    decision.outside = decision.outside.map { places[$0]! }
    decision.verdicts = decision.verdicts.map { verdict in
      switch verdict {
      case .hide(let order): .hide(order: places[order]!)
      case .show, .inherit: verdict
      }
    }
  }

  private func withExtraHold(_ order: HideOrder) -> HideOrder {
    HideOrder(style: order.style, rule: order.rule, hold: order.hold.union(extraHold))
  }
}

extension FrameFacts {
  /// The covers that a file's `cover` asks for in the frame's lifecycle states.
  ///
  /// A state that no event has told yet is not covered. The file's `hold` is for its rules; a cover has one of its own. A
  /// scene's cover takes the frame where windows do not all say whose they are.
  func covers(_ rules: RulesDefinition) -> [(scene: String?, order: HideOrder)] {
    guard let cover = rules.cover else { return [] }
    let lifecycle = context.views.lifecycle
    let order = HideOrder(style: cover.style, rule: "\(rules.file) cover", hold: cover.hold)
    if cover.states.contains(lifecycle.app) { return [(nil, order)] }
    let scenes = lifecycle.scenes.filter { cover.states.contains($0.value) }.keys.sorted()
    if scenes.isEmpty { return [] }
    return allWindowsTellTheirScene ? scenes.map { ($0, order) } : [(nil, order)]
  }
}
