public import ScrimCore
internal import Synchronization

/// How pixels without a header lie in a stream.
public struct RawFormat: Hashable, Sendable {
  public var size: PixelSize
  public var format: PixelFormat
  public var rate: FrameRate

  public init(size: PixelSize, format: PixelFormat, rate: FrameRate) {
    self.size = size
    self.format = format
    self.rate = rate
  }

  /// The names that FFmpeg has for these, and what they are.
  public static let formats: [(name: String, format: PixelFormat)] = [
    ("rgb24", PixelFormat(.rgb, bitDepth: 8)), ("rgba", PixelFormat(.rgba, bitDepth: 8)),
    ("yuv420p", PixelFormat(.yuv(.s420), bitDepth: 8)), ("yuv422p", PixelFormat(.yuv(.s422), bitDepth: 8)),
    ("yuv444p", PixelFormat(.yuv(.s444), bitDepth: 8)),
  ]

  /// What frames say of themselves: nothing, but for the rate.
  var encoding: SourceEncoding {
    guard case .yuv(let sampling) = format.model else {
      return .png(PNGEncoding(colourType: format.model == .rgba ? .rgba : .rgb, bitDepth: 8))
    }
    var tags = VideoTags()
    if let above = Int32(exactly: rate.numerator), let below = Int32(exactly: rate.denominator) {
      tags.rate = VideoTags.Fraction(above, below)
    }
    let word = sampling == .s420 ? "420jpeg" : sampling == .s422 ? "422" : "444"
    return .yuv(
      // As players take what does not say.
      YUVEncoding(
        matrix: size.height >= 720 ? .bt709 : .bt601, fullRange: false,
        headerWords: ["F\(rate.numerator):\(rate.denominator)", "Ip", "A0:0", "C\(word)"], tags: tags))
  }
}

/// Frames without any header, one behind the other: their kind is told on the command line.
///
/// A frame's bytes are read when its ticket is handed out. A last frame that is not whole is handed out too, and cannot be
/// decoded.
public final class RawStream: StreamSource {
  private struct State: ~Copyable {
    var input: BufferedInput
    var next = 0
    var isBroken = false
  }

  private let name: BytePath
  private let raw: RawFormat
  private let state: Mutex<State>

  public let hasTimes = true

  /// Throws `.tooLarge`.
  init(
    _ input: consuming BufferedInput, _ raw: RawFormat, name: BytePath, _ request: InputRequest
  ) throws(InputError) {
    guard raw.size.width <= request.pixelLimit / raw.size.height else {
      throw .tooLarge(name: name, size: raw.size, limit: request.pixelLimit)
    }
    self.name = name
    self.raw = raw
    state = Mutex(State(input: input))
  }

  public var coverKind: (format: PixelFormat, encoding: SourceEncoding) { (raw.format, raw.encoding) }

  public var lacksFrames: Bool { state.withLock { $0.isBroken } }

  public func next() throws(InputError) -> FrameTicket? {
    try state.withLock { state throws(InputError) in try self.ticket(&state) }
  }

  public func sizeOfNearestDecodable(to index: Int) -> PixelSize? { raw.size }

  private func ticket(_ state: inout State) throws(InputError) -> FrameTicket? {
    guard !state.isBroken, try !state.input.peek(1).isEmpty else { return nil }
    let identity = FrameIdentity(index: state.next, at: raw.rate.time(ofFrame: state.next))
    state.next += 1
    guard let pixels = try state.input.picture(raw.size, raw.format, of: name) else {
      state.isBroken = true
      return FrameTicket(of: identity, size: raw.size, lost: "the stream ends in the middle of it", name: name)
    }
    if pixels.exceedsDepth {
      return FrameTicket(
        of: identity, size: raw.size, lost: "it has samples of more than \(raw.format.bitDepth) bits", name: name)
    }
    return FrameTicket(of: identity, size: raw.size, holding: pixels, encoding: raw.encoding, name: name)
  }
}
