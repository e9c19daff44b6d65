public import ScrimCore

/// What an output holds: its path's ending tells it, or `--output-format`.
public enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  case png, y4m, mp4, mov, webm, mkv, gif

  /// The one that a path's ending names; nil for a directory, a pipe, another ending.
  public init?(endingOf path: BytePath) {
    guard let found = Self.allCases.first(where: { path.hasExtension($0.rawValue) }) else { return nil }
    self = found
  }

  /// What a path gets: as asked for, as its ending says, or what such a path usually has.
  public init(of path: BytePath, asked: OutputFormat?) {
    self = asked ?? OutputFormat(endingOf: path) ?? (path == "-" ? .y4m : .png)
  }

  /// Whether a path has the ending of a kind of media that is not written, so that nobody means a directory of that name.
  public static func isUnknownMedia(_ path: BytePath) -> Bool {
    path.bytes.last != UInt8(ascii: "/") && unknownEndings.contains { path.hasExtension($0) }
  }

  private static let unknownEndings = [
    "avi", "mpg", "mpeg", "m4v", "ts", "mts", "m2ts", "flv", "wmv", "asf", "ogv", "ogg", "3gp", "3g2", "f4v", "vob",
    "mxf", "hevc", "h264", "ivf", "webp", "apng", "mng", "jpg", "jpeg", "jxl", "avif", "heic", "bmp", "tif",
    "tiff", "ppm",
  ]

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
