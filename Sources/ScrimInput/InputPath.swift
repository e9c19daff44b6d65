internal import Glibc
public import ScrimCore

/// What an input's path stands for.
public enum InputPath: Hashable, Sendable {
  /// All frames of a directory.
  case directory(BytePath)
  /// One file: a picture or a stream.
  case file(BytePath)
  /// The files of a directory whose names are what printf makes of the pattern: `shot_%04d.png`.
  case pattern(NamePattern, directory: BytePath)
  /// The files of a directory whose names fit the shell's wildcards: `shot_*.png`.
  case glob(BytePath, directory: BytePath)
  /// Standard input: `-`.
  case standardInput

  /// Finds out what a path stands for.
  ///
  /// A file or directory of that very name comes first, so that odd names need no quoting; then a pattern, then wildcards.
  /// Both stand in the last component alone. Throws `.unreadable` with the system's reason.
  public init(_ path: BytePath) throws(InputError) {
    if path == "-" {
      self = .standardInput
      return
    }
    var status = stat()
    if unsafe path.withCString({ unsafe stat($0, &status) }) == 0 {
      self = status.st_mode & S_IFMT == S_IFDIR ? .directory(path) : .file(path)
      return
    }
    let reason = systemReason(errno)
    let name = path.lastComponent
    if let pattern = NamePattern(name) {
      self = .pattern(pattern, directory: path.parent)
    } else if name.bytes.contains(where: "*?[".utf8.contains) {
      self = .glob(name, directory: path.parent)
    } else {
      throw .unreadable(path: path, reason: reason)
    }
  }
}

/// A name with one number in it, as printf writes it: `%d`, `%4d`, `%04d`; `%%` is a percent sign.
public struct NamePattern: Hashable, Sendable {
  private var before: [UInt8] = []
  private var after: [UInt8] = []
  private var width = 0
  private var padding: UInt8 = UInt8(ascii: " ")

  /// Reads a pattern; nil where there is not exactly one number in it, or another conversion.
  public init?(_ name: BytePath) {
    var rest = name.bytes[...]
    var hasNumber = false
    while let byte = rest.popFirst() {
      var literal = byte
      if byte == UInt8(ascii: "%") {
        if rest.first == UInt8(ascii: "%") {
          literal = rest.removeFirst()
        } else {
          guard !hasNumber else { return nil }
          hasNumber = true
          if rest.first == UInt8(ascii: "0") { padding = rest.removeFirst() }
          let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
          rest = rest.dropFirst(digits.count)
          // A name has at most 255 bytes.
          guard let width = digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self)), width <= 255,
            rest.popFirst() == UInt8(ascii: "d")
          else { return nil }
          self.width = width
          continue
        }
      }
      if hasNumber { after.append(literal) } else { before.append(literal) }
    }
    guard hasNumber else { return nil }
  }

  /// The number in a name, where the name is what printf makes of it.
  public func number(in name: BytePath) -> Int? {
    let bytes = name.bytes
    guard bytes.count > before.count + after.count, bytes.starts(with: before),
      bytes.suffix(after.count).elementsEqual(after)
    else { return nil }
    let written = bytes[before.count..<bytes.count - after.count]
    guard let number = Int(String(decoding: written.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)), number >= 0
    else { return nil }
    let digits = Array(String(number).utf8)
    return written.elementsEqual(Array(repeating: padding, count: max(0, width - digits.count)) + digits) ? number : nil
  }
}
