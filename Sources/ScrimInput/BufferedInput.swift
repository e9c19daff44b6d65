internal import Glibc
internal import ScrimCore

/// A file or pipe that is read once, from the front, with a look at what comes next.
struct BufferedInput: ~Copyable, Sendable {
  private let descriptor: Int32
  private let path: BytePath
  private var buffer = [UInt8]()
  private var position = 0

  /// Opens a path, or takes over standard input for `-`.
  init(opening path: BytePath) throws(InputError) {
    self.path = path
    descriptor =
      path == BytePath("-") ? dup(STDIN_FILENO) : unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    if descriptor < 0 { throw .unreadable(path: path, reason: systemReason(errno)) }
  }

  deinit { close(descriptor) }

  /// The next bytes, without taking them: fewer than asked for only at the end.
  mutating func peek(_ count: Int) throws(InputError) -> ArraySlice<UInt8> {
    while buffer.count - position < count, try fill() {}
    return buffer[position...].prefix(count)
  }

  /// The bytes up to the next newline, which is taken and not given; nil at the end. A longer line is cut at the limit.
  mutating func line(atMost limit: Int) throws(InputError) -> [UInt8]? {
    var end = position
    while true {
      if let newline = buffer[end...].firstIndex(of: UInt8(ascii: "\n")), newline - position <= limit {
        defer { position = newline + 1 }
        return Array(buffer[position..<newline])
      }
      end = buffer.count
      if end - position > limit {
        defer { position += limit }
        return Array(buffer[position..<position + limit])
      }
      let behind = end - position
      guard try fill() else {
        defer { position = buffer.count }
        return behind == 0 ? nil : Array(buffer[position...])
      }
      end = position + behind
    }
  }

  /// Fills the whole memory; false where the input ends before.
  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(InputError) -> Bool {
    let held = min(bytes.count, buffer.count - position)
    unsafe bytes.copyBytes(from: buffer[position..<position + held])
    position += held
    var done = held
    while done < bytes.count {
      // `done` is below the count, so the pointer stays inside of the memory.
      let count = unsafe Glibc.read(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw .unreadable(path: path, reason: systemReason(errno)) }
      if count == 0 { return false }
      done += count
    }
    return true
  }

  /// Reads some more behind what is held; false at the end.
  private mutating func fill() throws(InputError) -> Bool {
    buffer.removeFirst(position)
    position = 0
    let chunk = 1 << 14
    let held = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: chunk))
    var count = 0
    repeat {
      count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress! + held, chunk) }
    } while count < 0 && errno == EINTR
    buffer.removeLast(chunk - max(count, 0))
    if count < 0 { throw .unreadable(path: path, reason: systemReason(errno)) }
    return count > 0
  }
}
