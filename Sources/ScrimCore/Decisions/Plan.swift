/// One region of one frame to be replaced.
public struct Redaction: Hashable, Sendable {
  /// The pixels, clamped to the picture.
  public var region: Region
  /// Where the style is laid out: the view's visible box. The region lies inside, as far as no descendant sticks out.
  public var bounds: PixelRect
  public var style: RedactionStyle
  /// Who asked for it.
  public var rule: String
  /// The view, by id or path; nil for regions and covers.
  public var view: String?
  public var hold: Hold
  /// Whether the floor asked for it: then a cosmetic style is refused.
  public var isSecure: Bool
  /// Whether its view has vanished from the tree: it stays as long as the pixels under it do.
  public var hasVanished = false

  public init(
    region: Region, bounds: PixelRect, style: RedactionStyle, rule: String, view: String? = nil, hold: Hold = Hold(),
    isSecure: Bool = false
  ) {
    self.region = region
    self.bounds = bounds
    self.style = style
    self.rule = rule
    self.view = view
    self.hold = hold
    self.isSecure = isSecure
  }
}

/// All redactions of one frame, in the order in which they are painted, covers last.
public struct Plan: Hashable, Sendable {
  public var size: PixelSize
  /// Image pixels per point: overlay text is sized by it.
  public var scale: Double
  public var redactions: [Redaction]
  /// Secure views that the rules show by the explicit word, by id or path.
  public var liftedFloor: [String]
  /// Not empty: the frame failed closed, and the plan covers it whole.
  public var failures: [FailureCause]

  public init(
    size: PixelSize, scale: Double, redactions: [Redaction] = [], liftedFloor: [String] = [],
    failures: [FailureCause] = []
  ) {
    self.size = size
    self.scale = scale
    self.redactions = redactions
    self.liftedFloor = liftedFloor
    self.failures = failures
  }

  /// The plan of a frame that failed: everything hidden, nothing else.
  public static func covered(
    size: PixelSize, scale: Double, style: RedactionStyle = .defaultCover, rule: String = "fail-closed",
    failures: [FailureCause]
  ) -> Plan {
    let whole = Redaction(region: Region(size.rect), bounds: size.rect, style: style, rule: rule)
    return Plan(size: size, scale: scale, redactions: [whole], failures: failures)
  }

  /// Whether a cover hides the frame whole.
  public var isCovered: Bool {
    redactions.contains { $0.style.name == .cover && $0.region == Region(size.rect) }
  }
}
