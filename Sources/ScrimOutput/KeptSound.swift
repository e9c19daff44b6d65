internal import CAVFence
internal import Glibc
public import ScrimCore

/// The sound that an output keeps.
public struct KeptSound: Hashable, Sendable {
  public enum Treatment: Hashable, Sendable {
    /// Its packets are copied as they are.
    case copied
    /// It is encoded afresh, silent in the times of frames that are not clear.
    case silencedWhereCovered
  }

  public var source: SoundSource
  public var treatment: Treatment
  /// Whether it ends with the last frame that is written; else silence lasts as long as the source's sound. Copied sound
  /// always ends so.
  public var endsWithPictures: Bool

  public init(_ source: SoundSource, _ treatment: Treatment, endsWithPictures: Bool) {
    self.source = source
    self.treatment = treatment
    self.endsWithPictures = endsWithPictures
  }
}

extension KeptSound {
  /// Throws `.unfit` for sound that a container at a path cannot hold, before anything is written.
  func require(fits container: VideoContainer, of path: BytePath) throws(SinkError) {
    guard container.holdsSound else { throw .unfit(path: path, reason: KeptSound.noSound) }
    guard let source = source.path else {
      throw .unfit(
        path: path, reason: "the sound of a stream is gone when its pictures are read; give the file as INPUT")
    }
    let descriptor = try KeptSound.opened(source)
    defer { close(descriptor) }
    var message = [CChar](repeating: 0, count: 160)
    // The message has the room that the fence asks for.
    let status = unsafe avfence_check_sound(
      descriptor, container.fence, treatment == .silencedWhereCovered, &message)
    guard status != AVFENCE_OK else { return }
    let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    throw VideoWriter.error(status, words, 0, path).beforeTheFirstFrame
  }

  static let noSound = "this output holds no sound; .mp4, .mov, .webm and .mkv do"

  /// A descriptor of the recording that sound is taken from, which can go back, and is the caller's.
  static func opened(_ source: BytePath) throws(SinkError) -> Int32 {
    let descriptor = unsafe source.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw sinkError(errno, path: source) }
    return descriptor
  }
}

extension SinkError {
  fileprivate var beforeTheFirstFrame: SinkError {
    if case .unsuitable(let path, let reason) = self { .unfit(path: path, reason: reason) } else { self }
  }
}
