internal import ScrimCore

/// A rounded card on a filled ground, with symbol and label: the placeholder of a view.
///
/// Only the picture of the card is rounded: the ground fills the corners, the mask is square.
struct Card: OpaqueStyle {
  func palette(_ options: RedactionStyle) -> StylePalette {
    let ground = (options.color ?? .system(.systemGroupedBackground)).resolved(options.appearance, over: Colour(0))
    let card: Colour
    if let chosen = options.colors.first {
      card = chosen.resolved(options.appearance, over: ground)
    } else if options.color == nil {
      card = SystemColour.secondarySystemGroupedBackground.resolved(options.appearance, over: ground)
    } else {
      card = ground.mixed(with: ground.readable, share: 0.08)
    }
    return StylePalette(ground: ground, others: [card, card.mixed(with: card.readable, share: 0.14)])
  }

  func label(_ options: RedactionStyle) -> LabelTraits {
    let card = palette(options).others[0]
    // A little softer than the title of a real view, where the card leaves enough contrast for it.
    let soft = card.readable.mixed(with: card, share: 0.22)
    return LabelTraits(ground: card, colour: soft.contrast(with: card) >= 7 ? .fixed(soft) : nil, symbol: .lock)
  }

  func paint(_ request: MaskRequest, into pixels: inout OutputSpan<RGBA>) {
    let palette = palette(request.options), card = palette.others[0], line = palette.others[1]
    let short = Double(request.shortSide)
    let inset = min(2 * request.scale, short / 16), radius = min(12 * request.scale, short / 4)
    let stroke = max(1, request.scale * 0.5)
    let halfWidth = Double(request.size.width) / 2, halfHeight = Double(request.size.height) / 2
    for y in 0..<request.size.height {
      for x in 0..<request.size.width {
        // How far the pixel's middle lies inside of the rounded edge, in pixels.
        let across = abs(Double(x) + 0.5 - halfWidth) - (halfWidth - inset - radius)
        let along = abs(Double(y) + 0.5 - halfHeight) - (halfHeight - inset - radius)
        let corner = (max(across, 0) * max(across, 0) + max(along, 0) * max(along, 0)).squareRoot()
        let depth = radius - corner - min(max(across, along), 0)
        let edge = palette.ground.mixed(with: line, share: min(max(depth + 0.5, 0), 1))
        pixels.append(edge.mixed(with: card, share: min(max(depth - stroke + 0.5, 0), 1)).rgba)
      }
    }
  }
}
