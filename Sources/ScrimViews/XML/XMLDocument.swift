/// An XML file's elements as one array in document order, with their attributes; there is no text between them,
/// since no view format has any.
struct XMLDocument: Sendable {
  struct Element: Sendable {
    var name: String
    /// Where its attributes stand in `attributes`.
    var attributes: Range<Int>
    /// How many elements enclose it.
    var depth: Int
    /// From 1.
    var line: Int
  }

  struct Attribute: Sendable {
    var name: String
    var value: String
  }

  var elements: [Element] = []
  var attributes: [Attribute] = []

  func attributes(of element: Element) -> ArraySlice<Attribute> { attributes[element.attributes] }

  subscript(_ name: String, of element: Element) -> String? {
    attributes[element.attributes].first { $0.name == name }?.value
  }
}
