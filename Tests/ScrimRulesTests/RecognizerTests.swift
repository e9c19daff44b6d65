import Testing

@testable import ScrimRules

@Suite struct RecognizerTests {
  /// Forms of keys, put together here so that no file holds one.
  private static let fakeKeys = ["sk_" + "live_", "ghp" + "_", "AK" + "IA", "glpat" + "-"]
    .map { $0 + String(repeating: "A1B2C3D4", count: 5).prefix($0.hasPrefix("AK") ? 16 : 40) }
  private static let fakeToken = ["ey" + "JhbGciOiJub25lIn0", "ey" + "JzdWIiOiIxIn0", "c2ln"].joined(separator: ".")

  @Test(arguments: [
    ("email", "Mail ada@example.org today", "ada@example.org"),
    ("email", "ADA.L+x@mail.example.co.uk.", "ADA.L+x@mail.example.co.uk"),
    ("email", "größe@müller.example", "größe@müller.example"),
    ("phone", "call +44 20 7946 0018 now", "+44 20 7946 0018"), ("phone", "(212) 555-0123", "(212) 555-0123"),
    ("phone", "212-555-0123", "212-555-0123"), ("phone", "Tel. 030 901820", "030 901820"),
    ("phone", "07911 123456", "07911 123456"),
    ("phone", "0049 (30) 901820", "0049 (30) 901820"), ("phone", "+1-212-555-0123", "+1-212-555-0123"),
    ("credit_card", "card 4111 1111 1111 1111", "4111 1111 1111 1111"),
    ("credit_card", "4111111111111111", "4111111111111111"),
    ("credit_card", "4111-1111-1111-1111 12/29", "4111-1111-1111-1111"),
    ("credit_card", "3782 822463 10005", "3782 822463 10005"),
    ("credit_card", "12 4111 1111 1111 1111", "4111 1111 1111 1111"),
    ("credit_card", "4111\u{A0}1111\u{A0}1111\u{A0}1111 exp", "4111\u{A0}1111\u{A0}1111\u{A0}1111"),
    ("iban", "to DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"),
    ("iban", "gb82west12345698765432", "gb82west12345698765432"),
    ("iban", "DE89370400440532013000 BIC COBADEFF", "DE89370400440532013000"),
    ("ipv4", "host 192.0.2.17 up", "192.0.2.17"), ("ipv4", "(10.0.0.1)", "10.0.0.1"),
    ("ipv6", "at 2001:db8::8a2e:370:7334.", "2001:db8::8a2e:370:7334"), ("ipv6", "::1", "::1"),
    ("ipv6", "::ffff:192.0.2.1", "::ffff:192.0.2.1"),
    ("ipv6", "2001:0db8:0000:0000:0000:ff00:0042:8329", "2001:0db8:0000:0000:0000:ff00:0042:8329"),
    ("mac", "00:1A:2b:3c:4D:5e", "00:1A:2b:3c:4D:5e"), ("mac", "001a.2b3c.4d5e", "001a.2b3c.4d5e"),
    ("url", "see https://example.org/a?b=c now", "https://example.org/a?b=c"),
    ("url", "www.example.org", "www.example.org"),
    ("url", "example.org/private", "example.org/private"),
    ("us_ssn", "SSN 536-90-4399", "536-90-4399"), ("us_ssn", "536 90 4399", "536 90 4399"),
    ("date", "on 2024-01-31.", "2024-01-31"), ("date", "31.1.2024", "31.1.2024"), ("date", "1/31/24", "1/31/24"),
    ("date", "born 31 January 1990", "31 January 1990"), ("date", "Jan 5, 2024", "Jan 5, 2024"),
    ("date", "5. März 2024", "5. März 2024"),
    ("date", "le 14 juillet 2024", "14 juillet 2024"), ("date", "2024年1月5日", "2024年1月5日"),
    ("amount", "€ 12.00 due", "€ 12.00"), ("amount", "1.234,56 EUR", "1.234,56 EUR"), ("amount", "-$5", "$5"),
    ("amount", "CHF 1'000.50", "CHF 1'000.50"), ("amount", "1,234.56", "1,234.56"),
    ("amount", "12 000,00 kr", "12 000,00 kr"),
    ("jwt", "Bearer " + fakeToken, fakeToken), ("api_key", "key=" + fakeKeys[0], fakeKeys[0]),
    ("api_key", fakeKeys[1], fakeKeys[1]),
    ("api_key", fakeKeys[2], fakeKeys[2]), ("api_key", fakeKeys[3], fakeKeys[3]),
  ])
  func `it finds the thing and no more`(_ name: String, _ text: String, _ wanted: String) throws {
    let place = try #require(try RecognizerBook().find(name, in: text))
    let scalars = Array(text.unicodeScalars)[(place.start - 1)...(place.end - 1)]
    #expect(String(String.UnicodeScalarView(scalars)) == wanted)
  }

