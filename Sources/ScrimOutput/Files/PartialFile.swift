import Glibc
public import ScrimCore

/// A file that appears under its name when it is complete, and not before.
///
/// Until `commit` it is a hidden file beside its place, `.NAME.scrim-partial-PID-N`, so that a run that is killed leaves nothing under
/// a name that somebody could take for a result. Used by one thread at a time.
public final class PartialFile {
  public let path: BytePath
  private let partial: BytePath
  private let file: FileDescriptor
  private var isPending = true

  public init(_ path: BytePath) throws(FileError) {
    self.path = path
    var attempt = 0
    while true {
      let name = BytePath(
        bytes: Array(".".utf8) + path.lastComponent.bytes + Array(".scrim-partial-\(getpid())-\(attempt)".utf8))
      let candidate = path.parent / name
      do {
        file = try FileDescriptor(opening: candidate, O_WRONLY | O_CREAT | O_EXCL)
        partial = candidate
        return
      } catch {
        // The name of a run that was killed, or of another thread: take the next one.
        guard error.code == EEXIST, attempt < 10_000 else { throw FileError(path, code: error.code) }
        attempt += 1
      }
    }
  }

  deinit { abandon() }

  public func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try unsafe file.write(bytes, to: path)
  }

  public func append(_ bytes: [UInt8]) throws(FileError) {
    try unsafe bytes.withUnsafeBytes { bytes throws(FileError) in try unsafe append(bytes) }
  }

  /// Brings the bytes to the disk, then gives the file its name, in place of what had it before.
  public func commit() throws(FileError) {
    guard fsync(file.number) == 0 || errno == EINVAL || errno == EROFS else { throw FileError(path) }
    let status = unsafe partial.withCString { from in unsafe path.withCString { unsafe rename(from, $0) } }
    if status != 0 { throw FileError(path) }
    isPending = false
  }

  /// Removes what was written; without effect after `commit`.
  public func abandon() {
    guard isPending else { return }
    isPending = false
    _ = unsafe partial.withCString { unsafe unlink($0) }
  }
}
