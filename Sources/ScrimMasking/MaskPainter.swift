@_spi(RawPixels) internal import ScrimCore
internal import ScrimPlaceholders

/// Paints masks of opaque styles. No frame comes near it.
struct MaskPainter: Sendable {
  let memory: MaskMemory

  /// Paints a mask whole: what the style leaves out takes the ground, alpha is full, the label stands on top.
  func mask(for key: MaskKey, by style: any OpaqueStyle) throws(PaintFailure) -> Mask {
    let request = key.request, ground = style.palette(request.options).ground
    guard var painted = memory.picture(request.size, PixelFormat(.rgba, bitDepth: 8)),
      var pixels = memory.picture(key.grownSize, key.format)
    else { throw .memory }
    try paint(request, by: style, ground: ground, into: &painted)
    let encoding = key.yuv.map(SourceEncoding.yuv) ?? .png(.plain)
    pixels.encode(painted, inset: (key.insetX, key.insetY), ground: ground, encoding: encoding)
    let traits = style.label(request.options)
    if let label = Label(request.options, traits: traits, size: request.size, scale: request.scale),
      let drawn = try label.rendered()
    {
      let whole = Region(pixels.size.rect)
      func encoded(_ colour: Colour) -> EncodedColour { EncodedColour(colour, format: key.format, encoding: encoding) }
      if let plate = label.plate {
        pixels.fill(label.plateBounds(under: drawn).offset(x: key.insetX, y: key.insetY), with: encoded(plate))
      }
      pixels.blend(drawn, at: (key.insetX, key.insetY), colour: encoded(label.colour), within: whole)
    }
    return Mask(pixels)
  }

  private func paint(
    _ request: MaskRequest, by style: any OpaqueStyle, ground: Colour, into painted: inout PixelBuffer
  ) throws(PaintFailure) {
    do throws(StyleError) {
      try unsafe painted.withMutableBytes { (bytes) throws(StyleError) in
        // Four bytes for each pixel: the buffer was taken for this size with four samples of 8 bits.
        let colours = unsafe bytes.bindMemory(to: RGBA.self)
        var span = unsafe OutputSpan(buffer: colours, initializedCount: 0)
        try style.paint(request, into: &span)
        // A lazy style is completed.
        span.append(repeating: ground.rgba, count: span.freeCapacity)
        _ = unsafe span.finalize(for: colours)
      }
    } catch {
      throw .style(request.options.name)
    }
  }
}
