/// Something that reads bytes of others, fed with bytes that a fuzzer makes up.
protocol FuzzTarget: Sendable {
  var name: String { get }

  /// How bytes are changed.
  var mutation: Mutation { get }

  /// What the fuzzer begins with: files of our own, and those of the corpus where it is there.
  func seeds() throws -> [[UInt8]]

  /// Reads the bytes, and ends the program where what comes of them is not as it should be.
  func run(_ bytes: [UInt8])
}

enum Mutation {
  /// By libFuzzer alone.
  case bytes
  /// Also by whole elements, members and values.
  case text
}

/// Ends the program where something that always holds does not.
func demand(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError("it does not hold that \(what())") }
}

/// A number that follows from the bytes alone.
func fingerprint(_ bytes: [UInt8]) -> Int {
  // FNV-1a.
  let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  return Int(truncatingIfNeeded: hash >> 1)
}

/// Stands in texts of seeds, and never in a message.
let canary = "CANARY"
