internal import Glibc
internal import ScrimCore

/// What becomes of a symbolic link that has a file's name.
public enum Links: Hashable, Sendable {
  /// The file is put where the link leads, and the link stays: for names that somebody gave.
  case followed
  /// The file takes the link's place: for names that come with the recording, which must not lead out of the output.
  case replaced
}

/// Where the bytes of a file go.
enum Destination: Hashable {
  /// To a file of this name, which appears when it is complete.
  case file(BytePath)
  /// To what is there, as it is.
  case straight(BytePath)

  /// Throws `.failed` where a directory has that name, or links lead in a circle.
  init(of path: BytePath, links: Links) throws(SinkError) {
    var place = path
    // As many links as the kernel follows.
    for _ in 0..<40 {
      if isInProcessFiles(place) {
        self = .straight(place)
        return
      }
      var status = stat()
      guard unsafe place.withCString({ unsafe lstat($0, &status) }) == 0 else {
        // Nothing is there; or it cannot be looked at, which opening will tell.
        self = .file(place)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        self = .file(place)
        return
      case S_IFDIR: throw sinkError(EISDIR, path: path)
      case S_IFLNK where links == .replaced:
        self = .file(place)
        return
      case S_IFLNK:
        guard let target = place.linkTarget else { throw sinkError(errno, path: path) }
        place = target
      default:
        self = .straight(place)
        return
      }
    }
    throw sinkError(ELOOP, path: path)
  }
}

/// Whether bytes go straight to what a path names: standard output for `-`, a pipe, a device.
func isStraight(_ path: BytePath) -> Bool {
  if path == "-" { return true }
  if case .straight? = try? Destination(of: path, links: .followed) { return true }
  return false
}

/// Whether a name stands for a file that a process has open (`/dev/stdout`, `/proc/self/fd/3`): its link has a path's
/// words, but replacing what they name would not reach whoever holds the file open.
private func isInProcessFiles(_ path: BytePath) -> Bool {
  var folder = stat(), processes = stat()
  guard unsafe path.parent.withCString({ unsafe stat($0, &folder) }) == 0, unsafe stat("/proc", &processes) == 0 else {
    return false
  }
  return folder.st_dev == processes.st_dev
}

extension BytePath {
  /// Where a symbolic link leads, from the directory that it lies in; nil with `errno` where it cannot be read.
  fileprivate var linkTarget: BytePath? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe withCString { path in
      unsafe bytes.withUnsafeMutableBytes { buffer in
        // At most the array's length is written.
        unsafe readlink(path, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
      }
    }
    guard count > 0 else { return nil }
    let target = BytePath(bytes: Array(bytes[..<count]))
    return bytes[0] == UInt8(ascii: "/") ? target : parent / target
  }
}
