/// When a frame is shown, exactly: a whole number of ticks of its recording's clock, counted from the first frame.
public struct FrameTime: Hashable, Sendable {
  public var ticks: Int64
  /// Ticks for which the frame is shown; 0 where the recording does not say.
  public var duration: Int64
  public var tick: Tick

  /// A tick in seconds, as a fraction: 1001/30000 is not 0.0334, and after two hours it shows.
  public struct Tick: Hashable, Sendable {
    public var numerator: Int32
    public var denominator: Int32

    public init(numerator: Int32, denominator: Int32) {
      precondition(numerator > 0 && denominator > 0)
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  public init(ticks: Int64, duration: Int64, tick: Tick) {
    self.ticks = ticks
    self.duration = duration
    self.tick = tick
  }

  /// The nearest number of seconds, for rules and views.
  public var seconds: Double { Double(ticks) * Double(tick.numerator) / Double(tick.denominator) }

  /// Frames a second, where all are shown for as long as this one; nil where the recording does not say how long that is.
  public var rate: VideoTags.Fraction? {
    let (above, tooMuch) = Int64(tick.numerator).multipliedReportingOverflow(by: duration)
    guard !tooMuch, let below = Int32(exactly: above) else { return nil }
    return VideoTags.Fraction(tick.denominator, below)
  }
}
