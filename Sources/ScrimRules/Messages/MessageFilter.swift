import ScrimCore

/// Keeps views' texts out of what scripts say: error messages and log lines (guarantee 8).
///
/// A script can put any text that it has read into a message. So of a message only words pass that cannot come from a
/// view: those of the rules file's own source, those of Lua's and the API's messages, and short numbers that no text
/// read so far holds. A line that a script logs on purpose may also have words that no text read so far holds. All else
/// becomes `‹n characters›`.
final class MessageFilter {
  /// Runs of one to four characters of the words that scripts have read, in lower case, of all frames: a text can be
  /// kept and said later.
  private var runs: Set<String> = []
  /// Words of texts that are shorter than that: `12` gives itself away inside of `pin12` too.
  private var shortWords: Set<String> = []
  private var known: Set<String> = []
  private var bytes = 0

  /// Above this many bytes of texts every word counts as one of a text: that bounds the memory.
  private static let capacity = 128 << 10
  private static let longestRun = 4
  /// Longer numbers can be accounts.
  private static let longestNumber = 6
  private static let longestMessage = 2000

  // MARK: what scripts have read

  func note(_ text: String) {
    guard bytes <= Self.capacity, known.insert(text).inserted else { return }
    bytes += text.utf8.count
    guard bytes <= Self.capacity else { return }
    for word in Words.split(text.lowercased()) where word.isWord {
      for length in 1...Self.longestRun { runs.formUnion(Self.runs(of: length, in: word.text)) }
      let isDigit = word.text.utf8.count == 1 && word.text.utf8.allSatisfy { (48...57).contains($0) }
      if (2..<Self.longestRun).contains(word.text.count) || isDigit { shortWords.insert(word.text) }
    }
  }

  private static func runs(of length: Int, in word: String) -> [String] {
    let characters = Array(word)
    guard characters.count >= length else { return [] }
    return (0...(characters.count - length)).map { String(characters[$0..<$0 + length]) }
  }

  func note(_ value: AttributeValue) {
    switch value {
    case .text(let text): note(text.exposed)
    case .list(let items): items.forEach(note)
    case .object(let members):
      for (name, value) in members {
        note(name)
        note(value)
      }
    case .integer(let value): note("\(value)")
    case .number(let value): note("\(value)")
    case .null, .boolean: break
    }
  }

  func note(_ event: Event) { event.attributes.values.forEach(note) }

  /// Notes what a script gets when it reads a member of a view. Types, ids, classes and sizes may be said.
  func note(_ view: View, member name: String) {
    switch name {
    case "text", "label", "value", "placeholder": view.attributeText(name).map { note($0.text) }
    case "attributes": for (_, value) in view.attributes { note(value) }
    default:
      if ViewMember.named[name] == nil, let value = view.attributes[name] { note(value) }
    }
  }

  // MARK: what may be said

  /// A script's error, without texts of views.
  func error(_ message: String, words: Set<String>) -> String {
    filter(message) { word in words.contains(word) || self.isHarmlessNumber(word) }
  }

  /// A line that a script logs, without texts of views.
  func line(_ line: String, words: Set<String>) -> String {
    filter(line) { word in words.contains(word) || !self.isOfText(word) }
  }

  private func filter(_ message: String, passes: (String) -> Bool) -> String {
    var out = "", withheld = 0, between = ""
    func flush() {
      if withheld > 0 { out += "‹\(withheld) characters›" }
      out += between
      (withheld, between) = (0, "")
    }
    for word in Words.split(String(message.unicodeScalars.prefix(Self.longestMessage).map(Character.init))) {
      let folded = word.text.lowercased()
      let isKnown: Bool
      switch word.kind {
      case .word: isKnown = Vocabulary.words.contains(folded) || passes(folded)
      case .punctuation: isKnown = word.text.utf8.count <= 2 || Self.punctuation.contains(word.text)
      case .blank:
        between += word.text == "\n" || word.text == "\t" ? " " : word.text
        continue
      }
      if isKnown {
        flush()
        out += word.text
      } else {
        // Words beside each other are one text, and so is the blank between them.
        if withheld > 0 { withheld += between.count } else { out += between }
        between = ""
        withheld += word.text.count
      }
    }
    flush()
    return out
  }

  private func isHarmlessNumber(_ word: String) -> Bool {
    word.utf8.count <= Self.longestNumber && word.utf8.allSatisfy { (48...57).contains($0) } && !isOfText(word)
  }

  /// Whether a word shares four characters in a row, or the whole of either, with a text that a script has read.
  private func isOfText(_ word: String) -> Bool {
    if bytes > Self.capacity { return true }
    if word.count < Self.longestRun, runs.contains(word) { return true }
    return Self.runs(of: Self.longestRun, in: word).contains(where: runs.contains)
      || shortWords.contains { contains(word, $0) }
  }

  /// Runs of punctuation that messages of Lua and of the API have; others could be a password.
  private static let punctuation: Set<String> = [
    "...", "')", "',", "':", "';", "'?", "\"}", "[\"", "{\"", "\")", "\" }",
  ]
}
