/// A test of a spec, and how it ended.
public struct SpecTest: Sendable {
  /// Why a test failed.
  public struct Failure: Hashable, Sendable {
    /// Where: the spec's name as given, or a module's.
    public var file: String
    /// From 1.
    public var line: Int?
    /// What was expected, and what is; of recorded frames without any text of a view.
    public var message: String
    /// The frame's views beside what the plan does with them, a line each; empty where no plan was asked about.
    public var details: [String]
  }

  /// Its blocks' names from the outermost on, and its own.
  public var names: [String]
  public var failure: Failure?

  public var fullName: String { names.joined(separator: " › ") }
}

/// Runs one spec file, each file in a state of its own and each test within a budget of its own.
///
/// Throws where the spec, or the rules that it is about, cannot be loaded. `filter`: only tests whose full name contains
/// it, in any case. `log` gets the lines of `print`. The thread needs 2 MiB of stack: rules run inside of the spec's call.
public func runSpec(
  _ file: RulesFile, stages: any SpecStages, filter: String? = nil, budgets: Budgets = .forSpecs,
  log: @escaping (String) -> Void = { _ in }
) throws(RulesError) -> [SpecTest] {
  let run = try SpecRun(file, stages: stages, budgets: budgets, log: log)
  return run.tests.indices.compactMap { index in
    let names = run.tests[index].names
    if let filter, !contains(names.joined(separator: " ").lowercased(), filter.lowercased()) { return nil }
    return SpecTest(names: names, failure: run.failure(of: index))
  }
}

extension Budgets {
  /// What a spec may use up: its plans have budgets of their own besides.
  public static let forSpecs = Budgets(
    instructions: 50_000_000, seconds: 60, loadInstructions: 50_000_000, loadSeconds: 60)
}

/// One loaded spec file.
private final class SpecRun {
  struct Entry {
    var names: [String]
    var run: Int32
    var after: Int32?
  }

  private let host: SpecHost
  private let lua: LuaState
  private(set) var tests: [Entry] = []

  init(
    _ file: RulesFile, stages: any SpecStages, budgets: Budgets, log: @escaping (String) -> Void
  ) throws(RulesError) {
    let host = SpecHost(file, stages: stages, output: LogOutput(log))
    self.host = host
    do {
      lua = try LuaState(
        source: file.source, chunkName: file.name, modules: { host.module($0) }, budgets: budgets)
      let value = try lua.load(prelude: PackageResources.specs_lua, host: host)
      tests = Self.entries(value)
    } catch {
      throw RulesError(file: error.file, line: error.line, problem: host.shown(error.message))
    }
    try host.endLoading()
  }

  /// What the prelude's `collect` has returned.
  private static func entries(_ value: LuaValue) -> [Entry] {
    guard case .table(let list) = value else { return [] }
    return list.items.compactMap { item in
      guard case .table(let test) = item, case .table(let names) = test["names"], case .function(let run) = test["run"]
      else { return nil }
      let after: Int32? = if case .function(let reference) = test["after"] { reference } else { nil }
      return Entry(
        names: names.items.map { if case .string(let name) = $0 { name } else { "(not UTF-8)" } }, run: run,
        after: after)
    }
  }

  /// Runs a test; nil where it passes.
  func failure(of index: Int) -> SpecTest.Failure? {
    host.beginTest()
    defer { host.endTest() }
    let failure = call(tests[index].run, index)
    guard let after = tests[index].after else { return failure }
    let afterwards = call(after, index)
    return failure ?? afterwards
  }

  private func call(_ function: Int32, _ index: Int) -> SpecTest.Failure? {
    do { try lua.callFrame(function, index: index, host: host) } catch {
      return SpecTest.Failure(
        file: error.file, line: error.line, message: host.refusal?.message ?? host.shown(error.message),
        details: host.refusal?.details ?? [])
    }
    // An expectation that was not met, and whose error the spec has caught.
    guard let refusal = host.refusal else { return nil }
    return SpecTest.Failure(file: lua.chunkName, message: refusal.message, details: refusal.details)
  }
}
