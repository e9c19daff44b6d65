import ScrimCore

/// What one rules file may ask and order while one snapshot of one frame is decided.
///
/// Every refusal is thrown, so that the script knows, and the host covers the frame. What the overlay guard refuses is
/// noted as a failure besides: a script must not be able to swallow it.
final class FrameEvaluator: HostCalls {
  private let file: RulesFileState
  private let facts: FrameFacts
  /// Place of the file among the files: paint order.
  private let place: Int
  private(set) var orders: OrderBook
  private(set) var calls: [Int: FileWishes.Call] = [:]
  private(set) var regions: [(rect: Rect, order: Int)] = []
  private(set) var covers: [(scene: String?, order: HideOrder)] = []
  private(set) var failures: [FailureCause] = []
  /// The last order that could not be carried out.
  private var caught: HostError?

  /// For a function that ended well: it must have caught the error of an order to hide, which is a failure all the same.
  func failureOfCaughtOrder() -> FailureCause? {
    caught.map { .rules(message: file.message("\($0.message) (the script caught the error)")) }
  }
  private var cost = 0
  private var count = 0

  /// A script can ask for more without end; no screen has as many views.
  private static let mostCalls = 200_000

  init(_ file: RulesFileState, facts: FrameFacts, place: Int, orders: OrderBook) {
    self.file = file
    self.facts = facts
    self.place = place
    self.orders = orders
  }

  private var snapshot: Snapshot { facts.snapshot }
  private var rules: RulesDefinition { file.rules }

  // MARK: frame

  static let frameMembers = [
    "index", "time", "width", "height", "scale", "app", "scenes", "events", "windows",
  ]

  func frameMember(_ name: String) throws(HostError) -> LuaValue {
    let context = facts.context
    switch name {
    case "index": return .integer(Int64(context.identity.index))
    case "time": return context.identity.time.map(LuaValue.number) ?? .none
    case "width": return .integer(Int64(context.size.width))
    case "height": return .integer(Int64(context.size.height))
    case "scale": return MemberValues.number(facts.scale)
    case "app": return MemberValues.app(context.views.lifecycle)
    case "scenes": return MemberValues.scenes(context.views.lifecycle)
    case "events":
      context.views.events.forEach(file.filter.note)
      return MemberValues.list(context.views.events.map(MemberValues.event))
    case "windows": return MemberValues.list(snapshot.windows.map(LuaValue.view))
    default:
      throw HostError(message: "frame: " + unknown("member", name, among: Self.frameMembers + ["all", "first", "at"]))
    }
  }

  func all(_ selector: String) throws(HostError) -> [Int] {
    let views = facts.matcher.matches(try parsed(selector, by: "frame:all"))
    cost += views.count
    return views
  }

  func first(_ selector: String) throws(HostError) -> Int? {
    facts.matcher.matches(try parsed(selector, by: "frame:first")).first
  }

  func view(atX x: Double, y: Double) throws(HostError) -> Int? {
    guard x.isFinite, y.isFinite else { throw HostError(message: "frame:at: the place has to be two finite numbers") }
    cost += snapshot.views.count
    return facts.view(atX: x, y: y)
  }

  // MARK: view

  func member(_ name: String, of view: Int) throws(HostError) -> LuaValue {
    cost += 1
    file.filter.note(snapshot.views[view], member: name)
    if let value = MemberValues.member(name, of: view, in: snapshot) { return value }
    if let value = snapshot.views[view].attributes[name] { return MemberValues.attribute(value) }
    // An attribute that some views have is nil for the others; a word that nobody has and that is nearly one of the
    // model's is a typo, and nil would hide less than was meant.
    let known = ViewMember.all.map(\.name) + ["matches", "closest", "find"]
    if let near = nearestWord(to: name, among: known), !facts.hasAttribute(name) {
      throw HostError(message: "view: unknown member '\(name)'; did you mean '\(near)'?")
    }
    return .none
  }

