internal import Glibc
public import ScrimCore
internal import Synchronization

/// Frames of a video: of any container and codec that FFmpeg's libraries read, in presentation order, seen upright.
///
/// Luma and chroma stay as they are; palettes become RGB. A frame is decoded when its ticket is handed out, and held until a
/// worker takes it. What is damaged, and what depends on it, is handed out too, and cannot be decoded: so it comes out
/// covered, at its time.
public final class VideoStream: StreamSource {
  private struct State: ~Copyable {
    var reader: VideoReader
    /// Tickets that were read ahead: up to the first frame that can be decoded, which tells what a cover has to be like.
    var ready: [FrameTicket] = []
    var next = 0
    /// The time of the first frame.
    var origin: Int64?
    /// Whether the recording says when its frames are shown, as its first one has it; nil before that.
    var hasTimes: Bool?
    /// For frames of which it does not.
    var framesPerSecond: FrameRate?
  }

  fileprivate struct Kind: Sendable {
    var size: PixelSize
    var format: PixelFormat
    var encoding: SourceEncoding
  }

  private let name: BytePath
  private let state: Mutex<State>
  /// Of the first frame that can be decoded, and so of all; nil where none can be.
  private let kind: Kind?

  public let count: Int?
  public let sound: SoundSource?
  public let beside: [String: Int]
  public let hasTimes: Bool

  /// Opens the video and decodes its first frame.
  init(_ input: consuming BufferedInput, name: BytePath, _ request: InputRequest) throws(InputError) {
    var input = input
    // What a pipe tells at its end has to be known at the beginning.
    if !input.isFile, try input.hasIndexBehind() { input = try input.spooled(limit: request.spoolLimit, name: name) }
    let isUnseekable = !input.isFile, start = Array(input.held)
    let reader = try VideoReader(input, name: name, request)
    let tick = reader.tick, hasSound = reader.hasSound
    self.name = name
    count = reader.count
    beside = reader.beside
    var state = State(reader: reader, framesPerSecond: request.framesPerSecond)
    var kind: Kind?
    while kind == nil, let ticket = try Self.ticket(&state, kind: &kind, name: name) { state.ready.append(ticket) }
    if kind == nil, isUnseekable, let error = VideoReader.indexBehind(start, name) { throw error }
    self.kind = kind
    if state.hasTimes == true {
      let own = state.reader.rate.flatMap { FrameRate(Int($0.numerator), Int($0.denominator)) }
      try request.checkRate(against: own, name: name)
    }
    hasTimes = state.hasTimes ?? false || request.framesPerSecond != nil
    // Not by its path: standard input has none, and another file may stand there by now.
    let path = isUnseekable ? nil : state.reader.ownPath
    sound = hasSound ? SoundSource(path: path, origin: state.origin ?? 0, tick: tick) : nil
    self.state = Mutex(state)
  }

  public var coverKind: (format: PixelFormat, encoding: SourceEncoding) {
    (kind?.format ?? PixelFormat(.rgb, bitDepth: 8), kind?.encoding ?? .png(.plain))
  }

  public var lacksFrames: Bool { state.withLock { $0.reader.lacksFrames } }

  public func next() throws(InputError) -> FrameTicket? {
    try state.withLock { state throws(InputError) in
      if !state.ready.isEmpty { return state.ready.removeFirst() }
      var kind = self.kind
      return try Self.ticket(&state, kind: &kind, name: name)
    }
  }

  public func sizeOfNearestDecodable(to index: Int) -> PixelSize? { kind?.size }

  /// Reads on by a frame. `kind` is set by the first one that can be decoded.
  private static func ticket(
    _ state: inout State, kind: inout Kind?, name: BytePath
  ) throws(InputError) -> FrameTicket? {
    guard let frame = try state.reader.next() else { return nil }
    let origin = state.origin ?? frame.time
    state.origin = origin
    let hasTimes = state.hasTimes ?? frame.hasTime
    state.hasTimes = hasTimes
    let time =
      hasTimes
      ? FrameTime(ticks: frame.time - origin, duration: max(frame.duration, 0), tick: state.reader.tick)
      : state.framesPerSecond?.time(ofFrame: state.next)
    let identity = FrameIdentity(index: state.next, at: time)
    state.next += 1
    if let reason = frame.reason {
      return FrameTicket(of: identity, size: kind?.size ?? frame.size, lost: reason, name: name)
    }
    if kind == nil, let size = frame.size { kind = Kind(of: state.reader, size: size) }
    guard let pixels = state.reader.pixels(), let encoding = kind?.encoding else { throw .outOfMemory(name: name) }
    return FrameTicket(
      of: identity, size: frame.size, holding: pixels, encoding: encoding, chromaGrid: state.reader.chromaGrid,
      orientation: state.reader.orientation, name: name)
  }
}

extension VideoStream.Kind {
  /// The kind of the frame that came last, as it is seen.
  fileprivate init(of reader: borrowing VideoReader, size: PixelSize) {
    let orientation = reader.orientation
    // Orientations undo themselves in pairs, but a stored size is a seen one with its sides in the stored order.
    let stored = orientation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
    self.size = size
    format = orientation.seen(reader.format, size: stored)
    switch format.model {
    case .yuv(let sampling): encoding = .yuv(YUVEncoding(reader.tags, height: size.height, sampling, format.bitDepth))
    case .gray, .grayAlpha, .rgb, .rgba:
      var pictures = PNGEncoding(colourType: format.model == .rgba ? .rgba : .rgb, bitDepth: format.bitDepth)
      pictures.rate = reader.rate
      encoding = .png(pictures)
    }
  }
}

extension YUVEncoding {
  /// How masks have to be coloured, and what a Y4M stream's header says of such frames.
  fileprivate init(_ tags: VideoTags, height: Int, _ sampling: PixelFormat.ChromaSampling, _ bitDepth: Int) {
    let matrix: Matrix =
      switch tags.matrix {
      // H.273, table 4: BT.709 and SMPTE 240M, which is near it; BT.470BG, BT.601; BT.2020.
      case 1, 7: .bt709
      case 4, 5, 6: .bt601
      case 9, 10: .bt2020
      // Untagged material: high definition is BT.709, smaller is BT.601, as players assume.
      default: height >= 720 ? .bt709 : .bt601
      }
    let isFullRange = tags.isFullRange ?? false
    var words = tags.rate.map { ["F\($0.numerator):\($0.denominator)"] } ?? []
    let fields =
      switch tags.firstField {
      case .upper: "It"
      case .lower: "Ib"
      case nil: "Ip"
      }
    words += [fields, tags.pixelAspect.map { "A\($0.numerator):\($0.denominator)" } ?? "A0:0"]
    words.append("C" + Self.samplingWord(sampling, bitDepth, chromaPlace: tags.chromaPlace))
    words.append("XCOLORRANGE=" + (isFullRange ? "FULL" : "LIMITED"))
    self.init(matrix: matrix, fullRange: isFullRange, headerWords: words, tags: tags)
  }

  private static func samplingWord(
    _ sampling: PixelFormat.ChromaSampling, _ bitDepth: Int, chromaPlace: UInt8
  ) -> String {
    let depth = bitDepth > 8 ? "p\(bitDepth)" : ""
    switch sampling {
    case .mono: return bitDepth > 8 ? "mono\(bitDepth)" : "mono"
    case .s420 where bitDepth == 8: return chromaPlace == 2 ? "420jpeg" : chromaPlace == 3 ? "420paldv" : "420mpeg2"
    case .s420: return "420" + depth
    case .s422: return "422" + depth
    case .s444: return "444" + depth
    }
  }
}
