internal import Glibc
internal import ScrimPipeline

/// Signals of the process: the first SIGINT, SIGTERM or SIGHUP asks the run to end, the second ends it at once.
enum Signals {
  /// Made before any handler can run, so that a handler finds it complete.
  private static let control = RunControl()

  /// Listens from now on, and gives what a run has to look at.
  static func listen() -> RunControl {
    let control = control
    for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !isIgnored(SIGHUP) {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { number in
        // Only atomic reads and writes and `_exit`, which are safe in a handler.
        if Signals.control.signal != nil { _exit(ExitCode(signal: number).rawValue) }
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

  /// Whether whoever started the program wants a signal ignored, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // Without a new action nothing is set; the struct is complete.
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // Pointers to functions cannot be compared as such.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Makes a write to a closed pipe, or beyond a limit of file sizes, an error like any other: not the process's end, with
  /// partial files left.
  static func ignoreFailedWrites() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
