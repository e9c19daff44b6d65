internal import CAVFence
internal import Glibc
internal import ScrimCore

/// The times of a video's frames, in order, as one number and a count.
struct TimesDigest: Equatable {
  private(set) var count = 0
  /// FNV-1a of the times, each counted from the first.
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  private var first: Int64 = 0

  mutating func add(_ time: Int64) {
    if count == 0 { first = time }
    count += 1
    for byte in 0..<8 {
      hash ^= UInt64(truncatingIfNeeded: (time - first) >> Int64(8 * byte)) & 0xff
      hash = hash &* 0x100_0000_01b3
    }
  }

  static func == (one: TimesDigest, other: TimesDigest) -> Bool { one.count == other.count && one.hash == other.hash }
}

extension PartialFile {
  /// Decodes a video that is complete but for its name, from end to end.
  ///
  /// Throws `.failed` where it has other frames or times than those that were written: a muxer's mistake must not pass
  /// for a recording.
  borrowing func checkVideo(has times: TimesDigest, tick: avfence_fraction) throws(SinkError) {
    lseek(descriptor, 0, SEEK_SET)
    var source = unsafe avfence_source(
      descriptor: descriptor, wake: -1, prefix: nil, prefix_count: 0, pixel_limit: Int64(Int32.max))
    var opened: OpaquePointer?, recording = avfence_recording(), message = [CChar](repeating: 0, count: 160)
    var number: Int32 = 0
    // The descriptor stays open as long as the reader; the message has its room.
    let status = unsafe avfence_reader_open(&source, &opened, &recording, &message, &number)
    guard status == AVFENCE_OK, let reader = unsafe opened else {
      throw .failed(path: path, reason: "what was written cannot be read again")
    }
    defer { unsafe avfence_reader_close(reader) }
    var found = TimesDigest(), frame = avfence_frame()
    while case let status = unsafe avfence_reader_next(reader, &frame), status != AVFENCE_END {
      guard status == AVFENCE_OK else {
        throw .failed(path: path, reason: "frame \(found.count) of what was written cannot be decoded")
      }
      found.add(frame.time)
    }
    guard found == times, recording.tick.numerator == tick.numerator, recording.tick.denominator == tick.denominator
    else {
      throw .failed(
        path: path,
        reason: found.count == times.count
          ? "the frames that were written have other times"
          : "\(times.count) frames went in, and \(found.count) are there")
    }
  }
}
