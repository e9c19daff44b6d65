internal import ScrimCore

/// Members of objects as attributes; the place of one is the token of its name.
extension JSONDocument: AttributeSource {
  func attributeName(at place: Int) -> String { text(place)! }

  func attributeValue(at place: Int) -> AttributeValue { attribute(place + 1) }

  func isAttribute(at place: Int, named name: String) -> Bool {
    text(place, is: name.utf8.span, mark: Token.mark(of: name.utf8.span))
  }

  /// Any value, as an attribute; readers have refused what nests too deep for the stack.
  func attribute(_ value: Int) -> AttributeValue {
    switch kind(of: value) {
    case .null: .null
    case .no: .boolean(false)
    case .yes: .boolean(true)
    case .integer: .integer(Int64(integer(value)!))
    case .number: .number(number(value)!)
    case .text: .text(SensitiveText(text(value)!))
    case .array: .list(elements(of: value).map(attribute))
    case .object:
      // Names that differ in bytes can be one text.
      .object(Dictionary(members(of: value).map { (text($0.name)!, attribute($0.value)) }) { first, _ in first })
    }
  }
}
