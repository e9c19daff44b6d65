internal import ScrimCore
internal import ScrimOutput

/// The report's line about one frame: all that is needed to paint its masks once more, and no text of a view.
struct FrameLine: Encodable {
  struct Redaction: Encodable {
    var rule: String
    var view: String?
    var style: String
    var tier: String
    /// `[x, y, width, height]` each, disjoint, in image pixels.
    var rects: [[Int]]
    /// Where the style is laid out.
    var bounds: [Int]?
    var options: Options?
    /// Whether the floor asked for it.
    var secure = false
    var lifted_floor = false
    /// `persisted`: its view has vanished from the tree, and the pixels under it have not changed. Else nil.
    var cause: String?
  }

  /// The style's options; what is left out is the style's own.
  struct Options: Encodable {
    var color: String?
    var colors: [String]?
    var text: String?
    /// Of a text that is no constant of the rules, in characters.
    var text_length: Int?
    var text_style: String?
    var text_color: String?
    var font: String?
    /// Of a font's name that is no constant of the rules.
    var font_length: Int?
    var align: String?
    var content_size: String?
    var appearance: String?
    var symbol: String?
    var layout: String?
  }

  var record = "frame"
  var index: Int
  var time: Double?
  var name: String?
  var size: [Int]
  /// Image pixels per point.
  var scale: Double
  var status: String
  var cause: String?
  var redactions: [Redaction]
  var resumed: Bool?

  /// - Parameter constants: The texts that the rules write as constants.
  init(_ outcome: FrameOutcome, constants: Set<String>) {
    index = outcome.identity.index
    time = outcome.identity.time
    name = outcome.identity.name.map { "\($0)" }
    size = [outcome.plan.size.width, outcome.plan.size.height]
    scale = outcome.plan.scale
    status = outcome.status.rawValue
    cause = outcome.causes.isEmpty ? nil : outcome.causes.map(\.words).joined(separator: "; ")
    redactions = outcome.plan.redactions.map {
      Redaction(
        rule: $0.rule, view: $0.view, style: $0.style.name.rawValue, tier: $0.style.tier.rawValue,
        rects: $0.region.rects.map(\.members), bounds: $0.bounds.members,
        options: Options($0.style, constants: constants), secure: $0.isSecure,
        cause: $0.hasVanished ? "persisted" : nil)
    }
    redactions += outcome.plan.liftedFloor.map {
      Redaction(rule: "even_if_secure", view: $0, style: "none", tier: "none", rects: [], lifted_floor: true)
    }
    resumed = outcome.isResumed ? true : nil
  }
}

extension FrameLine.Options {
  init(_ style: RedactionStyle, constants: Set<String>) {
    let plain = RedactionStyle(style.name)
    color = style.color?.words
    colors = style.colors.isEmpty ? nil : style.colors.map(\.words)
    if let text = style.text {
      // A script can make any text it has read its label, and any name its font.
      let isConstant = constants.contains(text) || text == RedactionStyle.defaultCover.text
      if isConstant { self.text = text } else { text_length = text.count }
    }
    text_style = style.textStyle?.rawValue
    text_color = style.textColor?.words
    if let font = style.font {
      if constants.contains(font) { self.font = font } else { font_length = font.count }
    }
    align = style.align == plain.align ? nil : style.align.rawValue
    content_size = style.contentSize == plain.contentSize ? nil : style.contentSize.rawValue
    appearance = style.appearance == plain.appearance ? nil : style.appearance.rawValue
    symbol = style.symbol?.rawValue
    layout = style.layout == plain.layout ? nil : style.layout.rawValue
  }
}

extension ColourChoice {
  /// As rules write it.
  fileprivate var words: String {
    switch self {
    case .system(let colour): return colour.rawValue
    case .fixed(let colour):
      let value = Int(colour.red) << 16 | Int(colour.green) << 8 | Int(colour.blue)
      return "#" + String(value | 1 << 24, radix: 16).dropFirst()
    }
  }
}

extension PixelRect {
  fileprivate var members: [Int] { [left, top, width, height] }
}
