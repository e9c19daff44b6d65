internal import ScrimCore

/// A snapshot of a sidecar: where its tree is to be had.
struct SidecarEntry {
  enum Content {
    /// A line of the sidecar's file, with the instant that it gave when it was checked.
    case inFile(InputFile, offset: Int, count: Int, said: Event.Instant)
    /// A line that came in a stream.
    case held([UInt8])
    /// A file with the tree, of any format.
    case tree(BytePath)
  }

  /// By the recording's clock.
  var instant: Event.Instant
  /// From 1.
  var line: Int
  var content: Content

  /// Reads the tree for a picture. `scale` is the user's word; of the scale the header speaks for its own trees, other
  /// formats know theirs.
  func snapshot(_ header: ScrimHeader, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    let factors = try header.factors(for: picture, given: scale)
    do throws(TreeError) {
      if case .tree(let path) = content {
        return try TreeFile.snapshot(at: path, format: nil, picture: picture, scale: scale)
      }
      let document = try SidecarRecords.document(try bytes())
      let record = try ScrimRecord(document)
      guard case .snapshot(let windows) = record.content, isAsChecked(record.instant) else {
        throw TreeError("the file has changed since it was checked")
      }
      return try ScrimNodeReader(document: document, unit: factors.unit, screen: header.screen(for: picture)).snapshot(
        windows: windows, scale: factors.point, doubt: factors.doubt)
    } catch {
      throw TreeError("line \(line): \(error.problem)")
    }
  }

  /// The views of a line that came in a stream, in units of the sidecar: enough to see what is secure. Nil for others.
  var plainSnapshot: Snapshot? {
    guard case .held(let bytes) = content, let document = try? SidecarRecords.document(bytes),
      case .snapshot(let windows)? = try? ScrimRecord(document).content
    else { return nil }
    return try? ScrimNodeReader(document: document, unit: 1).snapshot(windows: windows, scale: 1)
  }

  private func bytes() throws(TreeError) -> [UInt8] {
    switch content {
    case .held(let bytes): return bytes
    case .tree: return []
    case .inFile(let file, let offset, let count, _):
      do {
        return try file.read(at: offset, count: count)
      } catch {
        throw TreeError(error.problem)
      }
    }
  }

  private func isAsChecked(_ instant: Event.Instant) -> Bool {
    if case .inFile(_, _, _, let said) = content { said == instant } else { true }
  }

  /// Whether the tree stands in a file of its own: one that cannot be read is its own frames' failure alone.
  var hasOwnFile: Bool { if case .tree = content { true } else { false } }
}

/// Reads the lines of a sidecar in their order, and checks each: whatever is wrong with one is an error, since a sidecar
/// that is not whole may lack the mark of a secret.
struct SidecarRecords {
  private(set) var header: ScrimHeader?
  private var last: Event.Instant?
  private var lastSnapshot: Event.Instant?
  /// The directory that files with trees are looked for in; nil where there is none.
  private let directory: BytePath?

  init(directory: BytePath?) {
    self.directory = directory
  }

  /// Whether the records have times; nil before the first.
  var isByTime: Bool? {
    switch last {
    case .time: true
    case .frame: false
    case nil: nil
    }
  }

  /// What a line holds. By the sidecar's own clock.
  enum Line {
    /// The header, or nothing.
    case other
    case event(Event)
    /// The file with the tree, where it is not in the line.
    case snapshot(Event.Instant, tree: BytePath?)
  }

  mutating func read(_ line: [UInt8]) throws(TreeError) -> Line {
    guard header != nil else {
      header = try ScrimHeader(Self.document(line.starts(with: byteOrderMark) ? Array(line.dropFirst(3)) : line))
      return .other
    }
    if line.allSatisfy(\.isSpace) { return .other }
    let document = try Self.document(line)
    let record = try ScrimRecord(document)
    if case .snapshot(let windows) = record.content {
      // Read whole, for the errors in it; the tree is read again when its frame comes, at the picture's scale.
      try ScrimNodeReader(document: document, unit: 1).check(windows: windows)
    }
    try check(record.instant)
    last = record.instant
    switch record.content {
    case .event(let event): return .event(event)
    case .snapshot: return try snapshot(record.instant, tree: nil)
    case .reference(let name): return try snapshot(record.instant, tree: name)
    }
  }

  private mutating func snapshot(_ instant: Event.Instant, tree name: BytePath?) throws(TreeError) -> Line {
    if instant == lastSnapshot { throw TreeError("a second snapshot of one instant") }
    lastSnapshot = instant
    guard let name else { return .snapshot(instant, tree: nil) }
    guard let directory else { throw TreeError("a snapshot names a file, and these views lie in no directory") }
    let path = directory / name
    do throws(ViewsError) {
      // That it is there; what is in it is for its frames to say.
      _ = try InputFile(path)
    } catch {
      throw TreeError("\(name.lastComponent): \(error.problem)")
    }
    return .snapshot(instant, tree: path)
  }

  private func check(_ instant: Event.Instant) throws(TreeError) {
    switch (last, instant) {
    case (nil, _): break
    case (.frame(let before), .frame(let now)):
      if now < before { throw TreeError("the records are not in order: frame \(now) stands behind frame \(before)") }
    case (.time(let before), .time(let now)):
      if now < before { throw TreeError("the records are not in order: \(now) s stands behind \(before) s") }
    case (.frame, .time), (.time, .frame): throw TreeError("some records have 'frame' and some have 'time'")
    }
  }

  static func document(_ line: [UInt8]) throws(TreeError) -> JSONDocument {
    do {
      return try JSONDocument(parsing: line)
    } catch {
      throw TreeError(error.problem)
    }
  }
}
