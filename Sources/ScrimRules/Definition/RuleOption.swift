import ScrimCore

/// Everything that options of a rule, a call or the cover can say.
struct OptionValues {
  var style = StyleOptions()
  var hold: Hold?
  var ruleName: String?
  var reveal = false
  var evenIfSecure = false
  /// States in which the cover hides; nil where nothing is said, empty for never.
  var coverOn: [LifecycleState]?
  var scene: String?
}

/// An option by name: one table reads it, documents it and completes it in editors.
public struct RuleOption: Sendable {
  /// Where an option may stand.
  public enum Place: String, Sendable, CaseIterable {
    /// `style = { … }`: what every rule begins with.
    case style
    /// An entry of `hide`.
    case hide
    /// `plan:hide(view, { … })`
    case hideCall
    /// `plan:show(view, { … })`
    case showCall
    /// `cover = { … }`
    case cover
    /// `plan:cover{ … }`
    case coverCall
  }

  public var name: String
  /// In the words of LuaCATS.
  public var luaType: String
  public var summary: String
  public var places: Set<Place>
  var read: @Sendable (LuaValue, inout OptionValues) throws(OptionProblem) -> Void

  static func options(of place: Place) -> [RuleOption] { all.filter { $0.places.contains(place) } }

  /// Reads the options of a table; `besides` are members that the caller reads, as a region's.
  static func read(
    _ table: LuaTable, as place: Place, besides: [String] = [], items: ClosedRange<Int> = 0...0
  ) throws(OptionProblem) -> OptionValues {
    let options = options(of: place)
    try table.check(members: options.map(\.name) + besides, items: items, called: "option")
    var values = OptionValues()
    for option in options {
      let value = table[option.name]
      if value.isNone { continue }
      do { try option.read(value, &values) } catch {
        throw problem(in: table, error.problem, at: [option.name] + error.path)
      }
    }
    return values
  }

  private static let masks: Set<Place> = [.style, .hide, .hideCall]
  private static let covers: Set<Place> = [.cover, .coverCall]
  private static let everywhere = masks.union(covers)

  public static let all: [RuleOption] = [
    RuleOption(
      name: "style", luaType: names(StyleName.selectable.map(\.rawValue)), summary: "how the pixels are replaced",
      places: masks
    ) { (value, values) throws(OptionProblem) in
      values.style.name = try value.choice("style", among: StyleName.selectable.map { ($0.rawValue, $0) })
    },
    RuleOption(
      name: "color", luaType: "string", summary: "the ground: #rgb, #rrggbb or a system colour's name",
      places: everywhere
    ) { (value, values) throws(OptionProblem) in values.style.color = try fill(value) },
    RuleOption(
      name: "colors", luaType: "string[]", summary: "further colours, of stripes and of noise", places: masks
    ) { (value, values) throws(OptionProblem) in
      let table = try value.table("colors")
      try table.check(members: [], items: 1...16, called: "member")
      var colors = [ColourChoice]()
      for (place, item) in table.items.enumerated() {
        colors.append(try within("[\(place + 1)]") { () throws(OptionProblem) in try fill(item) })
      }
      values.style.colors = colors
    },
    RuleOption(
      name: "text", luaType: "string", summary: "the overlay; may not repeat what it hides", places: everywhere
    ) { (value, values) throws(OptionProblem) in values.style.text = try overlay(value) },
    RuleOption(
      name: "text_style", luaType: names(TextStyle.allCases.map(\.rawValue)), summary: "the overlay's text style",
      places: everywhere
    ) { (value, values) throws(OptionProblem) in
      values.style.textStyle = try value.choice("text style", among: TextStyle.allCases.map { ($0.rawValue, $0) })
    },
    RuleOption(
      name: "text_color", luaType: "string", summary: "the overlay's colour", places: everywhere
    ) { (value, values) throws(OptionProblem) in values.style.textColor = try colour(value) },
    RuleOption(
      name: "font", luaType: "string", summary: "a font family", places: everywhere
    ) { (value, values) throws(OptionProblem) in
      let font = try overlay(value)
      guard !font.isEmpty, font.utf8.count <= 200 else { throw OptionProblem("it has to name a font family") }
      values.style.font = font
    },
    RuleOption(
      name: "align", luaType: names(TextAlignment.allCases.map(\.rawValue)), summary: "where the overlay stands",
      places: everywhere
    ) { (value, values) throws(OptionProblem) in
      values.style.align = try value.choice("alignment", among: TextAlignment.allCases.map { ($0.rawValue, $0) })
    },
    RuleOption(
      name: "content_size", luaType: names(ContentSize.allCases.map(\.rawValue)),
      summary: "the Dynamic Type size, or in short xs to xxxl and ax1 to ax5", places: everywhere
    ) { (value, values) throws(OptionProblem) in
      let long = ContentSize.allCases.map { ($0.rawValue, $0) }
      let short = zip(shortSizes, ContentSize.allCases).map { ($0, $1) }
      values.style.contentSize = try value.choice("content size", among: long + short)
    },
    RuleOption(
      name: "appearance", luaType: names(Appearance.allCases.map(\.rawValue)), summary: "of system colours",
      places: everywhere
    ) { (value, values) throws(OptionProblem) in
      values.style.appearance = try value.choice("appearance", among: Appearance.allCases.map { ($0.rawValue, $0) })
    },
    RuleOption(
      name: "symbol", luaType: names(RedactionStyle.Symbol.allCases.map(\.rawValue)), summary: "of cards and covers",
      places: everywhere
    ) { (value, values) throws(OptionProblem) in
      let known = RedactionStyle.Symbol.allCases.map { ($0.rawValue, $0) }
      values.style.symbol = try value.choice("symbol", among: known)
    },
    RuleOption(
      name: "layout", luaType: names(RedactionStyle.Layout.allCases.map(\.rawValue)),
      summary: "where the cover's label stands", places: covers
    ) { (value, values) throws(OptionProblem) in
      let known = RedactionStyle.Layout.allCases.map { ($0.rawValue, $0) }
      values.style.layout = try value.choice("layout", among: known)
    },
    RuleOption(
      name: "allow_cosmetic", luaType: "boolean", summary: "allows pixelate and blur, which can be undone",
      places: masks
    ) { (value, values) throws(OptionProblem) in values.style.allowCosmetic = try value.boolean() },
    RuleOption(
      name: "hold", luaType: "integer|{ before?: integer, after?: integer }",
      summary: "frames before and after that stay hidden too", places: [.hide, .hideCall, .cover, .coverCall]
    ) { (value, values) throws(OptionProblem) in values.hold = try holdValue(value) },
    RuleOption(
      name: "name", luaType: "string", summary: "what the report calls this rule",
      places: [.hide, .hideCall]
    ) { (value, values) throws(OptionProblem) in
      let name = try overlay(value)
      guard !name.isEmpty, name.utf8.count <= 100 else { throw OptionProblem("it has to be 1 to 100 bytes long") }
      values.ruleName = name
    },
    RuleOption(
      name: "reveal", luaType: "boolean", summary: "lets the overlay repeat what it hides", places: [.hideCall]
    ) { (value, values) throws(OptionProblem) in values.reveal = try value.boolean() },
    RuleOption(
      name: "even_if_secure", luaType: "boolean", summary: "lifts the floor for this view; the report says so",
      places: [.showCall]
    ) { (value, values) throws(OptionProblem) in values.evenIfSecure = try value.boolean() },
    RuleOption(
      name: "on", luaType: #""background"|"inactive"|"never""#, summary: "the states that are covered", places: [.cover]
    ) { (value, values) throws(OptionProblem) in
      if value == .boolean(false) {
        values.coverOn = []
        return
      }
      values.coverOn = try value.choice(
        "state",
        among: [
          ("background", [.background, .disconnected]), ("inactive", [.inactive, .background, .disconnected]),
          ("never", []),
        ])
    },
    RuleOption(
      name: "scene", luaType: "string", summary: "covers this scene's windows alone", places: [.coverCall]
    ) { (value, values) throws(OptionProblem) in values.scene = try value.string() },
  ]
}

