public import ScrimCore

/// A style that knows nothing of what it hides.
///
/// It is given a size, options, a scale and a seed, and appends pixels. The frame is not within its reach, and memory is
/// lent only for appending, so that it cannot read what was there.
///
/// [any thread, several at once] A style is a value without state: the same request gives the same pixels.
public protocol OpaqueStyle: Sendable {
  /// The colours that it paints with for these options.
  func palette(_ options: RedactionStyle) -> StylePalette

  /// How a label stands on it for these options.
  func label(_ options: RedactionStyle) -> LabelTraits

  /// Appends the mask's pixels, row by row from the top left, `width` times `height` of them at most.
  ///
  /// What it leaves out, the caller fills with the ground. Whatever alpha it writes, the mask is opaque. An error covers the frame.
  func paint(_ request: MaskRequest, into pixels: inout OutputSpan<RGBA>) throws(StyleError)
}

/// All that an opaque style gets to know.
public struct MaskRequest: Hashable, Sendable {
  /// In pixels; both at least 1.
  public let size: PixelSize
  public let options: RedactionStyle
  /// Image pixels per point; finite and above 0.
  public let scale: Double
  /// For patterns that should look random and be the same in every run.
  public let seed: UInt64

  public init(size: PixelSize, options: RedactionStyle, scale: Double, seed: UInt64) {
    self.size = size
    self.options = options
    self.scale = scale
    self.seed = seed
  }

  /// The shorter side in pixels: patterns and corners are sized by it.
  var shortSide: Int { min(size.width, size.height) }
}

/// The colours of a style: a gray frame is promoted to colour when one of them is not gray.
public struct StylePalette: Hashable, Sendable {
  /// What fills pixels that the style leaves out, or that lie outside of the view's box.
  public var ground: Colour
  public var others: [Colour]

  public init(ground: Colour, others: [Colour] = []) {
    self.ground = ground
    self.others = others
  }

  /// Whether the style paints its ground and nothing else.
  var isPlain: Bool { others.isEmpty }
  var isGray: Bool { ground.isGray && others.allSatisfy(\.isGray) }
}

/// How a label stands on a style, where the options do not say.
public struct LabelTraits: Hashable, Sendable {
  public var textStyle: TextStyle
  /// What the words stand on: an automatic text colour is readable on it, a translucent one is blended with it.
  public var ground: Colour
  /// Nil takes black or white, whichever can be read.
  public var colour: ColourChoice?
  public var symbol: RedactionStyle.Symbol
  /// Whether the label gets a plate of its ground, because the style has a pattern.
  public var hasPlate: Bool
  /// Whether the label stands as the privacy screen has it, rather than in the middle.
  public var standsAsCover: Bool

  public init(
    textStyle: TextStyle = .body, ground: Colour, colour: ColourChoice? = nil,
    symbol: RedactionStyle.Symbol = .none, hasPlate: Bool = false, standsAsCover: Bool = false
  ) {
    self.textStyle = textStyle
    self.ground = ground
    self.colour = colour
    self.symbol = symbol
    self.hasPlate = hasPlate
    self.standsAsCover = standsAsCover
  }
}

/// A style could not paint. It carries nothing: what a style says of its failure could be what it hides.
public struct StyleError: Error, Hashable, Sendable {
  public init() {}
}
