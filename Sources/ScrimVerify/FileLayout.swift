internal import CAVFence
internal import Glibc
internal import ScrimCore

/// A walk over the parts that a container is laid out in, for what no demuxer tells of: parts that players pass over, and bytes
/// behind the end.
enum FileLayout {
  /// Words for what is there beside the recording.
  static func extras(in path: BytePath, _ contents: FileContents) -> [String] {
    guard let file = try? openedFile(path) else { return [] }
    defer { close(file) }
    let bytes = FileReader(file)
    switch contents.kind {
    case AVFENCE_ISO_FILE: return ISOWalk(bytes, packetBytes: contents.packetBytes).extras
    case AVFENCE_EBML_FILE: return EBMLWalk(bytes).extras
    case AVFENCE_GIF_FILE: return GIFWalk(bytes).extras
    default: return ["a container that no run writes"]
    }
  }
}

/// Bytes of a file at any place.
struct FileReader {
  let count: Int
  private let file: Int32

  /// The descriptor stays its owner's, and open as long as this value is used.
  init(_ file: Int32) {
    self.file = file
    var facts = stat()
    count = unsafe fstat(file, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// So many bytes from a place; fewer at the end.
  func bytes(at place: Int, _ count: Int) -> [UInt8] {
    guard place >= 0, count > 0, place < self.count else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      // The room is of this count, and so many are said to be filled as were read.
      filled = max(0, unsafe pread(file, target.baseAddress, count, off_t(place)))
    }
  }

  /// A number, its highest byte first; nil behind the end.
  func number(at place: Int, _ count: Int) -> UInt64? {
    let bytes = bytes(at: place, count)
    return bytes.count == count ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
  }
}
