/// Finds which of a format's names a member of a JSON object has, without making a text of it.
struct NameTable<Name: CaseIterable & RawRepresentable & Sendable>: Sendable where Name.RawValue == String {
  private struct Entry {
    var name: Name
    var mark: UInt8
    var bytes: [UInt8]
  }

  /// By the mark; of several with one mark, each stands in the next place that is free.
  private var entries = [Entry?](repeating: nil, count: 256)

  init() {
    for name in Name.allCases {
      let bytes = Array(name.rawValue.utf8), mark = JSONDocument.Token.mark(of: bytes.span)
      var place = Int(mark)
      while entries[place] != nil { place = (place + 1) & 255 }
      entries[place] = Entry(name: name, mark: mark, bytes: bytes)
    }
  }

  /// The name that the text at a token is; nil where it is none of them.
  func name(at token: Int, of document: JSONDocument) -> Name? {
    let mark = document.tokens[token].mark
    var place = Int(mark)
    while let entry = entries[place] {
      if document.text(token, is: entry.bytes.span, mark: entry.mark) { return entry.name }
      place = (place + 1) & 255
    }
    return nil
  }
}
