internal import Dispatch
internal import Foundation
internal import ScrimCore
internal import ScrimInput
internal import ScrimViews
internal import Synchronization

/// Reads a stream's frames on a thread of its own, beside the stream of their views: one writer may write both in turn, and
/// must not be held up by the one while the other is waited for.
///
/// A bounded number of frames is held; when it is reached, the writer of the frames waits.
final class ReadAhead: FrameSource {
  /// What the frames may take that are held.
  private static let heldBytes = 256 << 20
  private static let heldFrames = 60

  /// How many frames of a size are held.
  static func count(of size: PixelSize) -> Int {
    // Of a large picture still two, so that one is read while the other waits.
    max(2, min(heldFrames, heldBytes / max(1, 4 * size.width * size.height)))
  }

  private let source: any FrameSource
  private let stream: ViewsStream
  private let patience: DispatchTimeInterval
  private let shelf: Shelf

  /// After `timeout` seconds without a frame, the stream of views is told.
  init(_ source: any FrameSource, beside stream: ViewsStream, size: PixelSize, timeout: Double) {
    self.source = source
    self.stream = stream
    patience = .milliseconds(Int(min(max(timeout, 0.001), 1e6) * 1000))
    let shelf = Shelf(limit: Self.count(of: size))
    self.shelf = shelf
    let thread = Thread {
      while true {
        do throws(InputError) {
          guard let ticket = try source.next() else { return shelf.end(nil) }
          stream.frameCame()
          guard shelf.put(ticket) else { return }
        } catch {
          return shelf.end(error)
        }
      }
    }
    // As workers have it, which read frames elsewhere.
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit { shelf.close() }

  var count: Int? { source.count }
  var isStream: Bool { source.isStream }
  var identities: [FrameIdentity]? { source.identities }
  var directory: BytePath? { source.directory }
  var sound: SoundSource? { source.sound }
  var hasTimes: Bool { source.hasTimes }
  var beside: [String: Int] { source.beside }
  var lacksFrames: Bool { source.lacksFrames }
  var coverKind: (format: PixelFormat, encoding: SourceEncoding) { source.coverKind }
  func sizeOfNearestDecodable(to index: Int) -> PixelSize? { source.sizeOfNearestDecodable(to: index) }

  func next() throws(InputError) -> FrameTicket? {
    while true {
      switch shelf.take(waiting: patience) {
      case .ticket(let ticket): return ticket
      case .end(nil): return nil
      case .end(let error?): throw error
      case nil: stream.noFrameComes()
      }
    }
  }
}

/// Tickets between the thread that reads and the one that decides.
private final class Shelf: Sendable {
  enum Taken {
    case ticket(FrameTicket)
    /// With what ended the input before its end.
    case end(InputError?)
  }

  private struct State {
    var tickets: [FrameTicket] = []
    var end: Taken?
    var isClosed = false
  }

  private let limit: Int
  private let state = Mutex(State())
  /// Signalled for each ticket and for the end; and when there may be room.
  private let news = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  init(limit: Int) {
    self.limit = limit
  }

  /// [the reader] Waits for room; false where nobody wants the ticket.
  func put(_ ticket: FrameTicket) -> Bool {
    while true {
      let isPut: Bool? = state.withLock { state in
        if state.isClosed { return false }
        guard state.tickets.count < limit else { return nil }
        state.tickets.append(ticket)
        return true
      }
      if let isPut {
        news.signal()
        return isPut
      }
      room.wait()
    }
  }

  func end(_ error: InputError?) {
    state.withLock { $0.end = .end(error) }
    news.signal()
  }

  /// [one thread at a time] Nil where nothing came in time.
  func take(waiting: DispatchTimeInterval) -> Taken? {
    while true {
      let (taken, hasRoom): (Taken?, Bool) = state.withLock { state in
        if state.tickets.isEmpty { return (state.end, false) }
        return (.ticket(state.tickets.removeFirst()), true)
      }
      if hasRoom { room.signal() }
      if let taken { return taken }
      if news.wait(timeout: .now() + waiting) == .timedOut { return nil }
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    room.signal()
  }
}
