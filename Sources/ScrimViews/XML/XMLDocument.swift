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
    var start: Int
    var count: Int
  }

  /// All names of elements and attributes, each once.
  let names: [String]
  let elements: [Element]
  let attributes: [Attribute]
  /// All values, decoded, one behind another.
  let texts: [UInt8]

  init(names: [String], elements: [Element], attributes: [Attribute], texts: [UInt8]) {
    (self.names, self.elements, self.attributes, self.texts) = (names, elements, attributes, texts)
  }

  func attributes(of element: Element) -> ArraySlice<Attribute> { attributes[element.attributes] }

  func name(of element: Element) -> String { names[element.name] }

  func text(_ attribute: Attribute) -> String { String(decoding: utf8(of: attribute), as: UTF8.self) }

  /// A value that is a number; whole ones, which nearly all are, need no text.
  func number(_ attribute: Attribute) -> Double? {
    let digits = utf8(of: attribute)
    guard (1...9).contains(digits.count) else { return Double(text(attribute)) }
    var whole = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return Double(text(attribute)) }
      whole = whole * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return Double(whole)
  }

  func utf8(of attribute: Attribute) -> ArraySlice<UInt8> {
    texts[attribute.start..<attribute.start + attribute.count]
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
