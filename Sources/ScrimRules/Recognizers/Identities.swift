/// Recognizers of what names a person or a number that belongs to one.
extension Recognizer {
  static let email = Recognizer(
    "email", "an e-mail address",
    #"(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+'-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}"#)

  static let phone = Recognizer(
    "phone", "a telephone number with a country code, a trunk 0 or the usual groups",
    #"(?<![\p{L}\p{N}_.,:/-])(?:"#
      // +44 20 7946 0018, 0049 30 901820
      + #"(?:\+|00)[ .]?[1-9]\d{0,2}(?:[ .()/\x{A0}\x{2010}-\x{2013}-]{0,2}\d){6,13}"#
      // (212) 555-0123, 212-555-0123, 1-212-555-0123
      + #"|(?:1[ .-])?(?:\([2-9]\d{2}\)[ .-]?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}"#
      // (030) 901820, 020 7946 0018, 07911 123456, 07911123456
      + #"|\(0\d{1,4}\)[ ./-]?\d(?:[ ./-]?\d){4,9}|0[1-9]\d{0,4}[ /-]\d(?:[ -]?\d){4,9}|0[1-9]\d{8,9}"#
      + #")(?![\p{L}\p{N}_])"#
  ) { candidate in
    let digits = candidate.filter { (48...57).contains($0) }.count
    return (6...15).contains(digits) ? candidate.count : nil
  }

  static let creditCard = Recognizer(
    "credit_card", "a payment card's number, 13 to 19 digits with a right check digit (Luhn)",
    #"(?<![\p{L}\p{N}_])[2-689](?:[ .\x{A0}\x{2009}\x{202F}\x{2010}-\x{2013}-]?\d){12,18}(?!\d)"#
  ) { candidate in
    // The groups may be followed by others (an expiry date): the longest beginning that passes and ends a group counts.
    var digits = [Int](), best: Int?
    for (place, byte) in candidate.enumerated() where (48...57).contains(byte) {
      digits.append(Int(byte) - 48)
      let next = candidate.startIndex + place + 1
      let endsGroup = next == candidate.endIndex || !(48...57).contains(candidate[next])
      if (13...19).contains(digits.count), endsGroup, passesLuhn(digits) { best = place + 1 }
    }
    return best
  }

  static let iban = Recognizer(
    "iban", "an international bank account number with its country's length and right check digits (mod 97)",
    #"(?i)(?<![\p{L}\p{N}_])[A-Z]{2}\d{2}(?:[ \x{A0}\x{202F}-]?[A-Z0-9]){11,30}"#
  ) { candidate in
    var characters = [UInt8]()
    for (place, byte) in candidate.enumerated() {
      let isDigit = (48...57).contains(byte), letter = byte & 0xDF
      guard isDigit || (65...90).contains(letter) && byte < 128 else { continue }
      characters.append(isDigit ? byte : letter)
      guard characters.count == ibanLength(characters) else { continue }
      let next = candidate.startIndex + place + 1
      let goesOn = next < candidate.endIndex && isLetterOrDigit(candidate[next])
      return !goesOn && passesMod97(characters) ? place + 1 : nil
    }
    return nil
  }

  static let usSSN = Recognizer(
    "us_ssn", "a social security number of the United States",
    #"(?<![\w-])(?!000|666|9\d\d)\d{3}([ \x{2010}-\x{2013}-])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])"#)
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  (48...57).contains(byte) || byte < 128 && (65...90).contains(byte & 0xDF)
}

private func passesLuhn(_ digits: [Int]) -> Bool {
  var sum = 0
  for (place, digit) in digits.reversed().enumerated() {
    let doubled = digit * 2
    sum += place % 2 == 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 == 0 && digits.contains { $0 != 0 }
}

private func passesMod97(_ characters: [UInt8]) -> Bool {
  var rest = 0
  for character in characters[4...] + characters[..<4] {
    if character < 65 {
      rest = (rest * 10 + Int(character) - 48) % 97
    } else {
      rest = (rest * 100 + Int(character) - 55) % 97
    }
  }
  return rest == 1
}

/// The length for a country's code; nil where the country has no such numbers.
private func ibanLength(_ characters: [UInt8]) -> Int? {
  guard characters.count >= 2 else { return nil }
  return ibanLengths[String(decoding: characters[..<2], as: UTF8.self)]
}

/// Source: the IBAN registry of ISO 13616, release 99.
private let ibanLengths: [String: Int] = [
  "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29,
  "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29,
  "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28,
  "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20,
  "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19,
  "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28, "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29,
  "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24,
  "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
  "YE": 30,
]
