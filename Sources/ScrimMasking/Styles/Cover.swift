internal import ScrimCore

/// The privacy screen: the standard grouped background, with a gray label centred in the top two thirds.
struct Cover: OpaqueStyle {
  func palette(_ options: RedactionStyle) -> StylePalette {
    let ground = (options.color ?? .system(.systemGroupedBackground)).resolved(options.appearance, over: Colour(0))
    return StylePalette(ground: ground)
  }

  func label(_ options: RedactionStyle) -> LabelTraits {
    // The system's gray is too faint on this ground: 2.9 to 1 where large text needs 3 to 1.
    LabelTraits(
      textStyle: .title1, ground: palette(options).ground, colour: .system(.gray), standsAsCover: true)
  }

  func paint(_ request: MaskRequest, into pixels: inout OutputSpan<RGBA>) {
    pixels.append(repeating: palette(request.options).ground.rgba, count: request.size.width * request.size.height)
  }
}
