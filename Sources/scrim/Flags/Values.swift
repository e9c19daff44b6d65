internal import ScrimCore
internal import ScrimInput
internal import ScrimViews

/// An event's name with a time, in seconds.
struct NamedTime: Hashable {
  var name: String
  var seconds: Double
}

/// How values are read. Each either gives the value or says what would have been allowed.
extension Argument {
  func wholeNumber(_ range: ClosedRange<Int>) throws(ValueError) -> Int {
    let bounds =
      range.upperBound == .max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    guard let text, isDigits(text), let number = Int(text), range.contains(number) else {
      throw ValueError(allowed: "a whole number \(bounds)")
    }
    return number
  }

  func seed() throws(ValueError) -> UInt64 {
    guard let text, isDigits(text), let number = UInt64(text) else {
      throw ValueError(allowed: "a whole number from 0 to \(UInt64.max)")
    }
    return number
  }

  /// A finite number above 0.
  func positiveNumber() throws(ValueError) -> Double {
    guard let text, isDecimal(text), let number = Double(text), number > 0, number.isFinite else {
      throw ValueError(allowed: "a number above 0, as 2 or 0.3")
    }
    return number
  }

  /// A finite number, with or without a sign.
  func signedNumber() throws(ValueError) -> Double {
    guard let text, let number = Self.signedNumber(text) else {
      throw ValueError(allowed: "a number, as 0.25 or -1.5")
    }
    return number
  }

  private static func signedNumber(_ text: String) -> Double? {
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard isDecimal(String(digits)), let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// Whether it is a dash with a number behind it.
  var isNegativeNumber: Bool { text.map { $0.hasPrefix("-") && Self.signedNumber($0) != nil } ?? false }

  /// An event's name, and the time at which it happens; 0 where none is given.
  func namedTime() throws(ValueError) -> NamedTime {
    let error = ValueError(allowed: "an event and a time in seconds, as recording.started@0")
    guard let text else { throw error }
    let at = text.lastIndex(of: "@") ?? text.endIndex
    let name = String(text[..<at])
    guard !name.isEmpty else { throw error }
    if at == text.endIndex { return NamedTime(name: name, seconds: 0) }
    guard let seconds = Self.signedNumber(String(text[text.index(after: at)...])) else { throw error }
    return NamedTime(name: name, seconds: seconds)
  }

  /// Where views are: a path, an open descriptor (`fd:3`; `-` is standard input), or nowhere.
  func viewsLocation() throws(ValueError) -> ViewsRequest.Location {
    switch self {
    case "none": return .none
    case "-", "/dev/stdin": return .descriptor(0)
    default: break
    }
    for prefix in ["fd:", "/dev/fd/", "/proc/self/fd/"] {
      guard let text, text.hasPrefix(prefix) else { continue }
      let digits = String(text.dropFirst(prefix.count))
      guard isDigits(digits), let number = Int32(digits) else {
        throw ValueError(allowed: "a descriptor as fd:3 (./fd:x is a file of that name), a path, or none")
      }
      return .descriptor(number)
    }
    return .path(try nonEmptyPath().path)
  }

  /// Bytes, with K, M or G for powers of 1024.
  func byteCount() throws(ValueError) -> Int {
    let error = ValueError(allowed: "a number of bytes above 0, as 64M (K, M and G are powers of 1024)")
    guard let text, let last = text.last else { throw error }
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = shifts[last], digits = String(shift == nil ? text[...] : text.dropLast())
    guard isDigits(digits), let number = Int(digits), number > 0 else { throw error }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    guard !overflow else { throw error }
    return bytes
  }

  /// A kind of pixels, a size and a rate: `rgba:1280x720@30`.
  func rawFormat() throws(ValueError) -> RawFormat {
    let kinds = RawFormat.formats.map(\.name).joined(separator: ", ")
    let error = ValueError(allowed: "a kind (\(kinds)), a size and a rate, as rgba:1280x720@30")
    guard let text, let colon = text.firstIndex(of: ":"), let at = text.lastIndex(of: "@"), colon < at,
      let kind = RawFormat.formats.first(where: { $0.name == text[..<colon] })
    else { throw error }
    let sides = text[text.index(after: colon)..<at].split(separator: "x", omittingEmptySubsequences: false).map(
      String.init)
    guard sides.count == 2, isDigits(sides[0]), isDigits(sides[1]), let width = Int32(sides[0]),
      let height = Int32(sides[1]), width > 0, height > 0,
      let rate = try? Self.frameRate(String(text[text.index(after: at)...]))
    else { throw error }
    return RawFormat(size: PixelSize(width: Int(width), height: Int(height)), format: kind.format, rate: rate)
  }

  /// A rate as a fraction, exactly as it is written: `30`, `29.97` (that is 2997/100), `30000/1001`.
  func frameRate() throws(ValueError) -> FrameRate { try Self.frameRate(text) }

  private static func frameRate(_ text: String?) throws(ValueError) -> FrameRate {
    let error = ValueError(allowed: "a rate above 0, as 30, 29.97 or 30000/1001")
    guard let text else { throw error }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2 {
      guard isDigits(parts[0]), isDigits(parts[1]), let above = Int32(parts[0]), let below = Int32(parts[1]),
        let rate = FrameRate(Int(above), Int(below))
      else { throw error }
      return rate
    }
    guard parts.count == 1, isDecimal(text) else { throw error }
    let decimals = text.split(separator: ".", omittingEmptySubsequences: false)
    let places = decimals.count == 2 ? decimals[1].count : 0
    // Both parts stay within the 32 bits that containers have for them.
    guard let above = Int32(decimals.joined()), places <= 9 else { throw error }
    let below = (0..<places).reduce(1) { power, _ in power * 10 }
    guard let rate = FrameRate(Int(above), below) else { throw error }
    return rate
  }

  /// One of an enum's words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) throws(ValueError) -> Choice {
    guard let text, let choice = Choice(rawValue: text) else {
      throw .oneOf(Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  func word(among words: [String]) throws(ValueError) -> String {
    guard let text, words.contains(text) else { throw .oneOf(words) }
    return text
  }

  /// Two whole numbers from 0, with a comma between.
  func point() throws(ValueError) -> (x: Int, y: Int) {
    let parts = text?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    guard parts.count == 2, parts.allSatisfy(isDigits), let x = Int32(parts[0]), let y = Int32(parts[1]) else {
      throw ValueError(allowed: "a pixel, as 512,300")
    }
    return (Int(x), Int(y))
  }

  /// A path: anything but nothing.
  func nonEmptyPath() throws(ValueError) -> Argument {
    guard !path.isEmpty else { throw ValueError(allowed: "a path") }
    return self
  }
}

extension ValueError {
  static func oneOf(_ words: [String]) -> ValueError {
    ValueError(allowed: words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? ""))
  }
}

/// Digits alone: `Int("+3")` and `Double("0x1p3")` read what nobody means.
private func isDigits(_ text: String) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}

/// Digits with at most one point, and a digit on its left.
private func isDecimal(_ text: String) -> Bool {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  return parts.count <= 2 && parts.allSatisfy { isDigits(String($0)) }
}
