/// Gives the lines of bytes that come in pieces; memory is that of one line and one piece.
struct LineSplitter {
  private let limit: Int
  private var rest: [UInt8] = []

  /// `limit` is the longest line, in bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether a line has begun and not ended.
  var isInLine: Bool { !rest.isEmpty }
  /// Whether the line that has begun is longer than any may be.
  var isOverlong: Bool { rest.count > limit }

  /// Gives the lines that are complete with a piece, without their ends.
  mutating func lines(with piece: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = piece.startIndex
    while let end = piece.lineEnd(from: start) {
      lines.append(rest + piece[start..<end])
      rest = []
      start = end + 1
    }
    rest += piece[start...]
    return lines
  }

  /// The line that has begun, at the end of all pieces; nil where there is none.
  mutating func last() -> [UInt8]? {
    defer { rest = [] }
    return rest.isEmpty ? nil : rest
  }
}
