internal import Glibc
@_spi(RawPixels) internal import ScrimCore

/// A file or pipe that is read once, from the front, with a look at what comes next.
struct BufferedInput: ~Copyable, Sendable {
  private let descriptor: Int32
  let path: BytePath
  /// Becomes readable when the run is to end; -1 for none.
  let wake: Int32
  /// Whether reading never waits for somebody.
  let isFile: Bool
  private var buffer = [UInt8]()
  private var position = 0

  /// Opens a path, or takes over standard input for `-`. Every wait for bytes ends when `wake` becomes readable, with
  /// `.interrupted`.
  init(opening path: BytePath, wake: Int32) throws(InputError) {
    self.path = path
    self.wake = wake
    // Opening a pipe must not wait for its writer: nothing would wake it.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    descriptor = path == BytePath("-") ? dup(STDIN_FILENO) : unsafe path.withCString { unsafe open($0, flags) }
    var status = stat()
    // Fails for a descriptor below 0, and the status stays of no kind.
    unsafe fstat(descriptor, &status)
    isFile = status.st_mode & S_IFMT == S_IFREG
    if descriptor < 0 { throw .unreadable(path: path, reason: systemReason(errno)) }
  }

  /// Takes over a file that is open for reading and writing and has no name.
  init(spool descriptor: Int32, of path: BytePath, wake: Int32) {
    self.path = path
    self.wake = wake
    self.descriptor = descriptor
    isFile = true
  }

  /// A descriptor of its own for who reads on, with the bytes that come before the next one.
  func handedOver() throws(InputError) -> (descriptor: Int32, taken: [UInt8]) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if copy < 0 { throw .unreadable(path: path, reason: systemReason(errno)) }
    guard isFile else { return (copy, Array(held)) }
    // What was read of a file can be read again. The two descriptors have one position.
    lseek(copy, 0, SEEK_SET)
    return (copy, [])
  }

  deinit { close(descriptor) }

  /// What was read and not taken.
  var held: ArraySlice<UInt8> { buffer[position...] }

  /// The next bytes, without taking them: fewer than asked for only at the end.
  mutating func peek(_ count: Int) throws(InputError) -> ArraySlice<UInt8> {
    while buffer.count - position < count, try fill() {}
    return buffer[position...].prefix(count)
  }

  enum Line {
    /// Without its newline. The last one needs none.
    case whole([UInt8])
    /// It stays where it is: what follows cannot be told from it.
    case tooLong
    case end
  }

  /// The bytes up to the next newline, which is taken and not given.
  mutating func line(atMost limit: Int) throws(InputError) -> Line {
    var end = position
    while true {
      if let newline = buffer[end...].firstIndex(of: UInt8(ascii: "\n")), newline - position <= limit {
        defer { position = newline + 1 }
        return .whole(Array(buffer[position..<newline]))
      }
      end = buffer.count
      if end - position > limit { return .tooLong }
      let behind = end - position
      guard try fill() else {
        defer { position = buffer.count }
        return behind == 0 ? .end : .whole(Array(buffer[position...]))
      }
      end = position + behind
    }
  }

  /// The next bytes as far as they are there without a wait: fewer than asked for at the end, nil where more may come.
  mutating func peekNow(_ count: Int) throws(InputError) -> ArraySlice<UInt8>? {
    while held.count < count {
      var bytes = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if !isFile, unsafe poll(&bytes, 1, 0) <= 0 { return nil }
      guard try fill() else { break }
    }
    return held.prefix(count)
  }

  /// The next picture, as its planes lie one behind the other; nil where the input ends before it is whole.
  mutating func picture(_ size: PixelSize, _ format: PixelFormat, of name: BytePath) throws(InputError) -> PixelBuffer?
  {
    guard var pixels = PixelBuffer(unfilled: size, format: format) else { throw .outOfMemory(name: name) }
    widenPipe(descriptor, toHold: pixels.byteCount)
    let isWhole = try unsafe pixels.withMutableBytes { bytes throws(InputError) in try unsafe read(into: bytes) }
    return isWhole ? .some(pixels) : nil
  }

  /// What comes next, as much as is there without a further wait; empty at the end.
  mutating func takeSome() throws(InputError) -> ArraySlice<UInt8> {
    if held.isEmpty { _ = try fill() }
    defer { position = buffer.count }
    return held
  }

  /// Fills the whole memory; false where the input ends before.
  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(InputError) -> Bool {
    let held = min(bytes.count, buffer.count - position)
    unsafe bytes.copyBytes(from: buffer[position..<position + held])
    position += held
    var done = held
    while done < bytes.count {
      // `done` is below the count, so the slice stays inside of the memory.
      let count = try unsafe readSome(UnsafeMutableRawBufferPointer(rebasing: bytes[done...]))
      if count == 0 { return false }
      done += count
    }
    return true
  }

  /// Reads some more behind what is held; false at the end.
  private mutating func fill() throws(InputError) -> Bool {
    // Out of this value while it is filled: waiting looks at this value, too.
    var filled = buffer
    buffer = []
    filled.removeFirst(position)
    position = 0
    let chunk = 1 << 14
    let held = filled.count
    filled.append(contentsOf: repeatElement(0, count: chunk))
    let result = unsafe filled.withUnsafeMutableBytes { bytes in
      Result { () throws(InputError) in try unsafe readSome(UnsafeMutableRawBufferPointer(rebasing: bytes[held...])) }
    }
    let count = (try? result.get()) ?? 0
    filled.removeLast(chunk - count)
    buffer = filled
    return try result.get() > 0
  }

  /// Reads what is there, after waiting for something; 0 at the end.
  private func readSome(_ target: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    while true {
      if !isFile { try wait() }
      // At most the memory's own count of bytes.
      let count = unsafe Glibc.read(descriptor, target.baseAddress, target.count)
      if count >= 0 { return count }
      if errno != EINTR && errno != EAGAIN { throw .unreadable(path: path, reason: systemReason(errno)) }
    }
  }

  /// Waits for bytes, the end, or the wish that the run ends.
  private func wait() throws(InputError) {
    var both = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    // A descriptor below 0 is passed over.
    while unsafe poll(&both, 2, -1) < 0 && errno == EINTR {}
    if both[1].revents != 0 { throw .interrupted }
  }
}

extension PixelBuffer {
  /// Whether a sample is larger than its depth has room for: encoders take such for others, or fail.
  var exceedsDepth: Bool {
    let depth = format.bitDepth
    guard depth > 8, depth < 16 else { return false }
    // Samples of more than 8 bits are numbers of two bytes, and memory for them begins at a multiple of that.
    return unsafe withBytes { bytes in
      unsafe bytes.bindMemory(to: UInt16.self).reduce(0, |) >> depth != 0
    }
  }
}
