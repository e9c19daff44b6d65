/// A number as its digits say, in whatever locale.
enum JSONNumber: Hashable {
  case integer(Int64)
  case real(Double)

  /// Reads a number that follows JSON's grammar.
  ///
  /// Short ones, which is nearly all, are a whole number over a power of ten: both are exact, so their quotient is
  /// rounded once and right. Longer ones go the long way.
  init(digits: Span<UInt8>) {
    let isNegative = !digits.isEmpty && digits[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    var mantissa: Int64 = 0
    /// Where the first digit behind the point stands.
    var fraction: Int?
    var place = first
    // Of a number that is too long the mantissa means nothing.
    while place < digits.count {
      let digit = digits[place] &- UInt8(ascii: "0")
      if digit < 10 {
        mantissa = mantissa &* 10 &+ Int64(digit)
      } else if digits[place] == UInt8(ascii: "."), fraction == nil {
        fraction = place + 1
      } else {
        break
      }
      place += 1
    }
    let isPlain = place == digits.count
    if isPlain, fraction == nil, place - first <= 18 {
      // Minus zero is a number of its own, and no integer.
      self = isNegative && mantissa == 0 ? .real(-0.0) : .integer(isNegative ? -mantissa : mantissa)
    } else if isPlain, let fraction, place - first - 1 <= 15 {
      let value = Double(mantissa) / powersOfTen[place - fraction]
      self = .real(isNegative ? -value : value)
    } else {
      let text = String(decodingUTF8: digits)
      self = Int64(text).map(JSONNumber.integer) ?? .real(Double(text) ?? .nan)
    }
  }
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
