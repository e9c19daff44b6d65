internal import Glibc
public import ScrimCore

/// A file that is being written: under a hidden name until it is complete, then under its own, at once.
///
/// Dropped before that, it is removed. A kill leaves the hidden file, and nothing half-written under a name that counts.
/// What is no regular file (a pipe, a device, an open file of this process) cannot be put in place of another: it is
/// written straight, and stays what it is.
public struct PartialFile: ~Copyable, Sendable {
  /// As it was asked for; for messages.
  public let path: BytePath
  private var file: Int32
  /// Where it is until it is complete, and where it goes; nil where it is written straight.
  private let move: (from: BytePath, to: BytePath)?
  /// Becomes readable when the run is to end; -1 for none.
  private let wake: Int32
  /// Whether a reader may have to be waited for.
  private let hasReader: Bool
  private var isKept = false

  /// Begins a file in the directory that holds it.
  ///
  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - links: What becomes of a symbolic link of that name.
  ///   - wake: Becomes readable when the run is to end, and stays so; -1 for none. A pipe waits for its reader.
  /// - Throws: `.failed`; `.interrupted` where the run is to end before a pipe has a reader.
  public init(_ path: BytePath, links: Links = .followed, wake: Int32 = -1) throws(SinkError) {
    let opened = try Self.opened(path, links, wake)
    self.path = path == "-" ? "standard output" : path
    file = opened.file
    move = opened.move
    self.wake = wake
    var status = stat()
    // The struct is complete.
    let isKnown = unsafe fstat(file, &status) == 0
    hasReader = move == nil && isKnown && status.st_mode & S_IFMT != S_IFREG
  }

  deinit {
    if file >= 0 { close(file) }
    if let move, !isKept { _ = unsafe move.from.withCString { unsafe unlink($0) } }
  }

  /// Appends bytes, all of them. Throws `.failed` or `.closedPipe`; `.interrupted` where the run is to end and a reader does
  /// not take them.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SinkError) {
    if move == nil { widenPipe(file, toHold: bytes.count) }
    if hasReader {
      try unsafe writePatiently(bytes, to: file, wake: wake, path: path)
    } else {
      try unsafe writeAll(bytes, to: file, path: path)
    }
  }

  /// Open for reading and writing, or for writing alone where it is written straight; stays this value's.
  var descriptor: Int32 { file }

  /// Whether it goes to a pipe or device, and cannot be read again.
  var isStraight: Bool { move == nil }

  /// Gives the complete file its name, in place of what had that name. Throws `.failed`, and then it is removed.
  public consuming func commit() throws(SinkError) {
    // A name must not become visible before its bytes are safe, and what fails here (quotas, remote disks) is a failed
    // write. What is written straight is visible already.
    guard move == nil || fsync(file) == 0 else { throw sinkError(errno, path: path) }
    let closed = close(file)
    file = -1
    guard closed == 0 else { throw sinkError(errno, path: path) }
    guard let move else { return }
    let renamed = unsafe move.from.withCString { from in unsafe move.to.withCString { unsafe rename(from, $0) } }
    guard renamed == 0 else { throw sinkError(errno, path: path) }
    isKept = true
  }
}

extension PartialFile {
  private static func opened(
    _ path: BytePath, _ links: Links, _ wake: Int32
  ) throws(SinkError) -> (file: Int32, move: (from: BytePath, to: BytePath)?) {
    if path == "-" {
      // A copy, so that the end of this file does not close standard output.
      let file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
      guard file >= 0 else { throw sinkError(errno, path: "standard output") }
      return (Self.withoutWaiting(file), nil)
    }
    switch try Destination(of: path, links: links) {
    case .straight(let place):
      return (try openedStraight(place, of: path, wake), nil)
    case .file(let place):
      var (file, hidden): (Int32, BytePath)
      var attempt = 0
      repeat {
        // A name has at most 255 bytes. Process and attempt make it the run's own; what is there already is not touched.
        let start = Array(".".utf8) + place.lastComponent.bytes.prefix(200)
        hidden = place.parent / BytePath(bytes: start + Array(".partial-\(getpid())-\(attempt)".utf8))
        file = unsafe hidden.withCString {
          unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        }
        attempt += 1
      } while file < 0 && errno == EEXIST && attempt < 10_000
      guard file >= 0 else { throw sinkError(errno, path: path) }
      return (file, (from: hidden, to: place))
    }
  }

  /// Of standard output that is a pipe, an own opening that does not wait in writes: those who share the other one shall not
  /// find it changed. Where the system does not give it, and for all else, what it was.
  private static func withoutWaiting(_ file: Int32) -> Int32 {
    var status = stat()
    // The struct is complete.
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return file }
    let own = unsafe open("/proc/self/fd/\(file)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard own >= 0 else { return file }
    close(file)
    return own
  }

  /// Opens what is there. A pipe waits for its reader here, and not in `open`, which no wish to end would wake.
  private static func openedStraight(
    _ place: BytePath, of path: BytePath, _ wake: Int32
  ) throws(SinkError) -> Int32 {
    var status = stat()
    let isPipe = unsafe place.withCString { unsafe stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFIFO
    // What the file holds already (standard output under another name may be one) stays.
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | (isPipe ? O_NONBLOCK : 0)
    while true {
      let file = unsafe place.withCString { unsafe open($0, flags) }
      if file >= 0 {
        return file
      }
      guard isPipe, errno == ENXIO || errno == EINTR else { throw sinkError(errno, path: path) }
      var end = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
      // The system tells nobody that a reader has come; milliseconds. A descriptor below 0 is passed over.
      if unsafe poll(&end, 1, 20) > 0 { throw .interrupted }
    }
  }
}

/// Writes all bytes to an open descriptor, which stays its owner's; `path` is for the error. Throws `.failed` or `.closedPipe`.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: BytePath) throws(SinkError) {
  var done = 0
  while done < bytes.count {
    // `done` is within the count.
    let got = unsafe write(descriptor, bytes.baseAddress! + done, bytes.count - done)
    if got < 0 && errno == EINTR { continue }
    guard got >= 0 else { throw sinkError(errno, path: path) }
    done += got
  }
}

/// The error of a failed call: a pipe whose reader has gone ends quietly, all else has the system's reason.
func sinkError(_ number: Int32, path: BytePath) -> SinkError {
  number == EPIPE ? .closedPipe : .failed(path: path, reason: systemReason(number))
}
