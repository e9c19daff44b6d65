public import ScrimCore
internal import Synchronization

/// PNG files one behind the other in a stream, as `ffmpeg -f image2pipe` writes them; each is a frame.
///
/// A file's bytes are read when its ticket is handed out, and held until it is decoded. Where no file begins, or the last one is
/// not whole, a frame is handed out that cannot be decoded: its loss is not silent.
public final class PNGStream: StreamSource {
  /// More than a picture of the largest size that is read by default takes.
  private static let sizeLimit = 1 << 31

  private struct State: ~Copyable {
    var input: BufferedInput
    /// Tickets that were read ahead: up to the first frame that can be decoded.
    var ready: [FrameTicket] = []
    var next = 0
    var isBroken = false
  }

  private let name: BytePath
  private let rate: FrameRate?
  private let pixelLimit: Int
  /// Of the first frame that can be decoded; nil where none can be.
  private let firstSize: PixelSize?
  private let state: Mutex<State>

  public var hasTimes: Bool { rate != nil }

  /// Reads on to the first frame that can be decoded.
  init(_ input: consuming BufferedInput, name: BytePath, _ request: InputRequest) throws(InputError) {
    self.name = name
    rate = request.framesPerSecond
    pixelLimit = request.pixelLimit
    var state = State(input: input), size: PixelSize?
    while size == nil, let ticket = try Self.ticket(&state, name: name, rate: rate, pixelLimit: pixelLimit) {
      size = (try? ticket.decode())?.size
      state.ready.append(ticket)
    }
    firstSize = size
    self.state = Mutex(state)
  }

  public var coverKind: (format: PixelFormat, encoding: SourceEncoding) {
    (PixelFormat(.rgb, bitDepth: 8), .png(.plain))
  }

  public var lacksFrames: Bool { state.withLock { $0.isBroken } }

  public func next() throws(InputError) -> FrameTicket? {
    try state.withLock { state throws(InputError) in
      if !state.ready.isEmpty { return state.ready.removeFirst() }
      return try Self.ticket(&state, name: name, rate: rate, pixelLimit: pixelLimit)
    }
  }

  /// The first one's: which of the others can be decoded is not known before they are.
  public func sizeOfNearestDecodable(to index: Int) -> PixelSize? { firstSize }

  private static func ticket(
    _ state: inout State, name: BytePath, rate: FrameRate?, pixelLimit: Int
  ) throws(InputError) -> FrameTicket? {
    guard !state.isBroken, try !state.input.peek(1).isEmpty else { return nil }
    let identity = FrameIdentity(index: state.next, at: rate?.time(ofFrame: state.next))
    state.next += 1
    guard let file = try file(&state.input, name: name) else {
      state.isBroken = true
      return FrameTicket(
        of: identity, size: nil, lost: "the stream breaks off here, or holds something else than PNG files", name: name)
    }
    // The bytes are looked at within the call.
    let announced = unsafe file.withUnsafeBytes { bytes in
      unsafe sizeAsSeen(of: bytes, pixelLimit: pixelLimit)
    }
    return FrameTicket(identity: identity, announcedSize: announced) { () throws(InputError) in
      try decoded(file, identity: identity, name: name, pixelLimit: pixelLimit)
    }
  }

  /// The bytes of the next file, to the end of its IEND chunk; nil where none begins, or it is not whole.
  private static func file(_ input: inout BufferedInput, name: BytePath) throws(InputError) -> [UInt8]? {
    var file: [UInt8] = []
    guard try input.take(PNGHeader.signature.count, into: &file), file == PNGHeader.signature else { return nil }
    while true {
      let start = file.count
      guard try input.take(8, into: &file) else { return nil }
      let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      // The next file begins before this one has ended.
      guard !file[start...].elementsEqual(PNGHeader.signature) else { return nil }
      let isLast = file[(start + 4)...].elementsEqual("IEND".utf8)
      guard length <= sizeLimit - file.count else {
        throw .undecodable(name: name, reason: "a picture of the stream has over \(sizeLimit) bytes")
      }
      // The data and its checksum.
      guard try input.take(length + 4, into: &file) else { return nil }
      if isLast { return file }
    }
  }
}

extension BufferedInput {
  /// Appends so many bytes to a file; false where the input ends before. Memory is taken as bytes come, not as they are
  /// announced.
  fileprivate mutating func take(_ count: Int, into file: inout [UInt8]) throws(InputError) -> Bool {
    var rest = count
    while rest > 0 {
      var part = [UInt8](repeating: 0, count: min(rest, 1 << 20))
      // The array has as many bytes as are asked for.
      let result = unsafe part.withUnsafeMutableBytes { bytes in
        Result { () throws(InputError) in try unsafe read(into: bytes) }
      }
      guard try result.get() else { return false }
      file += part
      rest -= part.count
    }
    return true
  }
}

/// A frame of a file's bytes.
private func decoded(
  _ file: [UInt8], identity: FrameIdentity, name: BytePath, pixelLimit: Int
) throws(InputError) -> RawFrame {
  var frame: RawFrame?, problem = InputError.outOfMemory(name: name)
  // The bytes outlive the call.
  unsafe file.withUnsafeBytes { bytes in
    do throws(InputError) {
      frame = try unsafe decodePNG(bytes, identity: identity, name: name, pixelLimit: pixelLimit)
    } catch {
      problem = error
    }
  }
  guard let frame = frame.take() else { throw problem }
  return frame
}
