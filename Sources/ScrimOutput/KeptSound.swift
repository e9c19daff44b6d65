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
