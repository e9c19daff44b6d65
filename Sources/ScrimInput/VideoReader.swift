internal import CAVFence
internal import Glibc
@_spi(RawPixels) internal import ScrimCore

/// A video being read by FFmpeg's libraries: owns their contexts and the descriptor. Used by one thread at a time.
@safe struct VideoReader: ~Copyable, @unchecked Sendable {
  /// A frame in presentation order.
  struct Frame {
    /// On the recording's own clock.
    var time: Int64
    /// Whether the recording says so.
    var hasTime: Bool
    var duration: Int64
    /// As it is seen; nil where nobody knows.
    var size: PixelSize?
    /// Why it cannot be shown; nil where it can.
    var reason: String?
  }

  let tick: FrameTime.Tick
  /// Frames a second on average, as the container has it, and as `--fps` does.
  private let saidRate, givenRate: VideoTags.Fraction?
  /// How many frames the container counts.
  let count: Int?
  let hasSound: Bool
  /// What it holds beside its pictures and sound, counted by kind.
  let beside: [String: Int]
  private let reader: OpaquePointer
  private let descriptor: Int32
  private let name: BytePath
  private var last = avfence_frame()
  /// Whether frames are missing without a trace: at the end, or somewhere from where on every frame is lost.
  private(set) var lacksFrames = false

  /// Opens what an input holds, whatever it is called. `name` is for errors.
  init(_ input: borrowing BufferedInput, name: BytePath, _ request: InputRequest) throws(InputError) {
    let (descriptor, taken) = try input.handedOver()
    var opened: OpaquePointer?, recording = avfence_recording(), message = [CChar](repeating: 0, count: 160)
    var number: Int32 = 0
    // The bytes are copied within the call; the message has the room that the fence asks for.
    let status = unsafe taken.withUnsafeBytes { bytes in
      var source = unsafe avfence_source(
        descriptor: descriptor, wake: request.wakeDescriptor, prefix: bytes.baseAddress, prefix_count: bytes.count,
        pixel_limit: Int64(request.pixelLimit), is_told: false,
        takes_standing: request.presentsStandingFrame)
      return unsafe avfence_reader_open(&source, &opened, &recording, &message, &number)
    }
    var problem: InputError?
    if status != AVFENCE_OK {
      let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      problem = Self.error(
        status, words, number, pixelLimit: request.pixelLimit, start: input.held, isFile: taken.isEmpty, name)
    } else if recording.is_still {
      problem = .unsupported(name: name, reason: "a picture of a kind other than PNG")
    } else if recording.tick.numerator <= 0 || recording.tick.denominator <= 0 {
      problem = .undecodable(name: name, reason: "its clock has no unit")
    }
    guard problem == nil, let reader = unsafe opened else {
      // Closing nothing is allowed.
      unsafe avfence_reader_close(opened)
      close(descriptor)
      throw problem ?? .outOfMemory(name: name)
    }
    unsafe self.reader = reader
    self.descriptor = descriptor
    self.name = name
    tick = FrameTime.Tick(numerator: recording.tick.numerator, denominator: recording.tick.denominator)
    saidRate = VideoTags.Fraction(recording.rate.numerator, recording.rate.denominator)
    givenRate = request.framesPerSecond.flatMap(VideoTags.Fraction.init)
    count = recording.count > 0 ? Int(recording.count) : nil
    hasSound = recording.has_sound
    beside = Self.counts(recording.beside)
  }

  private static func counts(_ beside: avfence_beside) -> [String: Int] {
    let counts = [
      "video_tracks": beside.videos, "cover_art": beside.covers, "subtitle_tracks": beside.subtitles,
      "data_tracks": beside.data, "attachments": beside.attachments, "chapters": beside.chapters,
    ]
    return counts.filter { $0.value > 0 }.mapValues(Int.init)
  }

  /// A name for the file that is read, where it has no other; good as long as this value.
  var ownPath: BytePath { BytePath("/proc/self/fd/\(descriptor)") }

