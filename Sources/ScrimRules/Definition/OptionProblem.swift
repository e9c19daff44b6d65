import ScrimCore

/// What is wrong with a value that rules gave, and where in it.
struct OptionProblem: Error, Hashable {
  var problem: String
  /// From the table outward to the value: `["hide", "[1]", "style"]`.
  var path: [String]
  /// The line of the innermost table that knows its own.
  var line: Int?

  init(_ problem: String, at path: [String] = []) {
    self.problem = problem
    self.path = path
  }

  /// `hide[1].style: unknown style 'smear'`.
  var message: String { path.isEmpty ? problem : "\(key(path)): \(problem)" }
}

/// Runs a reading and puts a step before the path of what goes wrong in it.
func within<T>(_ step: String, _ body: () throws(OptionProblem) -> T) throws(OptionProblem) -> T {
  do { return try body() } catch {
    var outer = error
    outer.path.insert(step, at: 0)
    throw outer
  }
}

extension LuaValue {
  func table(_ what: String) throws(OptionProblem) -> LuaTable {
    guard case .table(let table) = self else { throw OptionProblem("\(what) has to be a table, not \(kind)") }
    guard !table.hasOtherKeys else {
      throw problem(in: table, "the table has a hole, or a key that is neither a name nor a place in a list")
    }
    return table
  }

  func string() throws(OptionProblem) -> String {
    guard case .string(let text) = self else { throw OptionProblem("it has to be a string, not \(kind)") }
    return text
  }

  func boolean() throws(OptionProblem) -> Bool {
    guard case .boolean(let flag) = self else { throw OptionProblem("it has to be true or false, not \(kind)") }
    return flag
  }

  /// A finite number.
  func number() throws(OptionProblem) -> Double {
    let value: Double
    switch self {
    case .integer(let integer): value = Double(integer)
    case .number(let number): value = number
    case .none, .boolean, .string, .table, .function, .view, .other:
      throw OptionProblem("it has to be a number, not \(kind)")
    }
    guard value.isFinite else { throw OptionProblem("it has to be a finite number") }
    return value
  }

  /// A whole number from 0.
  func count(upTo limit: Int) throws(OptionProblem) -> Int {
    guard let count = Int(exactly: try number()), (0...limit).contains(count) else {
      throw OptionProblem("it has to be a whole number from 0 to \(limit)")
    }
    return count
  }

  /// One of several words.
  func choice<T>(_ what: String, among choices: [(String, T)]) throws(OptionProblem) -> T {
    let word = try string()
    if let found = choices.first(where: { $0.0 == word }) { return found.1 }
    throw OptionProblem(unknown(what, word, among: choices.map(\.0)))
  }

  var isNone: Bool { self == .none }
}

extension LuaTable {
  /// Refuses members that nobody knows, and items where none are due.
  func check(members known: [String], items: ClosedRange<Int> = 0...0, called what: String) throws(OptionProblem) {
    for (name, _) in members where !known.contains(name) {
      throw problem(in: self, unknown(what, name, among: known), at: [name])
    }
    guard items.contains(self.items.count) else {
      let place = max(items.upperBound, 0) + 1
      throw problem(in: self, "a value without a name was not expected here", at: ["[\(min(place, self.items.count))]"])
    }
  }
}

func problem(in table: LuaTable, _ text: String, at path: [String] = []) -> OptionProblem {
  var problem = OptionProblem(text, at: path)
  problem.line = table.line
  return problem
}

/// `unknown style 'smear'; there are solid, stripes`, or with the near word in place of the list.
func unknown(_ what: String, _ word: String, among known: [String]) -> String {
  let near = suggestion(for: word, among: known)
  return "unknown \(what) '\(word)'" + (near.isEmpty ? "; there are \(known.joined(separator: ", "))" : near)
}
