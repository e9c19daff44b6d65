internal import Glibc
internal import ScrimCore

/// How long the reader of a pipe may take to make room once a run shall end, in milliseconds: one that reads has taken the
/// frame in hand then, and for one that has stopped nobody waits. The same as `PATIENCE` in the fence of FFmpeg's libraries.
private let patience: Int64 = 500

/// As much goes into whatever says that it has room, at once: a page of a pipe.
private let surePiece = 4096

/// Writes all bytes to a pipe, a device or a socket, as its reader takes them.
///
/// - Parameters:
///   - descriptor: Stays its owner's. Best one that does not wait by itself: into others goes a page at a time.
///   - wake: Becomes readable when the run is to end, and stays so; -1 for none.
///   - path: For the error.
/// - Throws: `.failed` or `.closedPipe`; `.interrupted` where the run is to end and the reader does not make room in time.
func writePatiently(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, wake: Int32, path: BytePath
) throws(SinkError) {
  let piece = fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0 ? bytes.count : surePiece
  var done = 0, deadline: Int64?
  while done < bytes.count {
    try waitForRoom(descriptor, wake: wake, &deadline)
    // `done` is within the count, and the piece within the rest.
    let got = unsafe write(descriptor, bytes.baseAddress! + done, min(piece, bytes.count - done))
    if got < 0 && (errno == EINTR || errno == EAGAIN) { continue }
    guard got >= 0 else { throw sinkError(errno, path: path) }
    done += got
  }
}

private func waitForRoom(_ descriptor: Int32, wake: Int32, _ deadline: inout Int64?) throws(SinkError) {
  while true {
    // A descriptor below 0 is passed over, and so is the wish to end once it is known.
    var both = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: deadline == nil ? wake : -1, events: Int16(POLLIN), revents: 0),
    ]
    let rest = deadline.map { max(0, $0 - milliseconds()) }
    let found = unsafe poll(&both, 2, rest.map { Int32($0) } ?? -1)
    if found < 0 && errno == EINTR { continue }
    if both[1].revents != 0 { deadline = milliseconds() + patience }
    // What has gone wrong with it, the write says.
    if found < 0 || both[0].revents != 0 { return }
    if let deadline, milliseconds() >= deadline { throw .interrupted }
  }
}

/// Since any fixed moment, never running backward.
private func milliseconds() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
