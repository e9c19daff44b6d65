import Glibc

/// Lets workers through in the order of their numbers, whoever comes first.
///
/// A condition variable of the C library: the workers are threads that block, so nothing of Swift's own pool is held up.
final class Turnstile: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var turn = 0

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    // Both are initialised before anyone can see them, and never moved.
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Waits until all numbers below have passed, runs the body alone, and lets the next one in.
  ///
  /// Every number from 0 on must come exactly once, also of work that failed: else the later ones wait for ever.
  func pass<R>(_ number: Int, _ body: () -> R) -> R {
    unsafe pthread_mutex_lock(mutex)
    while turn != number { unsafe pthread_cond_wait(changed, mutex) }
    defer {
      turn += 1
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(mutex)
    }
    return body()
  }
}
