internal import ScrimCore

/// One document of a DOM snapshot: its tables, checked and with their indices in range. A class, so that who looks at a
/// node does not count the owners of all tables.
final class DOMPage {
  /// What a node's layout says.
  struct Box {
    /// In the page's own coordinates and unit.
    var rect: Rect
    /// Border widths left and top, and the size inside of the borders, where the file has them.
    var client: Rect?
    var text: String?
    /// The tokens of its computed styles.
    var styles: Range<Int>
    var paintOrder: Int?
  }

  /// A node's kind in the DOM.
  enum Kind: Int {
    case element = 1
    case text = 3
    /// A part of an XHTML page: it is shown as text.
    case characterData = 4
    case document = 9
    /// A shadow root.
    case fragment = 11
  }

  let strings: DOMStrings
  /// Index of each node's parent, -1 for the document.
  let parents: [Int]
  let kinds: [Int]
  let names: [Int]
  let values: [Int]
  /// For each node the tokens of its attributes: names and values by turns.
  let attributes: [Range<Int>]
  let inputValues: [Int: Int]
  let textValues: [Int: Int]
  /// The document in a frame element.
  let contentDocuments: [Int: Int]
  let boxes: [Box?]
  let viewport: Rect?
  let scroll: Point
  let contentHeight: Double
  let url: String

  /// Reads all documents of a file.
  static func pages(of json: JSONDocument, root: Int) throws(TreeError) -> [DOMPage] {
    guard let documents = json.member("documents", of: root), let table = json.member("strings", of: root) else {
      throw TreeError("it has no documents or no strings")
    }
    let strings = DOMStrings(json, table: table)
    var pages: [DOMPage] = []
    for document in json.elements(of: documents) {
      pages.append(try DOMPage(DOMTable(json: json, object: document), strings))
    }
    return pages
  }

  private init(_ table: DOMTable, _ strings: DOMStrings) throws(TreeError) {
    self.strings = strings
    let nodes = try table.object("nodes")
    parents = try nodes.integers("parentIndex")
    kinds = try nodes.integers("nodeType", count: parents.count)
    names = try nodes.integers("nodeName", count: parents.count)
    values = try nodes.integers("nodeValue", count: parents.count)
    attributes = try nodes.lists("attributes", count: parents.count)
    inputValues = try nodes.sparse("inputValue", below: parents.count)
    textValues = try nodes.sparse("textValue", below: parents.count)
    contentDocuments = try nodes.sparse("contentDocumentIndex", below: parents.count)
    scroll = Point(x: try table.number("scrollOffsetX") ?? 0, y: try table.number("scrollOffsetY") ?? 0)
    contentHeight = try table.number("contentHeight") ?? 0
    url = try strings.text(try table.integer("documentURL") ?? -1) ?? ""

    let layout = try table.object("layout")
    let owners = try layout.integers("nodeIndex")
    let bounds = try layout.lists("bounds", count: owners.count)
    let texts = try layout.integers("text", count: owners.count)
    let styles = layout.has("styles") ? try layout.lists("styles", count: owners.count) : nil
    let clients = layout.has("clientRects") ? try layout.lists("clientRects", count: owners.count) : nil
    let orders = layout.has("paintOrders") ? try layout.integers("paintOrders", count: owners.count) : nil
    var boxes = [Box?](repeating: nil, count: parents.count)
    /// The texts of nodes with several boxes.
    var parts: [Int: [String]] = [:]
    for (i, owner) in owners.enumerated() {
      guard boxes.indices.contains(owner) else { throw TreeError("an index in 'nodeIndex' lies outside of the nodes") }
      let rect = layout.rect(bounds[i]) ?? Rect(x: .nan, y: .nan, width: .nan, height: .nan)
      var box = Box(
        rect: rect, client: clients.flatMap { layout.rect($0[i]) }, text: try strings.text(texts[i]),
        styles: styles?[i] ?? 0..<0, paintOrder: orders?[i])
      // A node with several boxes, a continued line say, lies in all of them.
      if let other = boxes[owner] {
        box.rect = other.rect.union(rect)
        parts[owner, default: [other.text ?? ""]].append(box.text ?? "")
        box.paintOrder = max(other.paintOrder ?? 0, box.paintOrder ?? 0)
      }
      boxes[owner] = box
    }
    // A page says each part once, however many boxes refer to it.
    guard parts.values.joined().reduce(0, { $0 + $1.utf8.count }) <= strings.json.texts.count else {
      throw TreeError("the texts of its boxes are longer than all that it says")
    }
    for (node, parts) in parts { boxes[node]?.text = parts.joined() }
    self.boxes = boxes
    viewport = bounds.first.flatMap(layout.rect)
  }

