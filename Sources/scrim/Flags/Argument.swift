internal import ScrimCore

/// One argument of the command line, as the bytes that the system gave.
///
/// Not a `String`: a path need not be UTF-8, and must arrive at the system as it was given.
struct Argument: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(_ text: String) {
    self.init(bytes: Array(text.utf8))
  }

  var path: BytePath { BytePath(bytes: bytes) }

  /// The text, where the bytes are UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }

  /// For messages: on one line, whatever it holds.
  var shown: String { path.description }
}

extension Argument: ExpressibleByStringLiteral {
  init(stringLiteral: String) {
    self.init(bytes: Array(stringLiteral.utf8))
  }
}
