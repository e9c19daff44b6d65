public import ScrimCore

/// What became of a frame: it is redacted in any case, as planned or, with a cause, whole.
public struct MaskedResult: ~Copyable, Sendable {
  public let frame: RedactedFrame
  /// Why the frame was covered whole, where its plan could not be carried out; nil where it was.
  public let failure: FailureCause?
  /// The style that covers it in that case; nil where the plan was carried out.
  public let failureCover: RedactionStyle?

  init(frame: consuming RedactedFrame, failure: FailureCause?, failureCover: RedactionStyle?) {
    self.frame = frame
    self.failure = failure
    self.failureCover = failureCover
  }

  /// Gives the frame away and ends the result.
  public consuming func takeFrame() -> RedactedFrame { frame }
}

/// Why there is no frame at all.
public enum MaskError: Error, Hashable, Sendable {
  /// There is no memory for a picture of this size, or it has no area.
  case noPicture(PixelSize)
}