  deinit {
    unsafe avfence_reader_close(reader)
    close(descriptor)
  }

  /// The next frame; nil at the end.
  mutating func next() throws(InputError) -> Frame? {
    let status = unsafe avfence_reader_next(reader, &last)
    switch status {
    case AVFENCE_OK, AVFENCE_DAMAGED: break
    case AVFENCE_END: return nil
    case AVFENCE_INTERRUPTED: throw .interrupted
    case AVFENCE_OUT_OF_MEMORY: throw .outOfMemory(name: name)
    case AVFENCE_UNSUPPORTED:
      guard last.reason == AVFENCE_STANDING else {
        throw .unsupported(
          name: name,
          reason: "its pictures have a second layer (transparency, or another eye's picture), which cannot be read")
      }
      throw .unsupported(
        name: name,
        reason:
          "programs differ in what they show of it first: its edit list begins while a frame stands (it was cut there); "
          + "`--views none` shows that frame first, as players do, and `ffmpeg -i IN -c:v ffv1 OUT.mkv` leaves it out")
    default: throw .undecodable(name: name, reason: "it cannot be read on")
    }
    if status == AVFENCE_DAMAGED, [AVFENCE_AFTER_HOLE, AVFENCE_DISORDERED, AVFENCE_BROKEN_OFF].contains(last.reason) {
      lacksFrames = true
    }
    let layout = last.layout
    let stored = PixelSize(width: Int(layout.width), height: Int(layout.height))
    return Frame(
      time: last.time, hasTime: last.has_time, duration: last.duration,
      size: stored.width > 0 && stored.height > 0 ? orientation.seen(stored) : nil,
      reason: status == AVFENCE_OK ? nil : Self.words(last.reason))
  }

  private static func words(_ reason: avfence_reason) -> String {
    switch reason {
    case AVFENCE_LOST: "it is damaged"
    case AVFENCE_ODD_PIXELS: "its pixels are of a kind that cannot be redacted"
    case AVFENCE_ODD_ANGLE: "it is turned by an angle that is no quarter"
    case AVFENCE_OTHER_KIND: "its size or kind is not that of the frames before"
    case AVFENCE_AFTER_HOLE: "a part of the recording before it is missing, and with it the count of frames"
    case AVFENCE_DISORDERED: "times before it contradict the order of frames, and with it the count of frames is lost"
    case AVFENCE_BROKEN_OFF: "the recording breaks off here"
    default: "it, or a frame that it depends on, is damaged"
    }
  }

  /// How the frame that came last has to be turned.
  var orientation: Orientation { Orientation(rawValue: Int(last.orientation)) ?? .upright }

  /// The pixels of the frame that came last, as stored; nil where memory is short.
  func pixels() -> PixelBuffer? {
    let size = PixelSize(width: Int(last.layout.width), height: Int(last.layout.height))
    // The fence writes as many bytes as the layout has, or none; then nobody gets them.
    guard var pixels = PixelBuffer(unfilled: size, format: format) else { return nil }
    let isCopied = unsafe pixels.withMutableBytes { unsafe avfence_reader_copy(reader, $0.baseAddress, $0.count) }
    guard isCopied else { return nil }
    return pixels
  }

  /// As stored.
  var format: PixelFormat {
    let model: PixelFormat.Model =
      switch last.layout.model {
      case AVFENCE_RGB: .rgb
      case AVFENCE_RGBA: .rgba
      case AVFENCE_MONO: .yuv(.mono)
      case AVFENCE_420: .yuv(.s420)
      case AVFENCE_422: .yuv(.s422)
      default: .yuv(.s444)
      }
    return PixelFormat(model, bitDepth: Int(last.layout.bit_depth))
  }

  /// On which the frame that came last had chroma, as it is seen.
  var chromaGrid: ChromaGrid {
    let stored = ChromaGrid(columns: Int(last.chroma_columns), rows: Int(last.chroma_rows))
    let size = PixelSize(width: Int(last.layout.width), height: Int(last.layout.height))
    return orientation.seen(last.is_interlaced ? stored.interlaced : stored, size: size)
  }

