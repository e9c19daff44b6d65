internal import ScrimCore

/// Reads members of known names with exact types; null is the same as absent.
struct MemberReader {
  /// The deepest nesting of an attribute that is kept. Values nest as Swift values do, and those end with the stack.
  private static let deepestAttribute = 64

  let document: JSONDocument

  func text(_ value: Int, _ name: String) throws(TreeError) -> String? {
    if document.kind(of: value) == .null { return nil }
    guard let text = document.text(value) else { throw wrong(name, "text") }
    return text
  }

  func sensitive(_ value: Int, _ name: String) throws(TreeError) -> SensitiveText? {
    try text(value, name).map(SensitiveText.init)
  }

  func boolean(_ value: Int, _ name: String) throws(TreeError) -> Bool? {
    if document.kind(of: value) == .null { return nil }
    guard let boolean = document.boolean(value) else { throw wrong(name, "true or false") }
    return boolean
  }

  /// A finite number.
  func number(_ value: Int, _ name: String) throws(TreeError) -> Double? {
    if document.kind(of: value) == .null { return nil }
    guard let number = document.number(value), number.isFinite else { throw wrong(name, "a finite number") }
    return number
  }

  func texts(_ value: Int, _ name: String) throws(TreeError) -> [String]? {
    if document.kind(of: value) == .null { return nil }
    guard document.kind(of: value) == .array else { throw wrong(name, "a list of texts") }
    var texts: [String] = []
    for element in document.elements(of: value) {
      guard let text = document.text(element) else { throw wrong(name, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  /// Exactly so many numbers; null among them is not a number, and they need not be finite.
  func numbers<let count: Int>(_ value: Int, _ name: String) throws(TreeError) -> InlineArray<count, Double>? {
    if document.kind(of: value) == .null { return nil }
    guard document.kind(of: value) == .array else { throw wrong(name, "a list of \(count) numbers") }
    var numbers = InlineArray<count, Double>(repeating: 0), place = 0
    for element in document.elements(of: value) {
      let number = document.kind(of: element) == .null ? Double.nan : document.number(element)
      guard let number, place < count else { throw wrong(name, "a list of \(count) numbers") }
      numbers[place] = number
      place += 1
    }
    guard place == count else { throw wrong(name, "a list of \(count) numbers") }
    return numbers
  }

  /// Refuses a value that nests deeper than attributes are kept. A loop, so that depth costs no stack.
  func check(attribute value: Int) throws(TreeError) {
    /// Where the containers end that are open.
    var ends: [Int] = []
    for token in value..<document.end(of: value) {
      while let end = ends.last, end <= token { ends.removeLast() }
      guard ends.count < Self.deepestAttribute else {
        throw TreeError("an attribute is nested over \(Self.deepestAttribute) levels deep")
      }
      let end = document.end(of: token)
      if end > token + 1 { ends.append(end) }
    }
  }

  func wrong(_ name: String, _ wanted: String) -> TreeError {
    TreeError("the member '\(name)' is not \(wanted)")
  }
}
