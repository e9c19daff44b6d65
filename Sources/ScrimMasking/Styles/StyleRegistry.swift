internal import ScrimCore

/// The styles by name. A new one is a new file in this folder, and a line here; the tests run over all of them.
struct StyleRegistry: Sendable {
  enum Style: Sendable {
    case opaque(any OpaqueStyle)
    case surroundings(any SurroundingsStyle)
    case cosmetic(any CosmeticStyle)
  }

  private let find: @Sendable (StyleName) -> Style

  subscript(name: StyleName) -> Style { find(name) }

  static let builtIn = StyleRegistry { name in
    switch name {
    case .solid: .opaque(Solid())
    case .stripes: .opaque(Stripes())
    case .card: .opaque(Card())
    case .noise: .opaque(Noise())
    case .cover: .opaque(Cover())
    case .erase: .surroundings(Erase())
    case .pixelate: .cosmetic(Pixelate())
    case .blur: .cosmetic(Blur())
    }
  }

  private init(_ find: @escaping @Sendable (StyleName) -> Style) {
    self.find = find
  }

  /// The same styles, but for one.
  func replacing(_ name: StyleName, with style: Style) -> StyleRegistry {
    StyleRegistry { $0 == name ? style : self[$0] }
  }
}
