import ScrimCore

/// The options of a style as far as somebody gave them: what is not given is left to whoever stands before.
struct StyleOptions: Hashable {
  var name: StyleName?
  var color: ColourChoice?
  var colors: [ColourChoice]?
  var text: String?
  var textStyle: TextStyle?
  var textColor: ColourChoice?
  var font: String?
  var align: TextAlignment?
  var contentSize: ContentSize?
  var appearance: Appearance?
  var symbol: RedactionStyle.Symbol?
  var layout: RedactionStyle.Layout?
  var allowCosmetic: Bool?

  /// These options, and those of `later` in place of the same ones.
  func refined(by later: StyleOptions) -> StyleOptions {
    StyleOptions(
      name: later.name ?? name, color: later.color ?? color, colors: later.colors ?? colors, text: later.text ?? text,
      textStyle: later.textStyle ?? textStyle, textColor: later.textColor ?? textColor, font: later.font ?? font,
      align: later.align ?? align, contentSize: later.contentSize ?? contentSize,
      appearance: later.appearance ?? appearance, symbol: later.symbol ?? symbol, layout: later.layout ?? layout,
      allowCosmetic: later.allowCosmetic ?? allowCosmetic)
  }

  /// The style that these options make of another one.
  func applied(to base: RedactionStyle) -> RedactionStyle {
    var style = base
    style.name = name ?? base.name
    style.color = color ?? base.color
    style.colors = colors ?? base.colors
    style.text = text ?? base.text
    style.textStyle = textStyle ?? base.textStyle
    style.textColor = textColor ?? base.textColor
    style.font = font ?? base.font
    style.align = align ?? base.align
    style.contentSize = contentSize ?? base.contentSize
    style.appearance = appearance ?? base.appearance
    style.symbol = symbol ?? base.symbol
    style.layout = layout ?? base.layout
    return style
  }

  /// The mask that these options make; refuses a cosmetic style that nobody allowed.
  func mask() throws(OptionProblem) -> RedactionStyle {
    let style = applied(to: .defaultMask)
    guard style.tier != .cosmetic || allowCosmetic == true else {
      throw OptionProblem(
        "'\(style.name.rawValue)' can be undone; it needs allow_cosmetic = true", at: ["style"])
    }
    return style
  }
}
