internal import ScrimCore
internal import ScrimOutput
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

  private static let recognizers = Recognizer.builtIn.map { Item(name: $0.name, summary: $0.summary) }

  private static let readyRules = RulesFile.ready.map { Item(name: $0.name, summary: $0.summary) }

  private static let codecs: [Item] =
    [
      Item(name: "png", summary: "read and written: files of a directory"),
      Item(name: "y4m", summary: "read and written: uncompressed streams"),
      Item(name: "video", summary: "read: every container and codec of FFmpeg's libraries"),
    ]
    + VideoContainer.allCases.map { Item(name: $0.rawValue, summary: "written: \($0.summary)") }
}
