internal import Glibc
public import ScrimCore
public import ScrimMasking
internal import Synchronization

/// PNG files in a directory, each named as its frame. Frames come in any order, from any thread.
///
/// Every file appears by renaming after it is complete and on the disk. Nothing that this run did not write is removed;
/// a file of a frame's name is replaced.
public final class PNGDirectory: FrameSink {
  private let place: BytePath
  private let isCreated: Bool
  /// The one name, where the output is a file.
  private let onlyName: BytePath?
  private let isFull = Mutex(false)

  /// Takes a directory for the output and makes it where there is none; its parent must be there.
  ///
  /// Throws `.notEmpty` where it holds anything and `existing` refuses that, and `.failed`.
  public init(_ directory: BytePath, existing: ExistingFiles) throws(SinkError) {
    place = directory
    onlyName = nil
    isCreated = try makeDirectory(directory)
    if existing == .refuse && !isCreated { try requireEmpty(directory) }
  }

  /// Takes a file for the output of a single picture.
  ///
  /// Throws `.notEmpty` or `.noRecord` where there is one already and is not to be replaced.
  public init(file: BytePath, existing: ExistingFiles) throws(SinkError) {
    place = file.parent
    onlyName = file.lastComponent
    isCreated = false
    try requireNothing(at: file, existing)
  }

  public var isOrdered: Bool { false }

  public var directory: BytePath? { onlyName == nil ? place : nil }

  public func write(_ frame: consuming RedactedFrame) throws(SinkError) -> WrittenFrame {
    let path = place / (try name(of: frame.identity))
    let picture = try encodePNG(frame, path: path)
    // A frame's name must not lead out of the directory, to a frame of the input, say.
    let file = try PartialFile(path, links: onlyName == nil ? .replaced : .followed)
    let written = try unsafe picture.withBytes { bytes throws(SinkError) in
      try unsafe file.write(bytes)
      return unsafe WrittenFrame(fingerprint: sha256(bytes), byteCount: bytes.count)
    }
    try file.commit()
    return written
  }

  public func finish() throws(SinkError) {
    // So that the names, too, survive a loss of power. Not every file system can, and the files are complete without.
    let file = unsafe place.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard file >= 0 else { throw sinkError(errno, path: place) }
    fsync(file)
    close(file)
  }

  /// Each file was complete or removed when its write ended; what is left is a directory that was made for nothing.
  public func abandon() {
    // Removes an empty directory alone.
    if isCreated { _ = unsafe place.withCString { unsafe rmdir($0) } }
  }

  private func name(of frame: FrameIdentity) throws(SinkError) -> BytePath {
    if let onlyName {
      let isSecond = isFull.withLock { isFull in
        defer { isFull = true }
        return isFull
      }
      guard !isSecond else {
        throw .unsuitable(path: place / onlyName, reason: "one file cannot hold several frames")
      }
      return onlyName
    }
    guard let name = frame.name else {
      let digits = String(frame.index)
      return BytePath(String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits + ".png")
    }
    // A name that leads elsewhere is nobody's frame.
    guard !name.isEmpty, name != ".", name != "..", !name.bytes.contains(UInt8(ascii: "/")) else {
      throw .unsuitable(path: name, reason: "not a name in a directory")
    }
    return name
  }
}
