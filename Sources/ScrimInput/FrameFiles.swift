internal import Glibc
internal import ScrimCore

/// The names of the files in a directory that can be frames: not hidden, and regular files or links to them.
///
/// A name that leads nowhere, or that may not be read, stays in the list: it is a frame that somebody recorded, and one
/// that is not there is covered and reported rather than dropped. Directories, pipes and devices are no frames.
func frameCandidates(in directory: BytePath) throws(InputError) -> [BytePath] {
  guard let stream = unsafe directory.withCString({ unsafe opendir($0) }) else {
    throw .unreadable(path: directory, reason: systemReason(errno))
  }
  defer { unsafe closedir(stream) }
  var names: [BytePath] = []
  while true {
    errno = 0
    guard let entry = unsafe readdir(stream) else { break }
    // d_name ends with a zero; the entry is good until the next call.
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe BytePath(bytes: $0) }
    guard name.bytes.first != UInt8(ascii: ".") else { continue }
    var status = stat()
    let isThere = unsafe (directory / name).withCString { unsafe stat($0, &status) } == 0
    if !isThere || status.st_mode & S_IFMT == S_IFREG { names.append(name) }
  }
  guard errno == 0 else { throw .unreadable(path: directory, reason: systemReason(errno)) }
  return names
}

/// The names in a directory that are its frames: those that end in `.png`; where there are none, those of PNG content.
func frameNames(in directory: BytePath) throws(InputError) -> [BytePath] {
  let candidates = try frameCandidates(in: directory)
  let named = candidates.filter { $0.hasExtension("png") }
  if !named.isEmpty { return named }
  return candidates.filter { name in
    guard let file = try? StoredFile(directory / name, limit: PNGHeader.signature.count) else { return false }
    return unsafe file.withBytes { unsafe $0.elementsEqual(PNGHeader.signature) }
  }
}

/// The names in a directory that fit the shell's wildcards.
func frameNames(in directory: BytePath, fitting glob: BytePath) throws(InputError) -> [BytePath] {
  try frameCandidates(in: directory).filter { name in
    unsafe glob.withCString { pattern in unsafe name.withCString { unsafe fnmatch(pattern, $0, FNM_PERIOD) } } == 0
  }
}
