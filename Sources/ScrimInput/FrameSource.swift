public import ScrimCore

/// Where frames come from: a directory, a file, a stream. One file in this folder for each format.
///
/// `next` hands out tickets in order and never decodes; the work is in `FrameTicket.decode`, which may run on any thread,
/// for several tickets at once.
public protocol FrameSource: AnyObject, Sendable {
  /// How many frames there are, where that is known before the end.
  var count: Int? { get }

  /// Whether frames can be had only once and in order, each held in memory until it is done.
  var isStream: Bool { get }

  /// Whether frames have times.
  var hasTimes: Bool { get }

  /// All frames' names and numbers in order, where they are known before the first is read (a directory).
  var identities: [FrameIdentity]? { get }

  /// The directory that the frames lie in, where views may lie beside them; nil for streams.
  var directory: BytePath? { get }

  /// The recording's sound; nil where there is none.
  var sound: SoundSource? { get }

  /// What the recording holds beside its frames and its sound, and no output has: counted by kind, under names for the
  /// report.
  var beside: [String: Int] { get }

  /// [after the last frame] Whether it is known that frames are missing at the end, or from one on up to the end: those are
  /// covered, and views may be left over.
  var lacksFrames: Bool { get }

  /// The pixels that a cover has in place of a frame that could not be decoded.
  var coverKind: (format: PixelFormat, encoding: SourceEncoding) { get }

  /// [one thread at a time] The next frame, or nil at the end.
  func next() throws(InputError) -> FrameTicket?

  /// [any thread] The size that a cover takes in place of a frame that cannot be decoded: that of the nearest frame that
  /// can be, itself or another, the earlier one of two. Nil where none can be.
  func sizeOfNearestDecodable(to index: Int) -> PixelSize?
}

extension FrameSource {
  public var sound: SoundSource? { nil }
  public var beside: [String: Int] { [:] }
  public var lacksFrames: Bool { false }
}

/// One frame that has not been decoded yet.
public struct FrameTicket: Sendable {
  public let identity: FrameIdentity
  /// The size that the header tells; nil where it cannot be read.
  public let announcedSize: PixelSize?
  /// [any thread] Decodes the frame.
  public let decode: @Sendable () throws(InputError) -> RawFrame
  /// [any thread] What stands for the stored frame's bytes on this machine, for `--resume`; nil in streams. It does not tell
  /// what they are, not even to who guesses.
  public let fingerprint: @Sendable () -> String?
  /// Whether the pixels are in memory and can be had once: a stream's.
  public let isHeld: Bool

  public init(
    identity: FrameIdentity, announcedSize: PixelSize?,
    decode: @escaping @Sendable () throws(InputError) -> RawFrame,
    fingerprint: @escaping @Sendable () -> String? = { nil }, isHeld: Bool = false
  ) {
    self.identity = identity
    self.announcedSize = announcedSize
    self.decode = decode
    self.fingerprint = fingerprint
    self.isHeld = isHeld
  }

  /// The same frame, whose pixels come from elsewhere.
  public func decoding(_ decode: @escaping @Sendable () throws(InputError) -> RawFrame) -> FrameTicket {
    FrameTicket(
      identity: identity, announcedSize: announcedSize, decode: decode, fingerprint: fingerprint, isHeld: isHeld)
  }
}

/// What can be wrong with an input: facts; the words are made by the command.
public enum InputError: Error, Hashable, Sendable {
  /// The path cannot be read at all, with the system's reason.
  case unreadable(path: BytePath, reason: String)
  case noFrames(path: BytePath)
  /// Numbers that are missing between the first and the last: the first ones, and how many in all.
  case gaps(path: BytePath, missing: [Int], count: Int)
  /// Two files with one number.
  case duplicates(path: BytePath, number: Int, names: [BytePath])
  /// A frame or file that is not of a format that Scrim reads, or is damaged.
  case undecodable(name: BytePath, reason: String)
  /// The header announces more pixels than `--max-pixels` allows.
  case tooLarge(name: BytePath, size: PixelSize, limit: Int)
  /// Animated or turned pictures, kinds of stream that are not supported.
  case unsupported(name: BytePath, reason: String)
  /// A rate was asked for, and frames have times of their own; their rate, where it is known.
  case hasTimes(name: BytePath, rate: FrameRate?)
  case outOfMemory(name: BytePath)
  /// The run was asked to end while bytes were waited for.
  case interrupted
}
