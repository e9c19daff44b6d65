/// A path, or a name in a directory, as the bytes that the system uses.
///
/// Not a `String`: a name need not be UTF-8, and two names that Unicode holds equal are two files. Equality, hashing and
/// order are those of the bytes.
public struct BytePath: Hashable, Sendable {
  /// Without the terminating zero. Never holds a zero: a path is cut where one stands, as the system would.
  public let bytes: [UInt8]

  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes.prefix { $0 != 0 })
  }

  public init(_ string: String) {
    self.init(bytes: string.utf8)
  }

  public var isEmpty: Bool { bytes.isEmpty }

  /// Whether the path starts at the root.
  public var isAbsolute: Bool { bytes.first == slash }

  /// The name behind the last slash, slashes at the end aside: `c` of `a/b/c/`; `/` of `/`; empty for an empty path.
  public var lastComponent: BytePath {
    let end = endOfName
    guard end > 0 else { return bytes.isEmpty ? self : BytePath(bytes: [slash]) }
    let start = bytes[..<end].lastIndex(of: slash).map { $0 + 1 } ?? 0
    return BytePath(bytes: bytes[start..<end])
  }

  /// The directory that holds the last component: `a/b` of `a/b/c/`; `.` of `a`; `/` of `/` and `/a`.
  public var parent: BytePath {
    let end = endOfName
    guard end > 0 else { return BytePath(bytes.isEmpty ? "." : "/") }
    guard let last = bytes[..<end].lastIndex(of: slash) else { return BytePath(".") }
    let parent = bytes[..<last]
    let kept = parent.lastIndex { $0 != slash }.map { parent[...$0] }
    return kept.map(BytePath.init(bytes:)) ?? BytePath("/")
  }

  /// The last component's part before its last dot; the whole where there is none, or only one in front.
  public var stem: BytePath {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return lastComponent }
    return BytePath(bytes: name[..<dot])
  }

  /// Whether the last component ends in a dot and these letters, in either case (ASCII).
  public func hasExtension(_ letters: String) -> Bool {
    let name = lastComponent.bytes
    let ending = [UInt8(ascii: ".")] + Array(letters.utf8)
    return name.count > ending.count
      && name.suffix(ending.count).elementsEqual(ending) { lowercased($0) == lowercased($1) }
  }

  /// The path of an entry in this directory.
  public static func / (directory: BytePath, name: BytePath) -> BytePath {
    if directory.isEmpty { return name }
    return BytePath(bytes: directory.bytes + (directory.bytes.last == slash ? [] : [slash]) + name.bytes)
  }

  public static func / (directory: BytePath, name: String) -> BytePath {
    directory / BytePath(name)
  }

  /// Lends the path as a C string; the pointer is void after the call.
  public func withCString<R, E: Error>(_ body: (UnsafePointer<CChar>) throws(E) -> R) throws(E) -> R {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    // The array holds at least the zero, so there is a base address.
    return try unsafe terminated.withUnsafeBufferPointer { buffer throws(E) in try unsafe body(buffer.baseAddress!) }
  }

  /// The index behind the last byte that is no slash.
  private var endOfName: Int { (bytes.lastIndex { $0 != slash } ?? -1) + 1 }
}

extension BytePath: CustomStringConvertible, CustomDebugStringConvertible {
  /// For messages, on one line: control characters, line separators and bytes that are no UTF-8 stand as escapes, so that
  /// a name can neither forge a line of the log nor steer a terminal. A backslash is doubled, so that no name looks like
  /// another.
  public var description: String {
    var shown = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      let piece = rest.prefix(length)
      if let text = String(validating: piece, as: UTF8.self), let scalar = text.unicodeScalars.first {
        shown += scalar.isPrintable ? (scalar == "\\" ? "\\\\" : text) : scalar.escaped(asASCII: true)
        rest = rest.dropFirst(length)
      } else {
        let digits = String(first, radix: 16)
        shown += "\\x" + (digits.count < 2 ? "0" : "") + digits
        rest = rest.dropFirst()
      }
    }
    return shown
  }

  public var debugDescription: String { "\"\(description)\"" }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}

extension BytePath: Comparable {
  /// By bytes, whatever the locale.
  public static func < (one: BytePath, other: BytePath) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}

extension BytePath: ExpressibleByStringLiteral {
  public init(stringLiteral: String) {
    self.init(stringLiteral)
  }
}

private let slash = UInt8(ascii: "/")

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
