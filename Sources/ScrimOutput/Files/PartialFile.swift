internal import Glibc
public import ScrimCore

/// A file that is being written: under a hidden name until it is complete, then under its own, at once.
///
/// Dropped before that, it is removed. A kill leaves the hidden file, and nothing half-written under a name that counts.
public struct PartialFile: ~Copyable, Sendable {
  private let hidden: BytePath
  public let path: BytePath
  private var file: Int32
  private var isKept = false

  /// Begins a file in the directory that holds it. Throws `.failed`.
  public init(_ path: BytePath) throws(SinkError) {
    self.path = path
    var (file, hidden): (Int32, BytePath)
    var attempt = 0
    repeat {
      // A name has at most 255 bytes. Process and attempt make it the run's own; what is there already is not touched.
      let start = Array(".".utf8) + path.lastComponent.bytes.prefix(200)
      hidden = path.parent / BytePath(bytes: start + Array(".partial-\(getpid())-\(attempt)".utf8))
      file = unsafe hidden.withCString {
        unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
      }
      attempt += 1
    } while file < 0 && errno == EEXIST && attempt < 10_000
    guard file >= 0 else { throw sinkError(errno, path: path) }
    self.file = file
    self.hidden = hidden
  }

  deinit {
    if file >= 0 { close(file) }
    if !isKept { _ = unsafe hidden.withCString { unsafe unlink($0) } }
  }

  /// Appends bytes, all of them. Throws `.failed` or `.closedPipe`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SinkError) {
    try unsafe writeAll(bytes, to: file, path: path)
  }

  /// Open for reading and writing; stays this value's.
  var descriptor: Int32 { file }

  /// Gives the complete file its name, in place of what had that name. Throws `.failed`, and then it is removed.
  public consuming func commit() throws(SinkError) {
    // A name must not become visible before its bytes are safe, and what fails here (quotas, remote disks) is a failed write.
    guard fsync(file) == 0 else { throw sinkError(errno, path: path) }
    let closed = close(file)
    file = -1
    guard closed == 0 else { throw sinkError(errno, path: path) }
    let renamed = unsafe hidden.withCString { from in unsafe path.withCString { unsafe rename(from, $0) } }
    guard renamed == 0 else { throw sinkError(errno, path: path) }
    isKept = true
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
