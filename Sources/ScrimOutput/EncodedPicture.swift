internal import CDeflate
internal import Glibc

/// A picture as the bytes of a file.
@safe public struct EncodedPicture: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  public private(set) var count = 0

  /// Takes memory for at most so many bytes; nil where the machine has none.
  init?(capacity: Int) {
    guard let start = unsafe malloc(capacity) else { return nil }
    // malloc gave exactly this many bytes.
    unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: capacity)
  }

  deinit { unsafe free(memory.baseAddress) }

  /// Lends the bytes; the pointer is void after the call.
  public borrowing func withBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }

  /// Appends bytes for which there is room.
  mutating func append(_ bytes: some Collection<UInt8>) {
    // The slice checks the room.
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + bytes.count]).copyBytes(from: bytes)
    count += bytes.count
  }

  mutating func append(bigEndian number: UInt32) {
    append((0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) })
  }

  /// Appends a chunk whose data `body` writes into the room that is left, saying how many bytes it took; false where the
  /// body took none.
  mutating func appendChunk(_ name: String, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> Bool {
    let start = count
    append(bigEndian: 0)
    append(name.utf8)
    // The checksum's four bytes stay free.
    let length = unsafe body(UnsafeMutableRawBufferPointer(rebasing: memory[count..<memory.count - 4]))
    guard length > 0, let stored = Int32(exactly: length) else { return false }
    unsafe memory.storeBytes(of: UInt32(stored).bigEndian, toByteOffset: start, as: UInt32.self)
    count += length
    // Name and data, which lie before count.
    append(bigEndian: unsafe libdeflate_crc32(0, memory.baseAddress! + start + 4, length + 4))
    return true
  }

  mutating func appendChunk(_ name: String, _ data: some Collection<UInt8>) {
    let start = count
    append(bigEndian: UInt32(data.count))
    append(name.utf8)
    append(data)
    // Name and data, which lie before count.
    append(bigEndian: unsafe libdeflate_crc32(0, memory.baseAddress! + start + 4, data.count + 4))
  }
}
