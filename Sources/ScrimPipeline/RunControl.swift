internal import Synchronization

/// Lets a signal handler stop a run: the frame in hand is finished, and no other is begun.
public final class RunControl: Sendable {
  private let number = Atomic<Int32>(0)

  public init() {}

  /// [any thread, signal handlers too] Asks the run to end; the first signal counts.
  public func interrupt(by signal: Int32) {
    _ = number.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
  }

  /// The signal that asked, or nil.
  public var signal: Int32? {
    let number = number.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
