internal import ScrimCore
internal import ScrimInput
internal import ScrimMasking
internal import Synchronization

/// The pixels of one frame, decoded when they are asked for, and at most once.
struct FramePixels {
  let ticket: FrameTicket
  private var decoded: DecodedFrame?

  init(_ ticket: FrameTicket) {
    self.ticket = ticket
  }

  private mutating func opened() -> DecodedFrame {
    if let decoded { return decoded }
    let frame = DecodedFrame(ticket)
    decoded = frame
    return frame
  }

  /// What regions look like, each by so many pixels at most; nil where the frame cannot be decoded.
  mutating func prints(of regions: [(region: Region, limit: Int)]) -> [RegionPrint]? {
    if regions.isEmpty { return [] }
    return opened().look { frame in regions.map { RegionPrint(of: $0.region, in: frame, pixels: $0.limit) } }
  }

  /// Whether regions look as they did; nil where the frame cannot be decoded.
  mutating func holds(_ prints: [RegionPrint]) -> [Bool?]? {
    opened().look { frame in prints.map { $0.holds(in: frame) } }
  }

  /// The same ticket, with the pixels that are there already.
  func given(to ticket: FrameTicket) -> FrameTicket {
    guard let decoded else { return ticket }
    return ticket.decoding { () throws(InputError) in try decoded.take(orElse: ticket) }
  }
}

/// A frame that was decoded before its worker comes for it.
private final class DecodedFrame: Sendable {
  private enum Content: ~Copyable {
    case frame(RawFrame)
    case failed(InputError)
    case taken
  }

  private let content: Mutex<Content>

  init(_ ticket: FrameTicket) {
    do {
      content = Mutex(.frame(try ticket.decode()))
    } catch {
      content = Mutex(.failed(error))
    }
  }

  func look<R: Sendable>(_ body: (borrowing RawFrame) -> R) -> R? {
    content.withLock { content in
      switch content {
      case .frame(let frame): body(frame)
      case .failed: nil
      case .taken: nil
      }
    }
  }

  func take(orElse ticket: FrameTicket) throws(InputError) -> RawFrame {
    try content.withLock { content throws(InputError) in
      var taken = Content.taken
      swap(&taken, &content)
      switch consume taken {
      case .frame(let frame): return frame
      case .failed(let error): throw error
      case .taken: return try ticket.decode()
      }
    }
  }
}
