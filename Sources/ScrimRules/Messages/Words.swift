/// A piece of a message: a word, a run of punctuation, or white space.
struct Word: Hashable {
  enum Kind: Hashable {
    case word, punctuation, blank
  }

  var kind: Kind
  var text: String

  var isWord: Bool { kind == .word }
}

enum Words {
  /// Splits a text so that nothing of it is lost: the pieces joined are the text.
  ///
  /// Letters, digits, `_` and everything that is not ASCII make words, so that bullets and symbols count as text.
  static func split(_ text: String) -> [Word] {
    var words = [Word]()
    for scalar in text.unicodeScalars {
      let kind = kind(of: scalar)
      if words.last?.kind == kind {
        words[words.count - 1].text.unicodeScalars.append(scalar)
      } else {
        words.append(Word(kind: kind, text: String(scalar)))
      }
    }
    return words
  }

  private static func kind(of scalar: Unicode.Scalar) -> Word.Kind {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": .word
    case " ", "\t", "\n": .blank
    default: scalar.isASCII ? .punctuation : .word
    }
  }
}
