@_spi(RawPixels) public import ScrimCore
internal import ScrimPlaceholders

/// Destroys the pixels of planned regions. The only place that makes a `RedactedFrame`.
///
/// [any thread, several frames at once] One masker serves all workers of a run: masks that one has painted, all reuse.
public final class Masker: Sendable {
  /// Enough for a few covers of the largest phones and many masks of views.
  private static let cacheBytes = 96 << 20

  private let seed: UInt64
  private let styles: StyleRegistry
  let memory: MaskMemory
  private let cache = MaskCache(limit: Masker.cacheBytes)

  /// - Parameter seed: For patterns that look random: the same seed gives the same bytes.
  public convenience init(seed: UInt64) {
    self.init(seed: seed, styles: .builtIn, memory: .system)
  }

  init(seed: UInt64, styles: StyleRegistry, memory: MaskMemory) {
    self.seed = seed
    self.styles = styles
    self.memory = memory
  }

  /// Carries out a plan.
  ///
  /// Whatever fails, there is a redacted frame: where the plan cannot be carried out to the last pixel, the frame is
  /// covered whole, and the result says why. A gray frame becomes RGB where a mask has a colour that it cannot hold
  /// (`RedactedFrame.format` tells; `encoding` stays what the source was). Samples outside of the regions stay as they
  /// are, but that regions grow to whole chroma samples.
  public func mask(_ frame: consuming RawFrame, by plan: Plan) -> MaskedResult {
    let identity = frame.identity, encoding = frame.encoding, grid = frame.chromaGrid
    var pixels = frame.takePixels()
    let failure = carryOut(plan, on: &pixels, encoding, grid)
    return MaskedResult(
      frame: RedactedFrame(
        identity: identity, encoding: encoding, chromaGrid: grid,
        isClear: plan.redactions.isEmpty && plan.failures.isEmpty && failure == nil, pixels: pixels),
      failure: failure?.cause,
      failureCover: failure?.cover)
  }

  /// Makes a frame in place of one that could not be decoded: its plan's cover, or the default one where the plan does
  /// not cover it.
  ///
  /// Throws only where there is no memory for the picture itself. A failure in the result is one more than the frame has
  /// already.
  public func coverFrame(
    identity: FrameIdentity, size: PixelSize, encoding: SourceEncoding, format: PixelFormat, plan: Plan
  ) throws(MaskError) -> MaskedResult {
    guard var pixels = memory.picture(size, format) else { throw .noPicture(size) }
    let covered = plan.isCovered ? plan : .covered(size: size, scale: plan.scale, failures: plan.failures)
    let failure = carryOut(covered, on: &pixels, encoding, ChromaGrid(format))
    return MaskedResult(
      frame: RedactedFrame(identity: identity, encoding: encoding, isClear: false, pixels: pixels),
      failure: failure?.cause,
      failureCover: failure?.cover)
  }

  /// Why a plan could not be carried out, and what hides the picture whole in its place.
  struct Closed {
    var cause: FailureCause
    var cover: RedactionStyle
  }

  /// Paints the plan, or hides the picture whole and tells why.
  func carryOut(
    _ plan: Plan, on pixels: inout PixelBuffer, _ encoding: SourceEncoding, _ grid: ChromaGrid
  ) -> Closed? {
    do throws(PaintFailure) {
      try paint(plan, on: &pixels, encoding, grid)
      return nil
    } catch {
      return Closed(
        cause: error.cause, cover: close(error.closing, scale: plan.scale, &pixels, encoding))
    }
  }

  /// Hides the picture whole; gives the style that it looks like.
  private func close(
    _ closing: Closing, scale: Double, _ pixels: inout PixelBuffer, _ encoding: SourceEncoding
  ) -> RedactionStyle {
    var style = RedactionStyle.defaultCover
    switch closing {
    case .cover: break
    case .blankCover: style.text = nil
    case .fill:
      style.text = nil
      let ground = Cover().palette(style).ground
      pixels.fill(pixels.size.rect, with: EncodedColour(ground, format: pixels.format, encoding: encoding))
      return style
    }
    do throws(PaintFailure) {
      let cover = Plan.covered(size: pixels.size, scale: scale, style: style, failures: [])
      try paint(cover, on: &pixels, encoding, ChromaGrid(pixels.format))
      return style
    } catch {
      // Not even the cover: what cannot fail.
      return close(.fill, scale: scale, &pixels, encoding)
    }
  }

