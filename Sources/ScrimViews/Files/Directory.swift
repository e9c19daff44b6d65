internal import Glibc
internal import ScrimCore

/// Whether a path names a directory.
func isDirectory(_ path: BytePath) -> Bool {
  var status = stat()
  guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return false }
  return status.st_mode & S_IFMT == S_IFDIR
}

/// The names in a directory without hidden ones, ordered by their bytes.
func names(in directory: BytePath) throws(ViewsError) -> [BytePath] {
  guard let stream = unsafe directory.withCString({ unsafe opendir($0) }) else {
    throw ViewsError(path: directory, problem: systemReason())
  }
  defer { unsafe closedir(stream) }
  var names: [BytePath] = []
  errno = 0
  while let entry = unsafe readdir(stream) {
    // The name ends with a zero inside of the entry, which lives until the next call.
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe BytePath(bytes: $0) }
    if name.bytes.first != UInt8(ascii: ".") { names.append(name) }
    errno = 0
  }
  // A list that was cut off would leave frames without their views.
  guard errno == 0 else { throw ViewsError(path: directory, problem: systemReason()) }
  return names.sorted()
}
