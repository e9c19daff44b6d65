internal import Foundation
internal import ScrimCore
internal import ScrimOutput

/// What a directory run has completed so far, so that `--resume` can tell what it need not do again.
///
/// A hidden file in the output directory, one JSON object a line, removed when the run is complete. A frame counts as done
/// if and only if the record was made by the same program, rules, views and options, the input file and the plan are the
/// same byte for byte, and the output file is what was written then. The record is also the lock of its directory: a second run is refused.
struct ResumeRecord: ~Copyable {
  static let name: BytePath = ".scrim-resume"

  /// A frame: its name, and what its input, its plan and its output are, by hash.
  struct Entry: Codable, Equatable {
    /// Each byte in hexadecimal: names need not be UTF-8.
    private(set) var name: String
    var input: String
    var plan: String
    /// Empty until it is written.
    var output = ""

    init(name: BytePath, input: String, plan: String) {
      self.name = name.bytes.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
      self.input = input
      self.plan = plan
    }

    var file: BytePath {
      let digits = Array(name)
      return BytePath(
        bytes: stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
      )
    }
  }

  private struct Header: Codable, Equatable {
    var scrim = "resume"
    var version = scrimVersion
    var key: String
  }

  private let directory: BytePath
  private let file: LockedFile
  private let done: [String: Entry]
  /// Whether the directory holds nothing of this run, or of the one that it goes on with.
  var isEmpty: Bool
  private let encoder = JSONEncoder()

  /// Opens and locks the record; `key` stands for everything that decides what the output is, but frames and plans.
  static func open(in directory: BytePath, key: String, resuming: Bool) throws(SinkError) -> ResumeRecord {
    let file = try LockedFile(directory / name)
    let header = Header(key: key)
    let lines = resuming ? try file.lines() : []
    let isEmpty = lines.isEmpty
    if let first = lines.first, decode(Header.self, first) == header {
      let done = lines.dropFirst().compactMap { decode(Entry.self, $0) }.map { ($0.name, $0) }
      return ResumeRecord(directory, file, done: Dictionary(done) { $1 }, isEmpty: isEmpty)
    }
    try file.clear()
    let record = ResumeRecord(directory, file, done: [:], isEmpty: isEmpty)
    try record.append(header)
    return record
  }

  private init(_ directory: BytePath, _ file: consuming LockedFile, done: [String: Entry], isEmpty: Bool) {
    self.directory = directory
    self.file = file
    self.done = done
    self.isEmpty = isEmpty
  }

  /// Whether this frame's output is there already, complete and unchanged.
  func holds(_ entry: Entry) -> Bool {
    guard let known = done[entry.name], known.input == entry.input, known.plan == entry.plan,
      let bytes = try? readFile(directory / entry.file)
    else { return false }
    return sha256(bytes) == known.output
  }

  /// Notes a frame that has its final name.
  mutating func add(_ entry: Entry) throws(SinkError) {
    try append(entry)
  }

  /// Removes the record of a complete run.
  func remove() { file.remove() }

  private func append(_ line: some Encodable) throws(SinkError) {
    // Strings alone: encoding cannot fail.
    try file.append(Array((try? encoder.encode(line)) ?? Data()) + [UInt8(ascii: "\n")])
  }

  private static func decode<T: Decodable>(_ type: T.Type, _ line: ArraySlice<UInt8>) -> T? {
    try? JSONDecoder().decode(type, from: Data(line))
  }
}
