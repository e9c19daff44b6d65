public import ScrimCore

/// What an output is asked to be.
public struct OutputRequest: Hashable, Sendable {
  /// A directory, a `.png`, `.y4m`, `.mp4`, `.mov`, `.webm` or `.mkv` file, or `-`.
  public var path: BytePath
  public var existing: ExistingFiles
  /// Whether the input is a stream or video, and not pictures in files of their own.
  public var isStream: Bool
  /// Whether frames have times.
  public var hasTimes: Bool
  /// The encoder's constant quality, 0 for lossless; nil for the container's standard.
  public var quality: Int?
  /// The sound that is kept; nil where there is none, or it is dropped.
  public var sound: SoundSource?

  public init(
    path: BytePath, existing: ExistingFiles, isStream: Bool, hasTimes: Bool, quality: Int? = nil,
    sound: SoundSource? = nil
  ) {
    self.path = path
    self.existing = existing
    self.isStream = isStream
    self.hasTimes = hasTimes
    self.quality = quality
    self.sound = sound
  }
}

/// Opens the output that fits a path. The input must have been told apart from it before (`requireApart`).
///
/// Throws `.unsuitable` for what the input's frames cannot be written to, before the first of them; else as the sinks do.
public func openOutput(_ request: OutputRequest) throws(SinkError) -> any FrameSink {
  let path = request.path
  if let container = VideoContainer(path) { return try openVideo(request, container) }
  if request.quality != nil {
    throw .unsuitable(path: path, reason: "--quality is for .mp4, .mov and .webm; this output loses nothing")
  }
  if request.sound != nil {
    throw .unsuitable(path: path, reason: "this output holds no sound; .mp4, .mov, .webm and .mkv do")
  }
  if path == "-" || path.hasExtension("y4m") {
    guard request.isStream else {
      throw .unsuitable(
        path: path,
        reason:
          "pictures cannot be written as a Y4M stream; a directory takes them as PNG, and with --fps an .mp4 or .mkv"
      )
    }
    if request.existing == .refuse && path != "-" { try requireNothing(at: path) }
    return try Y4MFile(path)
  }
  if path.hasExtension("png") {
    guard !request.isStream else {
      throw .unsuitable(
        path: path, reason: "one picture cannot hold a recording; a directory takes a PNG for each frame")
    }
    return try PNGDirectory(file: path, existing: request.existing)
  }
  return try PNGDirectory(path, existing: request.existing)
}

private func openVideo(_ request: OutputRequest, _ container: VideoContainer) throws(SinkError) -> any FrameSink {
  let path = request.path
  guard request.hasTimes else {
    throw .unsuitable(path: path, reason: "frames of a video have times, and these have none; --fps RATE gives them")
  }
  if let quality = request.quality {
    guard let range = container.qualities else {
      throw .unsuitable(path: path, reason: "--quality is for .mp4, .mov and .webm; .mkv loses nothing")
    }
    guard range.contains(quality) else {
      throw .unsuitable(
        path: path, reason: "--quality is from \(range.lowerBound) (lossless) to \(range.upperBound) here")
    }
  }
  if let sound = request.sound, sound.path == nil {
    throw .unsuitable(
      path: path, reason: "the sound of a stream is gone when its pictures are read; give the file as INPUT")
  }
  if request.existing == .refuse { try requireNothing(at: path) }
  return try VideoFile(
    path, container, quality: request.quality ?? container.standardQuality, sound: request.sound)
}
