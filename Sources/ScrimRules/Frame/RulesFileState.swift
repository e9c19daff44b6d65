import ScrimCore

/// What lasts of one rules file from frame to frame, beside its Lua state.
final class RulesFileState {
  let recognizers = RecognizerBook()
  let filter: MessageFilter
  /// The file, and the modules that it required.
  private(set) var sources: [RulesSource]
  var rules: RulesDefinition
  /// Why the file's state is not to be trusted any more: its event function has failed.
  var lostEvent: FailureCause?
  private var selectors = SelectorCache()
  private let output: LogOutput

  init(_ source: RulesSource, filter: MessageFilter, output: LogOutput) {
    sources = [source]
    rules = RulesDefinition(file: source.name)
    self.filter = filter
    self.output = output
  }

  var source: RulesSource { sources[0] }

  func add(module: RulesSource) { sources.append(module) }

  func selector(_ source: String) throws(SelectorError) -> Selector { try selectors.selector(source) }

  /// Whether a text is written as a constant in the rules: then it cannot depend on what is on the screen.
  func isConstant(_ text: String) -> Bool { sources.contains { $0.constants.contains(text) } }

  private var words: Set<String> { sources.dropFirst().reduce(source.words) { $0.union($1.words) } }

  /// A message of this file's script, without texts of views, behind the file's name.
  func message(_ text: String) -> String { "\(rules.file): " + filter.error(text, words: words) }

  /// A failed call as the frame's cause.
  func cause(of failure: LuaFailure) -> FailureCause {
    // A script can begin its message as if it came from another file: only known names are left unfiltered.
    let isKnown = sources.contains { $0.name == failure.file } || failure.file == "(load)"
    let place = isKnown ? "\(failure.file):\(failure.line.map { "\($0):" } ?? "")" : "\(rules.file):"
    switch failure.kind {
    case .error:
      let text = isKnown ? failure.message : "\(failure.file): \(failure.message)"
      return .rules(message: "\(place) " + filter.error(text, words: words))
    case .instructions, .time, .memory, .unusable: return .budget(message: "\(place) \(failure.message)")
    }
  }

  func mentions(_ word: String) -> Bool { sources.contains { $0.words.contains(word) } }

  /// A name that a script gave something, for the report: as it is where it is a constant, else without texts of views.
  func said(_ name: String) -> String { isConstant(name) ? name : filter.line(name, words: words) }

  func log(_ line: String) {
    output.write { "\(rules.file): \(filter.line(line, words: words))" }
  }
}

/// Where scripts' lines go, and how many of them: a loop that prints must not fill a disk.
final class LogOutput {
  private let write: (String) -> Void
  private var inFrame = 0
  private var inRun = 0

  static let mostInFrame = 100
  static let mostInRun = 10_000

  init(_ write: @escaping (String) -> Void) {
    self.write = write
  }

  func beginFrame() { inFrame = 0 }

  func write(_ line: () -> String) {
    inFrame += 1
    inRun += 1
    if inRun == Self.mostInRun + 1 {
      write("further lines of the rules are left out (over \(Self.mostInRun) in this run)")
    }
    if inRun > Self.mostInRun { return }
    if inFrame == Self.mostInFrame + 1 { write("further lines of the rules for this frame are left out") }
    if inFrame > Self.mostInFrame { return }
    write(line())
  }
}
