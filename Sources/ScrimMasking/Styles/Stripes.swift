internal import ScrimCore

/// Diagonal stripes, for "something was here".
struct Stripes: OpaqueStyle {
  func palette(_ options: RedactionStyle) -> StylePalette {
    let own = Colour(options.appearance == .light ? 0xD1D1D6 : 0x2C2C2E)
    let ground = options.color?.resolved(options.appearance, over: own) ?? own
    let others = options.colors.map { $0.resolved(options.appearance, over: ground) }
    return StylePalette(
      ground: ground, others: others.isEmpty ? [ground.mixed(with: ground.readable, share: 0.18)] : others)
  }

  func label(_ options: RedactionStyle) -> LabelTraits {
    LabelTraits(ground: palette(options).ground, hasPlate: true)
  }

  func paint(_ request: MaskRequest, into pixels: inout OutputSpan<RGBA>) {
    let palette = palette(request.options), colours = [palette.ground] + palette.others
    // Stripes of 6 points, but several of them on the smallest mask.
    let width = max(1, min(6 * request.scale, Double(request.shortSide) / 3))
    let period = width * Double(colours.count)
    for y in 0..<request.size.height {
      for x in 0..<request.size.width {
        // The distance from the diagonal through the top left corner, across the stripes.
        var place = (Double(x) + Double(y)) * 0.5.squareRoot()
        place -= (place / period).rounded(.down) * period
        let index = min(Int(place / width), colours.count - 1)
        // The last pixel of a stripe blends into the next, so that the edges look smooth.
        let share = max(0, place - Double(index + 1) * width + 1)
        let next = colours[(index + 1) % colours.count]
        pixels.append(colours[index].mixed(with: next, share: share).rgba)
      }
    }
  }
}
