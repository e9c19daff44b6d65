/// A JSON text as one array of tokens in document order.
///
/// A container's token knows where it ends, so members and elements are walked by steps and never by recursion: trees
/// of any depth need no stack, and a tree of thousands of nodes needs two allocations. Numbers beyond the range of
/// `Double` are infinite; which member may be so is for the reader to say. A class, since views refer to it for members
/// that are made when somebody asks for them.
final class JSONDocument: Sendable {
  enum Kind: UInt8, Sendable {
    case null, no, yes, integer, number, text, array, object
  }

  struct Token: Sendable {
    var kind: Kind
    /// Of a text: a number that its bytes give cheaply, by which nearly all texts that differ are told apart.
    var mark: UInt8
    /// Of a text: its length in bytes.
    var length: UInt32
    /// The bits of a number; of a text, where it begins in `texts`; of a container, the index behind its last token.
    var payload: UInt64
  }

  let tokens: [Token]
  /// The file, and behind it the texts that stand there with escapes, decoded.
  let texts: [UInt8]

  /// How many objects there are, wherever they stand.
  let objectCount: Int

  init(_ builder: consuming JSONBuilder, of bytes: consuming [UInt8]) {
    tokens = builder.tokens
    objectCount = builder.objectCount
    // Adding nothing would copy all, too.
    if !builder.decoded.isEmpty { bytes.append(contentsOf: builder.decoded) }
    texts = bytes
  }

  /// The index of the outermost value.
  static let root = 0

  func kind(of value: Int) -> Kind { tokens[value].kind }

  /// The index behind a value and all that it holds.
  func end(of value: Int) -> Int {
    switch tokens[value].kind {
    case .array, .object: Int(tokens[value].payload)
    case .null, .no, .yes, .integer, .number, .text: value + 1
    }
  }

  /// The characters of a text; nil for every other value.
  func text(_ value: Int) -> String? {
    guard kind(of: value) == .text else { return nil }
    let texts = texts
    return String(decodingUTF8: texts.span.extracting(place(of: value)))
  }

  /// A number of either kind; nil for every other value.
  func number(_ value: Int) -> Double? {
    switch tokens[value].kind {
    case .integer: Double(Int64(bitPattern: tokens[value].payload))
    case .number: Double(bitPattern: tokens[value].payload)
    case .null, .no, .yes, .text, .array, .object: nil
    }
  }

  /// A whole number in the range of `Int`; nil for every other value.
  func integer(_ value: Int) -> Int? {
    kind(of: value) == .integer ? Int(Int64(bitPattern: tokens[value].payload)) : nil
  }

  func boolean(_ value: Int) -> Bool? {
    switch tokens[value].kind {
    case .yes: true
    case .no: false
    case .null, .integer, .number, .text, .array, .object: nil
    }
  }

  /// The elements of an array; none for every other value.
  func elements(of value: Int) -> Elements {
    Elements(document: self, place: value + 1, end: kind(of: value) == .array ? end(of: value) : value + 1)
  }

  /// The members of an object, in their order; none for every other value.
  func members(of value: Int) -> Members {
    Members(document: self, place: value + 1, end: kind(of: value) == .object ? end(of: value) : value + 1)
  }

  /// The value of an object's member; nil where it has none, or is no object.
  func member(_ name: String, of value: Int) -> Int? {
    guard kind(of: value) == .object else { return nil }
    let name = name.utf8.span, end = end(of: value)
    let mark = Token.mark(of: name)
    var member = value + 1
    while member < end {
      if text(member, is: name, mark: mark) { return member + 1 }
      member = self.end(of: member + 1)
    }
    return nil
  }

  /// Whether the text that is there has these bytes; `mark` is theirs.
  func text(_ value: Int, is wanted: Span<UInt8>, mark: UInt8) -> Bool {
    let token = tokens[value]
    guard token.mark == mark, Int(token.length) == wanted.count else { return false }
    let texts = texts
    return texts.span.extracting(place(of: value)).isEqual(to: wanted)
  }

  /// Whether two texts have the same bytes.
  func areEqual(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (tokens[a], tokens[b])
    guard first.mark == second.mark, first.length == second.length else { return false }
    let texts = texts
    return texts.span.extracting(place(of: a)).isEqual(to: texts.span.extracting(place(of: b)))
  }

  func utf8(of text: Int) -> ArraySlice<UInt8> { texts[place(of: text)] }

  /// Where the bytes of a text are in `texts`.
  func place(of text: Int) -> Range<Int> {
    let token = tokens[text]
    return Int(token.payload)..<Int(token.payload) + Int(token.length)
  }

  struct Elements: Sequence, IteratorProtocol {
    fileprivate let document: JSONDocument
    fileprivate var place: Int
    fileprivate let end: Int

    mutating func next() -> Int? {
      guard place < end else { return nil }
      defer { place = document.end(of: place) }
      return place
    }
  }

  struct Members: Sequence, IteratorProtocol {
    fileprivate let document: JSONDocument
    fileprivate var place: Int
    fileprivate let end: Int

    /// The indices of the next member's name and value.
    mutating func next() -> (name: Int, value: Int)? {
      guard place < end else { return nil }
      let name = place
      place = document.end(of: name + 1)
      return (name, name + 1)
    }
  }
}

extension JSONDocument.Token {
  @inline(__always) static func mark(of text: Span<UInt8>) -> UInt8 {
    guard text.count > 0 else { return 0 }
    return UInt8(truncatingIfNeeded: text.count &* 37 &+ Int(text[0]) &* 5 &+ Int(text[text.count - 1]))
  }

  /// One of 64 bits for each mark: a set of marks in one number.
  @inline(__always) static func bit(of mark: UInt8) -> UInt64 { 1 << UInt64(mark & 63) }

  var bit: UInt64 { Self.bit(of: mark) }
}

/// Puts a document together as the parser meets its values.
struct JSONBuilder {
  private(set) var tokens: [JSONDocument.Token] = []
  /// Texts that are not in the file as they are meant, one behind another.
  private(set) var decoded: [UInt8] = []
  private(set) var objectCount = 0
  private var open: [Int] = []
  /// How many bytes the file has.
  private let byteCount: Int

  var depth: Int { open.count }

  init(byteCount: Int) {
    self.byteCount = byteCount
    tokens.reserveCapacity(byteCount / 6)
  }

  mutating func append(_ kind: JSONDocument.Kind, payload: UInt64 = 0) {
    tokens.append(JSONDocument.Token(kind: kind, mark: 0, length: 0, payload: payload))
  }

  /// A text; `offset` is its place in the file, where it stands there as it is meant. It must be shorter than 4 GiB, as
  /// all of the file.
  @inline(__always) mutating func append(_ text: Span<UInt8>, at offset: Int?) {
    let mark = JSONDocument.Token.mark(of: text)
    let place = offset ?? byteCount + decoded.count
    tokens.append(
      JSONDocument.Token(kind: .text, mark: mark, length: UInt32(text.count), payload: UInt64(place)))
    if offset == nil { for place in text.indices { decoded.append(text[place]) } }
  }

  mutating func begin(_ kind: JSONDocument.Kind) {
    open.append(tokens.count)
    if kind == .object { objectCount += 1 }
    append(kind)
  }

  mutating func end() {
    tokens[open.removeLast()].payload = UInt64(tokens.count)
  }
}
