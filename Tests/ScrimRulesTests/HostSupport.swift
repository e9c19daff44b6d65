@testable import ScrimRules

/// A host with a handful of views: 0 is the window, 1 to 3 are its children.
final class FakeHost: HostCalls {
  var hidden: [LuaValue] = []
  var options: [LuaValue] = []
  var recognizers: [LuaValue] = []
  var lines: [String] = []
  var cost = 1
  var index = 0
  /// What every call throws, if anything.
  var refusal: String?

  private func check() throws(HostError) {
    if let refusal { throw HostError(message: refusal) }
  }

  func frameMember(_ name: String) throws(HostError) -> LuaValue {
    try check()
    switch name {
    case "index": return .integer(Int64(index))
    case "time": return .number(Double(index) / 10)
    case "windows": return .table(LuaTable(items: [.view(0)]))
    case "events": return .table(LuaTable(items: [], members: []))
    default: return .none
    }
  }

  func all(_ selector: String) throws(HostError) -> [Int] {
    try check()
    if selector == "[" { throw HostError(message: "frame:all: the selector '[' has no end") }
    return [0, 1, 2, 3]
  }

  func first(_ selector: String) throws(HostError) -> Int? {
    try check()
    return selector == "#none" ? nil : 1
  }

  func view(atX x: Double, y: Double) throws(HostError) -> Int? {
    try check()
    return x < 100 ? 2 : nil
  }

  func member(_ name: String, of view: Int) throws(HostError) -> LuaValue {
    try check()
    switch name {
    case "id": return .string("v\(view)")
    case "text": return .string("Account \(view)")
    case "children": return .table(LuaTable(items: view == 0 ? [.view(1), .view(2), .view(3)] : []))
    case "parent": return view == 0 ? .none : .view(0)
    case "number": return .integer(9_007_199_254_740_993)
    case "half": return .number(0.5)
    case "secure": return .boolean(true)
    case "nul": return .string("a\0b")
    default: return .none
    }
  }

  func matches(_ view: Int, _ selector: String) throws(HostError) -> Bool {
    try check()
    return view == 1
  }

  func closest(_ view: Int, _ selector: String) throws(HostError) -> Int? {
    try check()
    return view == 0 ? nil : 0
  }

  func find(_ recognizer: String, in view: Int) throws(HostError) -> (start: Int, end: Int)? {
    try check()
    return recognizer == "email" ? (2, 5) : nil
  }

  func hide(_ target: LuaValue, _ options: LuaValue) throws(HostError) {
    try check()
    if case .table(let table) = options, table["stlye"] != .none {
      throw HostError(message: "plan:hide: unknown option 'stlye'; did you mean 'style'?")
    }
    hidden.append(target)
    self.options.append(options)
  }

  func show(_ target: LuaValue, _ options: LuaValue) throws(HostError) { try check() }
  func cover(_ options: LuaValue) throws(HostError) { try check() }

  func find(_ recognizer: String, inText text: String) throws(HostError) -> (start: Int, end: Int)? {
    try check()
    return text.isEmpty ? nil : (1, text.count)
  }

  func defineRecognizer(_ definition: LuaValue) throws(HostError) {
    try check()
    recognizers.append(definition)
  }

  func log(_ line: String) { lines.append(line) }
  func takeCost() -> Int { cost }
}

extension Budgets {
  /// Small enough for quick tests, and with a clock that no slow machine reaches.
  static let patient = Budgets(
    instructions: 2_000_000, seconds: 60, loadInstructions: 4_000_000, loadSeconds: 60, memoryBytes: 16 << 20)
}

/// Rules under test: a state, its fake host, and what the file has returned.
struct Rules {
  let state: LuaState
  let host = FakeHost()
  let returned: LuaValue

  /// Loads a file named `rules.lua`.
  init(
    _ source: String, modules: [String: String] = [:], budgets: Budgets = .patient, seed: UInt64 = 0,
    failFrom: UInt64 = 0, stockStrings: Bool = false
  ) throws(LuaFailure) {
    try self.init(
      bytes: Array(source.utf8), modules: modules, budgets: budgets, seed: seed, failFrom: failFrom,
      stockStrings: stockStrings)
  }

  init(
    bytes: [UInt8], modules: [String: String] = [:], budgets: Budgets = .patient, seed: UInt64 = 0,
    failFrom: UInt64 = 0, stockStrings: Bool = false
  ) throws(LuaFailure) {
    state = try LuaState(
      source: bytes, chunkName: "rules.lua", modules: { modules[$0].map { Array($0.utf8) } }, seed: seed,
      budgets: budgets, failFrom: failFrom, withStockStrings: stockStrings)
    returned = try state.load(host: host)
  }

  /// Rules whose frame function begins on the line after `head`.
  init(
    frame code: String, head: String = "", modules: [String: String] = [:], budgets: Budgets = .patient,
    seed: UInt64 = 0, failFrom: UInt64 = 0
  ) throws(LuaFailure) {
    try self.init(
      "\(head) return { frame = function(frame, plan)\n\(code)\nend }", modules: modules, budgets: budgets, seed: seed,
      failFrom: failFrom)
  }

  func member(_ name: String) -> LuaValue {
    guard case .table(let table) = returned else { return .none }
    return table[name]
  }

  /// Decides frame `index`.
  func run(_ index: Int = 0) throws(LuaFailure) {
    guard case .function(let function) = member("frame") else { fatalError("the rules under test have no frame") }
    host.index = index
    try state.callFrame(function, index: index, host: host)
  }

  /// How frame `index` failed; nil where it did not.
  func failure(_ index: Int = 0) -> LuaFailure? {
    do {
      try run(index)
      return nil
    } catch {
      return error
    }
  }
}

/// How loading failed; nil where it did not.
func loadFailure(_ source: String, modules: [String: String] = [:], budgets: Budgets = .patient) -> LuaFailure? {
  do {
    _ = try Rules(source, modules: modules, budgets: budgets)
    return nil
  } catch {
    return error
  }
}
