/// Which computed styles a DOM snapshot holds, and in which order.
///
/// The request's list is not in the file, so each column is known by its values or not at all. Two columns that could
/// be the same property are neither: a wrong guess would let a mask be cut where nothing cuts.
struct DOMStyles {
  enum Property: Int, CaseIterable {
    case visibility, opacity, display, overflow, radius, position, transform, rotate, scale, path
  }

  /// The order in which Scrim asks for them, by their names in CSS; docs/VIEWS.md has it.
  static let documented: [(property: Property, name: String)] = [
    (.visibility, "visibility"), (.opacity, "opacity"), (.display, "display"), (.overflow, "overflow"),
    (.radius, "border-radius"), (.position, "position"), (.transform, "transform"), (.rotate, "rotate"),
    (.scale, "scale"), (.path, "offset-path"),
  ]

  /// For each property its column; nil where it is not known.
  private var columns = Property.allCases.map { _ in Int?.none }

  init(_ pages: [DOMPage]) {
    guard let strings = pages.first?.strings else { return }
    let rows = pages.flatMap { $0.boxes.compactMap { $0?.styles } }.filter { !$0.isEmpty }
    guard let width = rows.first?.count, rows.allSatisfy({ $0.count == width }) else { return }
    var seen = [Int](repeating: -1, count: strings.count + 1)
    let values = (0..<width).map { column in Column(column, of: rows, strings, &seen) }
    if width == Self.documented.count, zip(values, Self.documented).allSatisfy({ $0.fits($1.property) }) {
      for (column, known) in Self.documented.enumerated() { columns[known.property.rawValue] = column }
      return
    }
    for property in Property.allCases where property != .visibility {
      let fitting = values.indices.filter { values[$0].fits(property) && values[$0].shows(property) }
      if fitting.count == 1 { columns[property.rawValue] = fitting[0] }
    }
    // Values of visibility are values of overflow too: it is known where overflow is, and only one column is left.
    if let overflow = columns[Property.overflow.rawValue] {
      let fitting = values.indices.filter { $0 != overflow && values[$0].fits(.visibility) }
      if fitting.count == 1 { columns[Property.visibility.rawValue] = fitting[0] }
    }
  }

  /// A node's value of a property; nil where the property is not known, or the node has no styles.
  subscript(_ property: Property, of box: DOMPage.Box?, on page: DOMPage) -> String? {
    guard let column = columns[property.rawValue], let box, column < box.styles.count else { return nil }
    return (try? page.strings.text(token: box.styles.lowerBound + column)) ?? nil
  }

  func knows(_ property: Property) -> Bool { columns[property.rawValue] != nil }
}

/// The values of one style over all boxes.
private struct Column {
  private let values: Set<String>

  /// `seen` has for each string the last column that has it; the last place is of what is none. All columns share it:
  /// one list for each would take columns times strings.
  init(_ column: Int, of rows: [Range<Int>], _ strings: DOMStrings, _ seen: inout [Int]) {
    // Thousands of boxes share a few values, which are one index each.
    var values: Set<String> = []
    for row in rows {
      let index = strings.json.integer(row.lowerBound + column) ?? -1
      let place = (0..<strings.count).contains(index) ? index : strings.count
      if seen[place] == column { continue }
      seen[place] = column
      values.insert(((try? strings.text(index)) ?? nil) ?? "")
    }
    self.values = values
  }

  /// Whether all values could be this property's.
  func fits(_ property: DOMStyles.Property) -> Bool {
    values.allSatisfy { value in
      switch property {
      case .visibility: ["visible", "hidden", "collapse"].contains(value)
      case .opacity: Double(value).map { (0...1).contains($0) } ?? false
      case .display: displays.contains(value)
      case .overflow:
        value.split(separator: " ").allSatisfy { ["visible", "hidden", "auto", "scroll", "clip"].contains($0) }
      case .radius: value.hasSuffix("px") || value.hasSuffix("%")
      case .position: ["static", "relative", "absolute", "fixed", "sticky"].contains(value)
      case .transform: value == "none" || value.hasPrefix("matrix(") || value.hasPrefix("matrix3d(")
      case .rotate: value == "none" || value.hasSuffix("deg")
      case .scale: value == "none" || value.split(separator: " ").allSatisfy { Double($0) != nil }
      case .path: value == "none" || value.contains("(") || value.hasSuffix("-box")
      }
    }
  }

  /// Whether some value tells it from other properties with values like these.
  func shows(_ property: DOMStyles.Property) -> Bool {
    switch property {
    case .visibility: false
    case .opacity: values.contains("1")
    case .display: values.contains("block")
    // A column of nothing but `auto` is one of many others, and all would clip.
    case .overflow:
      values.contains("visible")
        && values.contains { $0.contains("auto") || $0.contains("scroll") || $0.contains("clip") }
    case .radius: values.contains("0px")
    case .position: values.contains("static")
    // They are none nearly everywhere, so that their values do not tell them from each other.
    case .transform, .rotate, .scale, .path: false
    }
  }
}

private let displays: Set<String> = [
  "block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "flow-root", "list-item", "contents",
  "none", "table", "inline-table", "table-row", "table-cell", "table-row-group", "table-header-group",
  "table-footer-group", "table-column", "table-column-group", "table-caption", "ruby", "ruby-text", "math",
]
