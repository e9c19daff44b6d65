internal import Foundation

/// Runs the same body on a number of threads and waits for all of them.
///
/// Threads of their own, with stacks of 8 MiB: the bodies block, which Swift's pool must not, and encoders and text layout
/// use as much stack as their libraries like.
func runWorkers(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  let all = DispatchGroup()
  for _ in 0..<count {
    all.enter()
    let thread = Thread {
      body()
      all.leave()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
  all.wait()
}
