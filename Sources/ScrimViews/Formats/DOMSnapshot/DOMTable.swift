internal import ScrimCore

/// The texts of a DOM snapshot, by index.
struct DOMStrings {
  let json: JSONDocument
  private let tokens: [Int]

  init(_ json: JSONDocument, table: Int) {
    self.json = json
    tokens = Array(json.elements(of: table))
  }

  /// A text; nil for -1.
  func text(_ index: Int) throws(TreeError) -> String? {
    if index == -1 { return nil }
    guard tokens.indices.contains(index), let text = json.text(tokens[index]) else {
      throw TreeError("an index lies outside of the strings")
    }
    return text
  }

  /// The text that a token in a list of indices stands for.
  func text(token: Int) throws(TreeError) -> String? {
    guard let index = json.integer(token) else { throw TreeError("an index of a string is no whole number") }
    return try text(index)
  }
}

/// Reads the lists of an object, which say something of one row each.
struct DOMTable {
  let json: JSONDocument
  let object: Int

  func has(_ name: String) -> Bool { json.member(name, of: object) != nil }

  func object(_ name: String) throws(TreeError) -> DOMTable {
    guard let value = json.member(name, of: object), json.kind(of: value) == .object else { throw wrong(name) }
    return DOMTable(json: json, object: value)
  }

  /// A finite number; nil where there is none.
  func number(_ name: String) throws(TreeError) -> Double? {
    guard let value = json.member(name, of: object) else { return nil }
    guard let number = json.number(value), number.isFinite else { throw wrong(name) }
    return number
  }

  func integer(_ name: String) throws(TreeError) -> Int? {
    guard let value = json.member(name, of: object) else { return nil }
    guard let number = json.integer(value) else { throw wrong(name) }
    return number
  }

  /// A list of whole numbers, of the given length where one is given.
  func integers(_ name: String, count: Int? = nil) throws(TreeError) -> [Int] {
    let integers = try list(name, count).compactMap(json.integer)
    guard try integers.count == list(name, count).count else { throw wrong(name) }
    return integers
  }

  /// A list of lists: the tokens of each one's elements.
  func lists(_ name: String, count: Int) throws(TreeError) -> [[Int]] {
    let lists = try list(name, count)
    guard lists.allSatisfy({ json.kind(of: $0) == .array }) else { throw wrong(name) }
    return lists.map { Array(json.elements(of: $0)) }
  }

  /// A table `{index, value}` as a dictionary; empty where there is none.
  func sparse(_ name: String, below count: Int) throws(TreeError) -> [Int: Int] {
    guard has(name) else { return [:] }
    let table = try object(name)
    let keys = try table.integers("index")
    guard keys.allSatisfy((0..<count).contains) else { throw wrong(name) }
    return Dictionary(zip(keys, try table.integers("value", count: keys.count))) { first, _ in first }
  }

  /// Four numbers; nil where they are not.
  func rect(_ tokens: [Int]) -> Rect? {
    let numbers = tokens.compactMap(json.number)
    guard tokens.count == 4, numbers.count == 4 else { return nil }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private func list(_ name: String, _ count: Int?) throws(TreeError) -> [Int] {
    guard let value = json.member(name, of: object), json.kind(of: value) == .array else { throw wrong(name) }
    let list = Array(json.elements(of: value))
    guard count == nil || list.count == count else { throw wrong(name) }
    return list
  }

  private func wrong(_ name: String) -> TreeError {
    TreeError("the table '\(name)' is missing, or not as the format has it")
  }
}
