internal import CAVFence
public import ScrimCore

/// The kinds of video file that are written, each with one codec.
public enum VideoContainer: String, Hashable, Sendable, CaseIterable {
  case mp4, mov, webm, mkv

  /// The one that a path's ending asks for.
  public init?(_ path: BytePath) {
    guard let found = Self.allCases.first(where: { path.hasExtension($0.rawValue) }) else { return nil }
    self = found
  }

  /// The codec, for people.
  public var codec: String {
    switch self {
    case .mp4, .mov: "H.264"
    case .webm: "VP9"
    case .mkv: "FFV1, lossless"
    }
  }

  /// What `--quality` may be, from lossless to worst; nil for a codec that is lossless always.
  var qualities: ClosedRange<Int>? {
    switch self {
    case .mp4, .mov: 0...51
    case .webm: 0...63
    case .mkv: nil
    }
  }

  /// Hardly told from the source, at a size that can be sent.
  var standardQuality: Int {
    switch self {
    case .mp4, .mov, .webm: 12
    case .mkv: 0
    }
  }

  var fence: avfence_container {
    switch self {
    case .mp4: AVFENCE_MP4
    case .mov: AVFENCE_MOV
    case .webm: AVFENCE_WEBM
    case .mkv: AVFENCE_MKV
    }
  }
}
