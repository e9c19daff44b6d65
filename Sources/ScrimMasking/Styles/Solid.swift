internal import ScrimCore

/// One colour.
struct Solid: OpaqueStyle {
  func palette(_ options: RedactionStyle) -> StylePalette {
    let own = Colour(options.appearance == .light ? 0x1C1C1E : 0x3A3A3C)
    return StylePalette(ground: options.color?.resolved(options.appearance, over: own) ?? own)
  }

  func label(_ options: RedactionStyle) -> LabelTraits { LabelTraits(ground: palette(options).ground) }

  func paint(_ request: MaskRequest, into pixels: inout OutputSpan<RGBA>) {
    pixels.append(repeating: palette(request.options).ground.rgba, count: request.size.width * request.size.height)
  }
}