  func matches(_ view: Int, _ selector: String) throws(HostError) -> Bool {
    facts.matcher.matches(view, try parsed(selector, by: "view:matches"))
  }

  func closest(_ view: Int, _ selector: String) throws(HostError) -> Int? {
    let selector = try parsed(selector, by: "view:closest")
    var at: Int? = view
    while let i = at, !facts.matcher.matches(i, selector) {
      cost += 1
      at = snapshot.views[i].parent
    }
    return at
  }

  func find(_ recognizer: String, in view: Int) throws(HostError) -> (start: Int, end: Int)? {
    do { return try facts.find(recognizer, in: view, file.recognizers) } catch {
      throw HostError(message: "view:find: " + error.message)
    }
  }

  // MARK: plan

  func hide(_ target: LuaValue, _ options: LuaValue) throws(HostError) {
    do { try addMask(target, options) } catch { throw failed(error) }
  }

  private func addMask(_ target: LuaValue, _ options: LuaValue) throws(HostError) {
    try charge("plan:hide")
    let call = "plan:hide"
    var views = [Int](), rect: Rect?
    switch target {
    case .view(let view): views = Array(view..<snapshot.views[view].subtreeEnd)
    case .table(let table):
      let (region, inPoints) = try reading(call) { () throws(OptionProblem) in try regionValue(table) }
      rect = try facts.pixels(region, inPoints: inPoints)
    case .none: throw HostError(message: "\(call): there is nothing to hide (nil); a selector may have found no view")
    case .boolean, .integer, .number, .string, .function, .other:
      throw HostError(
        message: "\(call): a view or a table with x, y, width and height was expected, not \(target.kind)")
    }
    let values = try self.options(options, as: .hideCall, by: call)
    var style = values.style
    if let text = style.text, !values.reveal, !file.isConstant(text) {
      let hidden = rect.map(facts.views(under:)) ?? views
      cost += hidden.count
      if OverlayGuard(text).repeats(any: hidden.lazy.map { self.facts.snapshot.views[$0] }) {
        refuseOverlay(of: views.first, by: call)
        style.text = nil
      }
    }
    let mask = try reading(call) { () throws(OptionProblem) in try rules.style.refined(by: style).mask() }
    let rule = "\(rules.file) \(values.ruleName.map(file.said) ?? "frame")"
    let hold = values.hold ?? rules.hold
    let order = orders.add(HideOrder(style: mask, rule: rule, hold: hold), .call(count, file: place))
    if let rect { regions.append((rect, order)) }
    if case .view(let view) = target { calls[view] = FileWishes.Call(word: .hide, order: order) }
  }

  func show(_ target: LuaValue, _ options: LuaValue) throws(HostError) {
    try charge("plan:show")
    guard case .view(let view) = target else {
      throw HostError(message: "plan:show: a view was expected, not \(target.kind)")
    }
    let values = try self.options(options, as: .showCall, by: "plan:show")
    calls[view, default: FileWishes.Call(word: .hide, order: nil)].word = .show(evenIfSecure: values.evenIfSecure)
  }

  func cover(_ options: LuaValue) throws(HostError) {
    do { try addCover(options) } catch { throw failed(error) }
  }

  private func addCover(_ options: LuaValue) throws(HostError) {
    try charge("plan:cover")
    let values = try self.options(options, as: .coverCall, by: "plan:cover")
    var options = values.style
    if let text = options.text, !file.isConstant(text) {
      cost += snapshot.views.count
      if OverlayGuard(text).repeats(any: snapshot.views) {
        refuseOverlay(of: nil, by: "plan:cover")
        options.text = nil
      }
    }
    let base = rules.cover?.style ?? .defaultCover
    let order = HideOrder(
      style: options.applied(to: base), rule: "\(rules.file) frame", hold: values.hold ?? Hold())
    if let scene = values.scene, facts.allWindowsTellTheirScene, !facts.hasWindow(of: scene) {
      throw HostError(message: "plan:cover: no window is of the scene '\(scene)'")
    }
    let scene = values.scene.flatMap { facts.allWindowsTellTheirScene ? $0 : nil }
    if !covers.contains(where: { $0.scene == scene && $0.order == order }) { covers.append((scene, order)) }
  }

