import ScrimCore

/// A rules file's source, for messages that name a line and for telling its own words from a view's.
struct RulesSource {
  let name: String
  /// SHA-256.
  let fingerprint: String
  /// The texts that the file writes as constants.
  let constants: Set<String>
  /// Its words, folded: those of code, constants and numbers.
  let words: Set<String>
  /// Where the members of the returned table stand, by path: `hide[1].style`.
  private let lines: [String: Int]
  /// Where each name and constant stands, from the top.
  private let nameLines: [String: [Int]]
  private let returnLine: Int?

  init(name: String, source: [UInt8]) {
    self.name = name
    fingerprint = sha256(source)
    let tokens = LuaLexer.tokens(of: source)
    constants = Set(tokens.filter { $0.kind == .string }.map(\.text))
    var words = Set<String>(), nameLines = [String: [Int]]()
    for token in tokens where token.kind != .symbol {
      for word in Words.split(token.text) where word.isWord { words.insert(word.text.lowercased()) }
      nameLines[token.text, default: []].append(token.line)
    }
    self.words = words
    self.nameLines = nameLines
    var map = ConstructorMap(tokens: tokens)
    map.read()
    lines = map.lines
    returnLine = map.returnLine
  }

  /// The line of a member of the returned table. `table` is the line of the innermost table that holds it.
  ///
  /// Where the member is not written out behind `return`, its name is looked for from that table on; then comes the
  /// table itself, and then the nearest member around it.
  func line(of path: [String], table: Int? = nil) -> Int? {
    if let line = lines[key(path)] { return line }
    if let name = path.last, let line = nameLines[name]?.first(where: { $0 >= table ?? 1 }) { return line }
    if let table { return table }
    var path = path
    while !path.isEmpty {
      path.removeLast()
      if let line = lines[key(path)] { return line }
    }
    return returnLine
  }
}

/// `hide[1].style` of `["hide", "[1]", "style"]`.
func key(_ path: [String]) -> String {
  path.reduce("") { $0.isEmpty || $1.hasPrefix("[") ? $0 + $1 : "\($0).\($1)" }
}

/// Walks the table constructor behind the file's `return` and notes the line of each member.
private struct ConstructorMap {
  let tokens: [LuaToken]
  private(set) var lines: [String: Int] = [:]
  private(set) var returnLine: Int?

  init(tokens: [LuaToken]) {
    self.tokens = tokens
  }

  private func isSymbol(_ index: Int, _ text: String) -> Bool {
    index < tokens.count && tokens[index].kind == .symbol && tokens[index].text == text
  }

  /// How a token changes the depth of blocks and brackets.
  private func depthChange(_ token: LuaToken) -> Int {
    switch (token.kind, token.text) {
    case (.name, "function"), (.name, "if"), (.name, "do"), (.name, "repeat"): 1
    case (.symbol, "{"), (.symbol, "("), (.symbol, "["): 1
    case (.name, "end"), (.name, "until"), (.symbol, "}"), (.symbol, ")"), (.symbol, "]"): -1
    default: 0
    }
  }

  mutating func read() {
    var depth = 0, start: Int?
    for (index, token) in tokens.enumerated() {
      if depth == 0, token.kind == .name, token.text == "return" { start = index }
      depth += depthChange(token)
    }
    guard let start else { return }
    returnLine = tokens[start].line
    guard isSymbol(start + 1, "{") else { return }

    // The tables that are open: the path of each, and how many items it has had.
    var open: [(path: [String], items: Int)] = [([], 0)]
    var index = start + 2
    while index < tokens.count, !open.isEmpty {
      if isSymbol(index, "}") {
        open.removeLast()
        index += 1
        continue
      }
      if isSymbol(index, ",") || isSymbol(index, ";") {
        index += 1
        continue
      }
      var path = open[open.count - 1].path
      if tokens[index].kind == .name, isSymbol(index + 1, "=") {
        path.append(tokens[index].text)
        lines[key(path)] = tokens[index].line
        index += 2
      } else if isSymbol(index, "["), index + 1 < tokens.count, isSymbol(index + 2, "]"), isSymbol(index + 3, "=") {
        path.append(tokens[index + 1].text)
        lines[key(path)] = tokens[index].line
        index += 4
      } else {
        open[open.count - 1].items += 1
        path.append("[\(open[open.count - 1].items)]")
        lines[key(path)] = tokens[index].line
      }
      if isSymbol(index, "{") {
        open.append((path, 0))
        index += 1
      } else {
        index = endOfExpression(from: index)
      }
    }
  }

  /// The place behind an expression: a comma, a semicolon or a closing brace of its own depth.
  private func endOfExpression(from start: Int) -> Int {
    var depth = 0, index = start
    while index < tokens.count {
      if depth == 0, isSymbol(index, ",") || isSymbol(index, ";") || isSymbol(index, "}") { return index }
      depth += depthChange(tokens[index])
      index += 1
    }
    return index
  }
}
