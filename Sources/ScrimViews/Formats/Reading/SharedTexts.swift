/// Gives equal texts one memory: a tree has thousands of views, of a few types, classes and processes.
struct SharedTexts {
  /// By a number that bytes give cheaply; another text of the same number takes the place.
  private var known = [String](repeating: "", count: 128)

  /// The text of these bytes, which are UTF-8.
  mutating func text(_ bytes: ArraySlice<UInt8>) -> String {
    guard let first = bytes.first, let last = bytes.last else { return "" }
    let middle = bytes[bytes.startIndex + bytes.count / 2]
    let place = (bytes.count &* 37 &+ Int(first) &* 5 &+ Int(middle) &* 11 &+ Int(last)) % known.count
    if known[place].utf8.count == bytes.count, known[place].utf8.elementsEqual(bytes) { return known[place] }
    known[place] = String(decoding: bytes, as: UTF8.self)
    return known[place]
  }
}
