internal import Glibc
internal import ScrimCore

/// A regular file that is read in pieces, and never written.
final class InputFile: Sendable {
  let path: BytePath
  let size: Int
  private let descriptor: CInt

  /// Opens a file. What is no regular file (a directory, a pipe) is refused: views are read more than once.
  init(_ path: BytePath) throws(ViewsError) {
    self.path = path
    descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw ViewsError(path: path, problem: systemReason()) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw ViewsError(path: path, problem: systemReason()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw ViewsError(path: path, problem: "it is no regular file") }
    size = Int(status.st_size)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads a range of bytes; fewer where the file ends before.
  func read(at offset: Int, count: Int) throws(ViewsError) -> [UInt8] {
    var failure: ViewsError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        // The rest of the buffer has room for what is asked for.
        let got = unsafe pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = ViewsError(path: path, problem: systemReason()) }
        if got <= 0 { break }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The whole file, which must be shorter than 1 GiB.
  func contents() throws(ViewsError) -> [UInt8] {
    guard size < 1 << 30 else { throw ViewsError(path: path, problem: "it is over 1 GiB long") }
    return size == 0 ? [] : try read(at: 0, count: size)
  }
}

/// What the system says of its last call that failed.
func systemReason() -> String {
  unsafe String(cString: strerror(errno))
}
