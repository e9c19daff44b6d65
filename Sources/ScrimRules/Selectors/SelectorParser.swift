import ScrimCore

/// Why a text is no selector.
struct SelectorError: Error, Hashable {
  /// Which character, from 1; one behind the last at the end.
  var position: Int
  var problem: String

  var message: String { "\(problem) at character \(position)" }
}

/// Reads a selector. Errors say where, and what was expected.
struct SelectorParser {
  private let text: [Unicode.Scalar]
  private var at = 0
  private var depth = 0

  /// Longer texts and deeper brackets are refused: a script could make them without end.
  static let longest = 4096
  static let deepest = 32

  static func parse(_ source: String) throws(SelectorError) -> Selector {
    guard source.utf8.count <= longest else {
      throw SelectorError(position: longest, problem: "the selector goes on for more than \(longest) bytes")
    }
    var parser = SelectorParser(text: Array(source.unicodeScalars))
    let alternatives = try parser.list()
    guard parser.at == parser.text.count else { throw parser.expected("',' or the end of the selector") }
    return Selector(source: source, alternatives: alternatives)
  }

  private init(text: [Unicode.Scalar]) {
    self.text = text
  }

  // MARK: grammar

  private mutating func list() throws(SelectorError) -> [ComplexSelector] {
    var alternatives = [ComplexSelector]()
    repeat {
      skipBlanks()
      alternatives.append(try complex())
      skipBlanks()
    } while take(",")
    return alternatives
  }

  private mutating func complex() throws(SelectorError) -> ComplexSelector {
    var selector = ComplexSelector(compounds: [try compound()], combinators: [])
    while true {
      let blank = skipBlanks()
      guard let next = peek, next != ",", next != ")" else { return selector }
      if take(">") {
        skipBlanks()
        selector.combinators.append(.child)
      } else if next == "+" || next == "~" {
        throw error("the combinator '\(next)' is not supported (there are blank and '>')")
      } else if blank {
        selector.combinators.append(.descendant)
      } else {
        throw expected("a blank, '>' or ','")
      }
      selector.compounds.append(try compound())
    }
  }

  private mutating func compound() throws(SelectorError) -> CompoundSelector {
    var compound = CompoundSelector()
    let start = at
    if take("*") {
      // Any type.
    } else if startsName() {
      compound.type = try name("a type")
    }
    var dotted = compound.type
    loop: while let next = peek {
      switch next {
      case ".":
        at += 1
        let part = try name("a class name after '.'")
        compound.conditions.append(.class(part))
        dotted = dotted.map { "\($0).\(part)" }
        if dotted != nil, peek != "." {
          compound.dottedType = dotted
          dotted = nil
        }
        continue
      case "#":
        at += 1
        compound.conditions.append(.id(try id()))
      case "[":
        at += 1
        compound.conditions.append(.attribute(try attribute()))
      case ":":
        at += 1
        compound.conditions.append(try pseudoClass())
      default: break loop
      }
      dotted = nil
    }
    guard at > start else { throw expected("a selector") }
    return compound
  }

  private mutating func id() throws(SelectorError) -> String {
    if peek == "\"" || peek == "'" { return try string() }
    var id = ""
    while let scalar = try nameScalar() { id.unicodeScalars.append(scalar) }
    guard !id.isEmpty else { throw expected("an id after '#'") }
    return id
  }

  private mutating func attribute() throws(SelectorError) -> AttributeTest {
    skipBlanks()
    var test = AttributeTest(
      name: peek == "\"" || peek == "'" ? try string() : try name("an attribute's name after '['"))
    skipBlanks()
    if take("]") { return test }
    guard let comparison = AttributeTest.Comparison.allCases.first(where: { take($0.rawValue) }) else {
      throw expected("']' or one of = ^= $= *= ~=")
    }
    skipBlanks()
    if peek == "\"" || peek == "'" {
      test.value = (comparison, try string())
    } else {
      var bare = ""
      while let scalar = try nameScalar(also: ".:/+") { bare.unicodeScalars.append(scalar) }
      guard !bare.isEmpty else { throw expected("a value after '\(comparison.rawValue)'") }
      test.value = (comparison, bare)
    }
    skipBlanks()
    test.ignoringCase = take("i") || take("I")
    skipBlanks()
    guard take("]") else { throw expected("']'") }
    return test
  }

  private mutating func pseudoClass() throws(SelectorError) -> Condition {
    let start = at
    let name = try name("a name after ':'")
    let known = ["not", "is", "has", "text"]
    guard known.contains(name) else {
      at = start
      let near = suggestion(for: name, among: known)
      let hint = near.isEmpty ? " (an id with punctuation is quoted, as in #\"com.example:id/pin\")" : near
      throw error("there is no ':\(name)'\(hint)")
    }
    guard take("(") else { throw expected("'(' after ':\(name)'") }
    depth += 1
    guard depth <= Self.deepest else { throw error("more than \(Self.deepest) brackets in each other") }
    defer { depth -= 1 }
    skipBlanks()
    let condition: Condition
    switch name {
    case "not": condition = .not(try nested())
    case "is": condition = .any(try nested())
    case "has": condition = .has(try relatives())
    default: condition = try textTest()
    }
    skipBlanks()
    guard take(")") else { throw expected("')'") }
    return condition
  }

