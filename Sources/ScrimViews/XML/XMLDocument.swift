/// An XML file's elements as one array in document order, with their attributes; there is no text between them,
/// since no view format has any.
///
/// Values stay bytes until somebody wants a text, and each name is kept once: a tree has thousands of elements, with as
/// many names as one of them.
struct XMLDocument: Sendable {
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
  var names: [String] = []
  var elements: [Element] = []
  var attributes: [Attribute] = []
  /// All values, decoded, one behind another.
  var texts: [UInt8] = []

  func attributes(of element: Element) -> ArraySlice<Attribute> { attributes[element.attributes] }

  func name(of element: Element) -> String { names[element.name] }

  func text(_ attribute: Attribute) -> String { String(decoding: utf8(of: attribute), as: UTF8.self) }

  func utf8(of attribute: Attribute) -> ArraySlice<UInt8> {
    texts[attribute.start..<attribute.start + attribute.count]
  }

  subscript(_ name: String, of element: Element) -> String? {
    attributes[element.attributes].first { names[$0.name] == name }.map(text)
  }
}
