internal import Foundation

/// Lets workers through in the order of their numbers, whoever comes first.
final class Turnstile: @unchecked Sendable {
  private let condition = NSCondition()
  /// Read and changed with the condition locked.
  private var turn = 0

  /// Waits until all numbers below have passed, runs the body alone, and lets the next one in.
  ///
  /// Every number from 0 on must come exactly once, also of work that failed: else the later ones wait for ever.
  func pass(_ number: Int, _ body: () -> Void) {
    condition.lock()
    while turn != number { condition.wait() }
    body()
    turn += 1
    condition.broadcast()
    condition.unlock()
  }
}
