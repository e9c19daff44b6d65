internal import Glibc
public import ScrimCore

/// What becomes of an output that is there already.
public enum ExistingFiles: Hashable, Sendable, CaseIterable {
  case refuse
  /// Kept where they are what this run would write; that is for the run to find out. What no run has left is refused.
  case resume
  /// Replaced, those of the same names.
  case overwrite
}

/// Refuses an output that is the input, lies in it, or is a link to it; before anything is written.
///
/// What is compared is where the paths end, through links, dots and other mounts. `-` is standard input or output, which
/// may be files, too. For a file, a pattern or a glob, the directory that holds the frames is refused as well: their copies
/// would have their names.
///
/// - Throws: `.isInput`.
public func requireApart(input: BytePath, output: BytePath) throws(SinkError) {
  let inputIdentity = FileIdentity(input, standard: 0)
  if let inputIdentity, inputIdentity == FileIdentity(output, standard: 1) { throw .isInput(path: output) }
  if output == "-" || input == "-" { return }

  let place = resolved(output)
  if inputIdentity?.isDirectory == true {
    var ancestor = place
    while true {
      if FileIdentity(ancestor) == inputIdentity { throw .isInput(path: output) }
      if ancestor == "/" || ancestor == "." { return }
      ancestor = ancestor.parent
    }
  }
  // A file, or no file of that name: a pattern.
  guard let identity = FileIdentity(place) else { return }
  if identity == inputIdentity || identity == FileIdentity(input.parent) { throw .isInput(path: output) }
}

/// Refuses an output that would be written over another file of the run: its views, its rules, its report.
///
/// - Parameters:
///   - file: The other one.
///   - names: What the run writes where the output is a directory.
/// - Throws: `.isInput`.
public func requireApart(file: BytePath, output: BytePath, names: Set<BytePath>) throws(SinkError) {
  // Pipes count too: two writers would mix in one. Not devices: two may well go to /dev/null.
  func identity(_ path: BytePath) -> FileIdentity? {
    FileIdentity(path, standard: 1, kinds: [S_IFREG, S_IFDIR, S_IFIFO])
  }
  if file == output { throw .isInput(path: output) }
  if let one = identity(file), one == identity(output) { throw .isInput(path: output) }
  if file == "-" || output == "-" { return }
  let place = end(of: file), target = end(of: output)
  let isInOutput = place.parent == target || identity(place.parent) != nil && identity(place.parent) == identity(target)
  if place == target || isInOutput && names.contains(place.lastComponent) { throw .isInput(path: output) }
}

/// Makes a directory unless it is there; tells whether it was made. Throws `.failed`.
func makeDirectory(_ path: BytePath) throws(SinkError) -> Bool {
  if unsafe path.withCString({ unsafe mkdir($0, 0o777) }) == 0 { return true }
  let reason = errno
  if let identity = FileIdentity(path), identity.isDirectory { return false }
  throw .failed(path: path, reason: systemReason(reason == EEXIST ? ENOTDIR : reason))
}

/// Throws `.notEmpty` where a directory holds anything, hidden or not.
func requireEmpty(_ path: BytePath) throws(SinkError) {
  if !(try names(in: path)).isEmpty { throw .notEmpty(path: path) }
}

/// Refuses a directory with a file of a frame's name, unless it holds the record of an earlier run: nobody's file is taken
/// for what such a run left.
///
/// - Parameter frames: The names of the frames; nil where they have none, and get numbers.
/// - Throws: `.noRecord` with the file, `.failed`.
public func requireRecord(
  _ record: BytePath, in directory: BytePath, unlessFreeOf frames: Set<BytePath>?
) throws(SinkError) {
  let found = try names(in: directory)
  if found.contains(record) { return }
  if let name = found.first(where: { frames?.contains($0) ?? $0.hasExtension("png") }) {
    throw .noRecord(path: directory / name)
  }
}

/// What a directory holds, hidden or not; in no order.
private func names(in path: BytePath) throws(SinkError) -> [BytePath] {
  guard let stream = unsafe path.withCString({ unsafe opendir($0) }) else { throw sinkError(errno, path: path) }
  defer { unsafe closedir(stream) }
  var names: [BytePath] = []
  while let entry = unsafe readdir(stream) {
    // d_name ends with a zero; the entry is good until the next call.
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe BytePath(bytes: $0) }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// Refuses a file of that name that would be replaced, unless it is to be. One file is complete or not there: no run that
/// goes on has begun it.
///
/// - Throws: `.notEmpty`, or `.noRecord` for a run that goes on.
func requireNothing(at path: BytePath, _ existing: ExistingFiles) throws(SinkError) {
  if existing == .overwrite { return }
  var status = stat()
  // A pipe or device takes the bytes, and loses nothing.
  if isWrittenStraight(path) { return }
  if unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 {
    throw existing == .resume ? .noRecord(path: path) : .notEmpty(path: path)
  }
}

/// Which file or directory a path leads to: the same for two paths that lead to one.
private struct FileIdentity: Hashable {
  private var device: dev_t
  private var number: ino_t
  var isDirectory: Bool

  /// Nil where the path leads to nothing, or to what is of another kind: pipes and devices hold nothing that could be lost.
  ///
  /// - Parameter standard: The open file that `-` stands for; nil where `-` is a name.
  init?(_ path: BytePath, standard: Int32? = nil, kinds: [mode_t] = [S_IFREG, S_IFDIR]) {
    var status = stat()
    let result =
      if let standard, path == "-" { unsafe fstat(standard, &status) } else {
        unsafe path.withCString { unsafe stat($0, &status) }
      }
    let kind = status.st_mode & S_IFMT
    guard result == 0, kinds.contains(kind) else { return nil }
    device = status.st_dev
    number = status.st_ino
    isDirectory = kind == S_IFDIR
  }
}

/// Where a path leads, also where its last name is a link to what is not there yet.
private func end(of path: BytePath) -> BytePath {
  if case .file(let place)? = try? Destination(of: path, links: .followed) { resolved(place) } else { resolved(path) }
}

/// Where a path leads, through links; what is not there yet is added by name.
private func resolved(_ path: BytePath) -> BytePath {
  var existing = path
  var added: [BytePath] = []
  while true {
    // A null buffer makes realpath take memory, which is ours to free.
    if let found = unsafe existing.withCString({ unsafe realpath($0, nil) }) {
      defer { unsafe free(found) }
      // It ends with a zero.
      var place = unsafe BytePath(bytes: UnsafeRawBufferPointer(start: found, count: strlen(found)))
      for name in added.reversed() where name != "." { place = name == ".." ? place.parent : place / name }
      return place
    }
    if existing == "/" || existing == "." { return path }
    added.append(existing.lastComponent)
    existing = existing.parent
  }
}
