internal import ScrimCore
internal import ScrimInput
internal import ScrimPipeline
internal import ScrimRules
internal import ScrimViews
internal import Synchronization

/// `scrim check --against`: the decisions of a run over a recording, and nothing else of it.
enum CheckedRecording {
  static func check(
    _ rules: [BytePath], against recording: BytePath, _ warnings: inout Int, in surroundings: Surroundings
  ) -> ExitCode {
    let counter = FrameCounter(surroundings)
    do {
      let files = try files(rules)
      let request = RedactionRequest(
        input: InputRequest(path: recording), output: .dryRun, views: ViewsRequest(location: .automatic), rules: files)
      let summary = try redact(request, observer: counter, control: Signals.listen())
      let printed = surroundings.print(table(summary, counter.otherRules(than: summary.matches), recording))
      counter.showRest()
      if let message = Message.neverMatched(summary.neverMatched) {
        surroundings.show(message)
        warnings += 1
      }
      return RedactCommand.code(for: summary).merged(with: printed)
    } catch {
      if let message = Message(error) { surroundings.show(message) }
      return RedactCommand.code(for: error)
    }
  }

  private static func files(_ rules: [BytePath]) throws(RunError) -> [RulesFile] {
    do { return try rules.map { name throws(RulesError) in try RulesFile(argument: name) } } catch {
      throw .rules(error)
    }
  }

  private static func table(_ summary: RunSummary, _ others: [RuleMatches], _ recording: BytePath) -> String {
    let rows = summary.matches + others
    let width = rows.map(\.rule.count).max() ?? 0
    let lines = rows.map { row in
      let gap = String(repeating: " ", count: width - row.rule.count + 2)
      return "  \(oneLine(row.rule))\(gap)\(row.frames == 0 ? "never" : counted(row.frames, "frame"))\n"
    }
    let failed = summary.failed > 0 ? ", \(summary.failed) fail closed" : ""
    return "\(recording): \(counted(summary.frames, "frame"))\(failed)\n" + lines.joined()
  }
}

/// Counts the frames in which rules hide something.
private final class FrameCounter: RunObserver {
  private struct State {
    var frames: [String: Int] = [:]
    var failed = 0
  }

  private let surroundings: Surroundings
  private let state = Mutex(State())

  /// Failures that are told one by one.
  private static let failuresInFull = 10

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  func began(total: Int?) {}

  func finished(_ outcome: FrameOutcome) {
    state.withLock { state in
      for rule in Set(outcome.plan.redactions.map(\.rule)) { state.frames[rule, default: 0] += 1 }
      guard outcome.status == .failed else { return }
      state.failed += 1
      if state.failed <= Self.failuresInFull {
        surroundings.show(.failed(outcome, ordinal: state.failed, total: nil))
      }
    }
  }

  func leavesOut(sound: Bool, beside: [String: Int]) {}
  func logged(_ line: String) { surroundings.show(Message(.note, oneLine(line))) }

  func showRest() {
    let rest = state.withLock { $0.failed } - Self.failuresInFull
    if rest > 0 { surroundings.show(.moreFailed(rest)) }
  }

  /// What has hidden something besides the entries of the files: functions, covers, the floor.
  func otherRules(than entries: [RuleMatches]) -> [RuleMatches] {
    let known = Set(entries.map(\.rule))
    return state.withLock { state in
      state.frames.filter { !known.contains($0.key) }.map { RuleMatches(rule: $0.key, frames: $0.value) }
        .sorted { $0.rule < $1.rule }
    }
  }
}
