internal import ScrimCore
internal import ScrimOutput
internal import ScrimPipeline
internal import ScrimRules

/// What the command line asks of `scrim inspect`.
struct InspectOptions: CommandOptions {
  /// Recording, views and rules, as for a run.
  var run = RedactOptions()
  var frame: Int?
  var picture: BytePath?
  var selector: String?
  var point: (x: Int, y: Int)?
  var isJSON = false
  var showsPixels = false

  /// What the name of a picture has in it that shows a frame as it was recorded.
  static let mark = "UNREDACTED"

  mutating func complete(operands: [Argument]) throws(UsageError) {
    guard let first = operands.first else { throw .missingOperand("INPUT") }
    guard operands.count == 1 else { throw .surplusOperand(operands[1].shown, taken: first.shown) }
    guard !first.path.isEmpty else { throw .emptyOperand("INPUT") }
    run.input = first.path
    try run.checkRecording()
    if selector != nil && point != nil { throw .contradiction("--select", "--at") }
    guard let picture else {
      if showsPixels { throw .needless("--unsafe-show-pixels", without: "--output") }
      if run.overwrites { throw .needless("--overwrite", without: "--output") }
      return
    }
    if showsPixels && !picture.lastComponent.contains(Self.mark) {
      throw .unmarkedPicture("\(picture.lastComponent)")
    }
  }
}

extension BytePath {
  fileprivate func contains(_ text: String) -> Bool {
    let part = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: part) }
  }
}

/// `scrim inspect`: one frame as rules see it.
enum InspectCommand: Subcommand {
  static let text = CommandText(
    name: "inspect",
    summary: "Show a frame's views, and what rules make of each",
    purpose: [
      """
      Prints the view tree of one frame: type, id, place in pixels, what is known of each view, and what the rules do \
      with it and by which rule. Texts of views are given by their length. --output draws the outlines of the views over \
      the redacted frame: red for hidden, green for shown by a rule, orange for secure and shown by the explicit word, \
      blue for all others.
      """
    ],
    usage: "INPUT [--frame N] [--views PATH|none] [--rules FILE|NAME]… [--output PICTURE.png] [FLAG]…",
    operands: [.init(name: "INPUT", summary: "a recording, as for `scrim redact`")],
    examples: [
      .init(
        purpose: "What do my rules do in frame 12, and where?",
        command: "scrim inspect recording/ --frame 12 --rules bank.lua --output outlines.png"),
      .init(purpose: "Try a selector:", command: "scrim inspect recording/ --select 'CardView > Label'"),
      .init(purpose: "What is at this pixel?", command: "scrim inspect recording/ --at 512,300"),
    ],
    flags: flags.map(\.text) + [.help],
    exitCodes: [.planned, .failedClosed, .usage, .unreadable, .outputFailed])

  static let flags: [Flag<InspectOptions>] = ownFlags + RecordingFlags.all.map { $0.lifted(to: \.run) }

  private static let ownFlags: [Flag<InspectOptions>] = [
    Flag(
      text: FlagText(
        long: "frame", value: .number, category: .input, summary: "The frame that is shown",
        documentation: "Its number, as messages and the report give it.", standard: "the first"),
      update: { options, value throws(ValueError) in options.frame = try value.wholeNumber(0...Int.max) }),
    Flag(
      text: FlagText(
        long: "select", value: ValueText(metavariable: "SELECTOR"), category: .views,
        summary: "Show only the views that a selector matches",
        documentation: "As rules have them: `#pin`, `CardView > Label`, `[secure]`. Quote it for the shell."),
      update: { options, value throws(ValueError) in
        guard let text = value.text, !text.isEmpty else { throw ValueError(allowed: "a selector") }
        options.selector = text
      }),
    Flag(
      text: FlagText(
        long: "at", value: ValueText(metavariable: "X,Y"), category: .views,
        summary: "Show only the topmost view at a pixel",
        documentation: "Counted from the upper left corner of the picture."),
      update: { options, value throws(ValueError) in options.point = try value.point() }),
    Flag(
      text: FlagText(
        long: "output", short: "o", value: ValueText(metavariable: "PICTURE", completion: .files), category: .output,
        summary: "Write a PNG picture of the frame with the views' outlines",
        documentation: "Of the redacted frame: what is hidden stays hidden. With --select or --at only of these views."),
      update: { options, value throws(ValueError) in options.picture = try value.nonEmptyPath().path }),
    Flag(
      text: FlagText(
        long: "overwrite", category: .output, summary: "Replace the picture where it is there already",
        documentation: "It is replaced whole, at one instant."),
      update: { options, _ in options.run.overwrites = true }),
    Flag(
      text: FlagText(
        long: "unsafe-show-pixels", category: .output, summary: "Draw over the frame as it was recorded",
        documentation: """
          The picture then shows everything, secure views too. Its name must have \(InspectOptions.mark) in it.
          """),
      update: { options, _ in options.showsPixels = true }),
    Flag(
      text: FlagText(
        long: "json", category: .general, summary: "Print one JSON value",
        documentation: "An object with the frame and an array of its trees, each an array of views."),
      update: { options, _ in options.isJSON = true }),
  ]

  static func run(_ options: InspectOptions, in surroundings: Surroundings) -> ExitCode {
    if options.showsPixels { surroundings.show(.showsPixels) }
    do {
      let inspection = try inspect(try request(options, in: surroundings)) { line in
        surroundings.show(Message(.note, oneLine(line)))
      }
      let text = options.isJSON ? InspectionJSON.text(inspection) : InspectionText.text(inspection)
      let printed = surroundings.print(text)
      guard inspection.outcome.status == .failed else { return printed }
      surroundings.show(.wouldFail(inspection.outcome))
      return printed.merged(with: .failedClosed)
    } catch {
      if case .output(.notEmpty(let path)) = error {
        surroundings.show(.pictureExists(path))
      } else if case .nothingSelected(let first, let last) = error, let frame = options.frame {
        surroundings.show(.noSuchFrame(frame, first: first, last: last))
      } else if let message = Message(error) {
        surroundings.show(message)
      }
      return RedactCommand.code(for: error)
    }
  }

  private static func request(
    _ options: InspectOptions, in surroundings: Surroundings
  ) throws(RunError) -> InspectionRequest {
    var request = InspectionRequest(run: try RedactCommand.request(options.run, in: surroundings))
    request.frame = options.frame
    request.picture = options.picture
    request.showsPixels = options.showsPixels
    if let point = options.point { request.query = ViewQuery(x: point.x, y: point.y) }
    if let selector = options.selector {
      do {
        request.query = try ViewQuery(selector: selector, name: "--select")
      } catch {
        throw .rules(error)
      }
    }
    return request
  }
}
