/// Bytes of which some are told and others may be any.
///
/// Written as words: pairs of hexadecimal digits, `..` for any byte, `'text'` for letters, and `*8` behind a pair for so many of
/// it: `"00*4 'vide' ..*2"`.
struct BytePattern: ExpressibleByStringLiteral, Sendable {
  private let bytes: [UInt8?]

  var count: Int { bytes.count }

  init(stringLiteral text: String) {
    bytes = text.split { $0 == " " || $0 == "\n" }.flatMap(Self.bytes)
  }

  func matches(_ found: some Collection<UInt8>) -> Bool {
    found.count == bytes.count && zip(found, bytes).allSatisfy { $1 == nil || $0 == $1 }
  }

  private static func bytes(of word: Substring) -> [UInt8?] {
    if word.first == "'" { return word.dropFirst().dropLast().utf8.map { $0 } }
    if let star = word.firstIndex(of: "*") {
      let unit = bytes(of: word[..<star]), count = Int(word[word.index(after: star)...])!
      return (0..<count).flatMap { _ in unit }
    }
    let digits = Array(word)
    return stride(from: 0, to: digits.count, by: 2).map { place in
      digits[place] == "." ? nil : UInt8(String(digits[place..<place + 2]), radix: 16)!
    }
  }
}