  private func paint(
    _ plan: Plan, on pixels: inout PixelBuffer, _ encoding: SourceEncoding, _ grid: ChromaGrid
  ) throws(PaintFailure) {
    guard plan.size == pixels.size else { throw .size(plan: plan.size, frame: pixels.size) }
    var job = try PaintJob(plan, styles: styles, format: pixels.format, chromaGrid: grid)
    if job.needsColour {
      guard let promoted = pixels.promoted(by: memory) else { throw .memory }
      pixels = promoted
      job = try PaintJob(plan, styles: styles, format: pixels.format, chromaGrid: grid)
    }
    for step in job.steps {
      switch step.style {
      case .opaque(let style): try paint(step, by: style, on: &pixels, job, encoding)
      case .surroundings(let style):
        guard try paint(step, by: style, on: &pixels, job) else {
          // Redactions fill the picture: there is nothing to continue.
          try paint(step, by: Solid(), on: &pixels, job, encoding)
          continue
        }
        try label(step, on: &pixels, job, encoding)
      case .cosmetic(let style):
        try paint(step, by: style, on: &pixels, job)
        try label(step, on: &pixels, job, encoding)
      }
    }
  }

  // MARK: - One redaction

  private func paint(
    _ step: PaintJob.Step, by style: any OpaqueStyle, on pixels: inout PixelBuffer, _ job: PaintJob,
    _ encoding: SourceEncoding
  ) throws(PaintFailure) {
    let options = step.options, palette = style.palette(options), format = pixels.format
    let ground = EncodedColour(palette.ground, format: format, encoding: encoding)
    let traits = style.label(options)
    if palette.isPlain, Label(options, traits: traits, size: step.layout.size, scale: job.scale) == nil {
      for rect in step.region.rects { pixels.fill(rect, with: ground) }
      return
    }
    let grown = job.grown(step.layout)
    let key = MaskKey(
      request: MaskRequest(size: step.layout.size, options: options, scale: job.scale, seed: seed),
      format: format, yuv: YUVEncoding(of: format, encoding), grownSize: grown.size,
      insetX: step.layout.left - grown.left, insetY: step.layout.top - grown.top)
    let mask: Mask
    if let kept = cache.mask(for: key) {
      mask = kept
    } else {
      mask = try MaskPainter(memory: memory).mask(for: key, by: style)
      cache.keep(mask, for: key)
    }
    for rect in step.region.rects {
      // What sticks out of the view's box takes the ground.
      if !grown.contains(rect) { pixels.fill(rect, with: ground) }
      pixels.copy(rect, from: mask.pixels, at: (grown.left, grown.top))
    }
  }

  /// Continues the surroundings; false where there are none.
  private func paint(
    _ step: PaintJob.Step, by style: any SurroundingsStyle, on pixels: inout PixelBuffer, _ job: PaintJob
  ) throws(PaintFailure) -> Bool {
    guard let part = job.surroundings(of: step) else { return false }
    for plane in pixels.planes.indices {
      var window = try SampleWindow(
        of: pixels, plane: plane, part: part, wanted: step.region, readable: [part],
        except: job.hidden(in: part), scale: job.scale, memory: memory)
      do throws(StyleError) {
        try window.paint { (shape, known, marks, output) throws(StyleError) in
          try style.paint(shape, known: known, marks: marks, into: &output)
        }
      } catch {
        throw .style(step.options.name)
      }
      window.write(to: &pixels)
    }
    return true
  }

  /// Makes the region's own pixels hard to read.
  private func paint(
    _ step: PaintJob.Step, by style: any CosmeticStyle, on pixels: inout PixelBuffer, _ job: PaintJob
  ) throws(PaintFailure) {
    let part = step.region.bounds
    for plane in pixels.planes.indices {
      var window = try SampleWindow(
        of: pixels, plane: plane, part: part, wanted: step.region, readable: step.region.rects,
        except: job.destroyed(in: part), scale: job.scale, memory: memory)
      do throws(StyleError) {
        try window.paint { (shape, known, marks, output) throws(StyleError) in
          try style.paint(shape, known: known, marks: marks, into: &output)
        }
      } catch {
        throw .style(step.options.name)
      }
      window.write(to: &pixels)
    }
  }

  /// Writes a label over a region that has been painted already.
  private func label(
    _ step: PaintJob.Step, on pixels: inout PixelBuffer, _ job: PaintJob, _ encoding: SourceEncoding
  ) throws(PaintFailure) {
    let traits = LabelTraits.onPlate(step.options)
    guard let label = Label(step.options, traits: traits, size: step.layout.size, scale: job.scale),
      let drawn = try label.rendered()
    else { return }
    let format = pixels.format
    let plate = Region(job.grown(label.plateBounds(under: drawn).offset(x: step.layout.left, y: step.layout.top)))
    for rect in step.region.intersection(plate).rects {
      pixels.fill(rect, with: EncodedColour(traits.ground, format: format, encoding: encoding))
    }
    pixels.blend(
      drawn, at: (step.layout.left, step.layout.top),
      colour: EncodedColour(label.colour, format: format, encoding: encoding), within: step.region)
  }
}

extension YUVEncoding {
  /// Nil for frames without luma and chroma, whose masks do not depend on it.
  fileprivate init?(of format: PixelFormat, _ encoding: SourceEncoding) {
    guard case .yuv = format.model, case .yuv(let meant) = encoding else { return nil }
    self = meant
  }
}
