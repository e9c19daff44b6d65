internal import Glibc
internal import ScrimCore

/// A file in memory, for readers that take paths and descriptors.
final class MemoryFile: Sendable {
  private let descriptor: CInt

  init() {
    var path = "/dev/shm/scrim-fuzz-XXXXXX".utf8CString.map { $0 }
    // The template ends with a zero; the system writes the name into it.
    descriptor = unsafe mkstemp(&path)
    demand(descriptor >= 0, "the system gives a file in memory")
    // Without a name it goes with the program.
    unsafe unlink(path)
  }

  deinit { close(descriptor) }

  /// Leads to the file, and opens it from its beginning each time.
  var path: BytePath { BytePath("/proc/self/fd/\(descriptor)") }

  func write(_ bytes: [UInt8]) {
    ftruncate(descriptor, 0)
    // The array's bytes are valid for the call.
    let written = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    demand(written == bytes.count, "a file in memory takes all bytes")
  }
}
