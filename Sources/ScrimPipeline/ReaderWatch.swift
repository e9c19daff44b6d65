internal import Foundation
internal import Glibc

/// Notices that the reader of standard output has gone, also while there is nothing to write: a recording that stands still
/// would else be waited for in vain.
final class ReaderWatch: Sendable {
  private let output: Int32
  /// The ends of a pipe that tells the watch to end; -1 where the system had none.
  private let ends: (read: Int32, write: Int32)

  /// Watches from now on; nil where standard output is no pipe. `action` is called once at most, by a thread of its own.
  init?(action: @escaping @Sendable () -> Void) {
    var status = stat()
    // The struct is complete.
    guard unsafe fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    var ends: [Int32] = [-1, -1]
    // The array has room for both.
    unsafe ends.withUnsafeMutableBufferPointer { _ = unsafe pipe($0.baseAddress) }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.ends = (ends[0], ends[1])
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, ends[0] >= 0 else { return nil }
    Thread { [self] in if hasReaderGone() { action() } }.start()
  }

  deinit {
    for end in [output, ends.read, ends.write] where end >= 0 { close(end) }
  }

  /// [any thread] Ends the watch.
  func stop() {
    var byte: UInt8 = 1
    _ = unsafe write(ends.write, &byte, 1)
  }

  /// Waits for the one or the other; a pipe without a reader tells of an error and of nothing else.
  private func hasReaderGone() -> Bool {
    var both = [pollfd(fd: output, events: 0, revents: 0), pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)]
    while unsafe poll(&both, 2, -1) < 0 && errno == EINTR {}
    return both[1].revents == 0
  }
}
