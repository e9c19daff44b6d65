public import ScrimCore

/// What an output is asked to be.
public struct OutputRequest: Hashable, Sendable {
  /// A directory, a file, or `-`.
  public var path: BytePath
  /// Nil where the path's ending tells it.
  public var format: OutputFormat?
  /// Nil for the container's usual one.
  public var codec: VideoCodec?
  public var existing: ExistingFiles
  /// Whether the input is a stream or video, and not pictures in files of their own.
  public var isStream: Bool
  /// Whether frames have times.
  public var hasTimes: Bool
  /// Whether frames are of luma and chroma: a stream of them need not say its rate.
  public var isLumaChroma = false
  /// The encoder's constant quality, 0 for lossless; nil for the codec's standard.
  public var quality: Int?
  /// The sound that is kept; nil where there is none, or it is dropped.
  public var sound: KeptSound?
  /// Becomes readable when the run is to end, which a pipe without a reader would keep waiting; -1 for none.
  public var wakeDescriptor: Int32 = -1

  public init(path: BytePath, existing: ExistingFiles, isStream: Bool, hasTimes: Bool) {
    self.path = path
    self.existing = existing
    self.isStream = isStream
    self.hasTimes = hasTimes
  }

  /// Whether every sample of the frames is kept, as far as the output has their kind of samples.
  public var isLossless: Bool {
    guard let container = heldFormat.container else { return true }
    switch codec ?? container.codecs.first {
    case .ffv1: return true
    case .h264, .hevc, .vp9: return quality == 0
    // A palette.
    case nil: return false
    }
  }

  /// What the output holds.
  var heldFormat: OutputFormat { OutputFormat(of: path, asked: format) }
}

/// Opens the output that fits a path. The input must have been told apart from it before (`requireApart`).
///
/// Throws `.unfit` for what the input's frames cannot be written to, before the first of them; else as the sinks do.
public func openOutput(_ request: OutputRequest) throws(SinkError) -> any FrameSink {
  let path = request.path, format = request.heldFormat
  if let container = format.container { return try openVideo(request, container) }
  if request.quality != nil {
    throw .unfit(path: path, reason: "--quality is for H.264, HEVC and VP9; this output loses nothing")
  }
  if request.codec != nil {
    throw .unfit(path: path, reason: "--codec is for .mp4, .mov, .webm and .mkv; this output has no choice")
  }
  if request.sound != nil { throw .unfit(path: path, reason: KeptSound.noSound) }
  if format == .y4m {
    guard request.hasTimes || request.isLumaChroma else {
      throw .unfit(
        path: path,
        reason:
          "a Y4M stream has a rate, and pictures have none: --fps RATE gives it. --output-format png writes them one behind the other, a directory takes each as a file"
      )
    }
    try requireNothing(at: path, request.existing)
    return try Y4MFile(path, wake: request.wakeDescriptor)
  }
  if isWrittenStraight(path) { return try PNGPipe(path, wake: request.wakeDescriptor) }
  if path.hasExtension("png") {
    guard !request.isStream else {
      throw .unfit(
        path: path,
        reason:
          "one picture cannot hold a recording; a directory takes a PNG for each frame, and --output - --output-format png writes them one behind the other"
      )
    }
    return try PNGDirectory(file: path, existing: request.existing)
  }
  return try PNGDirectory(path, existing: request.existing)
}

private func openVideo(_ request: OutputRequest, _ container: VideoContainer) throws(SinkError) -> any FrameSink {
  let path = request.path
  guard request.hasTimes else {
    throw .unfit(path: path, reason: "frames of a video have times, and these have none; --fps RATE gives them")
  }
  let codec = request.codec ?? container.codecs.first
  if let codec, !container.codecs.contains(codec) {
    let words = container.codecs.map(\.rawValue).joined(separator: ", ")
    throw .unfit(
      path: path,
      reason: "--codec \(codec.rawValue) does not go into this container; "
        + (words.isEmpty ? "it takes none" : "\(words) do"))
  }
  if let quality = request.quality {
    guard let range = codec?.qualities else {
      throw .unfit(path: path, reason: "--quality is for H.264, HEVC and VP9; this output has none")
    }
    guard range.contains(quality) else {
      throw .unfit(
        path: path, reason: "--quality is from \(range.lowerBound) (lossless) to \(range.upperBound) here")
    }
  }
  try request.sound?.require(fits: container, of: path)
  try requireNothing(at: path, request.existing)
  return try VideoFile(
    path,
    VideoFile.Kind(
      container: container, codec: codec, quality: request.quality ?? VideoCodec.standardQuality, sound: request.sound),
    wake: request.wakeDescriptor)
}
