public import ScrimCore

/// What to read, and how.
public struct InputRequest: Hashable, Sendable {
  /// A directory, a file, a pattern or a glob.
  public var path: BytePath
  public var gaps: GapsPolicy
  /// Frames a second, where the input has no time; nil leaves frames without. One that differs from the input's own is refused:
  /// whoever gives it takes the input's times for wrong, and views would be laid over other frames than they think.
  public var framesPerSecond: FrameRate?
  /// Pixels of a frame above which it is refused before memory is taken.
  public var pixelLimit: Int
  /// A descriptor that becomes readable when the run is to end: who waits for a stream waits for it, too. -1 is none.
  public var wakeDescriptor: Int32 = -1
  /// Bytes of a pipe that are kept on the disk, where a video can be read only from its end.
  public var spoolLimit = 16 << 30
  /// What lies in a stream that does not say it itself; nil for all that do.
  public var rawFormat: RawFormat?
  /// Whether a frame that stands when an edit list begins is presented first, as players do; else such a recording is refused,
  /// because what counts frames may have left it out (FFmpeg does), and views would belong to others.
  public var presentsStandingFrame = false

  /// - Parameter pixelLimit: 2^28 unless given, so that 16000x16000 is read.
  public init(
    path: BytePath, gaps: GapsPolicy = .error, framesPerSecond: FrameRate? = nil, pixelLimit: Int = 1 << 28
  ) {
    self.path = path
    self.gaps = gaps
    self.framesPerSecond = framesPerSecond
    self.pixelLimit = pixelLimit
  }
}

/// Frames a second as a fraction: 30000/1001 is not 29.97, and after two hours it shows.
public struct FrameRate: Hashable, Sendable {
  public var numerator: Int
  public var denominator: Int

  /// Nil unless both are above zero.
  public init?(_ numerator: Int, _ denominator: Int = 1) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Whether both are the same number.
  func equals(_ other: FrameRate) -> Bool {
    numerator.multipliedFullWidth(by: other.denominator) == other.numerator.multipliedFullWidth(by: denominator)
  }

  /// The time at which a frame begins, counted from the first; nil for fractions that no container can hold.
  public func time(ofFrame number: Int) -> FrameTime? {
    guard let above = Int32(exactly: denominator), let below = Int32(exactly: numerator) else { return nil }
    return FrameTime(ticks: Int64(number), duration: 1, tick: .init(numerator: above, denominator: below))
  }
}

extension InputRequest {
  /// Refuses a rate that is asked for and that an input with times of its own does not have. `own` is nil where it has no even one.
  func checkRate(against own: FrameRate?, name: BytePath) throws(InputError) {
    guard let framesPerSecond else { return }
    if let own, own.equals(framesPerSecond) { return }
    throw .hasTimes(name: name, rate: own)
  }
}

extension VideoTags.Fraction {
  /// Nil for fractions that no container can hold.
  init?(_ rate: FrameRate) {
    guard let above = Int32(exactly: rate.numerator), let below = Int32(exactly: rate.denominator) else { return nil }
    self.init(above, below)
  }
}

/// Opens a recording, by what its files hold and not by what they are called.
///
/// Throws `.unreadable`, `.noFrames`, `.gaps`, `.duplicates`, `.undecodable` for one file that is no picture,
/// `.unsupported`, `.hasTimes`. A damaged frame among others is no error here: its ticket throws when it is decoded.
public func openInput(_ request: InputRequest) throws(InputError) -> any FrameSource {
  if let raw = request.rawFormat {
    let input = try BufferedInput(opening: request.path, wake: request.wakeDescriptor)
    return try RawStream(input, raw, name: request.path == "-" ? "standard input" : request.path.lastComponent, request)
  }
  let directory: BytePath
  var names: [NumberedName]
  switch try InputPath(request.path) {
  case .directory(let path):
    directory = path
    names = try numbered(try frameNames(in: path), gaps: request.gaps, path: request.path)
  case .pattern(let pattern, let path):
    directory = path
    names = try checked(
      try frameCandidates(in: path).compactMap { name in
        pattern.number(in: name).map { NumberedName(number: $0, name: name) }
      }, gaps: request.gaps, path: request.path)
  case .glob(let glob, let path):
    directory = path
    names = try numbered(try frameNames(in: path, fitting: glob), gaps: request.gaps, path: request.path)
  case .file(let path):
    var input = try BufferedInput(opening: path, wake: request.wakeDescriptor)
    let isPNG = try input.peek(PNGHeader.signature.count).elementsEqual(PNGHeader.signature)
    if !isPNG || !input.isFile {
      return try openStream(input, name: path.lastComponent, request)
    }
    directory = path.parent
    try checkIsPNG(path)
    names = [NumberedName(number: 0, name: path.lastComponent)]
  case .standardInput:
    let input = try BufferedInput(opening: request.path, wake: request.wakeDescriptor)
    return try openStream(input, name: "standard input", request)
  }
  guard let first = names.first?.number else { throw .noFrames(path: request.path) }
  let frames = names.map { frame in
    PNGSequence.Frame(
      identity: FrameIdentity(
        index: frame.number, at: request.framesPerSecond?.time(ofFrame: frame.number - first), name: frame.name),
      path: directory / frame.name)
  }
  return PNGSequence(frames, pixelLimit: request.pixelLimit)
}

/// Opens what can be read only once and in order, by its first bytes.
private func openStream(
  _ input: consuming BufferedInput, name: BytePath, _ request: InputRequest
) throws(InputError) -> any FrameSource {
  if try input.peek(Y4MStream.signature.count).elementsEqual(Y4MStream.signature) {
    return try Y4MStream(input, name: name, request)
  }
  if try input.peek(PNGHeader.signature.count).elementsEqual(PNGHeader.signature) {
    return try PNGStream(input, name: name, request)
  }
  return try VideoStream(input, name: name, request)
}

/// Refuses one file of another content before anything is begun, and names what it is.
private func checkIsPNG(_ path: BytePath) throws(InputError) {
  let file = try StoredFile(path, limit: PNGHeader.byteCount)
  _ = try unsafe file.withBytes { bytes throws(InputError) in try unsafe PNGHeader(bytes, name: path.lastComponent) }
}
