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
  static func bounds(_ text: String, factor: Double = 1) -> Bounds {
    guard let edges = edges(text) else { return .unknown }
    return bounds(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3], factor: factor)
  }

  /// The four numbers of `[left,top][right,bottom]`; nil where they are not.
  static func edges(_ text: String) -> [Double]? {
    let corners = text.split(separator: "]", omittingEmptySubsequences: false)
    guard corners.count == 3, corners[2].isEmpty, corners[0].first == "[", corners[1].first == "[" else { return nil }
    var edges: [Double] = []
    for corner in corners[..<2] {
      let numbers = corner.dropFirst().split(separator: ",", omittingEmptySubsequences: false)
      guard numbers.count == 2 else { return nil }
      for number in numbers {
        guard let edge = Int32(number) else { return nil }
        edges.append(Double(edge))
      }
    }
    return edges
  }
}

extension View {
  /// What is known of the types that an Android class also is: its name without the package, no superclasses.
  mutating func setClass(_ name: String) {
    type = name
    classChain = name.contains(".") ? [String(lastPart(of: name))] : []
  }
}