  private mutating func nested() throws(SelectorError) -> Selector {
    let start = at
    let alternatives = try list()
    return Selector(source: string(from: start), alternatives: alternatives)
  }

  private mutating func relatives() throws(SelectorError) -> [RelativeSelector] {
    var relatives = [RelativeSelector]()
    repeat {
      skipBlanks()
      let leading = take(">") ? Combinator.child : .descendant
      skipBlanks()
      relatives.append(RelativeSelector(leading: leading, selector: try complex()))
      skipBlanks()
    } while take(",")
    return relatives
  }

  private mutating func textTest() throws(SelectorError) -> Condition {
    guard peek == "\"" || peek == "'" else { throw expected("a quoted text") }
    let part = try string()
    guard !part.isEmpty else { throw error("the text is empty: every text contains it") }
    skipBlanks()
    return .text(part, ignoringCase: take("i") || take("I"))
  }

  // MARK: characters

  private var peek: Unicode.Scalar? { at < text.count ? text[at] : nil }

  private mutating func take(_ token: String) -> Bool {
    let token = Array(token.unicodeScalars)
    guard text[at...].starts(with: token) else { return false }
    at += token.count
    return true
  }

  @discardableResult private mutating func skipBlanks() -> Bool {
    let start = at
    while let scalar = peek, scalar.properties.isWhitespace { at += 1 }
    return at > start
  }

  private func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 && !scalar.properties.isWhitespace || scalar == "_" || scalar == "-"
      || scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
  }

  private func startsName() -> Bool {
    guard let scalar = peek else { return false }
    return scalar == "\\" || isNameScalar(scalar) && !("0"..."9").contains(scalar)
  }

  private mutating func name(_ what: String) throws(SelectorError) -> String {
    guard startsName() else { throw expected(what) }
    var name = ""
    while let scalar = try nameScalar() { name.unicodeScalars.append(scalar) }
    return name
  }

  /// The next character of a name, escapes resolved; nil where the name ends.
  private mutating func nameScalar(also extra: String = "") throws(SelectorError) -> Unicode.Scalar? {
    guard let scalar = peek else { return nil }
    if scalar == "\\" {
      at += 1
      return try escaped()
    }
    guard isNameScalar(scalar) || extra.unicodeScalars.contains(scalar) else { return nil }
    at += 1
    return scalar
  }

  /// What stands behind a backslash: up to six hexadecimal digits and a blank, or the character itself.
  private mutating func escaped() throws(SelectorError) -> Unicode.Scalar {
    guard let first = peek else { throw expected("a character after '\\'") }
    guard first.properties.isASCIIHexDigit else {
      at += 1
      return first
    }
    var digits = ""
    while let scalar = peek, scalar.properties.isASCIIHexDigit, digits.count < 6 {
      digits.unicodeScalars.append(scalar)
      at += 1
    }
    if let blank = peek, blank.properties.isWhitespace { at += 1 }
    guard let value = UInt32(digits, radix: 16), value != 0, let scalar = Unicode.Scalar(value) else {
      throw error("'\\\(digits)' is no character")
    }
    return scalar
  }

  private mutating func string() throws(SelectorError) -> String {
    let start = at, quote = text[at]
    at += 1
    var string = ""
    while let scalar = peek {
      at += 1
      if scalar == quote { return string }
      string.unicodeScalars.append(scalar == "\\" ? try escaped() : scalar)
    }
    at = start
    throw error("the quoted text does not end")
  }

  private func string(from start: Int) -> String {
    var part = String.UnicodeScalarView()
    part.append(contentsOf: text[start..<at])
    return String(part)
  }

  private func expected(_ what: String) -> SelectorError {
    error("expected \(what), found \(peek.map { "'\($0)'" } ?? "the end")")
  }

  private func error(_ problem: String) -> SelectorError {
    SelectorError(position: at + 1, problem: problem)
  }
}

/// Parsed selectors by their text, so that a rule's selector is parsed once and not for each frame.
///
/// Bounded: a script can build selectors without end.
struct SelectorCache {
  private var parsed: [String: Selector] = [:]
  private static let capacity = 1024

  mutating func selector(_ source: String) throws(SelectorError) -> Selector {
    if let known = parsed[source] { return known }
    let selector = try SelectorParser.parse(source)
    if parsed.count >= Self.capacity { parsed.removeAll(keepingCapacity: true) }
    parsed[source] = selector
    return selector
  }
}
