internal import Glibc
internal import ScrimCore

/// Videos in a pipe whose index stands behind their pictures: nothing can be read before the last byte has come. The bytes are
/// put into a file without a name, which goes with the process.
extension BufferedInput {
  /// Boxes may stand before the pictures (free space, say), but not many bytes of them.
  private static let searchLimit = 1 << 20
  /// An index that stands in front is kept whole, since not all that it says can be asked for later.
  private static let indexLimit = 1 << 26

  /// Whether an ISO or QuickTime file can be read as a whole only: its pictures come before their index (ISO 14496-12, section
  /// 4.2: each box begins with its size and type), as an AVI's always do, or the index is too large to be kept, or too far
  /// away. In a GIF, FFmpeg's reader goes back.
  mutating func hasIndexBehind() throws(InputError) -> Bool {
    let start = try peek(12)
    if start.starts(with: "GIF8".utf8) { return true }
    // RIFF: its name, the size, the kind.
    if start.starts(with: "RIFF".utf8) && start.dropFirst(8).elementsEqual("AVI ".utf8) { return true }
    var place = 0
    while place < Self.searchLimit {
      let header = Array(try peek(place + 16).dropFirst(place))
      guard header.count >= 8 else { return false }
      let type = String(decoding: header[4..<8], as: UTF8.self)
      let short = header[..<4].reduce(0) { $0 << 8 | Int($1) }
      switch type {
      case "mdat": return true
      case "moov":
        guard short >= 8, short <= Self.indexLimit else { return true }
        _ = try peek(place + short)
        return false
      case "ftyp", "free", "skip", "wide", "uuid", "pnot", "styp": break
      // A part with its own index, or no such file.
      default: return false
      }
      // 1 says that a longer size follows, 0 that the box is the last one.
      guard short >= 8, short <= Self.searchLimit else { return true }
      place += short
    }
    return true
  }

  /// Reads on to the end, and gives the same bytes as a file. Throws `.unsupported` beyond the limit.
  consuming func spooled(limit: Int, name: BytePath) throws(InputError) -> BufferedInput {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let file = try Self.namelessFile(in: BytePath(folder.isEmpty ? "/tmp" : folder))
    let copy = BufferedInput(spool: file, of: path, wake: wake)
    var total = 0
    while case let bytes = try takeSome(), !bytes.isEmpty {
      total += bytes.count
      guard total <= limit else {
        throw .unsupported(
          name: name,
          reason:
            "its index stands at its end, and of a pipe \(limit >> 20) MiB are kept; give the file, or one with its index in front"
        )
      }
      try Self.write(bytes, to: file, folder)
    }
    return copy
  }

  private static func namelessFile(in folder: BytePath) throws(InputError) -> Int32 {
    // Not all of the system's headers have its flag for Swift: O_TMPFILE of Linux.
    let nameless = Int32(0o20000000) | O_DIRECTORY
    let file = unsafe folder.withCString { unsafe open($0, nameless | O_RDWR | O_CLOEXEC, 0o600) }
    if file >= 0 { return file }
    // A file system without such files: a file whose name goes at once.
    var template = (folder / "scrim-spool-XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
    let named = unsafe mkstemp(&template)
    guard named >= 0 else { throw .unreadable(path: folder, reason: systemReason(errno)) }
    _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    unsafe unlink(template)
    return named
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32, _ folder: String) throws(InputError) {
    // The slice outlives the call.
    let failure: Int32 = unsafe bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        // `done` is within the count.
        let count = unsafe Glibc.write(file, bytes.baseAddress! + done, bytes.count - done)
        if count < 0 && errno == EINTR { continue }
        if count < 0 { return errno }
        done += count
      }
      return 0
    }
    if failure != 0 { throw .unreadable(path: BytePath(folder), reason: systemReason(failure)) }
  }
}
