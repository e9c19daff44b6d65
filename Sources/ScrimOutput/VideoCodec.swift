internal import CAVFence

/// How the pictures of a video are encoded.
public enum VideoCodec: String, Hashable, Sendable, CaseIterable {
  case h264, hevc, vp9, ffv1

  /// For people.
  public var name: String {
    switch self {
    case .h264: "H.264"
    case .hevc: "HEVC"
    case .vp9: "VP9"
    case .ffv1: "FFV1, lossless"
    }
  }

  /// What `--quality` may be, from lossless to worst; nil for a codec that is lossless always.
  public var qualities: ClosedRange<Int>? {
    switch self {
    case .h264, .hevc: 0...51
    case .vp9: 0...63
    case .ffv1: nil
    }
  }

  /// Hardly told from the source, at a size that can be sent.
  static let standardQuality = 12

  var fence: avfence_codec {
    switch self {
    case .h264: AVFENCE_H264
    case .hevc: AVFENCE_HEVC
    case .vp9: AVFENCE_VP9
    case .ffv1: AVFENCE_FFV1
    }
  }
}
