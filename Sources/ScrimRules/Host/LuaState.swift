internal import CLuaHost

/// One rules file in a Lua state of its own.
///
/// The calling thread runs Lua; it needs at least 1 MiB of stack. Every call ends within its budget (see budget.c for
/// why nothing can hang), with a value or with a failure, and a frame that failed leaves the state as good as before
/// unless the failure says `unusable`.
///
/// Sendable without a lock, because a state belongs to one rules file, whose frames are decided one after the other: it
/// may move between threads, but never be used by two at a time.
@safe final class LuaState: @unchecked Sendable {
  /// The release of Lua in use, for `scrim --version`.
  static var version: String { unsafe String(cString: scrim_lua_version()) }

  /// The file's name as messages give it.
  let chunkName: String
  private let state: OpaquePointer
  private let source: [UInt8]
  private let budgets: Budgets
  private let modules: (String) -> [UInt8]?

  /// Makes the state; runs nothing yet. `modules` gives a module's text for `require`, or nil where there is none; it
  /// is asked with names of letters, digits, `_` and `-` only (`SiblingModules` answers from a folder). For tests:
  /// growth is refused from allocation `failFrom` on (0 is never), and Lua's own string searches are there as `stock`.
  init(
    source: [UInt8], chunkName: String, modules: @escaping (String) -> [UInt8]?, seed: UInt64 = 0,
    budgets: Budgets = Budgets(), failFrom: UInt64 = 0, withStockStrings: Bool = false
  ) throws(LuaFailure) {
    var settings = scrim_settings(
      memory: max(0, budgets.memoryBytes), seed: seed, fail_from: failFrom, with_stock_strings: withStockStrings)
    // The pointer is to a local variable, and is not kept.
    guard let state = unsafe scrim_lua_open(&settings) else {
      throw LuaFailure(kind: .unusable, file: chunkName, message: "there is not enough memory for the Lua state")
    }
    unsafe self.state = state
    self.source = source
    self.chunkName = chunkName
    self.modules = modules
    self.budgets = budgets
  }

  deinit {
    // The state was made in init, and nobody else has it.
    unsafe scrim_lua_close(state)
  }

  /// Runs the file and gives what it returns. With a prelude the file is a spec, and what the prelude's second value
  /// returns is given.
  func load(prelude: [UInt8]? = nil, host: any HostCalls) throws(LuaFailure) -> LuaValue {
    let budget = scrim_budget(instructions: budgets.loadInstructions, seconds: budgets.loadSeconds)
    try unsafe converse(with: host) { calls in
      // The bytes and the name are valid for the call, which keeps neither.
      unsafe source.withUnsafeBytes { bytes in
        guard let prelude else {
          return unsafe scrim_lua_load(state, bytes.baseAddress, bytes.count, chunkName, budget, calls)
        }
        return unsafe prelude.withUnsafeBytes { words in
          unsafe scrim_lua_load_spec(
            state, words.baseAddress, words.count, bytes.baseAddress, bytes.count, chunkName, budget, calls)
        }
      }
    }
    // What was returned stays valid until the next call.
    var reader = unsafe ValueReader(scrim_lua_returned(state))
    return reader.next()
  }

  /// Calls a `frame` function with the frame and the plan that `host` stands for.
  func callFrame(_ function: Int32, index: Int, host: any HostCalls) throws(LuaFailure) {
    try unsafe converse(with: host) { calls in
      unsafe scrim_lua_call_frame(state, Int64(function), Int64(index), frameBudget, calls)
    }
  }

  /// Calls an `event` function. `index` is the frame at which the event happens.
  func callEvent(
    _ function: Int32, event: LuaValue, state arguments: LuaValue, index: Int, host: any HostCalls
  ) throws(LuaFailure) {
    // Freed below, after the only call that reads it.
    var values = unsafe scrim_values()
    defer { unsafe scrim_values_free(&values) }
    guard unsafe event.write(to: &values), unsafe arguments.write(to: &values) else {
      throw LuaFailure(kind: .memory, file: chunkName, message: "not enough memory")
    }
    try unsafe converse(with: host) { calls in
      unsafe scrim_lua_call_event(state, Int64(function), Int64(index), &values, frameBudget, calls)
    }
  }

  /// Bytes that the state holds now.
  var memoryInUse: Int { unsafe scrim_lua_memory(state) }

  /// Instructions that the last call has used up.
  var instructionsSpent: UInt64 { unsafe scrim_lua_spent(state) }

  /// Everything that a script can reach, as `path kind`, for the test that compares it with a committed list.
  var reachable: LuaValue {
    // Valid until the next call; copied here.
    var reader = unsafe ValueReader(scrim_lua_reachable(state))
    return reader.next()
  }

  private var frameBudget: scrim_budget {
    scrim_budget(instructions: budgets.instructions, seconds: budgets.seconds)
  }

  private func converse(with host: any HostCalls, _ call: (scrim_calls) -> scrim_outcome) throws(LuaFailure) {
    let answerer = Answerer(host: host, modules: modules)
    // The answerer lives until the call has returned; the host forgets it then.
    let outcome = withExtendedLifetime(answerer) {
      unsafe call(scrim_calls(context: Unmanaged.passUnretained(answerer).toOpaque(), answer: answerCall))
    }
    if outcome != SCRIM_DONE { throw failure(outcome) }
  }

  private func failure(_ outcome: scrim_outcome) -> LuaFailure {
    // Valid until the next call; copied here. Both texts end with a NUL.
    let failure = unsafe scrim_lua_failure(state).pointee
    let kind: LuaFailure.Kind =
      switch outcome {
      case SCRIM_INSTRUCTIONS: .instructions
      case SCRIM_TIME: .time
      case SCRIM_MEMORY: .memory
      case SCRIM_UNUSABLE: .unusable
      default: .error
      }
    return LuaFailure(
      kind: kind, file: failure.in_rules ? chunkName : text(failure.file),
      line: failure.line > 0 ? Int(failure.line) : nil, message: text(failure.text))
  }
}

/// The text in a C array of characters, up to its NUL. What is not UTF-8 is replaced.
private func text<Characters>(_ characters: Characters) -> String {
  // The array is a local copy; its bytes are plain.
  unsafe withUnsafeBytes(of: characters) { bytes in
    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