  /// Whether an element is known to be one of HTML: those have their names in capitals. Of SVG and MathML styles have
  /// values, too, and paint and clip nothing.
  func isHTML(_ node: Int) -> Bool {
    guard let name = try? strings.text(names[node]) else { return false }
    return !name.isEmpty && name.utf8.allSatisfy { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  /// Whether an element may lie in the top layer, in front of all else: a dialog, a popover, or what a list drops down.
  func mayBeInTopLayer(_ node: Int) -> Bool {
    func name(_ node: Int) -> String? { (try? strings.text(names[node]))??.lowercased() }
    guard kinds[node] == Kind.element.rawValue else { return false }
    if name(node) == "dialog" || (parents[node] >= 0 && name(parents[node]) == "select") { return true }
    return stride(from: attributes[node].lowerBound, to: attributes[node].upperBound, by: 2).contains {
      isAttribute(at: $0, named: "popover")
    }
  }

  /// A node's attributes by the tokens of their names; of two of one name the first, as browsers do.
  func attributes(of node: Int) throws(TreeError) -> DOMAttributes {
    var found = DOMAttributes(page: self)
    let tokens = attributes[node]
    /// The names that have come, where they are many: comparing with all before costs less than hashing where they are few.
    var names: Set<String> = []
    let isMany = tokens.count > 48
    for token in stride(from: tokens.lowerBound, to: tokens.upperBound - 1, by: 2) {
      guard let name = try strings.text(token: token) else { continue }
      _ = try strings.text(token: token + 1)
      if isMany ? names.insert(name).inserted : !found.has(name) { found.places.append(token) }
    }
    return found
  }

  /// The scheme, host and port that its address begins with; nil for a page that takes its parent's (`about:srcdoc`).
  var origin: String? {
    if url.isEmpty || url.hasPrefix("about:") { return nil }
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[1].isEmpty else { return "opaque" }
    return parts[..<3].joined(separator: "/")
  }
}

/// A node's attributes, which its reader takes by name; what is left becomes those of the view.
struct DOMAttributes {
  let page: DOMPage
  /// The tokens of their names. The tokens behind these, their values, are in range.
  fileprivate(set) var places: [Int] = []

  func has(_ name: String) -> Bool { places.contains { page.isAttribute(at: $0, named: name) } }

  subscript(_ name: String) -> String? {
    places.first { page.isAttribute(at: $0, named: name) }.map(page.attributeText)
  }

  mutating func take(_ name: String) -> String? {
    guard let place = places.firstIndex(where: { page.isAttribute(at: $0, named: name) }) else { return nil }
    return page.attributeText(at: places.remove(at: place))
  }
}

/// The place of an attribute is the token of its name; `attributes(of:)` has checked that both are in range.
extension DOMPage: AttributeSource {
  func attributeName(at place: Int) -> String { text(at: place) ?? "" }

  func attributeValue(at place: Int) -> AttributeValue { .text(SensitiveText(attributeText(at: place))) }

  func isAttribute(at place: Int, named name: String) -> Bool { text(at: place) == name }

  fileprivate func attributeText(at place: Int) -> String { text(at: place + 1) ?? "" }

  private func text(at token: Int) -> String? { (try? strings.text(token: token)) ?? nil }
}
