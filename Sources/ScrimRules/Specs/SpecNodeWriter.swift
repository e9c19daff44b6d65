import ScrimCore

/// Writes the views of a spec's frame as a list of windows, as `views.jsonl` has them.
struct SpecNodeWriter {
  /// Where a view lies, in pixels, for its children that say nothing of theirs.
  private struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// Row `place` of `count` equal ones, on whole pixels so that neighbours share none.
    func row(_ place: Int, of count: Int) -> Box {
      let top = (y + height * Double(place) / Double(count)).rounded(.down)
      let bottom = (y + height * Double(place + 1) / Double(count)).rounded(.down)
      return Box(x: x, y: top, width: width, height: bottom - top)
    }
  }

  private var json: [UInt8] = []

  private static let members = [
    "type", "class_chain", "id", "classes", "role", "text", "label", "value", "placeholder", "bounds", "transform",
    "clips", "corner_radius", "alpha", "hidden", "opaque", "secure", "hide_in_screenshot", "z", "scene", "process",
    "attributes", "children",
  ]
  private static let lists = ["class_chain", "classes", "children", "transform"]

  /// Views that are all windows stand as they are; others lie in one window of the picture's size.
  static func windows(_ items: [LuaValue], _ size: PixelSize) throws(OptionProblem) -> [UInt8] {
    var writer = SpecNodeWriter()
    let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let areWindows = !items.isEmpty && items.allSatisfy(isWindow)
    if !areWindows {
      writer.add("[{\"type\":\"Window\",\"bounds\":[0,0,\(size.width),\(size.height)],\"children\":")
    }
    try writer.children(items, in: whole, areWindows: areWindows)
    if !areWindows { writer.add("}]") }
    return writer.json
  }

  private static func isWindow(_ item: LuaValue) -> Bool {
    guard case .table(let node) = item else { return false }
    return node["type"] == .string("Window")
  }

  private mutating func children(_ items: [LuaValue], in box: Box?, areWindows: Bool = false) throws(OptionProblem) {
    let rows = items.count { item in
      if case .table(let node) = item { node["bounds"].isNone } else { false }
    }
    var row = 0
    add("[")
    for (place, item) in items.enumerated() {
      if place > 0 { add(",") }
      try within("[\(place + 1)]") { () throws(OptionProblem) in
        let node = try item.table("a view")
        var own: Box?
        if node["bounds"].isNone {
          // A window is the whole picture; other views without bounds share their parent's box.
          own = areWindows ? box : box?.row(row, of: rows)
          row += 1
        }
        try self.node(node, default: own)
      }
    }
    add("]")
  }

  private mutating func node(_ node: LuaTable, default row: Box?) throws(OptionProblem) {
    guard node.items.isEmpty else {
      throw problem(in: node, "a view's children stand in its member 'children'", at: ["[1]"])
    }
    guard !node["type"].isNone else { throw problem(in: node, "a view needs a type") }
    var box = row
    add("{")
    if let row { add("\"bounds\":[\(row.x),\(row.y),\(row.width),\(row.height)]") }
    if !node["bounds"].isNone {
      box = try within("bounds") { () throws(OptionProblem) in try bounds(node["bounds"]) }
    }
    for (name, value) in node.members where name != "bounds" {
      try check(name, in: node)
      if json.last != UInt8(ascii: "{") { add(",") }
      try within(name) { () throws(OptionProblem) in
        write(name)
        add(":")
        if name == "children" {
          try children(try list(value), in: box)
        } else if Self.lists.contains(name), case .string(let words) = value {
          // classes = "pan large", as in a page.
          try write(.table(LuaTable(items: words.split(separator: " ").map { .string(String($0)) })), asList: true)
        } else {
          try write(value, asList: Self.lists.contains(name))
        }
      }
    }
    add("}")
  }

  private func list(_ value: LuaValue) throws(OptionProblem) -> [LuaValue] {
    let table = try value.table("children")
    try table.check(members: [], items: 0...Int.max - 1, called: "member")
    return table.items
  }

  /// Refuses what is nearly a member of the model: other names are attributes.
  private func check(_ name: String, in node: LuaTable) throws(OptionProblem) {
    if Self.members.contains(name) { return }
    let near =
      nearestWord(to: name, among: Self.members)
      ?? Self.members.first { name.utf8.count >= 4 && $0.hasPrefix(name) && $0 != "class_chain" }
    guard let near else { return }
    throw problem(
      in: node, "a view has no member '\(name)'; did you mean '\(near)'? (attributes = { … } takes any name)",
      at: [name])
  }

  /// Four numbers, or a table with x, y, width and height; false is a place that is not known.
  private mutating func bounds(_ value: LuaValue) throws(OptionProblem) -> Box? {
    if value == .boolean(false) {
      add("\"bounds\":null")
      return nil
    }
    let table = try value.table("bounds")
    let sides =
      table.items.isEmpty
      ? ["x", "y", "width", "height"].map { table[$0] } : table.items
    try table.check(members: ["x", "y", "width", "height"], items: 0...4, called: "member")
    var numbers = [Double]()
    for side in sides {
      switch side {
      case .integer(let number): numbers.append(Double(number))
      // Not checked: what becomes of odd numbers is worth a test.
      case .number(let number): numbers.append(number)
      case .none, .boolean, .string, .table, .function, .view, .other: break
      }
    }
    guard numbers.count == 4 else { throw problem(in: table, "they are four numbers: { x, y, width, height }") }
    add("\"bounds\":[")
    add(numbers.map { $0.isFinite ? "\($0)" : "null" }.joined(separator: ","))
    add("]")
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    return Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  // MARK: JSON

  private mutating func add(_ text: String) { json += text.utf8 }

  private mutating func write(_ value: LuaValue, asList: Bool = false) throws(OptionProblem) {
    switch value {
    case .none: add("null")
    case .boolean(let flag): add("\(flag)")
    case .integer(let number): add("\(number)")
    case .number(let number): add(number.isFinite ? "\(number)" : "null")
    case .string(let text): write(text)
    case .table(let table):
      guard table.items.isEmpty || table.members.isEmpty, !table.hasOtherKeys else {
        throw problem(in: table, "it is a list or has names, not both")
      }
      if asList || !table.items.isEmpty {
        add("[")
        for (place, item) in table.items.enumerated() {
          if place > 0 { add(",") }
          try write(item)
        }
        add("]")
      } else {
        add("{")
        for (place, member) in table.members.enumerated() {
          if place > 0 { add(",") }
          write(member.key)
          add(":")
          try write(member.value)
        }
        add("}")
      }
    case .function, .view, .other: throw OptionProblem("\(value.kind) cannot be a part of a view")
    }
  }

  private mutating func write(_ text: String) {
    add("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: add("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: json.append(byte)
      }
    }
    add("\"")
  }
}
