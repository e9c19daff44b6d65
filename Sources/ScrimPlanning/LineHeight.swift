internal import ScrimCore

extension View {
  /// The rectangle in which a view is drawn, before any transform; nil where it has none.
  ///
  /// Where the tree tells how large a view's letters are, and its box is lower than a line of them, the letters stick out
  /// above and below: there it is a line high, about the same middle. A layout of one pixel has been seen around a text of
  /// forty.
  func drawnRect(scale: Double) -> Rect? {
    let rect: Rect
    switch bounds {
    case .rect(let box): rect = box
    case .noArea(let line?) where line.width > 0: rect = line
    case .noArea, .unknown: return nil
    }
    guard let line = lineHeight(scale: scale), rect.height < line, rect.isFinite else {
      return rect.height > 0 ? rect : nil
    }
    return Rect(x: rect.x, y: rect.y + (rect.height - line) / 2, width: rect.width, height: line)
  }

  /// Names by which formats give the size of letters, or of a line of them.
  private static let sizeNames = ["font_size", "fontSize", "font-size", "text_size", "textSize"]
  private static let lineNames = ["line_height", "lineHeight", "line-height"]
  /// Of a line over its letters' size, as most fonts have it at most.
  private static let lineOverSize = 1.3

  /// In image pixels; nil where nothing is said, or the view has no text. No letter of a screen is taller than 1,000 points.
  private func lineHeight(scale: Double) -> Double? {
    if attributes.isEmpty || texts.allSatisfy(\.isEmpty) { return nil }
    let lines = Self.lineNames.compactMap { attributes[$0]?.size }
    let sizes = Self.sizeNames.compactMap { attributes[$0]?.size }.map { $0 * Self.lineOverSize }
    return (lines + sizes).filter { $0 > 0 && $0 <= 1000 }.max().map { $0 * scale }
  }
}

extension AttributeValue {
  /// A number, as one or as text with a unit: `16`, `"16px"`.
  fileprivate var size: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .text(let text): Double(text.exposed.prefix { $0.isNumber || $0 == "." })
    case .null, .boolean, .list, .object: nil
    }
  }
}
