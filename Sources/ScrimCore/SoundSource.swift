/// The sound of a recording, for an output that keeps it.
public struct SoundSource: Hashable, Sendable {
  /// The file that holds it; nil for a stream, whose sound is gone once its pictures are read.
  public var path: BytePath?
  /// The instant of the recording's clock at which its first frame is shown, in ticks.
  public var origin: Int64
  public var tick: FrameTime.Tick

  public init(path: BytePath?, origin: Int64, tick: FrameTime.Tick) {
    self.path = path
    self.origin = origin
    self.tick = tick
  }
}
