internal import CAVFence
internal import Glibc
public import ScrimCore
public import ScrimMasking
internal import Synchronization

/// A video file, encoded afresh: the pictures, their times and colours, sound where it is asked for, and nothing else.
///
/// What is encoded is decoded at once, beside the encoder. The file appears when it is complete, has been read again, and holds
/// what was decoded: as many frames, at the times that went in. What goes to a pipe cannot be read again; there nothing is
/// decoded, and the container is written from front to back, MP4 in parts.
public final class VideoFile: FrameSink {
  private struct State: ~Copyable {
    var file: PartialFile?
    /// The file's.
    let descriptor: Int32
    let wake: Int32
    var writer: VideoWriter?
    var layout: VideoLayout?
    /// The first frame's time, which is 0 in the file.
    var start = FrameTime(ticks: 0, duration: 0, tick: .init(numerator: 1, denominator: 1))
    var lastTime: Int64 = -1
    var lastStored: Int64 = -1
  }

  /// What is written.
  struct Kind: Hashable {
    var container: VideoContainer
    /// One of the container's; nil for its own.
    var codec: VideoCodec?
    /// The encoder's constant quality, 0 for lossless; within the codec's range.
    var quality: Int
    var sound: KeptSound?
  }

  public let isOrdered = true
  public let directory: BytePath? = nil
  private let path: BytePath
  private let kind: Kind
  private let isPipe: Bool
  private let state: Mutex<State>

  /// `-` is standard output. `wake` becomes readable when the run is to end; -1 for none.
  init(_ path: BytePath, _ kind: Kind, wake: Int32 = -1) throws(SinkError) {
    self.path = path
    self.kind = kind
    let file = try PartialFile(path, wake: wake)
    isPipe = file.isStraight
    let descriptor = file.descriptor
    state = Mutex(State(file: file, descriptor: descriptor, wake: wake))
  }

  public func write(_ frame: consuming RedactedFrame) throws(SinkError) -> WrittenFrame {
    guard let time = frame.identity.exactTime else {
      throw .unsuitable(path: path, reason: "these frames have no times; --fps RATE gives them")
    }
    let count = frame.byteCount, isClear = frame.isClear
    var whole: RedactedFrame? = consume frame
    try state.withLock { state throws(SinkError) in
      guard let frame = whole.take() else { return }
      if state.writer == nil { try begin(&state, with: frame, at: time) }
      guard let layout = state.layout else { return }
      let ticks = time.ticks - state.start.ticks
      guard time.tick == state.start.tick, ticks > state.lastTime else {
        throw .unsuitable(path: path, reason: "the frames' times do not ascend on one clock")
      }
      let stored = try unsafe layout.withSamples(of: frame, path: path) { samples throws(SinkError) in
        try unsafe state.writer!.write(samples, time: ticks, duration: time.duration, isClear: isClear)
      }
      guard state.lastStored < 0 || stored - state.lastStored >= kind.container.leastStep else {
        throw .unsuitable(
          path: path,
          reason: kind.container == .gif
            ? "two frames are less than two hundredths of a second apart, which no GIF shows; .webm and .mp4 keep them"
            : "two frames have one time on this container's clock, which is coarser; .mp4 keeps them apart")
      }
      state.lastTime = ticks
      state.lastStored = stored
    }
    return WrittenFrame(byteCount: count)
  }

  public func finish() throws(SinkError) {
    try state.withLock { state throws(SinkError) in
      guard var writer = state.writer.take(), let file = state.file.take() else { return }
      try writer.finish()
      if !isPipe { try writer.checkFile() }
      try file.commit()
    }
  }

  /// A pipe has got the first frames, and the encoder holds the last ones.
  public func stop() {
    guard isPipe else { return abandon() }
    // Where that fails nobody reads any more.
    try? finish()
  }

  /// Dropped, the file is removed.
  public func abandon() {
    state.withLock { state in
      // The writer writes to the file's descriptor: it goes first.
      _ = state.writer.take()
      _ = state.file.take()
    }
  }

  private func begin(
    _ state: inout State, with frame: borrowing RedactedFrame, at time: FrameTime
  ) throws(SinkError) {
    let layout = VideoLayout(of: frame)
    let tags = tags(of: frame.encoding)
    let plan = VideoWriter.Plan(
      kind: kind, isPipe: isPipe, layout: layout, tags: tags, tick: time.tick,
      rate: tags.rate.flatMap(Self.plausible) ?? Self.rate(of: time), start: time.ticks)
    state.writer = try VideoWriter(plan, descriptor: state.descriptor, wake: state.wake, path: path)
    state.layout = layout
    state.start = time
  }

  /// What the file says of its pictures. Pictures in luma and chroma say what their source said, and no more.
  private func tags(of encoding: SourceEncoding) -> VideoTags {
    if case .yuv(let encoding) = encoding { return encoding.tags }
    var tags = VideoTags()
    // ITU-T H.273: BT.709, and for pictures that stay RGB, sRGB in full range.
    tags.primaries = 1
    switch kind.codec {
    case .ffv1, nil:
      tags.transfer = 13
      tags.matrix = 0
      tags.isFullRange = true
    case .h264, .hevc, .vp9:
      tags.transfer = 1
      tags.matrix = 1
      tags.isFullRange = false
      tags.chromaPlace = 1
    }
    return tags
  }

  /// The rate that an encoder plans with; it moves no frame.
  private static func rate(of time: FrameTime) -> VideoTags.Fraction {
    let above = Int64(time.tick.denominator), below = Int64(time.tick.numerator) * max(time.duration, 1)
    let fraction = Int32(exactly: below).flatMap { VideoTags.Fraction(Int32(above), $0) }
    return fraction.flatMap(plausible) ?? VideoTags.Fraction(30, 1)!
  }

  private static func plausible(_ rate: VideoTags.Fraction) -> VideoTags.Fraction? {
    (1.0...240.0).contains(Double(rate.numerator) / Double(rate.denominator)) ? rate : nil
  }
}
