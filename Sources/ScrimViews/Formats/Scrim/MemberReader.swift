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

  /// Any value, as an attribute.
  func attribute(_ value: Int, depth: Int = 0) throws(TreeError) -> AttributeValue {
    guard depth < Self.deepestAttribute else {
      throw TreeError("an attribute is nested over \(Self.deepestAttribute) levels deep")
    }
    switch document.kind(of: value) {
    case .null: return .null
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .integer: return .integer(Int64(document.integer(value)!))
    case .number: return .number(document.number(value)!)
    case .text: return .text(SensitiveText(document.text(value)!))
    case .array:
      var list: [AttributeValue] = []
      for element in document.elements(of: value) { list.append(try attribute(element, depth: depth + 1)) }
      return .list(list)
    case .object:
      return .object(try attributes(value, depth: depth + 1))
    }
  }

  /// An object's members, as attributes.
  func attributes(_ value: Int, depth: Int = 0) throws(TreeError) -> [String: AttributeValue] {
    var attributes: [String: AttributeValue] = [:]
    for member in document.members(of: value) {
      attributes[document.text(member.name)!] = try attribute(member.value, depth: depth)
    }
    return attributes
  }

  func wrong(_ name: String, _ wanted: String) -> TreeError {
    TreeError("the member '\(name)' is not \(wanted)")
  }
}
