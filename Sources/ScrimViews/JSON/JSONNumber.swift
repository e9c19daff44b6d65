/// A number as its digits say, in whatever locale.
enum JSONNumber: Hashable {
  case integer(Int64)
  case real(Double)

  /// Reads a number that follows JSON's grammar.
  ///
  /// Short ones, which is nearly all, are a whole number over a power of ten: both are exact, so their quotient is
  /// rounded once and right. Longer ones go the long way.
  init(digits: some Collection<UInt8>) {
    var mantissa: Int64 = 0
    var count = 0
    var isPlain = true
    var fraction: Int?
    for (place, byte) in digits.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        mantissa = mantissa &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
        count += 1
        if fraction != nil { fraction! += 1 }
      case UInt8(ascii: ".") where fraction == nil: fraction = 0
      case UInt8(ascii: "-") where place == 0: break
      default: isPlain = false
      }
    }
    let isNegative = digits.first == UInt8(ascii: "-")
    if isPlain, fraction == nil, count <= 18 {
      // Minus zero is a number of its own, and no integer.
      self = isNegative && mantissa == 0 ? .real(-0.0) : .integer(isNegative ? -mantissa : mantissa)
    } else if isPlain, let fraction, count <= 15 {
      let value = Double(mantissa) / powersOfTen[fraction]
      self = .real(isNegative ? -value : value)
    } else {
      let text = String(decoding: digits, as: UTF8.self)
      self = Int64(text).map(JSONNumber.integer) ?? .real(Double(text) ?? .nan)
    }
  }
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
