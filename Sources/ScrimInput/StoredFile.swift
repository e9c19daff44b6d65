internal import Glibc
internal import ScrimCore

/// The bytes of a file in memory: owned by one place, freed with it.
///
/// Read and not mapped: a mapped file that is cut while it is read would end the process.
@safe struct StoredFile: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  /// Which file it was, on its own machine: device, number, and when it was written, to a nanosecond.
  let origin: String

  /// Four gigabytes: a PNG of the largest picture that is read by default, at 16 bits and uncompressed, takes half.
  static let sizeLimit = 1 << 32

  /// Reads a file whole, or as far as its first `limit` bytes.
  ///
  /// Links are followed. Throws `.unreadable` for what is no regular file (a pipe would block, a device never end),
  /// `.undecodable` beyond the size limit, and `.outOfMemory`.
  init(_ path: BytePath, limit: Int = .max) throws(InputError) {
    let file = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard file >= 0 else { throw .unreadable(path: path, reason: systemReason(errno)) }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .unreadable(path: path, reason: systemReason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "not a regular file") }
    let wanted = min(Int(status.st_size), limit)
    guard wanted <= StoredFile.sizeLimit else {
      throw .undecodable(name: path.lastComponent, reason: "the file has \(wanted) bytes")
    }
    guard let start = unsafe malloc(max(wanted, 1)) else { throw .outOfMemory(name: path.lastComponent) }
    var count = 0
    while count < wanted {
      // `wanted` bytes were given, `count` of them are filled.
      let got = unsafe read(file, start + count, wanted - count)
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else {
        let reason = systemReason(errno)
        unsafe free(start)
        throw .unreadable(path: path, reason: reason)
      }
      // Cut while it is read: what is there is what it is.
      if got == 0 { break }
      count += got
    }
    unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: count)
    origin = "\(status.st_dev) \(status.st_ino) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
  }

  deinit { unsafe free(memory.baseAddress) }

  /// Lends the bytes; the pointer is void after the call.
  borrowing func withBytes<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try unsafe body(UnsafeRawBufferPointer(memory))
  }
}

/// What the system says of an error number: "No such file or directory".
func systemReason(_ number: Int32) -> String {
  // The text is the thread's own until its next call, and copied here.
  unsafe String(cString: strerror(number))
}
