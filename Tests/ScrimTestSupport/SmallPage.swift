import Foundation

/// A document of a DOM snapshot, put together from its nodes.
public struct SmallPage: Sendable {
  /// One node; its place in the list is its index.
  public struct Node: Sendable {
    /// -1 for the document.
    public var parent: Int
    public var name: String
    /// Names and values by turns.
    public var attributes: [String]
    /// Nil for what has no layout.
    public var box: [Double]?
    public var text: String?
    /// Nil for the kind that goes with the name.
    public var kind: Int?
    /// The document in a frame element.
    public var document: Int?
    /// Width of its borders left and top, and the size inside of them.
    public var client: [Double]

    public init(
      _ parent: Int, _ name: String, _ attributes: [String] = [], _ box: [Double]? = nil, text: String? = nil,
      kind: Int? = nil, document: Int? = nil, client: [Double] = []
    ) {
      (self.parent, self.name, self.attributes, self.box) = (parent, name, attributes, box)
      (self.text, self.kind, self.document, self.client) = (text, kind, document, client)
    }
  }

  public var nodes: [Node]
  /// The values of each node's styles, with semicolons between them; nil where none were asked for.
  public var styles: [String]?
  /// When each node is said to be painted; nil for document order.
  public var paintOrders: [Int]?
  public var scroll = 0.0

  public init(_ nodes: [Node], styles: [String]? = nil, paintOrders: [Int]? = nil, scroll: Double = 0) {
    (self.nodes, self.styles, self.paintOrders, self.scroll) = (nodes, styles, paintOrders, scroll)
  }

  /// The file of some documents, the tab's own first; `change` changes the table of each.
  public static func file(of pages: [SmallPage], change: (inout [String: Any]) -> Void = { _ in }) throws -> [UInt8] {
    var strings = Strings()
    let documents = pages.map { page in
      var document = page.document(&strings)
      change(&document)
      return document
    }
    return Array(
      try JSONSerialization.data(withJSONObject: ["result": ["documents": documents, "strings": strings.list]]))
  }

  private func document(_ strings: inout Strings) -> [String: Any] {
    let laidOut = nodes.indices.filter { nodes[$0].box != nil }
    let framing = nodes.indices.filter { nodes[$0].document != nil }
    func kind(_ node: Node) -> Int { node.kind ?? (node.name == "#document" ? 9 : node.name == "#text" ? 3 : 1) }
    let rows = laidOut.map { node in
      (styles.map { $0[node].split(separator: ";") } ?? []).map { strings.index(of: String($0)) }
    }
    return [
      "documentURL": strings.index(of: "https://a.test/x"), "scrollOffsetX": 0, "scrollOffsetY": scroll,
      "contentHeight": 500,
      "nodes": [
        "parentIndex": nodes.map(\.parent), "nodeName": nodes.map { strings.index(of: $0.name) },
        "nodeType": nodes.map(kind), "nodeValue": nodes.map { $0.text.map { strings.index(of: $0) } ?? -1 },
        "attributes": nodes.map { $0.attributes.map { strings.index(of: $0) } },
        "contentDocumentIndex": ["index": framing, "value": framing.map { nodes[$0].document ?? 0 }],
      ] as [String: Any],
      "layout": [
        "nodeIndex": laidOut, "bounds": laidOut.map { nodes[$0].box ?? [] },
        "text": laidOut.map { nodes[$0].text.map { strings.index(of: $0) } ?? -1 }, "styles": rows,
        "paintOrders": laidOut.map { paintOrders?[$0] ?? $0 }, "clientRects": laidOut.map { nodes[$0].client },
      ] as [String: Any],
    ]
  }

  private struct Strings {
    var list: [String] = []
    private var places: [String: Int] = [:]

    mutating func index(of text: String) -> Int {
      if let known = places[text] { return known }
      list.append(text)
      places[text] = list.count - 1
      return list.count - 1
    }
  }
}
