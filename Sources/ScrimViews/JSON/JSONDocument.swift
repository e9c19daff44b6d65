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
    bytes.append(contentsOf: builder.decoded)
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
    kind(of: value) == .text ? String(decoding: utf8(of: value), as: UTF8.self) : nil
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
    var member = value + 1
    while member < end {
      if text(member, is: name) { return member + 1 }
      member = self.end(of: member + 1)
    }
    return nil
  }

  /// Whether the text that is there has these bytes.
  func text(_ value: Int, is wanted: borrowing Span<UInt8>) -> Bool {
    let token = tokens[value]
    guard Int(token.length) == wanted.count else { return false }
    let start = Int(token.payload)
    for i in wanted.indices where texts[start + i] != wanted[i] { return false }
    return true
  }

  func utf8(of text: Int) -> ArraySlice<UInt8> {
    let start = Int(tokens[text].payload)
    return texts[start..<start + Int(tokens[text].length)]
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
    tokens.reserveCapacity(byteCount / 12)
  }

  mutating func append(_ kind: JSONDocument.Kind, payload: UInt64 = 0) {
    tokens.append(JSONDocument.Token(kind: kind, length: 0, payload: payload))
  }

  /// A text that stands in the file as it is meant. It must be shorter than 4 GiB, as all of the file.
  mutating func append(textAt offset: Int, count: Int) {
    tokens.append(JSONDocument.Token(kind: .text, length: UInt32(count), payload: UInt64(offset)))
  }

  mutating func append(decoded text: some Collection<UInt8>) {
    append(textAt: byteCount + decoded.count, count: text.count)
    decoded.append(contentsOf: text)
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
