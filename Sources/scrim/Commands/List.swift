/// What the command line asks of `scrim list`.
struct ListOptions: CommandOptions {
  var isJSON = false

  mutating func complete(operands: [Argument]) throws(UsageError) {
    if let first = operands.first { throw .surplusOperand(first.shown, taken: "list") }
  }
}

/// `scrim list`: what this build of the program can do.
enum ListCommand: Subcommand {
  static let text = CommandText(
    name: "list",
    summary: "Show styles, formats, recognizers, ready rules, plugins and codecs",
    purpose: ["Shows every name that flags and rules may use, with a line about each."],
    usage: "[--json]",
    examples: [
      .init(purpose: "The names of the styles, for a script:", command: "scrim list --json | jq -r '.styles[].name'")
    ],
    flags: flags.map(\.text) + [.help],
    exitCodes: [.planned, .usage, .outputFailed])

  static let flags: [Flag<ListOptions>] = [
    Flag(
      text: FlagText(
        long: "json", category: .general, summary: "Print one JSON value",
        documentation: "An object with an array for each section; every item has a `name` and a `summary`."),
      update: { options, _ in options.isJSON = true })
  ]

  static func run(_ options: ListOptions, in surroundings: Surroundings) -> ExitCode {
    let catalogue = Catalogue()
    return surroundings.print(options.isJSON ? JSONText.indented(catalogue) + "\n" : plain(catalogue))
  }

  private static func plain(_ catalogue: Catalogue) -> String {
    catalogue.sections.map { section in
      let width = section.items.map(\.name.count).max() ?? 0
      let lines = section.items.map { item in
        let gap = String(repeating: " ", count: width - item.name.count + 2)
        let tier = item.tier.map { " [\($0)]" } ?? ""
        return "  \(item.name)\(gap)\(item.summary)\(tier)\n"
      }
      return "\(section.title)\n" + (lines.isEmpty ? "  none\n" : lines.joined())
    }.joined(separator: "\n")
  }
}
