@_spi(RawPixels) public import ScrimCore

extension Masker {
  /// Paints a plan over a copy of a frame, to be compared with an output.
  ///
  /// - Parameter grid: On which the original had chroma.
  /// - Parameter complementing: Whether every sample of the plan's regions is turned into its complement before. Then a
  ///   pixel of an output that the plan leaves as it is, or that depends on what was in a region, comes out otherwise than
  ///   it is, and the comparison finds it. Cosmetic styles depend on what was there.
  /// - Throws: Only where there is no memory for the picture.
  public func repainted(
    _ frame: borrowing RedactedFrame, by plan: Plan, on grid: ChromaGrid, complementing: Bool
  ) throws(MaskError) -> MaskedResult {
    guard var pixels = frame.copiedPixels(memory) else { throw .noPicture(frame.size) }
    if complementing { complementRegions(of: plan, on: grid, in: &pixels) }
    let failure = carryOut(plan, on: &pixels, frame.encoding, grid)
    return MaskedResult(
      frame: RedactedFrame(
        identity: frame.identity, encoding: frame.encoding, chromaGrid: grid, isClear: false, pixels: pixels),
      failure: failure?.cause, failureCover: failure?.cover)
  }

  private func complementRegions(of plan: Plan, on grid: ChromaGrid, in pixels: inout PixelBuffer) {
    let own = ChromaGrid(pixels.format), picture = pixels.size.rect
    let regions = plan.redactions.map { redaction in
      redaction.region.grown(to: grid, within: picture).grown(to: own, within: picture)
    }
    // United, since a complement taken twice is what it was.
    for rect in Region.union(of: regions).rects { pixels.complement(rect) }
  }
}

extension RedactionStyle {
  /// The two colours between which every pixel of this style's label lies, where the label has a ground of its own.
  public var labelColours: (ground: Colour, text: Colour) {
    let traits: LabelTraits =
      switch StyleRegistry.builtIn[name] {
      case .opaque(let style): style.label(self)
      case .surroundings, .cosmetic: .onPlate(self)
      }
    return (traits.ground, traits.textColour(for: self))
  }
}

extension PixelBuffer {
  /// Turns every sample that stands for a pixel of a rectangle into its complement; the rectangle lies in the picture and
  /// on the format's grid.
  fileprivate mutating func complement(_ rect: PixelRect) {
    let format = format, maximum = UInt16(format.maximum)
    for (index, plane) in planes.enumerated() {
      let part = rect.share(of: format.block(plane: index)), channels = format.channels(plane: index)
      unsafe withMutableBytes { bytes in
        for y in part.top..<part.bottom {
          // The share of a rectangle in the picture lies in the plane.
          let row = unsafe bytes.baseAddress! + plane.offset + y * plane.rowBytes
          for at in part.left * channels..<part.right * channels {
            let sample = unsafe UnsafeRawPointer(row).sample(at: at, bytesPerSample: format.bytesPerSample)
            unsafe row.store(sample ^ maximum, at: at, bytesPerSample: format.bytesPerSample)
          }
        }
      }
    }
  }
}
