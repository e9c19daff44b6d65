public import ScrimCore
internal import Synchronization

/// A recording of PNG files, one for each frame. [any thread, unless a member says otherwise]
public final class PNGSequence: FrameSource {
  /// One file of the recording.
  public struct Frame: Hashable, Sendable {
    public var identity: FrameIdentity
    public var path: BytePath

    public init(identity: FrameIdentity, path: BytePath) {
      self.identity = identity
      self.path = path
    }
  }

  public let frames: [Frame]
  private let pixelLimit: Int
  /// The place of the next ticket.
  private let place = Mutex(0)
  private let known = Mutex(KnownSizes())

  /// What decoding has told so far, by place.
  private struct KnownSizes {
    /// The size of a frame that could be decoded; nil of one that could not.
    var sizes: [Int: PixelSize?] = [:]
    var decodable = 0
  }

  /// A recording of files in their order. The indices ascend.
  public init(_ frames: [Frame], pixelLimit: Int) {
    self.frames = frames
    self.pixelLimit = pixelLimit
  }

  public var count: Int? { frames.count }
  public var isStream: Bool { false }
  public var hasTimes: Bool { frames.first?.identity.exactTime != nil }
  public var identities: [FrameIdentity]? { frames.map(\.identity) }
  public var directory: BytePath? { frames.first?.path.parent }
  public var coverKind: (format: PixelFormat, encoding: SourceEncoding) {
    (PixelFormat(.rgb, bitDepth: 8), .png(.plain))
  }

  public func next() -> FrameTicket? {
    let place = place.withLock { place in
      defer { place += 1 }
      return place
    }
    guard place < frames.count else { return nil }
    let path = frames[place].path
    return FrameTicket(
      identity: frames[place].identity, announcedSize: announcedSize(at: place),
      decode: { () throws(InputError) in try self.decode(at: place) },
      fingerprint: { fingerprint(of: path) })
  }

  public func sizeOfNearestDecodable(to index: Int) -> PixelSize? {
    guard let place = frames.firstIndex(where: { $0.identity.index >= index }) else { return nil }
    for distance in frames.indices {
      // Frame by frame outward decodes as few as can be; once all are known to be broken, nothing is looked for.
      if known.withLock({ $0.sizes.count == frames.count && $0.decodable == 0 }) { return nil }
      for neighbour in [place - distance, place + distance] where frames.indices.contains(neighbour) {
        if let size = decodedSize(at: neighbour) { return size }
      }
    }
    return nil
  }

  private func announcedSize(at place: Int) -> PixelSize? {
    let path = frames[place].path
    // Read whole, since the chunk that turns the picture may stand behind the pixels.
    guard let file = try? StoredFile(path) else { return nil }
    return unsafe file.withBytes { bytes in unsafe sizeAsSeen(of: bytes, pixelLimit: pixelLimit) }
  }

  private func decode(at place: Int) throws(InputError) -> RawFrame {
    let frame = frames[place]
    do throws(InputError) {
      let file = try StoredFile(frame.path)
      let raw = try unsafe file.withBytes { bytes throws(InputError) in
        try unsafe decodePNG(
          bytes, identity: frame.identity, name: frame.path.lastComponent, pixelLimit: pixelLimit)
      }
      remember(raw.size, at: place)
      return raw
    } catch {
      remember(nil, at: place)
      throw error
    }
  }

  /// The size of a frame that can be decoded, found out by decoding unless it is known.
  private func decodedSize(at place: Int) -> PixelSize? {
    if let size = known.withLock({ $0.sizes[place] }) { return size }
    return (try? decode(at: place))?.size
  }

  private func remember(_ size: PixelSize?, at place: Int) {
    known.withLock { known in
      guard known.sizes.updateValue(size, forKey: place) == nil else { return }
      known.decodable += size == nil ? 0 : 1
    }
  }
}

/// What stands for a file's bytes; nil where it cannot be read.
///
/// A hash of the bytes alone would tell whoever has it what was hidden: of a frame of which all is known but four digits, the
/// ten thousand hashes are soon tried. Where the file stands and when it was written to the nanosecond, the output does not say.
private func fingerprint(of path: BytePath) -> String? {
  guard let file = try? StoredFile(path) else { return nil }
  let bytes = unsafe file.withBytes { unsafe sha256($0) }
  return sha256("\(file.origin) \(bytes)".utf8)
}
