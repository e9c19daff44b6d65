internal import FoundationEssentials

/// JSON with members in a fixed order.
enum JSONText {
  /// On one line.
  static func compact(_ value: some Encodable) -> String { encode(value, []) }

  /// For people to read.
  static func indented(_ value: some Encodable) -> String { encode(value, .prettyPrinted) }

  private static func encode(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    // Only numbers that are not finite cannot be encoded; those become strings.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try! encoder.encode(value), as: UTF8.self)
  }
}
