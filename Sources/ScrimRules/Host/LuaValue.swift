/// A Lua value that has been copied out of a state: plain data, or a name for a function that stayed there.
indirect enum LuaValue: Hashable {
  case none
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  /// Bytes that are UTF-8; a string that is not was refused on the way out.
  case string(String)
  case table(LuaTable)
  /// A function, by its reference in the state's registry.
  case function(Int32)
  /// A view that the rules were given, by its index in the frame's snapshot.
  case view(Int)
  /// A value of another kind, by Lua's name for the kind: always an error where it arrives.
  case other(String)

  /// The kind in the words of the manual, for messages: `a string`, `a table`, `nothing (nil)`.
  var kind: String {
    switch self {
    case .none: "nothing (nil)"
    case .boolean: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .table: "a table"
    case .function: "a function"
    case .view: "a view"
    case .other(let name): "a \(name)"
    }
  }
}

/// A Lua table that has been copied out of a state.
struct LuaTable: Hashable {
  /// The items 1, 2, 3, … up to the first that is nil.
  var items: [LuaValue] = []
  /// Members with string keys, ordered by key so that Lua's own order cannot show.
  var members: [(key: String, value: LuaValue)] = []
  /// Whether it has keys that are neither items nor strings, or items behind a hole: an error wherever it arrives.
  var hasOtherKeys = false
  /// The line on which the constructor of this table stands, where it is known.
  var line: Int?

  subscript(key: String) -> LuaValue {
    members.first { $0.key == key }?.value ?? .none
  }

  static func == (a: LuaTable, b: LuaTable) -> Bool {
    a.items == b.items && a.hasOtherKeys == b.hasOtherKeys && a.members.count == b.members.count
      && zip(a.members, b.members).allSatisfy { $0.key == $1.key && $0.value == $1.value }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(items)
    for (key, value) in members {
      hasher.combine(key)
      hasher.combine(value)
    }
  }
}
