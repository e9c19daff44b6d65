internal import Glibc
internal import Synchronization

/// Lets a signal handler stop a run: the frame in hand is finished, and no other is begun. One for each run at a time.
public final class RunControl: Sendable {
  private let number = Atomic<Int32>(0)
  /// The ends of a pipe of the process's own, to read from and to write to; -1 where the system had none.
  private let ends: (read: Int32, write: Int32)
  /// The same for signals alone, which are never forgotten.
  private let signals: (read: Int32, write: Int32)

  public init() {
    ends = Self.pipe()
    signals = Self.pipe()
  }

  deinit {
    for end in [ends.read, ends.write, signals.read, signals.write] where end >= 0 { close(end) }
  }

  private static func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    // The array has room for both.
    unsafe ends.withUnsafeMutableBufferPointer { _ = unsafe Glibc.pipe($0.baseAddress) }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// [any thread, signal handlers too] Asks the run to end; the first signal counts.
  public func interrupt(by signal: Int32) {
    _ = number.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
    Self.write(to: signals.write)
    wake()
  }

  /// [any thread, signal handlers too] Wakes who waits for a stream: the run is over, or shall be.
  func wake() { Self.write(to: ends.write) }

  private static func write(to pipe: Int32) {
    // The pipe does not block, and one byte in it is enough.
    var byte: UInt8 = 1
    _ = unsafe Glibc.write(pipe, &byte, 1)
  }

  /// Forgets that an earlier run was over. A signal lasts.
  func begin() {
    var bytes: [UInt8] = [0, 0, 0, 0]
    // At most the array's length is written; the pipe does not block.
    while unsafe read(ends.read, &bytes, bytes.count) > 0 {}
    if signal != nil { wake() }
  }

  /// The signal that asked, or nil.
  public var signal: Int32? {
    let number = number.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Becomes readable when the run is asked to end, and stays so; -1 for none.
  public var wakeDescriptor: Int32 { ends.read }

  /// Becomes readable with a signal, and stays so; -1 for none. Who writes looks at it: what a run that is over still has to
  /// write is waited for.
  var signalDescriptor: Int32 { signals.read }
}