  @Test(arguments: [
    ("email", "ada at example"), ("email", "@example"), ("email", "a@b"), ("phone", "536-90-4399"),
    ("phone", "2024-01-31"),
    ("phone", "192.0.2.17"), ("phone", "4111 1111 1111 1111"), ("phone", "12345"), ("phone", "01/05/24"),
    ("phone", "Order 20240131-0001"),
    ("credit_card", "4111 1111 1111 1112"), ("credit_card", "0000 0000 0000 0000"),
    ("credit_card", "41111111111111111111111"),
    ("credit_card", "a4111111111111111"), ("iban", "DE88 3704 0044 0532 0130 00"), ("iban", "DE8937040044053201300"),
    ("iban", "DE893704004405320130001"), ("iban", "ZZ89 3704 0044 0532 0130 00"), ("ipv4", "host 392.0.2.17 up"),
    ("ipv4", "1.2.3"),
    ("ipv4", "1.2.3.4.5"), ("ipv6", "12:30:45"), ("ipv6", "std::vector"), ("ipv6", "1:2:3:4:5:6:7:8:9"),
    ("mac", "00:1A:2b:3c:4D"),
    ("mac", "00:1A-2b:3c-4D:5e"), ("url", "example.org"), ("url", "and/or"), ("us_ssn", "No. 53-690-4399"),
    ("us_ssn", "000-12-3456"),
    ("us_ssn", "536-00-4399"), ("us_ssn", "1536-90-4399"), ("date", "2024-13-31"), ("date", "1.2.3"),
    ("date", "42/31/24"),
    ("date", "May I come in"), ("amount", "12.00"), ("amount", "Version 14.10"), ("amount", "EUR"),
    ("jwt", "eyJ.eyJ.x"),
    ("api_key", "sk_live_x"), ("api_key", "token"), ("api_key", "Bearer of news"),
  ])
  func `it finds nothing in what only looks like it`(_ name: String, _ text: String) throws {
    #expect(try RecognizerBook().find(name, in: text) == nil)
  }

  @Test func `places count characters as utf8 len does, not bytes`() throws {
    let place = try #require(try RecognizerBook().find("email", in: "Größe 👩‍👧: ada@example.org"))
    #expect(place.start == 12 && place.end == 26)
  }

  @Test func `a team's own pattern is used like the others`() throws {
    let book = RecognizerBook()
    try book.define("account", pattern: #"\bNW-\d{6}\b"#)
    #expect(try book.find("account", in: "no. NW-123456")?.start == 5)
    #expect(try book.find("account", in: "no. NW-12345") == nil)
    #expect(try book.find("account", in: "") == nil)
  }

  @Test func `a pattern that takes too much work is an error, not a miss`() throws {
    let book = RecognizerBook()
    try book.define("bomb", pattern: "(a+)+$")
    #expect(throws: PatternError.tooMuchWork) { try book.find("bomb", in: String(repeating: "a", count: 60) + "b") }
    #expect(book.takeCost() > 10_000)
  }

  @Test(arguments: ["(", "[a", "(?<x>a)(?<x>b)", #"\C"#]) func `what is no pattern says where`(_ pattern: String) {
    #expect(throws: PatternError.self) { try RecognizerBook().define("x", pattern: pattern) }
  }

  @Test func `a text of a megabyte is searched, a longer one counts as found`() throws {
    let book = RecognizerBook()
    #expect(try book.find("credit_card", in: String(repeating: "1234 ", count: 100_000)) == nil)
    #expect(try book.find("email", in: String(repeating: "x", count: 2 << 20))?.start == 1)
  }
}
