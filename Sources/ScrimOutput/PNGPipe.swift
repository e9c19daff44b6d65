public import ScrimCore
public import ScrimMasking
internal import Synchronization

/// PNG files one behind the other, in a pipe or on standard output.
public final class PNGPipe: FrameSink {
  public let isOrdered = true
  public let directory: BytePath? = nil
  private let path: BytePath
  /// Nil after the end.
  private let file: Mutex<StreamFile?>

  /// `-` is standard output. `wake` becomes readable when the run is to end; -1 for none.
  public init(_ path: BytePath, wake: Int32 = -1) throws(SinkError) {
    self.path = path
    file = Mutex(try StreamFile(path, wake: wake))
  }

  public func write(_ frame: consuming RedactedFrame) throws(SinkError) -> WrittenFrame {
    let picture = try encodePNG(frame, path: path)
    return try file.withLock { file throws(SinkError) in
      try unsafe picture.withBytes { bytes throws(SinkError) in
        try unsafe file?.write(bytes)
        return WrittenFrame(byteCount: bytes.count)
      }
    }
  }

  public func finish() throws(SinkError) {
    try file.withLock { $0.take() }?.commit()
  }

  public func abandon() {
    _ = file.withLock { $0.take() }
  }
}
