internal import CLuaHost

/// Who answers Lua while one call runs.
final class Answerer {
  private let host: any HostCalls
  private let modules: (String) -> [UInt8]?

  init(host: any HostCalls, modules: @escaping (String) -> [UInt8]?) {
    self.host = host
    self.modules = modules
  }

  /// Answers one question; returns what it has cost, in instructions.
  fileprivate func answer(
    _ call: scrim_call, _ arguments: inout ValueReader, into answer: UnsafeMutablePointer<scrim_values>
  ) -> (fine: Bool, cost: Int) {
    let answers: [LuaValue]
    let written: Bool
    do {
      if call == SCRIM_MODULE {
        // Bytes, so that a module's text reaches the compiler as it is.
        let source = try modules(arguments.string(of: "require"))
        written = source.map { unsafe scrim_values_add(string: $0, to: answer) } ?? true
      } else {
        answers = try self.answers(to: call, &arguments)
        written = answers.allSatisfy { unsafe $0.write(to: answer) }
      }
    } catch {
      // Adds the message; or nothing, and the host says that memory is out.
      _ = unsafe LuaValue.string(error.message).write(to: answer)
      return (false, host.takeCost())
    }
    // Half an answer must not be taken for a message.
    if !written { unsafe answer.pointee.count = 0 }
    return (written, host.takeCost())
  }

  private func answers(to call: scrim_call, _ arguments: inout ValueReader) throws(HostError) -> [LuaValue] {
    switch call {
    case SCRIM_FRAME_MEMBER: return [try host.frameMember(arguments.string(of: "frame"))]
    case SCRIM_ALL:
      let views = try host.all(arguments.string(of: "frame:all"))
      return [.table(LuaTable(items: views.map(LuaValue.view)))]
    case SCRIM_FIRST: return [view(try host.first(arguments.string(of: "frame:first")))]
    case SCRIM_AT:
      guard case .number(let x) = arguments.next(), case .number(let y) = arguments.next() else {
        throw HostError(message: "frame:at: x and y must be numbers")
      }
      return [view(try host.view(atX: x, y: y))]

    case SCRIM_VIEW_MEMBER:
      let index = try arguments.view(of: "view")
      return [try host.member(arguments.string(of: "view"), of: index)]
    case SCRIM_MATCHES:
      let index = try arguments.view(of: "view:matches")
      return [.boolean(try host.matches(index, arguments.string(of: "view:matches")))]
    case SCRIM_CLOSEST:
      let index = try arguments.view(of: "view:closest")
      return [view(try host.closest(index, arguments.string(of: "view:closest")))]
    case SCRIM_FIND_IN_VIEW:
      let index = try arguments.view(of: "view:find")
      return range(try host.find(arguments.string(of: "view:find"), in: index))

    case SCRIM_HIDE:
      let target = arguments.next()
      try host.hide(target, arguments.next())
      return []
    case SCRIM_SHOW:
      let target = arguments.next()
      try host.show(target, arguments.next())
      return []
    case SCRIM_COVER:
      try host.cover(arguments.next())
      return []

    case SCRIM_FIND_IN_TEXT:
      let text = try arguments.string(of: "scrim.find")
      return range(try host.find(arguments.string(of: "scrim.find"), inText: text))
    case SCRIM_DEFINE_RECOGNIZER:
      try host.defineRecognizer(arguments.next())
      return []
    case SCRIM_LOG:
      // A line that is not UTF-8 is not worth an error.
      if case .string(let line) = arguments.next() { host.log(line) } else { host.log("(not UTF-8)") }
      return []
    case SCRIM_SPEC:
      let word = try arguments.string(of: "a spec's word")
      // The prelude raises: it knows whose line is meant.
      do { return [.boolean(true), try host.spec(word, arguments.rest())] } catch {
        return [.boolean(false), .string(error.message)]
      }
    default: throw HostError(message: "the host does not know this call")
    }
  }

  private func view(_ index: Int?) -> LuaValue { index.map(LuaValue.view) ?? .none }

  private func range(_ found: (start: Int, end: Int)?) -> [LuaValue] {
    guard let found else { return [.none] }
    return [.integer(Int64(found.start)), .integer(Int64(found.end))]
  }
}

extension ValueReader {
  /// The next argument, which the trampoline has checked to be a string of some bytes.
  fileprivate mutating func string(of function: String) throws(HostError) -> String {
    guard case .string(let string) = next() else {
      throw HostError(message: "\(function): a string that is not UTF-8")
    }
    return string
  }

  fileprivate mutating func view(of function: String) throws(HostError) -> Int {
    guard case .view(let index) = next() else { throw HostError(message: "\(function): not a view") }
    return index
  }
}

/// The one function that Lua's trampolines call. Returns before anything can jump, and raises nothing.
let answerCall:
  @convention(c) (
    UnsafeMutableRawPointer?, scrim_call, UnsafePointer<scrim_values>?, UnsafeMutablePointer<scrim_values>?,
    UnsafeMutablePointer<UInt64>?
  ) -> Bool = { context, call, arguments, answer, cost in
    guard let context = unsafe context, let answer = unsafe answer, let cost = unsafe cost else { return false }
    // The context is the answerer that LuaState keeps alive for the call.
    let answerer = unsafe Unmanaged<Answerer>.fromOpaque(context).takeUnretainedValue()
    // The arguments stay as they are until this returns.
    var reader = unsafe ValueReader(arguments)
    let result = unsafe answerer.answer(call, &reader, into: answer)
    unsafe cost.pointee = UInt64(max(0, result.cost))
    return result.fine
  }
