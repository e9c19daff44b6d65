import Glibc
public import ScrimCore

/// A call of the file system that was refused, with the system's own reason ("No space left on device").
public struct FileError: Error, Hashable, Sendable {
  public var path: BytePath
  /// The `errno` of the call.
  public var code: Int32

  public init(_ path: BytePath, code: Int32 = errno) {
    self.path = path
    self.code = code
  }

  public var reason: String { unsafe String(cString: strerror(code)) }
}

/// A file descriptor that is closed with its owner.
public struct FileDescriptor: ~Copyable, Sendable {
  public let number: Int32

  public init(opening path: BytePath, _ flags: Int32, mode: mode_t = 0o666) throws(FileError) {
    number = unsafe path.withCString { unsafe open($0, flags | O_CLOEXEC, mode) }
    if number < 0 { throw FileError(path) }
  }

  deinit { close(number) }

  /// Writes all bytes; `path` is for the error.
  public borrowing func write(_ bytes: UnsafeRawBufferPointer, to path: BytePath) throws(FileError) {
    try unsafe writeAll(bytes, to: number, path: path)
  }
}

/// Writes all bytes to an open descriptor, which stays its owner's; `path` is for the error.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: BytePath) throws(FileError) {
  var done = 0
  while done < bytes.count {
    // `done` is below the count, so the pointer stays inside of the buffer.
    let count = unsafe write(descriptor, bytes.baseAddress! + done, bytes.count - done)
    if count < 0 && errno == EINTR { continue }
    if count < 0 { throw FileError(path) }
    done += count
  }
}

/// Reads a whole file.
public func readFile(_ path: BytePath) throws(FileError) -> [UInt8] {
  let file = try FileDescriptor(opening: path, O_RDONLY)
  var bytes = [UInt8](), chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(file.number, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    if count < 0 { throw FileError(path) }
    if count == 0 { return bytes }
    bytes.append(contentsOf: chunk[..<count])
  }
}
