import Foundation

/// The ends of two pipes that hold as little as a pipe can.
struct LiveWriter: Sendable {
  let frames: Int32
  let views: Int32

  func frame(_ bytes: [UInt8]) { Self.write(bytes, to: frames) }
  func views(_ text: String) { Self.write(Array(text.utf8), to: views) }
  func endFrames() { close(frames) }
  func endViews() { close(views) }

  private static func write(_ bytes: [UInt8], to pipe: Int32) {
    try? FileHandle(fileDescriptor: pipe, closeOnDealloc: false).write(contentsOf: Data(bytes))
  }
}

/// Linux's F_SETPIPE_SZ, from its <linux/fcntl.h>: the importer does not see it.
let setPipeSize: Int32 = 1031

/// How far a writer has come.
final class Written: @unchecked Sendable {
  private let lock = NSLock()
  private var frames = 0
  private var seen = 0
  private var still = 0

  var count: Int { lock.withLock { frames } }
  func add() { lock.withLock { frames += 1 } }

  /// Whether it has come on in one of the last looks.
  func isMoving() -> Bool {
    lock.withLock {
      still = frames == seen ? still + 1 : 0
      seen = frames
      return still < 10 || frames == 0
    }
  }
}

/// What a slow reader got; read when it is done.
final class Collected: @unchecked Sendable {
  var bytes: [UInt8] = []
  var held = 0
  let done = DispatchSemaphore(value: 0)
}
