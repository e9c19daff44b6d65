internal import ScrimCore

/// Boxes as Android's writers have them: edges in pixels, trimmed to what shows.
enum AndroidBox {
  /// Of four edges: one that is inverted or empty by the trimming has no area, which is neither an error nor hides the
  /// parent, and must not be repaired, since that would be another place. What is no number of 32 bits is unknown.
  static func bounds(left: Double, top: Double, right: Double, bottom: Double, factor: Double = 1) -> Bounds {
    guard [left, top, right, bottom].allSatisfy({ abs($0) <= Double(Int32.max) }) else { return .unknown }
    guard left < right, top < bottom else { return .noArea(nil) }
    return Bounds(Rect(x: left, y: top, width: right - left, height: bottom - top).scaled(by: factor))
  }

  /// Of `[left,top][right,bottom]`, whole numbers.
  static func bounds(_ text: ArraySlice<UInt8>, factor: Double = 1) -> Bounds {
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
  init?(_ text: ArraySlice<UInt8>) {
    var reader = EdgeReader(rest: text)
    guard reader.take("["), let left = reader.number(), reader.take(","), let top = reader.number(), reader.take("]"),
      reader.take("["), let right = reader.number(), reader.take(","), let bottom = reader.number(), reader.take("]"),
      reader.rest.isEmpty
    else { return nil }
    self.init(left: left, top: top, right: right, bottom: bottom)
  }
}

private struct EdgeReader {
  var rest: ArraySlice<UInt8>

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number() -> Double? {
    let isNegative = take("-")
    var value: Int64?
    while let digit = rest.first, digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") {
      let next = (value ?? 0) * 10 + Int64(digit - UInt8(ascii: "0"))
      guard next <= Int64(Int32.max) + 1 else { return nil }
      value = next
      rest.removeFirst()
    }
    return value.flatMap { Int32(exactly: isNegative ? -$0 : $0) }.map(Double.init)
  }
}

extension View {
  /// What is known of the types that an Android class also is: its name without the package, no superclasses.
  mutating func setClass(_ name: String) {
    type = name
    classChain = name.contains(".") ? [String(lastPart(of: name))] : []
  }
}
