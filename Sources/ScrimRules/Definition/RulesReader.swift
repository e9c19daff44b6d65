import ScrimCore

/// Reads the table that a rules file returned. Whatever is not understood is an error: a typo must not cost a mask.
struct RulesReader {
  let file: String
  let recognizers: RecognizerBook
  var selectors: SelectorCache

  static let members = [
    "name", "default", "style", "hold", "cover", "outside", "max_gap", "hide", "show", "floor", "event", "frame",
  ]

  /// Reads a file's value. `source` is for the lines of errors.
  static func read(
    _ value: LuaValue, source: RulesSource, recognizers: RecognizerBook
  ) throws(RulesError) -> RulesDefinition {
    guard case .table(let table) = value else {
      throw RulesError(
        file: source.name, line: source.line(of: []), problem: "the file has to return a table, not \(value.kind)")
    }
    var reader = RulesReader(file: source.name, recognizers: recognizers, selectors: SelectorCache())
    do { return try reader.definition(table) } catch {
      let line = source.line(of: error.path, table: error.line ?? table.line)
      throw RulesError(file: source.name, line: line, problem: error.message)
    }
  }

  private mutating func definition(_ table: LuaTable) throws(OptionProblem) -> RulesDefinition {
    try LuaValue.table(table).table("the file's value").check(members: Self.members, called: "member")
    var rules = RulesDefinition(file: file)
    rules.title = try member("name", of: table) { (value) throws(OptionProblem) in try value.string() }
    rules.hidesText =
      try member("default", of: table) { (value) throws(OptionProblem) in
        try value.choice("default", among: [("show", false), ("hide_text", true)])
      } ?? false
    rules.style =
      try member("style", of: table) { (value) throws(OptionProblem) in
        let style = try RuleOption.read(try value.table("style"), as: .style).style
        _ = try style.mask()
        return style
      } ?? StyleOptions()
    rules.hold = try member("hold", of: table) { (value) throws(OptionProblem) in try holdValue(value) } ?? Hold()
    rules.cover = try member("cover", of: table) { (value) throws(OptionProblem) in try cover(value) } ?? nil
    rules.showsOutside = try member("outside", of: table) { (value) throws(OptionProblem) in
      try value.choice("word for the area outside of windows", among: [("show", true), ("hide", false)])
    }
    rules.maximumGap = try member("max_gap", of: table) { (value) throws(OptionProblem) in
      let seconds = try value.number()
      guard seconds > 0 else { throw OptionProblem("it has to be above 0 seconds") }
      return seconds
    }
    for (place, item) in try list("hide", of: table).enumerated() {
      let entry = try within("hide") { () throws(OptionProblem) in
        try within("[\(place + 1)]") { () throws(OptionProblem) in try hideEntry(item, place + 1, rules) }
      }
      rules.hide.append(entry)
    }
    rules.show = try selectorList("show", of: table)
    rules.floor = try selectorList("floor", of: table)
    rules.event = try member("event", of: table) { (value) throws(OptionProblem) in try function(value) }
    rules.frame = try member("frame", of: table) { (value) throws(OptionProblem) in try function(value) }
    return rules
  }

  private func member<T>(
    _ name: String, of table: LuaTable, _ read: (LuaValue) throws(OptionProblem) -> T
  ) throws(OptionProblem) -> T? {
    let value = table[name]
    if value.isNone { return nil }
    return try within(name) { () throws(OptionProblem) in try read(value) }
  }

  private func function(_ value: LuaValue) throws(OptionProblem) -> Int32 {
    guard case .function(let reference) = value else {
      throw OptionProblem("it has to be a function, not \(value.kind)")
    }
    return reference
  }

  private func cover(_ value: LuaValue) throws(OptionProblem) -> RulesDefinition.Cover? {
    if case .boolean(let flag) = value {
      return flag ? try cover(.table(LuaTable())) : nil
    }
    let values = try RuleOption.read(try value.table("cover"), as: .cover)
    let states = values.coverOn ?? [.background, .disconnected]
    guard !states.isEmpty else { return nil }
    return RulesDefinition.Cover(
      states: states, style: values.style.applied(to: .defaultCover), hold: values.hold ?? Hold())
  }

  private func list(_ name: String, of table: LuaTable) throws(OptionProblem) -> [LuaValue] {
    try member(name, of: table) { (value) throws(OptionProblem) in
      let list = try value.table(name)
      if let stray = list.members.first {
        throw problem(in: list, "it is a list; '\(stray.key)' belongs into an entry of it", at: [stray.key])
      }
      return list.items
    } ?? []
  }