  /// Frames a second, as the frame that came last has it; nil where nobody knows.
  var rate: VideoTags.Fraction? {
    if !last.has_time { return givenRate }
    return saidRate ?? FrameTime(ticks: 0, duration: last.duration, tick: tick).rate
  }

  /// What the recording says of its pictures, as they are seen.
  var tags: VideoTags {
    var tags = VideoTags(), said = last.tags
    tags.primaries = said.primaries
    tags.transfer = said.transfer
    tags.matrix = said.matrix
    tags.isFullRange = said.range == 0 ? nil : said.range == 2
    // Where samples lie beside the grid changes with a turn.
    tags.chromaPlace = orientation == .upright || said.chroma_place == 2 ? said.chroma_place : 0
    if orientation == .upright && said.fields != 0 { tags.firstField = said.fields == 1 ? .upper : .lower }
    let aspect = said.pixel_aspect
    tags.pixelAspect =
      orientation.swapsSides
      ? .init(aspect.denominator, aspect.numerator) : .init(aspect.numerator, aspect.denominator)
    // Both are arrays of the fence's struct, read within the calls.
    if said.has_mastering {
      unsafe withUnsafeBytes(of: &said.mastering) { tags.mastering = unsafe Array($0.bindMemory(to: UInt32.self)) }
    }
    if said.has_light_level {
      unsafe withUnsafeBytes(of: &said.light_level) { tags.lightLevel = unsafe Array($0.bindMemory(to: UInt32.self)) }
    }
    tags.rate = rate
    return tags
  }

  private static func unreadableReason(_ start: ArraySlice<UInt8>) -> String {
    if start.isEmpty { return "there is nothing in it" }
    // Looked at within the call.
    guard let kind = unsafe start.withUnsafeBytes({ unsafe kindOfFile($0) }) else {
      return "it is no picture, stream or video that can be read"
    }
    return "it begins as \(kind) does, and cannot be read as one"
  }

  /// The error for a pipe with a file that has its index at the end; nil for files of other kinds.
  static func indexBehind(_ start: [UInt8], _ name: BytePath) -> InputError? {
    // ISO 14496-12, section 4.3: such files begin with their type.
    guard start.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    return .unsupported(
      name: name,
      reason: "its index stands at its end, which a pipe cannot reach; give the file, or one with its index in front")
  }

  private static func error(
    _ status: avfence_status, _ words: String, _ number: Int32, pixelLimit: Int, start: ArraySlice<UInt8>, isFile: Bool,
    _ name: BytePath
  ) -> InputError {
    switch status {
    case AVFENCE_INTERRUPTED: return .interrupted
    case AVFENCE_OUT_OF_MEMORY:
      // So the libraries call it that they are allowed no way to what a playlist names (RFC 8216, section 4.3.1.1).
      return start.starts(with: "#EXTM3U".utf8)
        ? .unsupported(name: name, reason: "a playlist, which names other files") : .outOfMemory(name: name)
    case AVFENCE_SYSTEM: return .unreadable(path: name, reason: systemReason(number))
    case AVFENCE_NO_VIDEO: return .undecodable(name: name, reason: "it has no moving pictures")
    case AVFENCE_UNSUPPORTED: return .unsupported(name: name, reason: words)
    case AVFENCE_TOO_LARGE:
      let sides = words.split(separator: "x").compactMap { Int($0) }
      return .tooLarge(
        name: name, size: PixelSize(width: sides.first ?? 0, height: sides.last ?? 0), limit: pixelLimit)
    default:
      if let error = indexBehind(Array(start), name) {
        return isFile
          ? .undecodable(name: name, reason: "its index is missing or broken: the recording was not completed") : error
      }
      return .undecodable(name: name, reason: unreadableReason(start))
    }
  }
}
