internal import Glibc
internal import ScrimCore

/// Views that come while they are read: a pipe or a socket, by its name or as an open descriptor.
///
/// Used by one thread; `stop` by any.
final class ViewsPipe: Sendable {
  /// As messages call it.
  let name: BytePath
  /// That files with trees are looked for in; nil for a descriptor.
  let directory: BytePath?
  private let descriptor: CInt
  /// Becomes readable when the run is to end; -1 for none.
  private let wake: CInt
  /// The ends of a pipe of its own, which tells that nobody wants to read any more.
  private let ends: (read: CInt, write: CInt)

  /// Opens what a location names, without waiting for a writer; nil where it is a file or a directory.
  init?(_ location: ViewsRequest.Location, wake: CInt) throws(ViewsError) {
    switch location {
    case .automatic, .none: return nil
    case .descriptor(let number):
      name = BytePath("fd:\(number)")
      directory = nil
      guard let kind = kindOfDescriptor(number) else { throw ViewsError(path: name, problem: systemReason()) }
      if kind == S_IFREG || kind == S_IFDIR { return nil }
      descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
    case .path(let path):
      name = path
      directory = path.parent
      var status = stat()
      let kind = unsafe path.withCString({ unsafe stat($0, &status) }) == 0 ? status.st_mode & S_IFMT : S_IFREG
      guard kind != S_IFSOCK else {
        throw ViewsError(
          path: path,
          problem: "a socket is connected by who starts the run, and handed over: --views fd:3, or standard input")
      }
      // What is not there, opening a file will tell.
      guard kind == S_IFIFO else { return nil }
      descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    }
    let reason = systemReason()
    self.wake = wake
    var ends: [CInt] = [-1, -1]
    // The array has room for both.
    unsafe ends.withUnsafeMutableBufferPointer { _ = unsafe pipe($0.baseAddress) }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.ends = (ends[0], ends[1])
    guard descriptor >= 0 else { throw ViewsError(path: name, problem: reason) }
    guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_WRONLY else {
      throw ViewsError(path: name, problem: "it is open for writing, and views have to be read from it")
    }
  }

  deinit {
    for end in [descriptor, ends.read, ends.write] where end >= 0 { close(end) }
  }

  /// [any thread] Ends every wait, now and later.
  func stop() {
    var byte: UInt8 = 1
    _ = unsafe write(ends.write, &byte, 1)
  }

  enum Reading {
    case bytes([UInt8])
    case end
    /// By `stop`, or since the run is to end.
    case stopped
    case failed(String)
  }

  /// Reads what is there, after waiting for something.
  func read() -> Reading {
    while true {
      guard wait() else { return .stopped }
      let limit = 1 << 16
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
        // The buffer has room for what is asked for.
        count = unsafe Glibc.read(descriptor, buffer.baseAddress!, limit)
        filled = max(0, count)
      }
      if count > 0 { return .bytes(bytes) }
      if count == 0 { return .end }
      // A writer that breaks off a connection has ended as well as one that closes it.
      if errno == ECONNRESET { return .end }
      if errno != EINTR && errno != EAGAIN { return .failed(systemReason()) }
    }
  }

  /// Whether something is there now.
  var hasMore: Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&one, 1, 0) > 0
  }

  /// Waits for bytes or the end; false where nobody wants them any more.
  private func wait() -> Bool {
    var all = [descriptor, wake, ends.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // Descriptors below 0 are passed over.
    while unsafe poll(&all, 3, -1) < 0 && errno == EINTR {}
    return all[1].revents == 0 && all[2].revents == 0
  }
}

/// The kind of an open file; nil with `errno` where there is none.
func kindOfDescriptor(_ number: CInt) -> mode_t? {
  var status = stat()
  // `status` is a local variable.
  return unsafe fstat(number, &status) == 0 ? status.st_mode & S_IFMT : nil
}
