internal import ScrimCore

/// How the times of a sidecar become times of the recording: `sidecar time x rate + offset = recording time`.
public struct ViewsTiming: Hashable, Sendable {
  public enum Origin: Hashable, Sendable {
    /// Seconds that are added; below zero where the sidecar's clock is ahead.
    case offset(Double)
    /// The first event of this name happens at this time of the recording, in seconds.
    case event(String, at: Double)
  }

  /// Seconds of the recording for each second of the sidecar: the drift of its clock; above zero.
  public var rate = 1.0
  public var origin = Origin.offset(0)

  public init() {}

  /// Whether anything is asked for. It has a sense only where views count in seconds.
  public var isGiven: Bool { self != ViewsTiming() }
}

/// What is wrong where nothing can be aligned.
let lackOfEvent = "it has no event of the name that --views-align gives"

/// The same with the origin known.
struct TimeMap: Hashable {
  private let rate: Double
  private let offset: Double

  /// `eventTime` is that of the event at which the timing is aligned, by the sidecar's clock; nil where there has been
  /// none. Without it, nothing is known of any time.
  init?(_ timing: ViewsTiming, eventTime: Double?) {
    rate = timing.rate
    switch timing.origin {
    case .offset(let seconds): offset = seconds
    case .event(_, let seconds):
      guard let eventTime else { return nil }
      offset = seconds - eventTime * timing.rate
    }
  }

  /// An instant by the recording's clock. Indices of frames stay what they are.
  func callAsFunction(_ instant: Event.Instant) -> Event.Instant {
    switch instant {
    case .frame: instant
    case .time(let seconds): .time(seconds * rate + offset)
    }
  }
}

extension ViewsError {
  /// Times were to be moved, and the views have none.
  static func noTimes(in path: BytePath) -> ViewsError {
    ViewsError(
      path: path,
      problem: "--views-offset, --views-rate and --views-align move times in seconds, and these views have none",
      isUsage: true)
  }
}
