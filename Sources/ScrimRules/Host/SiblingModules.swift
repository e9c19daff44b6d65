#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The modules beside a rules file: `name.lua` in its folder, and nothing else.
///
/// The folder is opened once; a name never contains a slash, and a file that is a symbolic link, or no plain file, is
/// refused, so that nothing outside of the folder can be read.
final class SiblingModules {
  /// The longest file that is read; the host takes no more.
  private static let longest = 1 << 20
  private let folder: CInt

  /// Opens a folder; where that fails, there are no modules.
  init(folder path: String) {
    folder = unsafe open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  deinit {
    if folder >= 0 { _ = close(folder) }
  }

  /// The bytes of `name.lua`, or nil where there is no such file.
  func callAsFunction(_ name: String) -> [UInt8]? {
    guard folder >= 0, !name.isEmpty, name.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != 0 }) else { return nil }
    // Without O_NONBLOCK, a pipe of that name would wait for a writer.
    let file = unsafe openat(folder, "\(name).lua", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { _ = close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // The buffer is as long as its count says.
      let count = unsafe part.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += part[..<count]
      guard bytes.count <= Self.longest else { return nil }
    }
  }
}
