/// A piece of a rules file's source.
struct LuaToken: Hashable {
  enum Kind: Hashable {
    case name, string, number, symbol
  }

  var kind: Kind
  /// A string's value without quotes and escapes; everything else as written.
  var text: String
  /// From 1.
  var line: Int
}

/// Splits Lua source into tokens, without comments.
///
/// Only for messages and for telling constants from other texts: the host's Lua decides what the source means, and has
/// accepted it before. What is no Lua becomes symbols.
struct LuaLexer {
  private let source: [UInt8]
  private var at = 0
  private var line = 1

  static func tokens(of source: [UInt8]) -> [LuaToken] {
    var lexer = LuaLexer(source: source), tokens = [LuaToken]()
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  private init(source: [UInt8]) {
    self.source = source
  }

  private func byte(_ offset: Int = 0) -> UInt8 { at + offset < source.count ? source[at + offset] : 0 }
  private func isName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 128 || (65...90).contains(byte & 0xDF) || isDigit(byte)
  }
  private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private mutating func next() -> LuaToken? {
    while at < source.count {
      let first = byte(), startLine = line
      if first == UInt8(ascii: "\n") || first == 32 || first == 9 || first == 13 {
        step()
      } else if first == UInt8(ascii: "-"), byte(1) == first {
        at += 2
        if longBracket() == nil { while at < source.count, byte() != UInt8(ascii: "\n") { at += 1 } }
      } else if first == UInt8(ascii: "["), let text = longBracket() {
        return LuaToken(kind: .string, text: text, line: startLine)
      } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
        return LuaToken(kind: .string, text: quoted(first), line: startLine)
      } else if isName(first) {
        let start = at
        while at < source.count, isName(byte()) || isDigit(first) && byte() == UInt8(ascii: ".") { at += 1 }
        let text = String(decoding: source[start..<at], as: UTF8.self)
        return LuaToken(kind: isDigit(first) ? .number : .name, text: text, line: startLine)
      } else {
        // `==`, `~=`, `<=` and `>=` are no assignment.
        let isComparison = byte(1) == UInt8(ascii: "=") && "=~<>".utf8.contains(first)
        let text = String(decoding: source[at..<min(source.count, at + (isComparison ? 2 : 1))], as: UTF8.self)
        at += isComparison ? 2 : 1
        return LuaToken(kind: .symbol, text: text, line: startLine)
      }
    }
    return nil
  }

  private mutating func step() {
    if byte() == UInt8(ascii: "\n") { line += 1 }
    at += 1
  }

  /// The text of `[[…]]` or `[=[…]=]`, or nil where none begins.
  private mutating func longBracket() -> String? {
    var level = 0
    while byte(1 + level) == UInt8(ascii: "=") { level += 1 }
    guard byte() == UInt8(ascii: "["), byte(1 + level) == UInt8(ascii: "[") else { return nil }
    at += level + 2
    let end = [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "]")]
    let start = at
    while at < source.count, !source[at...].starts(with: end) { step() }
    let text = String(decoding: source[start..<at], as: UTF8.self)
    at = min(source.count, at + end.count)
    return text.hasPrefix("\n") ? String(text.dropFirst()) : text
  }

  private mutating func quoted(_ quote: UInt8) -> String {
    at += 1
    var bytes = [UInt8]()
    while at < source.count, byte() != quote, byte() != UInt8(ascii: "\n") {
      if byte() == UInt8(ascii: "\\") { escape(into: &bytes) } else { bytes.append(byte()); at += 1 }
    }
    if byte() == quote { at += 1 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func escape(into bytes: inout [UInt8]) {
    let letter = byte(1)
    at += 1
    switch letter {
    case UInt8(ascii: "x"):
      at += 1
      let digits = String(decoding: source[at..<min(source.count, at + 2)], as: UTF8.self)
      bytes.append(UInt8(digits, radix: 16) ?? 0)
      at += 2
    case UInt8(ascii: "z"):
      at += 1
      while at < source.count, [9, 10, 13, 32].contains(byte()) { step() }
    case UInt8(ascii: "u"):
      at += 2
      let start = at
      while at < source.count, byte() != UInt8(ascii: "}") { at += 1 }
      let value = UInt32(String(decoding: source[start..<at], as: UTF8.self), radix: 16)
      bytes.append(contentsOf: (value.flatMap(Unicode.Scalar.init).map { String($0) } ?? "").utf8)
      at += 1
    case 48...57:
      var value = 0, digits = 0
      while digits < 3, isDigit(byte()) {
        value = value * 10 + Int(byte()) - 48
        digits += 1
        at += 1
      }
      bytes.append(UInt8(truncatingIfNeeded: value))
    default:
      let named: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "a"): 7,
        UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "v"): 11,
      ]
      bytes.append(named[letter] ?? letter)
      step()
    }
  }
}
