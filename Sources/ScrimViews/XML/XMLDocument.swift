internal import ScrimCore

/// An XML file's elements as one array in document order, with their attributes; there is no text between them,
/// since no view format has any.
///
/// Values stay bytes until somebody wants a text, and each name is kept once: a tree has thousands of elements, with as
/// many names as one of them. A class, since views refer to it for attributes that are made when somebody asks for them.
final class XMLDocument: Sendable {
  struct Element: Sendable {
    /// Its place in `names`.
    var name: Int
    /// Where its attributes stand in `attributes`.
    var attributes: Range<Int>
    /// How many elements enclose it.
    var depth: Int
    /// From 1.
    var line: Int
  }

  struct Attribute: Sendable {
    /// Its place in `names`.
    var name: Int
    /// Where its value stands in `texts`.
    var value: Range<Int>

    var isEmpty: Bool { value.isEmpty }
  }

  /// All names of elements and attributes, each once.
  let names: [String]
  let elements: [Element]
  let attributes: [Attribute]
  /// All values, decoded, and what stands between some of them.
  let texts: [UInt8]

  init(names: [String], elements: [Element], attributes: [Attribute], texts: [UInt8]) {
    (self.names, self.elements, self.attributes, self.texts) = (names, elements, attributes, texts)
  }

  func attributes(of element: Element) -> ArraySlice<Attribute> { attributes[element.attributes] }

  func name(of element: Element) -> String { names[element.name] }

  func text(_ attribute: Attribute) -> String {
    let texts = texts
    return String(decodingUTF8: texts.span.extracting(attribute.value))
  }

  /// A value that may be the secret; nil for an empty one.
  func sensitive(_ attribute: Attribute) -> SensitiveText? {
    attribute.isEmpty ? nil : SensitiveText(text(attribute))
  }

  /// A value that is "true" or "false"; nil for every other one.
  func boolean(_ attribute: Attribute) -> Bool? {
    let texts = texts
    let value = texts.span.extracting(attribute.value)
    return value.isEqual(to: "true".utf8.span) ? true : value.isEqual(to: "false".utf8.span) ? false : nil
  }

  /// A value that is a number; whole ones, which nearly all are, need no text.
  func number(_ attribute: Attribute) -> Double? {
    let texts = texts
    let digits = texts.span.extracting(attribute.value)
    guard (1...9).contains(digits.count) else { return Double(text(attribute)) }
    var whole = 0
    for place in digits.indices {
      let digit = digits[place]
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return Double(text(attribute)) }
      whole = whole * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return Double(whole)
  }

  subscript(_ name: String, of element: Element) -> String? {
    attributes[element.attributes].first { names[$0.name] == name }.map(text)
  }
}

/// The place of an attribute is that among all.
extension XMLDocument: AttributeSource {
  func attributeName(at place: Int) -> String { names[attributes[place].name] }

  func attributeValue(at place: Int) -> AttributeValue { .text(SensitiveText(text(attributes[place]))) }

  func isAttribute(at place: Int, named name: String) -> Bool { names[attributes[place].name] == name }
}
