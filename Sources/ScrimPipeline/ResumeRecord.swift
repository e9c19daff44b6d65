internal import Foundation
internal import ScrimCore
internal import ScrimOutput

/// What a directory run has completed so far, so that `--resume` can tell what it need not do again.
///
/// A hidden file in the output directory, one JSON object a line, removed when the run is complete. A frame counts as done
/// if and only if the record was made by the same program, rules, views and options, the input file and the plan are the
/// same byte for byte, and the output file is what was written then. The record is also the lock of its directory: a second run is refused.
struct ResumeRecord: ~Copyable {
  static let name = ".scrim-resume"

  struct Entry: Codable, Equatable {
    /// The file's name, each byte in hexadecimal: names need not be UTF-8.
    var name: String
    var input: String
    var plan: String
    var output: String
  }

  private struct Header: Codable, Equatable {
    var scrim = "resume"
    var version = scrimVersion
    var key: String
  }

  private let directory: BytePath
  private let file: LockedFile
  private let done: [String: Entry]
  private var hasAdded = false
  private let encoder = JSONEncoder()

  /// Opens and locks the record; `key` stands for everything that decides what the output is, but frames and plans.
  static func open(in directory: BytePath, key: String, resuming: Bool) throws(SinkError) -> ResumeRecord {
    let file = try LockedFile(directory / name)
    let header = Header(key: key)
    let lines = resuming ? try file.lines() : []
    if let first = lines.first, decode(Header.self, first) == header {
      let done = lines.dropFirst().compactMap { decode(Entry.self, $0) }.map { ($0.name, $0) }
      return ResumeRecord(directory, file, done: Dictionary(done) { $1 })
    }
    try file.clear()
    let record = ResumeRecord(directory, file, done: [:])
    try record.append(header)
    return record
  }

  private init(_ directory: BytePath, _ file: consuming LockedFile, done: [String: Entry]) {
    self.directory = directory
    self.file = file
    self.done = done
  }

  /// Whether this frame's output is there already, complete and unchanged.
  func holds(_ name: BytePath, input: String, plan: String) -> Bool {
    guard let entry = done[Self.hexadecimal(name)], entry.input == input, entry.plan == plan,
      let bytes = try? readFile(directory / name)
    else { return false }
    return sha256(bytes) == entry.output
  }

  /// Notes a frame that has its final name.
  mutating func add(_ name: BytePath, input: String, plan: String, output: String) throws(SinkError) {
    hasAdded = true
    try append(Entry(name: Self.hexadecimal(name), input: input, plan: plan, output: output))
  }

  /// Whether there is nothing that a run could go on from.
  var isEmpty: Bool { done.isEmpty && !hasAdded }

  /// Removes the record of a complete run.
  func remove() { file.remove() }

  private func append(_ line: some Encodable) throws(SinkError) {
    // Strings alone: encoding cannot fail.
    try file.append(Array((try? encoder.encode(line)) ?? Data()) + [UInt8(ascii: "\n")])
  }

  private static func decode<T: Decodable>(_ type: T.Type, _ line: ArraySlice<UInt8>) -> T? {
    try? JSONDecoder().decode(type, from: Data(line))
  }

  private static func hexadecimal(_ name: BytePath) -> String {
    name.bytes.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
  }
}

extension Plan {
  /// A hash of everything that the plan says: equal plans of two runs have equal ones.
  var fingerprint: String {
    var text = "\(size) \(scale) \(failures)"
    for redaction in redactions {
      text += "\n\(redaction.style) \(redaction.bounds) \(redaction.isSecure)"
      for rect in redaction.region.rects { text += " \(rect.left),\(rect.top),\(rect.right),\(rect.bottom)" }
    }
    return sha256(Array(text.utf8))
  }
}
