internal import ScrimCore

/// The texts of a DOM snapshot, by index.
struct DOMStrings {
  let json: JSONDocument
  /// Made once, since thousands of nodes share most of them; nil for what is no text.
  private let texts: [String?]

  init(_ json: JSONDocument, table: Int) {
    self.json = json
    texts = json.elements(of: table).map(json.text)
  }

  /// How many there are.
  var count: Int { texts.count }

  /// A text; nil for -1.
  func text(_ index: Int) throws(TreeError) -> String? {
    if index == -1 { return nil }
    guard texts.indices.contains(index), let text = texts[index] else {
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
    guard let value = json.member(name, of: object), json.kind(of: value) == .array else { throw wrong(name) }
    var integers: [Int] = []
    integers.reserveCapacity(json.end(of: value) - value)
    // A list or an object in it ends the walk, so that each element is one token.
    for token in value + 1..<json.end(of: value) {
      guard let integer = json.integer(token) else { throw wrong(name) }
      integers.append(integer)
    }
    guard count == nil || integers.count == count else { throw wrong(name) }
    return integers
  }

  /// A list of lists: the tokens of each one's elements, none of which is a list or an object itself.
  func lists(_ name: String, count: Int) throws(TreeError) -> [Range<Int>] {
    guard let value = json.member(name, of: object), json.kind(of: value) == .array else { throw wrong(name) }
    var lists: [Range<Int>] = []
    lists.reserveCapacity(count)
    for list in json.elements(of: value) {
      let elements = list + 1..<json.end(of: list)
      guard json.kind(of: list) == .array,
        elements.allSatisfy({ json.kind(of: $0) != .array && json.kind(of: $0) != .object })
      else { throw wrong(name) }
      lists.append(elements)
    }
    guard lists.count == count else { throw wrong(name) }
    return lists
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
  func rect(_ tokens: Range<Int>) -> Rect? {
    let first = tokens.lowerBound
    guard tokens.count == 4, let x = json.number(first), let y = json.number(first + 1),
      let width = json.number(first + 2), let height = json.number(first + 3)
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }

  private func wrong(_ name: String) -> TreeError {
    TreeError("the table '\(name)' is missing, or not as the format has it")
  }
}
