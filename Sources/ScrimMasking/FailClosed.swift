internal import ScrimCore
internal import ScrimPlaceholders

/// What can go wrong between a plan and its pixels: facts.
enum PaintFailure: Error, Hashable, Sendable {
  /// There is no memory for a mask.
  case memory
  /// A style said that it could not paint.
  case style(StyleName)
  /// A label could not be drawn.
  case text(PlaceholderError)
  /// The plan was made for a picture of another size.
  case size(plan: PixelSize, frame: PixelSize)
  /// A secure view was to be hidden by a style that can be undone.
  case cosmeticOnSecure(StyleName)
}

/// How a frame is hidden whose plan could not be carried out. Each one hides all of it.
enum Closing: Hashable, Sendable {
  /// By the privacy screen with its label.
  case cover
  /// By the privacy screen without words.
  case blankCover
  /// By one colour, row by row, in the memory that is there.
  case fill
}

extension PaintFailure {
  /// The one place that decides what a failure means for the frame. A new failure has to be decided here: no default.
  var closing: Closing {
    switch self {
    // Nothing that takes memory would end better.
    case .memory: .fill
    case .style: .cover
    // The cover's label would fail like the one before it.
    case .text: .blankCover
    case .size: .cover
    case .cosmeticOnSecure: .cover
    }
  }

  /// What the report says: names, sizes and codes.
  var cause: FailureCause {
    switch self {
    case .memory: .masking(reason: "no memory for a mask")
    case .style(let name): .masking(reason: "style \(name.rawValue) failed")
    case .text(.noTextEngine): .masking(reason: "overlay text failed: the text engine is not available")
    case .text(.cairo(let status)): .masking(reason: "overlay text failed: drawing status \(status)")
    case .size(let plan, let frame):
      .masking(reason: "plan for \(plan.width)x\(plan.height) pixels, frame of \(frame.width)x\(frame.height)")
    case .cosmeticOnSecure(let name): .masking(reason: "style \(name.rawValue) can be undone, and the view is secure")
    }
  }
}
