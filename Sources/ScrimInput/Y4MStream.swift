public import ScrimCore
internal import Synchronization

/// Frames of a YUV4MPEG2 stream: from a pipe or a file, in their own sampling and depth.
///
/// A frame's bytes are read when its ticket is handed out, and held until it is decoded. A last frame that is not whole is
/// handed out too, and cannot be decoded: so it comes out covered, and its loss is not silent.
public final class Y4MStream: StreamSource {
  public static let signature = Array("YUV4MPEG2".utf8)
  /// A header or frame line longer than this is none.
  private static let longestLine = 4096

  private struct State: ~Copyable {
    var input: BufferedInput
    var next = 0
    var isBroken = false
  }

  private let name: BytePath
  private let header: Y4MHeader
  private let rate: FrameRate?
  private let state: Mutex<State>

  public var hasTimes: Bool { rate != nil }

  /// Reads the header. The rate that is asked for is used where the stream has none.
  init(_ input: consuming BufferedInput, name: BytePath, _ request: InputRequest) throws(InputError) {
    self.name = name
    guard case .whole(let line) = try input.line(atMost: Self.longestLine) else {
      throw .undecodable(name: name, reason: "its first line is longer than \(Self.longestLine) bytes")
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw .undecodable(name: name, reason: "the header is no text")
    }
    let words = text.split(separator: " ")
    guard words.first?.utf8.elementsEqual(Self.signature) == true else {
      throw .undecodable(name: name, reason: "it does not begin with a YUV4MPEG2 header")
    }
    var header = try Y4MHeader(words: Array(words.dropFirst()), name: name)
    let (pixels, overflow) = header.size.width.multipliedReportingOverflow(by: header.size.height)
    if overflow || pixels > request.pixelLimit {
      throw .tooLarge(name: name, size: header.size, limit: request.pixelLimit)
    }
    // One that no clock can count by is none.
    let own = header.rate.flatMap { $0.time(ofFrame: 0) == nil ? nil : $0 }
    if let own { try request.checkRate(against: own, name: name) }
    rate = own ?? request.framesPerSecond
    if own == nil, let asked = request.framesPerSecond { header.encoding.setRate(asked) }
    self.header = header
    state = Mutex(State(input: input))
  }

  public var coverKind: (format: PixelFormat, encoding: SourceEncoding) { (header.format, .yuv(header.encoding)) }

  public var lacksFrames: Bool { state.withLock { $0.isBroken } }

  public func next() throws(InputError) -> FrameTicket? {
    try state.withLock { state throws(InputError) in try self.ticket(&state) }
  }

  public func sizeOfNearestDecodable(to index: Int) -> PixelSize? { header.size }

  private func ticket(_ state: inout State) throws(InputError) -> FrameTicket? {
    if state.isBroken { return nil }
    let line: [UInt8]
    switch try state.input.line(atMost: Self.longestLine) {
    case .end: return nil
    case .whole(let whole): line = whole
    // Where it ends, and the picture begins, is not known.
    case .tooLong: line = []
    }
    let identity = FrameIdentity(index: state.next, at: rate?.time(ofFrame: state.next))
    state.next += 1
    guard line.starts(with: Array("FRAME".utf8)), line.count == 5 || line[5] == UInt8(ascii: " ") else {
      state.isBroken = true
      return FrameTicket(
        of: identity, size: header.size, lost: "there is no FRAME where one should begin", name: name)
    }
    guard let pixels = try state.input.picture(header.size, header.format, of: name) else {
      state.isBroken = true
      return FrameTicket(of: identity, size: header.size, lost: "the stream ends in the middle of it", name: name)
    }
    if pixels.exceedsDepth {
      return FrameTicket(
        of: identity, size: header.size, lost: "it has samples of more than \(header.format.bitDepth) bits", name: name)
    }
    // A picture of which samples are gone, or that has too many, has moved under its masks; what follows it tells. A pipe whose
    // next frame is still to come is not waited for: it may come when this one has gone out.
    if let next = try state.input.peekNow(5), !next.isEmpty, !next.elementsEqual("FRAME".utf8) {
      state.isBroken = true
      return FrameTicket(
        of: identity, size: header.size, lost: "no FRAME follows it: it has too few samples, or too many", name: name)
    }
    return FrameTicket(
      of: identity, size: header.size, holding: pixels, encoding: .yuv(header.encoding), chromaGrid: header.chromaGrid,
      name: name)
  }
}
