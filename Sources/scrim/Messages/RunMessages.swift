internal import ScrimCore
internal import ScrimOutput
internal import ScrimPipeline
internal import ScrimViews

extension Message {
  /// Why a run could not do its work, or broke off; nil where it ends quietly.
  init?(_ error: RunError, after extent: RunExtent = .nothing) {
    switch error {
    case .input(let error): self.init(error, after: extent)
    case .views(let error): self.init(error, after: extent)
    case .rules(let error):
      self.init(error, consequence: "nothing was written. `scrim check FILE` tries rules without a recording.")
    case .output(.closedPipe): return nil
    case .output(let error): self.init(error, after: extent)
    case .stopped(let identity, let cause): self = .stopped(identity, cause, after: extent)
    case .nothingDecodable(let identity, let error):
      self.init(
        .error, "\(identity.shown): \(Message.problem(error)); not one frame can be decoded, and nothing was written.")
    case .nothingSelected(let first, let last):
      self.init(
        .error,
        "no frame lies between --start and --end; the recording has frames \(first) to \(last). Nothing was written.")
    case .outOfMemory(let identity):
      self.init(
        .error,
        "\(identity.shown): not enough memory; the run ended before this frame; \(extent.words). --jobs 1 needs the least."
      )
    case .report(let error): self = .report(error)
    }
  }

  /// Rules that never matched anything; nil where there are none to speak of. Ready rules are made for every recording:
  /// that one of them finds nothing says nothing.
  static func neverMatched(_ rules: [String]) -> Message? {
    let rules = rules.filter { rule in !Catalogue.readyRuleNames.contains { rule.hasPrefix("\($0) ") } }
    guard !rules.isEmpty else { return nil }
    let names = rules.prefix(shownRules).map(oneLine).joined(separator: ", ")
    let more = rules.count > shownRules ? " and \(rules.count - shownRules) more" : ""
    return Message(
      .warning,
      "never matched a view: \(names)\(more). Is a name misspelt? Where the recording has no such view, all is well.")
  }

  /// Text inputs that nothing marks as secret or not; nil where there are none.
  static func unmarkedInputs(_ frames: Int) -> Message? {
    guard frames > 0 else { return nil }
    return Message(
      .warning,
      """
      \(counted(frames, "frame")) with text inputs of a format that does not mark secret ones: all of them were hidden. \
      Rules lift that with plan:show(view, { even_if_secure = true }).
      """)
  }

  /// Records of a stream of views that came too late; nil where there are none.
  static func lateViews(_ warnings: ViewsWarnings) -> Message? {
    guard warnings.lateRecords > 0 else { return nil }
    let lines = warnings.firstLateLines.map(String.init).joined(separator: ", ")
    let more = warnings.lateRecords > warnings.firstLateLines.count ? ", …" : ""
    return Message(
      .error,
      """
      \(counted(warnings.lateRecords, "record")) of the views came after a frame that \
      \(warnings.lateRecords == 1 ? "it was" : "they were") for had been written: line \(lines)\(more). A frame waits for \
      its views and no longer than --views-timeout; events stand before the snapshot of their instant.
      """)
  }

  /// Snapshots of a stream of views that were left out; nil where there are none.
  static func droppedViews(_ warnings: ViewsWarnings) -> Message? {
    guard warnings.droppedSnapshots > 0 else { return nil }
    return Message(
      .warning,
      """
      \(counted(warnings.droppedSnapshots, "snapshot")) of the views were left out: too many were ahead of the frames, and no \
      frame came. Frames that they were for are covered.
      """)
  }

  /// For `--verbose`: what part of the time the rules took.
  static func deciding(_ summary: RunSummary, of elapsed: Double) -> Message {
    let share = elapsed > 0 ? " of \(shownThousandths(elapsed)) s" : ""
    return Message(.detail, "rules took \(shownThousandths(summary.secondsDeciding)) s\(share)")
  }

  static let droppedSound = Message(
    .note,
    """
    the sound of the input is dropped; --audio mute-redacted keeps it where nothing was covered, --audio keep copies it as \
    it is.
    """)

  /// What else the container of a video holds; nil where that is nothing.
  static func leftOut(_ beside: [String: Int]) -> Message? {
    guard !beside.isEmpty else { return nil }
    let parts = beside.sorted { $0.key < $1.key }.map { "\($0.key.replacing("_", with: " ")): \($0.value)" }
    return Message(
      .note, "what the input holds beside pictures and sound is dropped (\(parts.joined(separator: ", "))).")
  }

  /// What a run has done, in one line.
  static func summary(_ summary: RunSummary, total: Int?, _ place: RunExtent) -> Message {
    let parts = [
      (summary.redacted, "redacted"), (summary.untouched, "untouched"),
      (summary.covered, "covered by the privacy screen"),
      (summary.failed, "failed and covered"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let resumed = summary.resumed > 0 ? " (\(summary.resumed) by an earlier run)" : ""
    let target =
      switch place.output {
      case .path("-"): "written to standard output"
      case .path(let path): "written to \(path)"
      case .null: "nothing written (--null)"
      case .dryRun: "nothing written (--dry-run)"
      }
    let counts = ([counted(summary.frames, "frame") + resumed] + parts).joined(separator: ", ")
    guard summary.interruptedBy != nil else { return Message(.note, "\(counts); \(target)") }
    let done = total.map { "\(summary.frames) of \(counted($0, "frame"))" } ?? counted(summary.frames, "frame")
    if summary.isCutOff {
      return Message(
        .error, "interrupted after \(done); a pipe has got a part: its reader did not take the rest.")
    }
    var extent = place
    extent.frames = summary.frames
    return Message(.error, "interrupted after \(done); \(extent.words)\(extent.advice).")
  }

  private static let shownRules = 5
}
