internal import ScrimCore

/// Boxes as Android's writers have them: edges in pixels, trimmed to what shows.
enum AndroidBox {
  /// Of four edges: one that is inverted or empty by the trimming has no area, which is neither an error nor hides the
  /// parent, and must not be repaired, since that would be another place. What is no number of 32 bits is unknown.
  static func bounds(left: Double, top: Double, right: Double, bottom: Double, factor: Double = 1) -> Bounds {
    let limit = Double(Int32.max)
    guard abs(left) <= limit, abs(top) <= limit, abs(right) <= limit, abs(bottom) <= limit else { return .unknown }
    guard left < right, top < bottom else { return .noArea(nil) }
    return Bounds(Rect(x: left, y: top, width: right - left, height: bottom - top).scaled(by: factor))
  }

  /// Of `[left,top][right,bottom]`, whole numbers.
  static func bounds(_ text: Span<UInt8>, factor: Double = 1) -> Bounds {
    guard let edges = Edges(text) else { return .unknown }
    return bounds(left: edges.left, top: edges.top, right: edges.right, bottom: edges.bottom, factor: factor)
  }
}

/// The four numbers of `[left,top][right,bottom]`.
struct Edges: Equatable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  static let nothing = Edges(left: 0, top: 0, right: 0, bottom: 0)

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Nil where the text is no such box: whole numbers of 32 bits, nothing between or behind them.
  init?(_ text: Span<UInt8>) {
    var reader = EdgeReader()
    guard let left = reader.number(behind: "[", in: text), let top = reader.number(behind: ",", in: text),
      reader.take("]", in: text),
      let right = reader.number(behind: "[", in: text), let bottom = reader.number(behind: ",", in: text),
      reader.take("]", in: text), reader.place == text.count
    else { return nil }
    self.init(left: left, top: top, right: right, bottom: bottom)
  }
}

private struct EdgeReader {
  /// Of the next byte.
  var place = 0

  mutating func take(_ character: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    guard place < text.count, text[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  mutating func number(behind character: Unicode.Scalar, in text: Span<UInt8>) -> Double? {
    guard take(character, in: text) else { return nil }
    let isNegative = take("-", in: text)
    let start = place
    var value: Int64 = 0
    while place < text.count, text[place] >= UInt8(ascii: "0"), text[place] <= UInt8(ascii: "9") {
      value = value * 10 + Int64(text[place] - UInt8(ascii: "0"))
      guard value <= Int64(Int32.max) + 1 else { return nil }
      place += 1
    }
    return place == start ? nil : Int32(exactly: isNegative ? -value : value).map(Double.init)
  }
}

/// A class, and what is known of the types that it also is: its name without the package, no superclasses.
struct AndroidClass {
  let name: String
  let chain: [String]

  init(_ name: String) {
    self.name = name
    chain = name.contains(".") ? [String(lastPart(of: name))] : []
  }
}

extension View {
  mutating func setClass(_ known: AndroidClass) {
    (type, classChain) = (known.name, known.chain)
  }
}
