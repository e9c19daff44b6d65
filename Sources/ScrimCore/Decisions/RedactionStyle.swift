/// What a style may know of the pixels that it hides.
public enum Tier: String, Hashable, Sendable {
  /// Nothing: it is given a size, options and a seed.
  case opaque
  /// A ring outside of the region, nothing inside.
  case surroundings
  /// The pixels themselves: it can be undone, and has to be allowed.
  case cosmetic
}

/// The ways to replace a region's pixels.
public enum StyleName: String, Hashable, Sendable, CaseIterable {
  case solid, stripes, card, erase, noise, pixelate, blur
  /// The privacy screen. Rules ask for it with `cover`, not by name.
  case cover

  public var tier: Tier {
    switch self {
    case .solid, .stripes, .card, .noise, .cover: .opaque
    case .erase: .surroundings
    case .pixelate, .blur: .cosmetic
    }
  }

  /// The styles that rules may name.
  public static let selectable = allCases.filter { $0 != .cover }

  /// One sentence for `scrim list` and the manual.
  public var summary: String {
    switch self {
    case .solid: "one colour"
    case .stripes: "diagonal stripes"
    case .card: "a rounded card on a filled ground, with symbol and label"
    case .erase: "continues the background, as if the view was not there"
    case .noise: "a seeded mosaic in given colours, which carries nothing"
    case .pixelate: "mosaic of the hidden pixels; can be undone"
    case .blur: "blur of the hidden pixels; can be undone"
    case .cover: "the privacy screen over a whole frame or scene"
    }
  }
}

/// A style with its options, as one rule or call asks for it.
public struct RedactionStyle: Hashable, Sendable {
  public enum Symbol: String, Hashable, Sendable, CaseIterable {
    case none, lock, eye_slash, shield
  }

  /// Where the cover's label stands.
  public enum Layout: String, Hashable, Sendable, CaseIterable {
    case topTwoThirds = "top_two_thirds"
    case center
  }

  public var name: StyleName
  /// The ground; nil is the style's own.
  public var color: ColourChoice?
  /// Further colours: of stripes, or of the mosaic of `noise`. Empty is the style's own.
  public var colors: [ColourChoice] = []
  public var text: String?
  public var textStyle: TextStyle?
  /// Nil is the style's own, readable on its ground.
  public var textColor: ColourChoice?
  /// A font family; nil is the system's.
  public var font: String?
  public var align = TextAlignment.center
  public var contentSize = ContentSize.large
  public var appearance = Appearance.light
  public var symbol: Symbol?
  public var layout = Layout.topTwoThirds

  public init(_ name: StyleName) {
    self.name = name
  }

  public var tier: Tier { name.tier }

  /// The privacy screen as it is when nobody says otherwise.
  public static let defaultCover: RedactionStyle = {
    var style = RedactionStyle(.cover)
    style.text = "Content hidden to protect your privacy"
    return style
  }()

  /// What the floor takes when no rule says how: one colour, no text.
  public static let defaultMask = RedactionStyle(.solid)
}