  // MARK: scrim

  func find(_ recognizer: String, inText text: String) throws(HostError) -> (start: Int, end: Int)? {
    do { return try file.recognizers.place(recognizer, in: text) } catch {
      throw HostError(message: "scrim.find: " + error.message)
    }
  }

  func defineRecognizer(_ definition: LuaValue) throws(HostError) {
    throw HostError(message: "scrim.recognizer: only while the file is loaded, before the first frame")
  }

  func log(_ line: String) {
    cost += 100
    file.log(line)
  }

  func takeCost() -> Int {
    defer { cost = 0 }
    return cost + facts.matcher.takeCost() + file.recognizers.takeCost()
  }

  // MARK: private parts

  private func charge(_ call: String) throws(HostError) {
    cost += 50
    count += 1
    guard count <= Self.mostCalls else {
      throw HostError(message: "\(call): more than \(Self.mostCalls) calls in one frame")
    }
  }

  private func parsed(_ source: String, by call: String) throws(HostError) -> Selector {
    cost += source.utf8.count
    do { return try file.selector(source) } catch {
      throw HostError(message: "\(call): selector '\(source)': \(error.message)")
    }
  }

  private func reading<T>(_ call: String, _ body: () throws(OptionProblem) -> T) throws(HostError) -> T {
    do { return try body() } catch { throw HostError(message: "\(call): \(error.message)") }
  }

  private func options(_ value: LuaValue, as place: RuleOption.Place, by call: String) throws(HostError) -> OptionValues
  {
    if value.isNone { return OptionValues() }
    let values = try reading(call) { () throws(OptionProblem) in
      try RuleOption.read(try value.table("options"), as: place)
    }
    // A font that is not found is named in messages.
    guard values.style.font.map(file.isConstant) ?? true else {
      throw HostError(message: "\(call): font: it has to be a constant of the file")
    }
    return values
  }

  /// Notes that an order to hide could not be carried out: a script that catches the error would go on without a mask.
  private func failed(_ error: HostError) -> HostError {
    caught = error
    return error
  }

  private func refuseOverlay(of view: Int?, by call: String) {
    let whom = view.map { " of \(snapshot.name(of: $0))" } ?? ""
    let message = "\(rules.file): \(call): the overlay text\(whom) repeats what it hides (reveal = true allows it)"
    if !failures.contains(.rules(message: message)) { failures.append(.rules(message: message)) }
  }
}

extension FrameFacts {
  func hasAttribute(_ name: String) -> Bool { snapshot.views.contains { $0.attributes[name] != nil } }

  /// The views that may lie under a region, as far as their bounds tell; where a transform or missing bounds make it
  /// uncertain, the view counts.
  func views(under rect: Rect) -> [Int] {
    var isMoved = [Bool]()
    return snapshot.views.enumerated().compactMap { i, view in
      isMoved.append(view.transform != nil || (view.parent.map { isMoved[$0] } ?? false))
      guard !isMoved[i], case .rect(let own) = view.bounds else { return i }
      return own.x < rect.maxX && rect.x < own.maxX && own.y < rect.maxY && rect.y < own.maxY ? i : nil
    }
  }

  func hasWindow(of scene: String) -> Bool { snapshot.windows.contains { snapshot.views[$0].scene == scene } }

  /// Whether every window says its scene: only then a scene's cover can leave the others alone.
  var allWindowsTellTheirScene: Bool {
    snapshot.hasWindows && snapshot.windows.allSatisfy { snapshot.views[$0].scene != nil }
  }
}
