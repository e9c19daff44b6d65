import Glibc
public import ScrimCore
public import ScrimMasking
import Synchronization

/// A YUV4MPEG2 stream: to a file, which appears when it is complete, or to standard output.
public final class Y4MFile: FrameSink {
  private enum Target {
    case standardOutput
    case file(PartialFile)
  }

  private struct Layout: Equatable {
    var size: PixelSize
    var format: PixelFormat
    var encoding: SourceEncoding
  }

  private struct State {
    var layout: Layout?
  }

  public let isOrdered = true
  public let directory: BytePath? = nil
  private let path: BytePath
  private let target: Mutex<Target>
  private let state = Mutex(State())

  /// `-` is standard output.
  public init(_ path: BytePath) throws(SinkError) {
    self.path = path
    if path == BytePath("-") {
      target = Mutex(.standardOutput)
      return
    }
    do {
      target = Mutex(.file(try PartialFile(path)))
    } catch {
      throw .failed(path: path, reason: error.reason)
    }
  }

  public func write(_ frame: consuming RedactedFrame) throws(SinkError) -> WrittenFrame {
    guard case .yuv(let encoding) = frame.encoding, case .yuv = frame.format.model else {
      throw .unsuitable(path: path, reason: "these frames are pictures; a Y4M stream holds luma and chroma. A folder takes them")
    }
    let layout = Layout(size: frame.size, format: frame.format, encoding: frame.encoding)
    let (isFirst, isSame) = state.withLock { state in
      defer { state.layout = state.layout ?? layout }
      return (state.layout == nil, state.layout == nil || state.layout == layout)
    }
    guard isSame else { throw .unsuitable(path: path, reason: "the frames of a stream all have one size and format") }
    if isFirst {
      let words = ["YUV4MPEG2", "W\(frame.size.width)", "H\(frame.size.height)"] + encoding.headerWords
      try append(Array((words.joined(separator: " ") + "\n").utf8))
    }
    try append(Array("FRAME\n".utf8))
    try unsafe frame.withBytes { bytes throws(SinkError) in try unsafe append(bytes) }
    return WrittenFrame(byteCount: unsafe frame.withBytes { unsafe $0.count })
  }

  public func finish() throws(SinkError) {
    try inTarget { target throws(FileError) in
      if case .file(let file) = target { try file.commit() }
    }
  }

  public func abandon() {
    target.withLock { if case .file(let file) = $0 { file.abandon() } }
  }

  private func append(_ bytes: [UInt8]) throws(SinkError) {
    try unsafe bytes.withUnsafeBytes { bytes throws(SinkError) in try unsafe append(bytes) }
  }

  private func append(_ bytes: UnsafeRawBufferPointer) throws(SinkError) {
    try inTarget { target throws(FileError) in
      switch target {
      case .standardOutput: try unsafe writeAll(bytes, to: STDOUT_FILENO, path: path)
      case .file(let file): try unsafe file.append(bytes)
      }
    }
  }

  private func inTarget(_ body: (Target) throws(FileError) -> Void) throws(SinkError) {
    do {
      try target.withLock { target throws(FileError) in try body(target) }
    } catch {
      throw error.code == EPIPE ? .closedPipe : .failed(path: path, reason: error.reason)
    }
  }
}
