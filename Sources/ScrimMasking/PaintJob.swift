internal import ScrimCore

/// A plan made ready for one kind of frame: regions on the grid of chroma, styles found, refusals said.
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
  /// All that is redacted: no surroundings are read from it. United once, since every step asks for a part of it.
  private let hidden: Region
  /// The pixels that no style may know, not even a cosmetic one.
  private let destroyed: Region
  private let picture: PixelRect
  /// The format's, on which masks and their surroundings are laid out.
  private let grid: ChromaGrid

  /// - Parameter chromaGrid: The recording's, to which regions grow.
  init(_ plan: Plan, styles: StyleRegistry, format: PixelFormat, chromaGrid: ChromaGrid) throws(PaintFailure) {
    picture = plan.size.rect
    grid = ChromaGrid(format)
    // The scale sizes letters and nothing else: a senseless one may not decide what is hidden.
    scale = plan.scale.isFinite && plan.scale > 0 ? min(plan.scale, 100) : 1
    var steps = [Step](), hidden = [Region](), destroyed = [Region](), isGray = true
    for redaction in plan.redactions {
      let region = redaction.region.grown(to: chromaGrid, within: picture).grown(to: grid, within: picture)
      if region.isEmpty { continue }
      let bounds = redaction.bounds.intersection(picture)
      let step = Step(
        region: region, layout: bounds.isEmpty ? region.bounds : bounds, options: redaction.style,
        style: styles[redaction.style.name])
      hidden.append(region)
      switch step.style {
      case .opaque(let style):
        isGray = isGray && style.palette(step.options).isGray && step.isGray(label: style.label(step.options))
        destroyed.append(region)
        // What lies under a mask of the whole frame need not be painted.
        if region == Region(picture) { steps.removeAll() }
      case .surroundings:
        isGray = isGray && step.isGray(label: .onPlate(redaction.style))
        destroyed.append(region)
      case .cosmetic:
        if redaction.isSecure { throw .cosmeticOnSecure(redaction.style.name) }
        isGray = isGray && step.isGray(label: .onPlate(redaction.style))
      }
      steps.append(step)
    }
    self.steps = steps
    self.hidden = Region.union(of: hidden)
    self.destroyed = Region.union(of: destroyed)
    needsColour = format.isGray && !isGray
  }

  /// A rectangle with all pixels whose samples it touches in any plane, within the picture.
  func grown(_ rect: PixelRect) -> PixelRect { grid.grown(rect).intersection(picture) }

  /// The redacted pixels of a part of the picture.
  func hidden(in part: PixelRect) -> [PixelRect] { hidden.rects(in: part) }

  /// The pixels of a part of the picture that no style may know.
  func destroyed(in part: PixelRect) -> [PixelRect] { destroyed.rects(in: part) }

  /// The part of the picture around a region in which there is something to continue: a ring of a few pixels, or as
  /// many as it takes to get past other redactions. Nil where redactions fill the picture.
  func surroundings(of step: Step) -> PixelRect? {
    let bounds = step.region.bounds
    var ring = 8
    while true {
      let part = grown(
        PixelRect(
          left: max(0, bounds.left - ring), top: max(0, bounds.top - ring), right: bounds.right + ring,
          bottom: bounds.bottom + ring
        ).intersection(picture))
      if hidden(in: part).reduce(0, { $0 + $1.width * $1.height }) < part.width * part.height { return part }
      if part == picture { return nil }
      ring *= 2
    }
  }
}

extension Region {
  /// What of the region lies in a rectangle, as disjoint rectangles. Looks at no band and no span beside it: a region of
  /// thousands of views is asked once for each of them.
  fileprivate func rects(in part: PixelRect) -> [PixelRect] {
    let from = bands.firstPlace { $0.rows.upperBound > part.top }
    let to = bands.firstPlace { $0.rows.lowerBound >= part.bottom }
    return bands[from..<max(from, to)].flatMap { band in
      let first = band.spans.firstPlace { $0.upperBound > part.left }
      let last = band.spans.firstPlace { $0.lowerBound >= part.right }
      return band.spans[first..<max(first, last)].map {
        PixelRect(
          left: $0.lowerBound, top: band.rows.lowerBound, right: $0.upperBound, bottom: band.rows.upperBound
        ).intersection(part)
      }
    }
  }
}

extension Array {
  /// The first place at which something is true that is true of everything behind it and of nothing before.
  fileprivate func firstPlace(where isTrue: (Element) -> Bool) -> Int {
    var low = 0, high = count
    while low < high {
      let middle = (low + high) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
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
