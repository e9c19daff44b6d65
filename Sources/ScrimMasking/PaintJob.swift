internal import ScrimCore

/// A plan made ready for one kind of frame: regions on the format's grid, styles found, refusals said.
struct PaintJob {
  /// One redaction.
  struct Step {
    var region: Region
    /// Where the style is laid out: the view's visible box.
    var layout: PixelRect
    var options: RedactionStyle
    var style: StyleRegistry.Style
  }

  let steps: [Step]
  /// Image pixels per point, usable for type sizes.
  let scale: Double
  /// Whether some colour cannot be held by this gray format.
  let needsColour: Bool
  /// All redacted regions: no surroundings are read from them.
  private let regions: [Region]
  /// The rectangles whose pixels no style may know, not even a cosmetic one.
  let destroyed: [PixelRect]
  var hidden: [PixelRect] { regions.flatMap(\.rects) }
  private let picture: PixelRect
  private let grid: PixelSize

  init(_ plan: Plan, styles: StyleRegistry, format: PixelFormat) throws(PaintFailure) {
    picture = plan.size.rect
    grid = format.grid
    // The scale sizes letters and nothing else: a senseless one may not decide what is hidden.
    scale = plan.scale.isFinite && plan.scale > 0 ? min(plan.scale, 100) : 1
    var steps = [Step](), hidden = [Region](), destroyed = [PixelRect](), isGray = true
    for redaction in plan.redactions {
      let region = redaction.region.intersection(Region(picture))
        .grown(toBlocksOf: grid.width, by: grid.height, within: picture)
      if region.isEmpty { continue }
      let bounds = redaction.bounds.intersection(picture)
      let step = Step(
        region: region, layout: bounds.isEmpty ? region.bounds : bounds, options: redaction.style,
        style: styles[redaction.style.name])
      hidden.append(region)
      switch step.style {
      case .opaque(let style):
        isGray = isGray && style.palette(step.options).isGray && step.isGray(label: style.label(step.options))
        destroyed += region.rects
        // What lies under a mask of the whole frame need not be painted.
        if region == Region(picture) { steps.removeAll() }
      case .surroundings:
        isGray = isGray && step.isGray(label: .onPlate(redaction.style))
        destroyed += region.rects
      case .cosmetic:
        if redaction.isSecure { throw .cosmeticOnSecure(redaction.style.name) }
        isGray = isGray && step.isGray(label: .onPlate(redaction.style))
      }
      steps.append(step)
    }
    self.steps = steps
    regions = hidden
    self.destroyed = destroyed
    needsColour = format.isGray && !isGray
  }

  /// A rectangle with all pixels whose samples it touches in any plane, within the picture.
  func grown(_ rect: PixelRect) -> PixelRect {
    PixelRect(
      left: rect.left / grid.width * grid.width, top: rect.top / grid.height * grid.height,
      right: (rect.right + grid.width - 1) / grid.width * grid.width,
      bottom: (rect.bottom + grid.height - 1) / grid.height * grid.height
    ).intersection(picture)
  }

  /// The part of the picture around a region in which there is something to continue: a ring of a few pixels, or as
  /// many as it takes to get past other redactions. Nil where redactions fill the picture.
  func surroundings(of step: Step) -> PixelRect? {
    let everything = regions.reduce(Region.empty) { $0.union($1) }
    let bounds = step.region.bounds
    var ring = 8
    while true {
      let part = grown(
        PixelRect(
          left: max(0, bounds.left - ring), top: max(0, bounds.top - ring), right: bounds.right + ring,
          bottom: bounds.bottom + ring
        ).intersection(picture))
      if !Region(part).subtracting(everything).isEmpty { return part }
      if part == picture { return nil }
      ring *= 2
    }
  }
}

extension PaintJob.Step {
  /// Whether a gray frame can hold the label exactly.
  fileprivate func isGray(label traits: LabelTraits) -> Bool {
    guard let label = Label(options, traits: traits, size: layout.size, scale: 1) else { return true }
    return label.colour.isGray && label.plate?.isGray ?? true
  }
}

extension LabelTraits {
  /// A label on a style that is no ground for one: it brings a plate.
  static func onPlate(_ options: RedactionStyle) -> LabelTraits {
    LabelTraits(ground: Solid().palette(options).ground, hasPlate: true)
  }
}
