internal import ScrimCore
internal import ScrimPlaceholders

/// A label of one redaction: how it is drawn, and in which colour.
struct Label {
  let overlay: Overlay
  private let options: RedactionStyle
  private let traits: LabelTraits

  /// Nil where the options ask for none.
  init?(_ options: RedactionStyle, traits: LabelTraits, size: PixelSize, scale: Double) {
    var overlay = Overlay(size: size, scale: scale)
    overlay.text = options.text
    overlay.textStyle = options.textStyle ?? traits.textStyle
    overlay.contentSize = options.contentSize
    overlay.font = options.font
    overlay.align = options.align
    overlay.symbol = options.symbol ?? traits.symbol
    overlay.placement = traits.standsAsCover ? .cover(options.layout) : .middle
    if overlay.isEmpty { return nil }
    self.overlay = overlay
    self.options = options
    self.traits = traits
  }

  var colour: Colour { traits.textColour(for: options) }

  /// The colour of what the label stands on, where the style has a pattern.
  var plate: Colour? { traits.hasPlate ? traits.ground : nil }

  /// Where the plate lies in the mask: under the label, and up to an edge where only a sliver would be left.
  func plateBounds(under label: CoverageBitmap) -> PixelRect {
    let sliver = Int((8 * overlay.scale).rounded()), size = overlay.size
    var bounds = label.bounds
    if bounds.left < sliver { bounds.left = 0 }
    if bounds.top < sliver { bounds.top = 0 }
    if size.width - bounds.right < sliver { bounds.right = size.width }
    if size.height - bounds.bottom < sliver { bounds.bottom = size.height }
    return bounds
  }

  func rendered() throws(PaintFailure) -> CoverageBitmap? {
    do throws(PlaceholderError) {
      return try overlay.rendered()
    } catch {
      throw .text(error)
    }
  }
}

extension LabelTraits {
  /// The colour of words and symbol for these options.
  func textColour(for options: RedactionStyle) -> Colour {
    (options.textColor ?? colour)?.resolved(options.appearance, over: ground) ?? ground.readable
  }
}
