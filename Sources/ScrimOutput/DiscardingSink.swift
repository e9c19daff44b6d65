public import ScrimCore
public import ScrimMasking

/// Encodes pictures and throws them away: for `--null`, which does all the work and writes nothing.
public final class DiscardingSink: FrameSink {
  public init() {}

  public var isOrdered: Bool { false }
  public var directory: BytePath? { nil }

  public func write(_ frame: consuming RedactedFrame) throws(SinkError) -> WrittenFrame {
    switch frame.encoding {
    case .png:
      let picture = try encodePNG(frame, path: "--null")
      return WrittenFrame(byteCount: unsafe picture.withBytes { $0.count })
    case .yuv:
      // As a stream of its own kind it is written as it is.
      return WrittenFrame(byteCount: frame.byteCount)
    }
  }

  public func finish() throws(SinkError) {}

  public func abandon() {}
}
