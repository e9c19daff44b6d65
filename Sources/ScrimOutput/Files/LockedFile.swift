internal import Glibc
public import ScrimCore

/// A file of lines that one process at a time may have: the record of a run. Used by one thread at a time.
public struct LockedFile: ~Copyable, Sendable {
  public let path: BytePath
  private let file: Int32

  /// Opens or makes the file, for its owner alone, and locks it.
  ///
  /// Throws `.failed` with a reason of its own where another process has it.
  public init(_ path: BytePath) throws(SinkError) {
    self.path = path
    file = unsafe path.withCString { unsafe open($0, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    guard file >= 0 else { throw sinkError(errno, path: path) }
    if flock(file, LOCK_EX | LOCK_NB) != 0 {
      let isTaken = errno == EWOULDBLOCK
      let error = SinkError.failed(
        path: path, reason: isTaken ? "another run is writing into this directory" : systemReason(errno))
      close(file)
      throw error
    }
  }

  /// Closes the file, and gives the lock back with it.
  deinit { close(file) }

  /// The lines that are there, without a last one that has no end: a run was killed in it.
  public func lines() throws(SinkError) -> [ArraySlice<UInt8>] {
    let bytes = try readFile(path)
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return bytes[..<end].split(separator: UInt8(ascii: "\n"))
  }

  /// Cuts it to nothing.
  public func clear() throws(SinkError) {
    if ftruncate(file, 0) != 0 { throw sinkError(errno, path: path) }
  }

  public func append(_ bytes: [UInt8]) throws(SinkError) {
    try unsafe bytes.withUnsafeBufferPointer { bytes throws(SinkError) in
      try unsafe writeAll(UnsafeRawBufferPointer(bytes), to: file, path: path)
    }
  }

  /// Removes it from its directory; the lock lasts until the owner goes.
  public func remove() {
    _ = unsafe path.withCString { unsafe unlink($0) }
  }
}

/// Reads a whole file. Throws `.failed`.
public func readFile(_ path: BytePath) throws(SinkError) -> [UInt8] {
  let file = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
  guard file >= 0 else { throw sinkError(errno, path: path) }
  defer { close(file) }
  var bytes = [UInt8](), chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    // The array has exactly this many bytes.
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw sinkError(errno, path: path) }
    if count == 0 { return bytes }
    bytes.append(contentsOf: chunk[..<count])
  }
}
