internal import Glibc
public import ScrimCore
public import ScrimMasking
internal import Synchronization

/// A YUV4MPEG2 stream: to a file, which appears when it is complete, or to standard output.
public final class Y4MFile: FrameSink {
  private struct Layout: Equatable {
    var size: PixelSize
    var format: PixelFormat
    var encoding: SourceEncoding
  }

  private struct State: ~Copyable {
    /// Nil after the end.
    var file: StreamFile?
    /// Of the first frame, and so of all.
    var layout: Layout?
    /// Where frames are pictures of red, green and blue.
    var pictures: Y4MPictures?
    /// The first frame's time in seconds, and how many frames there were.
    var start: Double?
    var count = 0
  }

  public let isOrdered = true
  public let directory: BytePath? = nil
  private let path: BytePath
  private let state: Mutex<State>

  /// `-` is standard output. `wake` becomes readable when the run is to end; -1 for none.
  public init(_ path: BytePath, wake: Int32 = -1) throws(SinkError) {
    self.path = path
    state = Mutex(State(file: try StreamFile(path, wake: wake)))
  }

  public func write(_ frame: consuming RedactedFrame) throws(SinkError) -> WrittenFrame {
    let count = frame.byteCount, time = frame.identity.time
    try state.withLock { state throws(SinkError) in
      if let encoding = Self.lumaChroma(of: frame) {
        try begin(Layout(size: frame.size, format: frame.format, encoding: frame.encoding), encoding, at: time, &state)
        try unsafe frame.withBytes { bytes throws(SinkError) in try unsafe state.file?.write(bytes) }
        return
      }
      let pictures = if let known = state.pictures { known } else { try Y4MPictures(of: frame, path: path) }
      state.pictures = pictures
      try unsafe pictures.withBytes(of: frame, path: path) { bytes throws(SinkError) in
        let layout = Layout(size: frame.size, format: pictures.format, encoding: .yuv(pictures.encoding))
        try begin(layout, pictures.encoding, at: time, &state)
        try unsafe state.file?.write(bytes)
      }
    }
    return WrittenFrame(byteCount: count)
  }

  /// What a frame of luma and chroma says of itself; nil for others.
  private static func lumaChroma(of frame: borrowing RedactedFrame) -> YUVEncoding? {
    guard case .yuv(let encoding) = frame.encoding, case .yuv = frame.format.model else { return nil }
    return encoding
  }

  /// Writes what stands before a frame's samples.
  private func begin(
    _ layout: Layout, _ encoding: YUVEncoding, at time: Double?, _ state: inout State
  ) throws(SinkError) {
    if state.layout == nil {
      state.layout = layout
      let words = ["YUV4MPEG2", "W\(layout.size.width)", "H\(layout.size.height)"] + encoding.headerWords
      try append(words.joined(separator: " ") + "\n", to: state)
    }
    try checkTime(time, rate: encoding.tags.rate, &state)
    guard state.layout == layout else {
      throw .unsuitable(path: path, reason: "the frames of a stream all have one size and one format")
    }
    try append("FRAME\n", to: state)
  }

  /// A stream has a rate and no times: frames that are not where the rate puts them would move, and views with them.
  private func checkTime(_ time: Double?, rate: VideoTags.Fraction?, _ state: inout State) throws(SinkError) {
    defer { state.count += 1 }
    guard let time else { return }
    guard let rate else {
      throw .unsuitable(
        path: path,
        reason: "a Y4M stream has a rate, and nothing tells that of the recording; .mp4 and .mkv keep its times")
    }
    let start = state.start ?? time
    state.start = start
    let frames = (time - start) * Double(rate.numerator) / Double(rate.denominator)
    // Clocks in milliseconds round.
    guard abs(frames - Double(state.count)) < 0.5 else {
      throw .unsuitable(
        path: path,
        reason:
          "frame \(state.count) is not where an even rate would have it, and a Y4M stream has no other times; .mp4 and .mkv keep them"
      )
    }
  }

  public func finish() throws(SinkError) {
    try state.withLock { $0.file.take() }?.commit()
  }

  /// Dropped, the file is removed.
  public func abandon() {
    _ = state.withLock { $0.file.take() }
  }

  private func append(_ text: String, to state: borrowing State) throws(SinkError) {
    let bytes = Array(text.utf8)
    try unsafe bytes.withUnsafeBufferPointer { bytes throws(SinkError) in
      try unsafe state.file?.write(UnsafeRawBufferPointer(bytes))
    }
  }
}