  private mutating func selectorList(
    _ name: String, of table: LuaTable
  ) throws(OptionProblem) -> [RulesDefinition.Named] {
    var rules = [RulesDefinition.Named]()
    for (place, item) in try list(name, of: table).enumerated() {
      let parsed = try within(name) { () throws(OptionProblem) in
        try within("[\(place + 1)]") { () throws(OptionProblem) in try selector(item) }
      }
      rules.append(RulesDefinition.Named(selector: parsed, rule: "\(file) \(name)[\(place + 1)]"))
    }
    return rules
  }

  private mutating func selector(_ value: LuaValue) throws(OptionProblem) -> Selector {
    guard case .string(let source) = value else {
      throw OptionProblem("a selector has to be a string, not \(value.kind)")
    }
    do { return try selectors.selector(source) } catch {
      throw OptionProblem("selector '\(source)': \(error.message)")
    }
  }

  /// What people call the selector who write rules for the first time.
  private static let namesForASelector = ["select", "selector", "view", "views", "match", "id", "type", "class"]

  private mutating func hideEntry(
    _ value: LuaValue, _ place: Int, _ rules: RulesDefinition
  ) throws(OptionProblem) -> RulesDefinition.HideEntry {
    guard case .table = value else {
      throw OptionProblem("an entry has to be a table, as in { \"#pin\" }, not \(value.kind)")
    }
    let table = try value.table("an entry")
    if let name = Self.namesForASelector.first(where: { !table[$0].isNone }) {
      throw problem(in: table, "the selector of an entry stands first and has no name, as in { \"#pin\" }", at: [name])
    }
    let values = try RuleOption.read(table, as: .hide, besides: ["find", "region"], items: 0...1)
    let target = try target(of: table)
    do { _ = try rules.style.refined(by: values.style).mask() } catch {
      throw problem(in: table, error.problem, at: error.path)
    }
    let rule = values.ruleName.map { "\(file) \($0)" } ?? "\(file) hide[\(place)]"
    return RulesDefinition.HideEntry(target: target, options: values.style, hold: values.hold, rule: rule)
  }

  private mutating func target(of table: LuaTable) throws(OptionProblem) -> RulesDefinition.Target {
    let region = table["region"]
    if !region.isNone {
      guard table.items.isEmpty, table["find"].isNone else {
        throw problem(in: table, "an entry has a region, or a selector and find, not both", at: ["region"])
      }
      return try within("region") { () throws(OptionProblem) in
        let (rect, inPoints) = try regionValue(try region.table("a region"))
        return .region(rect, inPoints: inPoints)
      }
    }
    var find = [String]()
    if !table["find"].isNone {
      find = try within("find") { () throws(OptionProblem) in try recognizerNames(table["find"]) }
    }
    guard let first = table.items.first else {
      guard !find.isEmpty else {
        throw problem(in: table, "an entry needs a selector, as in { \"#pin\" }, or find, or a region")
      }
      return .views(nil, find: find)
    }
    return .views(try within("[1]") { () throws(OptionProblem) in try selector(first) }, find: find)
  }

  private func recognizerNames(_ value: LuaValue) throws(OptionProblem) -> [String] {
    let items: [LuaValue]
    if case .string = value {
      items = [value]
    } else {
      let table = try value.table("find")
      try table.check(members: [], items: 1...Int.max - 1, called: "member")
      items = table.items
    }
    var names = [String]()
    for (place, item) in items.enumerated() {
      let name = try within("[\(place + 1)]") { () throws(OptionProblem) in
        try item.choice("recognizer", among: recognizers.names.map { ($0, $0) })
      }
      names.append(name)
    }
    return names
  }
}

/// A rectangle with an area, and whether it counts in points.
func regionValue(_ table: LuaTable) throws(OptionProblem) -> (rect: Rect, inPoints: Bool) {
  try table.check(members: ["x", "y", "width", "height", "space"], called: "member")
  return try regionMembers(of: table)
}

/// The same, where other members stand in the table too.
func regionMembers(of table: LuaTable) throws(OptionProblem) -> (rect: Rect, inPoints: Bool) {
  func side(_ name: String) throws(OptionProblem) -> Double {
    do { return try table[name].number() } catch { throw problem(in: table, error.problem, at: [name]) }
  }
  let rect = Rect(x: try side("x"), y: try side("y"), width: try side("width"), height: try side("height"))
  guard rect.width > 0, rect.height > 0, rect.isFinite else {
    throw problem(in: table, "a region needs a width and a height above 0", at: [rect.width > 0 ? "height" : "width"])
  }
  guard !table["space"].isNone else { return (rect, false) }
  let inPoints = try within("space") { () throws(OptionProblem) in
    try table["space"].choice("space", among: [("pixels", false), ("points", true)])
  }
  return (rect, inPoints)
}
