internal import Glibc
internal import ScrimCore
internal import ScrimOutput

/// What a command meets outside of itself: where its words go, the time, the machine. Tests bring their own.
struct Surroundings: Sendable {
  /// stdout: media, and what was asked for.
  var output: any TextWriter
  /// stderr: messages and progress.
  var messages: any TextWriter
  /// The terminal's width, where stderr is a terminal that can redraw a line.
  var columns: @Sendable () -> Int?
  /// Seconds since any fixed moment, never running backward.
  var now: @Sendable () -> Double
  /// How many frames the machine can work on at once.
  var processors: Int

  static var system: Surroundings {
    Surroundings(
      output: DescriptorWriter(descriptor: STDOUT_FILENO, name: "standard output"),
      messages: DescriptorWriter(descriptor: STDERR_FILENO, name: "standard error"),
      columns: terminalColumns, now: monotonicSeconds, processors: availableProcessors())
  }

  /// Prints one message for people, outside of any run.
  func show(_ message: Message) {
    // When stderr is gone there is nobody to tell.
    try? messages.write(message.line)
  }

  /// Prints what was asked for.
  func print(_ text: String) -> ExitCode {
    do {
      try output.write(text)
      return .planned
    } catch .closedPipe {
      // The reader has read what it wanted, as `head` does.
      return .planned
    } catch {
      show(.incompleteText(error))
      return .outputFailed
    }
  }
}

/// Takes text, whole.
protocol TextWriter: Sendable {
  func write(_ text: String) throws(SinkError)
}

/// Writes to an open file, without a buffer: what was written has arrived.
struct DescriptorWriter: TextWriter {
  let descriptor: Int32
  /// What it is called in messages.
  let name: String

  func write(_ text: String) throws(SinkError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // The pointer is good for `count` bytes, which is what the buffer says.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Somebody else made the pipe non-blocking: wait until there is room.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&wanted, 1, -1)
      case EPIPE: throw .closedPipe
      case let code: throw .failed(path: .init(name), reason: unsafe String(cString: strerror(code)))
      }
    }
  }
}

/// The width of the terminal behind stderr, or nil where there is none that can redraw a line.
@Sendable private func terminalColumns() -> Int? {
  guard isatty(STDERR_FILENO) == 1 else { return nil }
  // The environment is read once at the start, before any thread could change it.
  if let kind = unsafe getenv("TERM"), unsafe String(cString: kind) == "dumb" { return nil }
  var size = winsize()
  // TIOCGWINSZ fills exactly this struct.
  guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
  return Int(size.ws_col)
}

@Sendable private func monotonicSeconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
