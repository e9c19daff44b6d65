internal import Glibc

/// Gives a file's lines one after another, with the place of each; memory is that of the longest line.
struct LineReader {
  struct Line {
    /// From 1.
    var number: Int
    /// Of the line's first byte in the file.
    var offset: Int
    /// Without the line's end.
    var bytes: [UInt8]
    /// Whether the line ends the file without a line's end of its own.
    var isUnfinished: Bool
  }

  private let file: InputFile
  private var buffer: [UInt8] = []
  /// The offset in the file of the buffer's first byte, and of the next line in the buffer.
  private var origin = 0
  private var start = 0
  private var number = 0

  init(_ file: InputFile) {
    self.file = file
  }

  mutating func next() throws(ViewsError) -> Line? {
    var searched = start
    while true {
      if let end = buffer.lineEnd(from: searched) {
        defer { start = end + 1 }
        return line(until: end, isUnfinished: false)
      }
      guard buffer.count - start < 1 << 30 else {
        throw ViewsError(path: file.path, line: number + 1, problem: "the line is over 1 GiB long")
      }
      buffer.removeFirst(start)
      origin += start
      start = 0
      searched = buffer.count
      let more = try file.read(at: origin + buffer.count, count: max(1 << 18, buffer.count))
      if more.isEmpty {
        guard !buffer.isEmpty else { return nil }
        defer { start = buffer.count }
        return line(until: buffer.count, isUnfinished: true)
      }
      buffer += more
    }
  }

  private mutating func line(until end: Int, isUnfinished: Bool) -> Line {
    number += 1
    return Line(number: number, offset: origin + start, bytes: Array(buffer[start..<end]), isUnfinished: isUnfinished)
  }
}

extension [UInt8] {
  /// The place of the next line's end from a place on; nil where there is none.
  func lineEnd(from start: Int) -> Int? {
    guard start < count else { return nil }
    return unsafe withUnsafeBytes { bytes in
      // Within the array, which outlives the call.
      let begin = unsafe bytes.baseAddress! + start
      let end = unsafe memchr(begin, CInt(UInt8(ascii: "\n")), bytes.count - start)
      return unsafe end.map { unsafe UnsafeRawPointer($0) - begin + start }
    }
  }
}
