internal import Foundation
internal import ScrimCore

/// Views that come while the recording does: read by a thread of their own, so that frames and views may come in any order,
/// from one writer or from two.
///
/// A bounded number of records is held ahead of the frames. When it is reached, no more are read, and their writer waits;
/// only where no frame comes either (one writer may be held up by its views before it can write a frame), `noFrameComes`
/// makes room: the older snapshots go, and frames that they would have been for are covered. Dropped, reading ends.
public final class ViewsStream: Sendable {
  let name: BytePath
  let queue: RecordQueue
  private let pipe: ViewsPipe

  /// Opens a stream and begins to read it; nil where the views are no stream. Waits for nobody.
  ///
  /// To be opened before the recording: its writer may wait for a reader of the views before it begins.
  public static func open(_ request: ViewsRequest) throws(ViewsError) -> ViewsStream? {
    guard let pipe = try ViewsPipe(request.location, wake: request.wakeDescriptor) else { return nil }
    if let format = request.format, format != ScrimFormat.name {
      throw ViewsError(path: pipe.name, problem: "views in a stream are of the format 'scrim', not '\(format)'")
    }
    return ViewsStream(pipe, request)
  }

  private init(_ pipe: ViewsPipe, _ request: ViewsRequest) {
    self.pipe = pipe
    name = pipe.name
    queue = RecordQueue(name: name, for: request)
    let reader = StreamReader(pipe: pipe, queue: queue)
    // Trees are read without recursion, so that a small stack is enough.
    let thread = Thread { reader.run() }
    thread.stackSize = 1 << 20
    thread.start()
  }

  deinit {
    queue.stop()
    pipe.stop()
  }

  /// [one thread] A frame was read: its views are waited for from now on, and not from when it is its turn.
  public func frameCame() { queue.frameCame() }

  /// [one thread] A frame is waited for, in vain so far.
  public func noFrameComes() { queue.noFrameComes() }
}

/// Reads a stream's lines into a queue. One thread.
private struct StreamReader: Sendable {
  /// Records that are handed on together at most.
  private static let batch = 256

  let pipe: ViewsPipe
  let queue: RecordQueue

  func run() {
    var splitter = LineSplitter(limit: RecordQueue.heldBytes)
    var lines = CheckedLines(name: pipe.name, directory: pipe.directory)
    while true {
      var end: RecordQueue.End?
      switch pipe.read() {
      case .bytes(let bytes):
        end = lines.take(splitter.lines(with: bytes)).map { .broken($0) }
        if splitter.isOverlong {
          let problem = "the line is over \(RecordQueue.heldBytes >> 20) MiB long"
          end = end ?? .broken(lines.error(problem, behind: 1))
        }
      case .end: end = splitter.last().flatMap { lines.take([$0], isCutOff: true) }.map { .broken($0) } ?? .closed
      case .stopped: end = .stopped
      case .failed(let reason): end = .broken(lines.error(reason, behind: 0))
      }
      if end == nil, lines.ready.count < Self.batch, pipe.hasMore { continue }
      // What was written together is handed on together: an event that stands behind the snapshot of its instant is there
      // when the frame is. So the last record waits for a line that has begun.
      let waiting = end == nil && splitter.isInLine ? lines.ready.popLast() : nil
      let reception = queue.add(lines.ready, lines.header, end)
      lines.ready = waiting.map { [$0] } ?? []
      if case .broken? = end { return drain() }
      switch reception {
      case .wanted: if end != nil { return }
      case .unusable: return drain()
      case .unwanted: return
      }
    }
  }

  /// Reads on to the end and looks at nothing, so that one writer of frames and views is not held up by the views.
  private func drain() {
    while case .bytes = pipe.read() {}
  }
}

/// Lines of a stream, read and checked in their order.
private struct CheckedLines {
  /// Records that were read and not handed on.
  var ready: [RecordQueue.Record] = []

  private let name: BytePath
  private var records: SidecarRecords
  private var number = 0

  init(name: BytePath, directory: BytePath?) {
    self.name = name
    records = SidecarRecords(directory: directory)
  }

  var header: ScrimHeader? { records.header }

  /// Takes lines to their end, or to one that is wrong.
  mutating func take(_ lines: [[UInt8]], isCutOff: Bool = false) -> ViewsError? {
    for line in lines {
      number += 1
      do throws(TreeError) {
        switch try records.read(line) {
        case .other: break
        case .event(let event): ready.append(.event(event, line: number))
        case .snapshot(let instant, let tree):
          let content = tree.map { SidecarEntry.Content.tree($0) } ?? .held(line)
          ready.append(.snapshot(SidecarEntry(instant: instant, line: number, content: content)))
        }
      } catch {
        return self.error(isCutOff ? "the stream is cut off: \(error.problem)" : error.problem, behind: 0)
      }
    }
    return nil
  }

  /// What is wrong with the line taken last, or one behind it.
  func error(_ problem: String, behind count: Int) -> ViewsError {
    ViewsError(path: name, line: number + count, problem: problem)
  }
}
