internal import CAVFence

/// The kinds of video file that are written.
public enum VideoContainer: String, Hashable, Sendable, CaseIterable {
  case mp4, mov, webm, mkv, gif

  /// The codecs that it is written with, the usual one first. A GIF has its own, with a palette for each picture.
  public var codecs: [VideoCodec] {
    switch self {
    case .mp4, .mov: [.h264, .hevc]
    case .webm: [.vp9]
    case .mkv: [.ffv1, .h264, .hevc, .vp9]
    case .gif: []
    }
  }

  /// What it holds, for people.
  public var summary: String {
    codecs.isEmpty ? "palettes of 256 colours, no sound" : codecs.map(\.name).joined(separator: "; or ")
  }

  /// Ticks of its clock between two frames, at the least. Players and readers of GIFs take a hundredth for a tenth of a second.
  var leastStep: Int64 { self == .gif ? 2 : 1 }

  public var holdsSound: Bool { self != .gif }

  var fence: avfence_container {
    switch self {
    case .mp4: AVFENCE_MP4
    case .mov: AVFENCE_MOV
    case .webm: AVFENCE_WEBM
    case .mkv: AVFENCE_MKV
    case .gif: AVFENCE_GIF
    }
  }
}
