internal import Glibc
internal import ScrimPipeline

/// Signals of the process: the first SIGINT or SIGTERM asks the run to end, the second ends it at once.
enum Signals {
  /// Made before any handler can run, so that a handler finds it complete.
  private static let control = RunControl()

  /// Listens from now on, and gives what a run has to look at.
  static func listen() -> RunControl {
    let control = control
    for number in [SIGINT, SIGTERM] {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { number in
        // Only atomic reads and writes and `_exit`, which are safe in a handler.
        if Signals.control.signal != nil { _exit(128 + number) }
        Signals.control.interrupt(by: number)
      }
      // Reads and writes of files go on: a frame in hand is finished. Who waits for a stream does so in `poll`, which
      // no flag restarts.
      action.sa_flags = SA_RESTART
      // The struct is complete, and nobody asks for the old one.
      unsafe sigaction(number, &action, nil)
    }
    return control
  }

  /// Makes a write to a closed pipe an error like any other: it ends quietly, not by a signal.
  static func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
