internal import Glibc
internal import ScrimCore

/// Spec files on disk.
enum SpecFiles {
  /// The specs that a path stands for: itself, where it is a file, or all `*_spec.lua` below it, in the order of their
  /// names. Nil where there is nothing of this name.
  ///
  /// Hidden folders are passed over, and so are links to folders: they could lead around in a circle.
  static func found(at path: BytePath) -> [BytePath]? {
    var facts = stat()
    guard unsafe path.withCString({ unsafe stat($0, &facts) }) == 0 else { return nil }
    guard facts.st_mode & S_IFMT == S_IFDIR else { return [path] }
    var found = [BytePath](), folders = [path]
    while let folder = folders.popLast() {
      for (name, isFolder) in entries(of: folder) {
        // In the working directory, names stand for themselves.
        let path = folder == "." ? name : folder / name
        if isFolder { folders.append(path) } else if isSpec(name) { found.append(path) }
      }
    }
    return found.sorted()
  }

  private static func isSpec(_ name: BytePath) -> Bool { name.bytes.suffix(9).elementsEqual("_spec.lua".utf8) }

  private static func entries(of folder: BytePath) -> [(name: BytePath, isFolder: Bool)] {
    guard let directory = unsafe folder.withCString({ unsafe opendir($0) }) else { return [] }
    defer { unsafe closedir(directory) }
    var entries = [(name: BytePath, isFolder: Bool)]()
    // The entry is good until the next call; it is copied before.
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
        unsafe BytePath(bytes: Array($0.prefix { $0 != 0 }))
      }
      if name.bytes.first == UInt8(ascii: ".") { continue }
      var facts = stat()
      guard unsafe (folder / name).withCString({ unsafe lstat($0, &facts) }) == 0 else { continue }
      let isFolder = facts.st_mode & S_IFMT == S_IFDIR
      entries.append((name, isFolder))
    }
    return entries
  }
}
