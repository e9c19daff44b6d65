@_spi(RawPixels) public import ScrimCore
internal import Synchronization

/// Frames that can be had only once and in order: from a pipe, or out of one file.
public protocol StreamSource: FrameSource {}

extension StreamSource {
  public var count: Int? { nil }
  public var isStream: Bool { true }
  public var identities: [FrameIdentity]? { nil }
  public var directory: BytePath? { nil }
}

extension FrameTicket {
  /// A frame of a stream whose pixels are in memory.
  ///
  /// - Parameters:
  ///   - size: As it is announced.
  ///   - chromaGrid: Of the recording as it is seen; nil is that of the pixels' format.
  ///   - orientation: How the pixels have to be turned to be seen upright.
  init(
    of identity: FrameIdentity, size: PixelSize?, holding pixels: consuming PixelBuffer, encoding: SourceEncoding,
    chromaGrid: ChromaGrid? = nil, orientation: Orientation = .upright, name: BytePath
  ) {
    let held = HeldPixels(pixels)
    let decode: @Sendable () throws(InputError) -> RawFrame = { () throws(InputError) in
      guard let stored = held.take() else { throw .undecodable(name: name, reason: "it was decoded already") }
      guard let seen = orientation.turned(stored) else { throw .outOfMemory(name: name) }
      return RawFrame(identity: identity, encoding: encoding, chromaGrid: chromaGrid, pixels: seen)
    }
    self.init(identity: identity, announcedSize: size, decode: decode, isHeld: true)
  }

  /// A frame that is lost, so that it comes out covered: its loss is not silent.
  init(of identity: FrameIdentity, size: PixelSize?, lost reason: String, name: BytePath) {
    self.init(identity: identity, announcedSize: size) { () throws(InputError) in
      throw .undecodable(name: name, reason: reason)
    }
  }
}

/// The pixels of a stream's frame that waits for its worker; they can be taken once.
private final class HeldPixels: Sendable {
  private let pixels: Mutex<PixelBuffer?>

  init(_ pixels: consuming PixelBuffer) {
    self.pixels = Mutex(pixels)
  }

  func take() -> PixelBuffer? { pixels.withLock { $0.take() } }
}
