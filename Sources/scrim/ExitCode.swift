/// How a run ended, for scripts and schedulers. The numbers are stable.
enum ExitCode: Int32, CaseIterable, Sendable {
  case planned = 0
  case failedClosed = 1
  case usage = 2
  case unreadable = 3
  case outputFailed = 4
  case leakFound = 5
  case interrupted = 130
  case terminated = 143

  /// The code for a run that a signal ended.
  init(signal: Int32) {
    self = signal == 2 ? .interrupted : .terminated
  }

  /// The code of a run with several outcomes: the gravest.
  ///
  /// A leak outweighs all else, since a retry would bury it. A signal outweighs what it may have caused. Of the rest the
  /// one counts that left less behind.
  func merged(with other: ExitCode) -> ExitCode {
    gravity < other.gravity ? other : self
  }

  /// Its meaning, for help and manual.
  var meaning: String {
    switch self {
    case .planned: "all went as planned"
    case .failedClosed:
      "finished or stopped; some frames failed closed, so that more is hidden than was asked for, or views came too late"
    case .usage: "the command line is wrong; nothing was written"
    case .unreadable:
      "input, views or rules cannot be read; nothing was written, or a stream ends where its input broke off"
    case .outputFailed: "the output could not be written to its end; files that are complete stay"
    case .leakFound: "verification found a leak"
    case .interrupted: "interrupted (SIGINT); files that are complete stay, and a stream ends there"
    case .terminated: "terminated (SIGTERM or SIGHUP); files that are complete stay, and a stream ends there"
    }
  }

  private var gravity: Int {
    switch self {
    case .planned: 0
    case .failedClosed: 1
    case .unreadable: 2
    case .outputFailed: 3
    case .interrupted: 4
    case .terminated: 5
    case .leakFound: 6
    case .usage: 7
    }
  }
}
