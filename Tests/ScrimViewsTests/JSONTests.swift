@testable import ScrimViews
import Testing

@Suite struct JSONTests {
  private func parse(_ text: String) throws -> JSONDocument { try JSONDocument(parsing: Array(text.utf8)) }

  @Test(arguments: [
    ("0", 0), ("-7", -7), ("12.5", 12.5), ("0.1", 0.1), ("-0.25", -0.25), ("1e3", 1000), ("1E-2", 0.01),
    ("123456789.123456", 123456789.123456), ("12345678901234567890", 1.2345678901234567e19),
    ("0.30000000000000004", 0.30000000000000004), ("9007199254740992", 9007199254740992), ("1e999", .infinity),
  ])
  func `numbers are what their digits say`(text: String, value: Double) throws {
    #expect(try parse("[\(text)]").number(1) == value)
  }

  @Test func `whole numbers stay whole`() throws {
    let json = try parse("[9007199254740993,-9223372036854775808,1.0]")
    #expect(json.integer(1) == 9_007_199_254_740_993)
    #expect(json.integer(2) == .min)
    #expect(json.integer(3) == nil)
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "{\"a\":NaN}", "[Infinity]", "// a\n1", "1 2", "{\"a\" 1}", "[01]", "'a'", "[1",
  ])
  func `what is no JSON is refused`(text: String) {
    #expect(throws: JSONError.self) { try parse(text) }
  }

  @Test func `a member that stands twice is refused, at any number of members`() {
    #expect(throws: JSONError.self) { try parse(#"{"a":1,"b":{"c":[],"c":2}}"#) }
    #expect(throws: JSONError.self) { try parse(#"{"a":1,"\u0061":2}"#) }
    let many = (0..<60).map { "\"m\($0)\":0" }.joined(separator: ",")
    #expect(throws: JSONError.self) { try parse("{\(many),\"m59\":1}") }
    #expect(throws: Never.self) { try parse("{\(many)}") }
  }

  @Test(arguments: [
    [0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xe2, 0x82, 0x22],
  ])
  func `bytes that are no UTF-8 are refused, overlong forms and halves of pairs too`(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
  }

  @Test func `escapes are decoded`() throws {
    #expect(try parse(#""a\"\\\/\n\u00e9\ud83d\ude00\u0000""#).text(0) == "a\"\\/\né😀\0")
  }

  @Test func `an error names the line`() {
    #expect { try parse("{\n\"a\": 1,\n\"b\": oops\n}") } throws: { ($0 as? JSONError)?.line == 3 }
  }

  @Test func `nesting has a bound that is far away`() throws {
    let deep = 200_000
    let json = try parse(String(repeating: "[", count: deep) + String(repeating: "]", count: deep))
    #expect(json.tokens.count == deep)
    #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: JSONDocument.deepest + 1)) }
  }
}
