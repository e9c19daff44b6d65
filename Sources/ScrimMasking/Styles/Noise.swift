internal import ScrimCore

/// A seeded mosaic in given colours: looks like a mosaic, carries nothing.
struct Noise: OpaqueStyle {
  func palette(_ options: RedactionStyle) -> StylePalette {
    var colours = options.colors.map { $0.resolved(options.appearance, over: Colour(0)) }
    if colours.isEmpty, let colour = options.color {
      // Shades of the one colour.
      let base = colour.resolved(options.appearance, over: Colour(0))
      colours = [0, 0.12, 0.24, 0.36].map { base.mixed(with: base.readable, share: $0) }
    }
    if colours.isEmpty {
      colours =
        options.appearance == .light
        ? [0x8E8E8E, 0x9A9A9A, 0xA6A6A6, 0xB4B4B4, 0xC2C2C2].map { Colour($0) }
        : [0x2A2A2A, 0x343434, 0x3E3E3E, 0x4A4A4A, 0x565656].map { Colour($0) }
    }
    return StylePalette(ground: colours[0], others: Array(colours.dropFirst()))
  }

  func label(_ options: RedactionStyle) -> LabelTraits {
    LabelTraits(ground: palette(options).ground, hasPlate: true)
  }

  func paint(_ request: MaskRequest, into pixels: inout OutputSpan<RGBA>) {
    let palette = palette(request.options), colours = ([palette.ground] + palette.others).map(\.rgba)
    // Blocks are sized by the mask and counted from its corner: the grid moves with the view.
    let block = max(2, request.shortSide / 5)
    for y in 0..<request.size.height {
      for x in stride(from: 0, to: request.size.width, by: block) {
        let value = hashed(request.seed, x / block, y / block)
        pixels.append(
          repeating: colours[Int(value % UInt64(colours.count))], count: min(block, request.size.width - x))
      }
    }
  }

  /// The finishing steps of the SplitMix64 generator over seed and place.
  private func hashed(_ seed: UInt64, _ column: Int, _ row: Int) -> UInt64 {
    var z = seed &+ UInt64(column) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(row) &* 0xD1B5_4A32_D192_ED03
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
