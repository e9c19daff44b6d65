public import ScrimCore

/// What an output holds: its path's ending tells it, or `--output-format`.
public enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  case png, y4m, mp4, mov, webm, mkv, gif

  /// The one that a path's ending names; nil for a directory, a pipe, another ending.
  public init?(endingOf path: BytePath) {
    guard let found = Self.allCases.first(where: { path.hasExtension($0.rawValue) }) else { return nil }
    self = found
  }

  /// Nil for what is no container of a video.
  public var container: VideoContainer? {
    switch self {
    case .png, .y4m: nil
    case .mp4: .mp4
    case .mov: .mov
    case .webm: .webm
    case .mkv: .mkv
    case .gif: .gif
    }
  }
}
