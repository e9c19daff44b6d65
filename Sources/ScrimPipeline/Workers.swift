import Glibc

/// Runs the same body on a number of threads and waits for all of them.
///
/// The threads are the C library's own, with stacks of 8 MiB: rules run on them, and Lua's nested C calls need at least
/// 1 MiB (Swift's and Dispatch's pools promise less).
func runWorkers(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  defer { unsafe pthread_attr_destroy(&attributes) }
  unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
  var threads = [pthread_t]()
  for _ in 0..<max(1, count) {
    // The box is retained here and released by the thread that takes it over.
    let box = unsafe Unmanaged.passRetained(WorkerBody(body)).toOpaque()
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, &attributes,
      { box in
        unsafe Unmanaged<WorkerBody>.fromOpaque(box!).takeRetainedValue().run()
        return nil
      }, box)
    if status == 0 {
      threads.append(thread)
    } else {
      unsafe Unmanaged<WorkerBody>.fromOpaque(box).release()
    }
  }
  // A machine that gives no thread at all still gets the work done, on this one.
  if threads.isEmpty { body() }
  for thread in threads { unsafe pthread_join(thread, nil) }
}

private final class WorkerBody {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
