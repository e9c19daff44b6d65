import Glibc
public import ScrimCore

/// A file that one process at a time may have: the record of a run.
public final class LockedFile {
  public let path: BytePath
  private let file: FileDescriptor

  /// Opens or creates the file and locks it. Another process that has it is an error with `EWOULDBLOCK`.
  public init(_ path: BytePath) throws(FileError) {
    self.path = path
    file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_APPEND)
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { throw FileError(path) }
  }

  /// The lines that are there, without a last one that was not finished.
  public func lines() throws(FileError) -> [ArraySlice<UInt8>] {
    let bytes = try readFile(path)
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return bytes[..<end].split(separator: UInt8(ascii: "\n"))
  }

  public func truncate() throws(FileError) {
    if ftruncate(file.number, 0) != 0 { throw FileError(path) }
  }

  public func append(_ bytes: [UInt8]) throws(FileError) {
    try unsafe bytes.withUnsafeBytes { bytes throws(FileError) in try unsafe file.write(bytes, to: path) }
  }

  public func remove() {
    _ = unsafe path.withCString { unsafe unlink($0) }
  }
}