private let shortSizes = ["xs", "s", "m", "l", "xl", "xxl", "xxxl", "ax1", "ax2", "ax3", "ax4", "ax5"]

private func names(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: "|") }

/// A colour for text, where a translucent system colour is blended with its ground.
private func colour(_ value: LuaValue) throws(OptionProblem) -> ColourChoice {
  let text = try value.string()
  do { return try ColourChoice(text) } catch {
    switch error {
    case .translucent: throw OptionProblem("'\(text)' is translucent, and a mask may not be looked through")
    case .unknown:
      let near = suggestion(for: text, among: SystemColour.allCases.map(\.rawValue))
      throw OptionProblem("'\(text)' is no colour (#rgb, #rrggbb or a system colour's name)" + near)
    }
  }
}

/// A colour for a ground: opaque by itself.
private func fill(_ value: LuaValue) throws(OptionProblem) -> ColourChoice {
  let choice = try colour(value)
  if case .system(let system) = choice, system.isTranslucent {
    throw OptionProblem("'\(system.rawValue)' is translucent, and a mask may not be looked through")
  }
  return choice
}

/// A text that is drawn: not too long, without control characters but line breaks.
private func overlay(_ value: LuaValue) throws(OptionProblem) -> String {
  let text = try value.string()
  guard text.unicodeScalars.count <= 1000 else { throw OptionProblem("it is longer than 1000 characters") }
  guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control || $0 == "\n" }) else {
    throw OptionProblem("it has a control character")
  }
  return text
}

/// Frames before and after: one number for both, or a table. At most 600, 20 seconds at 30 a second: as far as recordings
/// are looked ahead.
func holdValue(_ value: LuaValue) throws(OptionProblem) -> Hold {
  let limit = Hold.limit
  guard case .table = value else {
    let frames = try value.count(upTo: limit)
    return Hold(before: frames, after: frames)
  }
  let table = try value.table("hold")
  try table.check(members: ["before", "after"], called: "member")
  func frames(_ name: String) throws(OptionProblem) -> Int {
    table[name].isNone
      ? 0 : try within(name) { () throws(OptionProblem) in try table[name].count(upTo: limit) }
  }
  return Hold(before: try frames("before"), after: try frames("after"))
}
