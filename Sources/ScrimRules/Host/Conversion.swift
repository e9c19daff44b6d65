internal import CLuaHost

/// Reads values that came out of Lua, one after the other.
@safe struct ValueReader {
  private let values: scrim_values
  private var place = 0

  /// The list must stay as it is while this reads; nil is an empty one.
  init(_ values: UnsafePointer<scrim_values>?) {
    unsafe self.values = values?.pointee ?? scrim_values()
  }

  /// The next value; `none` behind the last.
  mutating func next() -> LuaValue {
    // `count` tokens are there.
    guard unsafe place < values.count, let token = unsafe values.tokens?[place] else { return .none }
    place += 1
    switch token.kind {
    case SCRIM_NONE: return .none
    case SCRIM_BOOLEAN: return .boolean(token.flag)
    case SCRIM_INTEGER: return .integer(token.integer)
    case SCRIM_NUMBER: return .number(token.number)
    case SCRIM_STRING: return .string(String(decoding: bytes(of: token), as: UTF8.self))
    case SCRIM_TABLE: return .table(table(token))
    case SCRIM_FUNCTION: return .function(Int32(clamping: token.integer))
    case SCRIM_VIEW: return .view(Int(token.integer))
    default: return .other(String(decoding: bytes(of: token), as: UTF8.self))
    }
  }

  /// All that are left.
  mutating func rest() -> [LuaValue] {
    var rest = [LuaValue]()
    // A count is read, not what it counts.
    while unsafe place < values.count { rest.append(next()) }
    return rest
  }

  // As deep as the host lets tables nest: SCRIM_DEPTH.
  private mutating func table(_ head: scrim_token) -> LuaTable {
    var table = LuaTable()
    table.items.reserveCapacity(Int(head.integer))
    for _ in 0..<head.integer { table.items.append(next()) }
    for _ in 0..<head.length {
      guard case .string(let key) = next() else { preconditionFailure("a member without a name") }
      table.members.append((key, next()))
    }
    // By bytes: the same in every run, and in every language.
    table.members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    table.hasOtherKeys = head.flag
    table.line = head.line > 0 ? Int(head.line) : nil
    return table
  }

  private func bytes(of token: scrim_token) -> [UInt8] {
    guard token.length > 0 else { return [] }
    // The host has put `length` bytes there.
    let start = unsafe UnsafeRawPointer(values.bytes + token.offset)
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: token.length))
  }
}

extension LuaValue {
  /// Adds this value to a list that Lua will read. False when memory is out. Functions and values of other kinds do not
  /// go into Lua: they become nil.
  func write(to values: UnsafeMutablePointer<scrim_values>) -> Bool {
    switch self {
    case .none, .function, .other: return unsafe add(kind: SCRIM_NONE, to: values)
    case .boolean(let flag): return unsafe add(kind: SCRIM_BOOLEAN, to: values) { $0.flag = flag }
    case .integer(let integer): return unsafe add(kind: SCRIM_INTEGER, to: values) { $0.integer = integer }
    case .number(let number): return unsafe add(kind: SCRIM_NUMBER, to: values) { $0.number = number }
    case .view(let index): return unsafe add(kind: SCRIM_VIEW, to: values) { $0.integer = Int64(index) }
    case .string(let string): return unsafe scrim_values_add(string: Array(string.utf8), to: values)
    case .table(let table):
      let head = unsafe add(kind: SCRIM_TABLE, to: values) {
        $0.integer = Int64(table.items.count)
        $0.length = table.members.count
      }
      return head && table.items.allSatisfy { unsafe $0.write(to: values) }
        && table.members.allSatisfy { unsafe LuaValue.string($0.key).write(to: values) && $0.value.write(to: values) }
    }
  }

  private func add(
    kind: scrim_kind, to values: UnsafeMutablePointer<scrim_values>, _ fill: (inout scrim_token) -> Void = { _ in }
  ) -> Bool {
    var token = scrim_token()
    token.kind = kind
    fill(&token)
    // No string goes with these kinds.
    return unsafe scrim_values_add(values, token, nil)
  }
}

/// Adds bytes, UTF-8 or not, as a string.
func scrim_values_add(string: [UInt8], to values: UnsafeMutablePointer<scrim_values>) -> Bool {
  var token = scrim_token()
  token.kind = SCRIM_STRING
  token.length = string.count
  // The host copies `length` bytes.
  return unsafe string.withUnsafeBytes { bytes in
    unsafe scrim_values_add(values, token, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
  }
}
