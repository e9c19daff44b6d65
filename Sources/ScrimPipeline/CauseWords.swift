public import ScrimCore
public import ScrimInput

extension FailureCause {
  /// The cause in words, for the report and for messages. It holds no text of a view, as none of its members does.
  public var words: String {
    switch self {
    case .rules(let message), .budget(let message): message
    case .undecodable(let reason): "the frame cannot be decoded: \(reason)"
    case .noSnapshot(let reason): "no views for this frame: \(reason)"
    case .badViews(let reason): "the views cannot be used: \(reason)"
    case .masking(let reason): "masking failed: \(reason)"
    }
  }
}

extension InputError {
  /// What is wrong with one frame, without its name.
  public var reason: String {
    switch self {
    case .unreadable(_, let reason), .undecodable(_, let reason), .unsupported(_, let reason): reason
    case .tooLarge(_, let size, let limit):
      "\(size.width) x \(size.height) pixels are more than the limit of \(limit)"
    case .outOfMemory: "not enough memory"
    case .interrupted: "interrupted"
    case .noFrames, .gaps, .duplicates: "the recording is not whole"
    case .hasTimes: "it has times of its own"
    }
  }
}
