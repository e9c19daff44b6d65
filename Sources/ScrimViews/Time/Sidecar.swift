internal import ScrimCore

/// A whole `views.jsonl`, checked from its first line to its last; of the snapshots it keeps only where they stand, so
/// that memory does not grow with the trees.
struct Sidecar {
  struct Entry {
    var instant: Event.Instant
    var offset: Int
    var count: Int
    var line: Int
    /// The file with the tree, where it is not in the line.
    var tree: BytePath?
  }

  let file: InputFile
  let header: ScrimHeader
  private(set) var snapshots: [Entry] = []
  private(set) var events: [Event] = []
  private(set) var isByTime = false

  /// Reads and checks every line. Whatever is wrong with one is an error: a sidecar that is not whole may lack the mark
  /// of a secret.
  init(_ file: InputFile) throws(ViewsError) {
    self.file = file
    var lines = LineReader(file)
    guard let first = try lines.next() else { throw ViewsError(path: file.path, problem: "the file is empty") }
    header = try Self.at(first, in: file) { line throws(TreeError) in
      try ScrimHeader(Self.document(line.starts(with: byteOrderMark) ? Array(line.dropFirst(3)) : line))
    }
    var last: Event.Instant?
    while let line = try lines.next() {
      if line.bytes.allSatisfy(\.isSpace) { continue }
      let record = try Self.at(line, in: file) { bytes throws(TreeError) in
        do throws(TreeError) {
          return try Self.record(bytes, follows: last)
        } catch {
          throw line.isUnfinished ? TreeError("the file is cut off: \(error.problem)") : error
        }
      }
      last = record.instant
      switch record.content {
      case .event(let event): events.append(event)
      case .snapshot: try add(line, of: record.instant, tree: nil)
      case .reference(let tree): try add(line, of: record.instant, tree: file.path.parent / tree)
      }
    }
    guard let last else { throw ViewsError(path: file.path, problem: "the file has no record behind its header") }
    if case .time = last { isByTime = true }
  }

  private mutating func add(_ line: LineReader.Line, of instant: Event.Instant, tree: BytePath?) throws(ViewsError) {
    if instant == snapshots.last?.instant {
      throw ViewsError(path: file.path, line: line.number, problem: "a second snapshot of one instant")
    }
    if let tree {
      do throws(ViewsError) {
        // That it is there; what is in it is for its frames to say.
        _ = try InputFile(tree)
      } catch {
        throw ViewsError(path: file.path, line: line.number, problem: "\(tree.lastComponent): \(error.problem)")
      }
    }
    snapshots.append(
      Entry(instant: instant, offset: line.offset, count: line.bytes.count, line: line.number, tree: tree))
  }

  /// The tree of a snapshot, for a picture.
  func snapshot(_ index: Int, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    let factors = try header.factors(for: picture, given: scale)
    let entry = snapshots[index]
    do throws(TreeError) {
      // Of the scale, the header speaks for its own trees; the other formats know theirs.
      if let tree = entry.tree { return try TreeFile.snapshot(at: tree, format: nil, picture: picture, scale: scale) }
      let document = try Self.document(try bytes(of: entry))
      let record = try ScrimRecord(document)
      guard case .snapshot(let windows) = record.content, record.instant == entry.instant else {
        throw TreeError("the file has changed since it was checked")
      }
      return try ScrimNodeReader(document: document, unit: factors.unit, screen: header.screen(for: picture)).snapshot(
        windows: windows, scale: factors.point)
    } catch {
      throw TreeError("line \(entry.line): \(error.problem)")
    }
  }

  private func bytes(of entry: Entry) throws(TreeError) -> [UInt8] {
    do {
      return try file.read(at: entry.offset, count: entry.count)
    } catch {
      throw TreeError(error.problem)
    }
  }

  /// Reads a record whole, for the errors in it; a tree is read again when its frame comes.
  private static func record(_ line: [UInt8], follows last: Event.Instant?) throws(TreeError) -> ScrimRecord {
    let document = try document(line)
    let record = try ScrimRecord(document)
    if case .snapshot(let windows) = record.content {
      try ScrimNodeReader(document: document, unit: 1).check(windows: windows)
    }
    try check(record.instant, follows: last)
    return record
  }

  private static func document(_ line: [UInt8]) throws(TreeError) -> JSONDocument {
    do {
      return try JSONDocument(parsing: line)
    } catch {
      throw TreeError(error.problem)
    }
  }

  private static func check(_ instant: Event.Instant, follows last: Event.Instant?) throws(TreeError) {
    switch (last, instant) {
    case (nil, _): break
    case (.frame(let before), .frame(let now)):
      if now < before { throw TreeError("the records are not in order: frame \(now) stands behind frame \(before)") }
    case (.time(let before), .time(let now)):
      if now < before { throw TreeError("the records are not in order: \(now) s stands behind \(before) s") }
    case (.frame, .time), (.time, .frame): throw TreeError("some records have 'frame' and some have 'time'")
    }
  }

  /// Runs a reading of a line; its errors name the line.
  private static func at<Value>(
    _ line: LineReader.Line, in file: InputFile, read: ([UInt8]) throws(TreeError) -> Value
  ) throws(ViewsError) -> Value {
    do {
      return try read(line.bytes)
    } catch {
      throw ViewsError(path: file.path, line: line.number, problem: error.problem)
    }
  }
}
