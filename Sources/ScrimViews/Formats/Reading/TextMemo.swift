internal import Glibc

/// Remembers what was made of texts: a tree has thousands of views, of a few types, classes and processes.
struct TextMemo<Value> {
  /// By a number that bytes give cheaply; another text of the same number takes the place.
  private var known = [(bytes: [UInt8], value: Value)?](repeating: nil, count: 128)

  /// What `make` gives for the text of these bytes, which are UTF-8.
  mutating func value(of bytes: Span<UInt8>, _ make: (String) -> Value) -> Value {
    var place = 0
    if !bytes.isEmpty {
      let (first, middle, last) = (bytes[0], bytes[bytes.count / 2], bytes[bytes.count - 1])
      place = (bytes.count &* 37 &+ Int(first) &* 5 &+ Int(middle) &* 11 &+ Int(last)) % known.count
    }
    if let known = known[place], known.bytes.span.isEqual(to: bytes) { return known.value }
    let text = String(decodingUTF8: bytes)
    let value = make(text)
    known[place] = (Array(text.utf8), value)
    return value
  }
}

extension TextMemo<String> {
  /// The text of these bytes, which are UTF-8: equal ones have one memory.
  mutating func text(_ bytes: Span<UInt8>) -> String { value(of: bytes) { $0 } }
}

extension Span<UInt8> {
  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard count > 0 else { return true }
    // Both have that many bytes, and outlive the call.
    return unsafe withUnsafeBufferPointer { mine in
      unsafe other.withUnsafeBufferPointer { unsafe memcmp(mine.baseAddress!, $0.baseAddress!, count) == 0 }
    }
  }
}

extension String {
  /// The text of these bytes; what is no UTF-8 becomes a mark of replacement.
  init(decodingUTF8 bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
