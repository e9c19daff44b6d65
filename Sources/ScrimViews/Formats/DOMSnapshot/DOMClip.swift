internal import ScrimCore

/// Which elements surely clip all that is below them.
enum DOMClip {
  /// Displays of boxes that clip what they contain.
  private static let containers: Set<String> = [
    "block", "flow-root", "flex", "inline-flex", "grid", "inline-grid", "inline-block", "list-item", "table-cell",
    "table-caption",
  ]

  /// The answer for every node of a page.
  ///
  /// An element with `overflow` other than visible clips what it contains, and that is not all of its descendants: one
  /// that is positioned absolutely is contained by its nearest positioned ancestor, a fixed one by the viewport, and so
  /// is what lies in the top layer. So positions must be known, and an element that a descendant escapes from cuts no
  /// mask. Nor does one whose display is not known to be among those that `overflow` applies to: lines and parts of
  /// tables have the value, and clip nothing.
  static func clips(of page: DOMPage, children: [[Int]], styles: DOMStyles) -> [Bool] {
    guard styles.knows(.overflow) else { return page.parents.map { _ in false } }
    // Parents stand before their children: forward is down the tree, backward is up.
    var depth = [Int](repeating: 0, count: page.parents.count)
    /// The depth of the nearest ancestor that contains absolutely positioned ones, the node itself included.
    var container = depth
    /// The depth of the outermost ancestor that a node or one below it is contained by.
    var reach = depth
    for (node, parent) in page.parents.enumerated() {
      depth[node] = parent < 0 ? 0 : depth[parent] + 1
      let around = max(depth[node] - 1, 0), outer = parent < 0 ? 0 : container[parent]
      let box = page.boxes[node]
      let position = page.kinds[node] == DOMPage.Kind.element.rawValue ? styles[.position, of: box, on: page] : nil
      container[node] = position == nil || position == "static" ? outer : depth[node]
      reach[node] =
        switch position {
        // What has no box has no place of its own either.
        case _ where box == nil: around
        case _ where page.mayBeInTopLayer(node): 0
        case "static", "relative", "sticky": around
        case "absolute": outer
        case nil where page.kinds[node] != DOMPage.Kind.element.rawValue: around
        // It is fixed, or contained in a way that is not known.
        case .some, nil: 0
        }
    }
    for (node, parent) in page.parents.enumerated().reversed() where parent >= 0 {
      reach[parent] = min(reach[parent], reach[node])
    }
    return page.parents.indices.map { node in
      guard page.kinds[node] == DOMPage.Kind.element.rawValue else { return false }
      let words = (styles[.overflow, of: page.boxes[node], on: page] ?? "visible").split(separator: " ")
      if words.allSatisfy({ $0 == "visible" }) { return false }
      // The viewport takes over what these two say.
      let name = (try? page.strings.text(page.names[node]))??.lowercased()
      if name == "html" || name == "body" { return false }
      guard page.isHTML(node), let display = styles[.display, of: page.boxes[node], on: page],
        containers.contains(display)
      else { return false }
      // `clip` may leave a margin.
      guard styles.knows(.position), !words.contains("clip"), !words.contains("visible") else { return false }
      return !children[node].contains { reach[$0] < depth[node] }
    }
  }
}
