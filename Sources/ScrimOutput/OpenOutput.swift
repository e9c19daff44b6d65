public import ScrimCore

/// What an output is asked to be.
public struct OutputRequest: Hashable, Sendable {
  /// A directory, a `.png` file, a `.y4m` file, or `-`.
  public var path: BytePath
  public var existing: ExistingFiles
  /// Whether the input is a stream: then `-` is one too.
  public var isStream: Bool

  public init(path: BytePath, existing: ExistingFiles, isStream: Bool) {
    self.path = path
    self.existing = existing
    self.isStream = isStream
  }
}

/// Opens the output that fits a path. The input must have been told apart from it before (`requireApart`).
///
/// Throws `.unsuitable` for what the input's frames cannot be written to, before the first of them; else as the sinks do.
public func openOutput(_ request: OutputRequest) throws(SinkError) -> any FrameSink {
  let path = request.path
  if path == "-" || path.hasExtension("y4m") {
    guard request.isStream else {
      throw .unsuitable(
        path: path, reason: "pictures cannot be written as a Y4M stream; give a directory, which takes PNG files")
    }
    if request.existing == .refuse && path != "-" { try requireNothing(at: path) }
    return try Y4MFile(path)
  }
  guard !request.isStream else {
    throw .unsuitable(path: path, reason: "a Y4M stream can be written to a .y4m file or to standard output (-)")
  }
  return path.hasExtension("png")
    ? try PNGDirectory(file: path, existing: request.existing)
    : try PNGDirectory(path, existing: request.existing)
}
