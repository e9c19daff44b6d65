internal import ScrimCore

/// A whole `views.jsonl`, checked from its first line to its last; of the snapshots it keeps only where they stand, so
/// that memory does not grow with the trees.
struct Sidecar {
  let path: BytePath
  let header: ScrimHeader
  /// In order, by the recording's clock.
  private(set) var snapshots: [SidecarEntry] = []
  private(set) var events: [Event] = []
  let isByTime: Bool

  /// Reads and checks every line.
  init(_ file: InputFile, timing: ViewsTiming) throws(ViewsError) {
    path = file.path
    var lines = LineReader(file), records = SidecarRecords(directory: file.path.parent)
    while let line = try lines.next() {
      let content: SidecarRecords.Line
      do {
        content = try records.read(line.bytes)
      } catch {
        let problem = line.isUnfinished && line.number > 1 ? "the file is cut off: \(error.problem)" : error.problem
        throw ViewsError(path: file.path, line: line.number, problem: problem)
      }
      switch content {
      case .other: break
      case .event(let event): events.append(event)
      case .snapshot(let instant, let tree):
        let place = SidecarEntry.Content.inFile(file, offset: line.offset, count: line.bytes.count, said: instant)
        snapshots.append(
          SidecarEntry(instant: instant, line: line.number, content: tree.map { .tree($0) } ?? place))
      }
    }
    guard let header = records.header else { throw ViewsError(path: file.path, problem: "the file is empty") }
    guard let isByTime = records.isByTime else {
      throw ViewsError(path: file.path, problem: "the file has no record behind its header")
    }
    self.header = header
    self.isByTime = isByTime
    try move(by: timing)
  }

  /// Puts every instant on the recording's clock.
  private mutating func move(by timing: ViewsTiming) throws(ViewsError) {
    guard timing.isGiven else { return }
    guard isByTime else { throw .noTimes(in: path) }
    guard let map = TimeMap(timing, eventTime: events.first { timing.isAligned(at: $0) }?.instant.position) else {
      throw ViewsError(path: path, problem: lackOfEvent)
    }
    for place in snapshots.indices { snapshots[place].instant = map(snapshots[place].instant) }
    for place in events.indices { events[place].instant = map(events[place].instant) }
  }
}

extension ViewsTiming {
  /// Whether this is the event at whose time both clocks are known.
  func isAligned(at event: Event) -> Bool {
    if case .event(event.name, _) = origin { true } else { false }
  }
}
