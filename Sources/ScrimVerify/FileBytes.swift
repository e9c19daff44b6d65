internal import Glibc
internal import ScrimCore

/// Why a file could not be read, in the system's words.
struct FileProblem: Error {
  /// Whether there is no file of that name.
  var isMissing = false
  var reason: String
}

/// Opens a regular file to read; links are followed. The descriptor is the caller's.
func openedFile(_ path: BytePath) throws(FileProblem) -> Int32 {
  // Without blocking: a pipe of this name would never open.
  let file = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
  guard file >= 0 else { throw systemProblem(errno) }
  var facts = stat()
  let status = unsafe fstat(file, &facts), number = errno
  if status == 0 && facts.st_mode & S_IFMT == S_IFREG { return file }
  close(file)
  throw status == 0 ? FileProblem(reason: "it is no regular file") : systemProblem(number)
}

/// A regular file's bytes; links are followed.
func fileBytes(_ path: BytePath) throws(FileProblem) -> [UInt8] {
  let file = try openedFile(path)
  defer { close(file) }
  var facts = stat()
  guard unsafe fstat(file, &facts) == 0 else { throw systemProblem(errno) }
  var bytes = [UInt8](repeating: 0, count: Int(facts.st_size) + 1), count = 0
  while count < bytes.count {
    // The array has `bytes.count - count` bytes behind its first `count`.
    let got = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress! + count, $0.count - count) }
    if got < 0 && errno == EINTR { continue }
    guard got >= 0 else { throw systemProblem(errno) }
    if got == 0 { break }
    count += got
  }
  guard count < bytes.count else { throw FileProblem(reason: "it grew while it was read") }
  bytes.removeLast(bytes.count - count)
  return bytes
}

func isDirectory(_ path: BytePath) -> Bool {
  var facts = stat()
  return unsafe path.withCString { unsafe stat($0, &facts) } == 0 && facts.st_mode & S_IFMT == S_IFDIR
}

/// Whether two paths lead to one file.
func isSameFile(_ one: BytePath, _ other: BytePath) -> Bool {
  func facts(_ path: BytePath) -> stat? {
    var facts = stat()
    return unsafe path.withCString { unsafe stat($0, &facts) } == 0 ? facts : nil
  }
  guard let first = facts(one), let second = facts(other) else { return false }
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino
}

/// The names in a directory that are not hidden, in order.
func visibleNames(in directory: BytePath) throws(FileProblem) -> [BytePath] {
  guard let stream = unsafe directory.withCString({ unsafe opendir($0) }) else { throw systemProblem(errno) }
  defer { unsafe closedir(stream) }
  var names: [BytePath] = []
  while let entry = unsafe readdir(stream) {
    // d_name ends with a zero; the entry is good until the next call.
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe BytePath(bytes: $0) }
    if name.bytes.first != UInt8(ascii: ".") { names.append(name) }
  }
  return names.sorted()
}

private func systemProblem(_ number: Int32) -> FileProblem {
  // The text is the thread's own until its next call, and copied here.
  FileProblem(isMissing: number == ENOENT, reason: unsafe String(cString: strerror(number)))
}
