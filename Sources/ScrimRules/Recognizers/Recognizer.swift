/// Something that is recognized in a text: a pattern that finds candidates, and a check that accepts them.
public struct Recognizer: Sendable {
  public var name: String
  /// What it finds, in a few words, for `scrim list` and the manual.
  public var summary: String
  /// PCRE2.
  var pattern: String
  /// How many bytes of a candidate are the thing, or nil where it only looks like it. Nil accepts every candidate whole.
  var accept: (@Sendable (ArraySlice<UInt8>) -> Int?)?

  init(_ name: String, _ summary: String, _ pattern: String, accept: (@Sendable (ArraySlice<UInt8>) -> Int?)? = nil) {
    self.name = name
    self.summary = summary
    self.pattern = pattern
    self.accept = accept
  }

  /// The recognizers that every rules file has.
  public static let builtIn: [Recognizer] = [
    .email, .phone, .creditCard, .iban, .ipv4, .ipv6, .mac, .url, .jwt, .apiKey, .usSSN, .date, .amount,
  ]
}

/// The recognizers of one rules file: the built-in ones and those that it defined itself.
///
/// Patterns are compiled when they are first used, and what was found in a text is kept: the same labels come again in
/// every frame.
final class RecognizerBook {
  private var known: [String: Recognizer]
  private var patterns: [String: Pattern] = [:]
  private var found: [Question: (start: Int, end: Int)?] = [:]
  private var cost = 0

  private struct Question: Hashable {
    var recognizer: String
    var text: String
  }

  private static let capacity = 4096
  /// Bytes; a longer text is not searched but counts as found.
  static let longestText = 1 << 20
  static let mostOwn = 256

  init() {
    known = Dictionary(uniqueKeysWithValues: Recognizer.builtIn.map { ($0.name, $0) })
  }

  var names: [String] { known.keys.sorted() }

  func has(_ name: String) -> Bool { known[name] != nil }

  /// Characters searched since the last question, and the work of patterns that gave up.
  func takeCost() -> Int {
    defer { cost = 0 }
    return cost
  }

  /// Adds a recognizer of the team's own.
  func define(_ name: String, pattern: String) throws(PatternError) {
    patterns[name] = try Pattern(pattern)
    known[name] = Recognizer(name, "defined by the rules", pattern)
  }

  /// Where a recognizer that is known finds something first: start and end in characters, from 1, both included.
  ///
  /// A character is a Unicode scalar, which is what Lua's `utf8.len` counts.
  func find(_ name: String, in text: String) throws(PatternError) -> (start: Int, end: Int)? {
    let question = Question(recognizer: name, text: text)
    if let answer = found[question] { return answer }
    let answer = try search(name, text)
    if found.count >= Self.capacity { found.removeAll(keepingCapacity: true) }
    if text.utf8.count <= 4096 { found[question] = .some(answer) }
    return answer
  }

  private func search(_ name: String, _ text: String) throws(PatternError) -> (start: Int, end: Int)? {
    let recognizer = known[name]!, bytes = Array(text.utf8)
    guard bytes.count <= Self.longestText else { return (1, text.unicodeScalars.count) }
    if patterns[name] == nil { patterns[name] = try Pattern(recognizer.pattern) }
    let pattern = patterns[name]!
    var from = 0
    while from <= bytes.count {
      cost += bytes.count - from + 16
      let candidate: Range<Int>?
      do { candidate = try pattern.firstMatch(in: bytes, from: from) } catch {
        cost += 100_000
        throw error
      }
      guard let candidate else { return nil }
      let length = recognizer.accept.map { $0(bytes[candidate]) } ?? candidate.count
      if let length {
        let start = characters(in: bytes[..<candidate.lowerBound])
        return (start + 1, start + characters(in: bytes[candidate.lowerBound..<candidate.lowerBound + length]))
      }
      from = candidate.lowerBound + 1
      while from < bytes.count, bytes[from] & 0xC0 == 0x80 { from += 1 }
    }
    return nil
  }
}

/// Unicode scalars in UTF-8: every byte that does not continue one begins one.
private func characters(in bytes: ArraySlice<UInt8>) -> Int {
  bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
}
