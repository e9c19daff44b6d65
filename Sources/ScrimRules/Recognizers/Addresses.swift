/// Recognizers of machines' addresses and of keys to them.
extension Recognizer {
  static let ipv4 = Recognizer(
    "ipv4", "an address of the Internet Protocol, version 4",
    #"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w]|\.\d)"#)

  static let ipv6 = Recognizer(
    "ipv6", "an address of the Internet Protocol, version 6",
    #"(?i)(?<![\w:.])(?=[0-9a-f:]*:[0-9a-f]*:)[0-9a-f:]{2,39}(?:\.\d{1,3}){0,3}(?![\w:])"#
  ) { candidate in
    isIPv6(String(decoding: candidate, as: UTF8.self)) ? candidate.count : nil
  }

  static let mac = Recognizer(
    "mac", "a network card's address",
    #"(?i)(?<![\w:-])(?:[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4})(?![\w:-])"#)

  static let url = Recognizer(
    "url", "an address of the web, with a scheme, with www., or a domain with a path",
    #"(?i)(?<![\w.@])(?:[a-z][a-z0-9+.-]*://[^\s<>"]+|www\.[^\s<>"]+\.[^\s<>"]+|"#
      + #"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?/[^\s<>"]*)"#)

  static let jwt = Recognizer(
    "jwt", "a JSON web token",
    #"(?<![\w-])eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*){1,3}"#)

  /// The prefixes are those that the services give their keys.
  static let apiKey = Recognizer(
    "api_key", "a key or token of a known form, a private key's head, or a long value behind such a word",
    #"(?<![\p{L}\p{N}_])(?:"#
      + #"(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|sk-[A-Za-z0-9_-]{20,}|whsec_[A-Za-z0-9]{16,}"#
      + #"|(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}"#
      + #"|gh[opusr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,}"#
      + #"|xox[abeoprs]-[A-Za-z0-9-]{10,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{30,}"#
      + #"|-----BEGIN [A-Z ]*PRIVATE KEY-----"#
      + #"|(?i:api[ _-]?key|access[ _-]?token|auth[ _-]?token|client[ _-]?secret|secret[ _-]?key|bearer)"#
      + #"["']?\s*[:= ]\s*["']?[A-Za-z0-9_./+=-]{16,}"#
      + #")"#)
}

/// Whether a text is such an address: eight groups of up to four digits, one run of zero groups left out, perhaps with the
/// last two groups written as version 4.
private func isIPv6(_ text: String) -> Bool {
  let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
  guard halves.count <= 2, text.contains(where: \.isNumber) else { return false }
  var groups = 0
  for (place, half) in halves.enumerated() where !half.isEmpty {
    let parts = half.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLast = place == halves.count - 1 && index == parts.count - 1
      if isLast, part.contains(".") {
        let octets = part.split(separator: ".", omittingEmptySubsequences: false)
        guard octets.count == 4, octets.allSatisfy({ UInt8($0) != nil }) else { return false }
        groups += 2
      } else {
        guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit) else { return false }
        groups += 1
      }
    }
  }
  return halves.count == 2 ? groups <= 7 : groups == 8
}
