/// What a command line asks of messages and progress.
struct MessageOptions: Hashable, Sendable {
  var progress = ProgressMode.auto
  var isQuiet = false
  var isVerbose = false

  func check() throws(UsageError) {
    if isQuiet && isVerbose { throw .contradiction("--quiet", "--verbose") }
  }
}

extension MessageOptions {
  /// The flags of every command that works long enough to show progress.
  static let flags: [Flag<MessageOptions>] = [
    Flag(
      text: FlagText(
        long: "progress", value: .words(ProgressMode.allCases.map(\.rawValue)), category: .messages,
        summary: "How progress is shown on stderr",
        documentation: """
          `auto` is a bar with rate and remaining time on a terminal, and `plain` elsewhere: a line now and then. `json` \
          makes every line of stderr a JSON object, messages too. `off` shows none.
          """, standard: "auto"),
      update: { options, value throws(ValueError) in options.progress = try value.choice(ProgressMode.self) }),
    Flag(
      text: FlagText(
        long: "quiet", short: "q", category: .messages, summary: "Print errors only",
        documentation: "A run without errors prints nothing, and `--progress auto` is off."),
      update: { options, _ in options.isQuiet = true }),
    Flag(
      text: FlagText(
        long: "verbose", short: "v", category: .messages, summary: "Print a line for each frame",
        documentation: "Numbers, states and counts. No message ever holds a view's text."),
      update: { options, _ in options.isVerbose = true }),
  ]
}
