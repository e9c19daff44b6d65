internal import ScrimCore
internal import ScrimPipeline

extension Message {
  /// Before a picture of pixels as they were recorded is written.
  static let showsPixels = Message(
    .warning,
    "--unsafe-show-pixels: the picture shows everything that was recorded, secure views too. Do not pass it on.")

  /// The picture's name is taken.
  static func pictureExists(_ path: BytePath) -> Message {
    Message(.error, "\(path): there is a file already; nothing was written. --overwrite replaces it.")
  }

  /// The number of no frame.
  static func noSuchFrame(_ frame: Int, first: Int, last: Int) -> Message {
    Message(.error, "there is no frame \(frame): the recording has frames \(first) to \(last). Nothing was shown.")
  }

  /// A frame that a run would cover, and why.
  static func wouldFail(_ outcome: FrameOutcome) -> Message {
    let reasons = outcome.causes.map(reason).joined(separator: "; ")
    return Message(.error, "\(outcome.identity.shown): \(reasons); a run covers this frame.")
  }
}
