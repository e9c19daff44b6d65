import ScrimCore

@testable import ScrimRules

/// Rules from Lua source, as `rules.lua`, `rules2.lua`, …
func rules(
  _ sources: String..., budgets: Budgets = Budgets(), log: @escaping (String) -> Void = { _ in }
) throws(RulesError) -> RuleSet {
  try RuleSet(
    files: sources.enumerated().map { place, source in
      RulesFile(name: place == 0 ? "rules.lua" : "rules\(place + 1).lua", source: Array(source.utf8))
    }, budgets: budgets, log: log)
}

extension RuleSet {
  /// The decision about one snapshot.
  func decision(_ snapshot: Snapshot, index: Int = 0, events: [Event] = [], lifecycle: Lifecycle = Lifecycle())
    -> Decision
  {
    decision(context(.exact(snapshot), index: index, events: events, lifecycle: lifecycle))
  }

  func decision(_ frame: FrameContext) -> Decision {
    switch decide(frame) {
    case .one(let decision): decision
    case .between(let before, _): before
    }
  }
}

extension Decision {
  /// What each view with an id got: `hide`, `show`, `lifted` or `-`.
  func words(_ snapshot: Snapshot) -> [String: String] {
    var words = [String: String]()
    for (view, verdict) in zip(snapshot.views, verdicts) {
      guard let id = view.id else { continue }
      switch verdict {
      case .hide: words[id] = "hide"
      case .show(let lifted): words[id] = lifted ? "lifted" : "show"
      case .inherit: words[id] = "-"
      }
    }
    return words
  }

  func order(_ id: String, in snapshot: Snapshot) -> HideOrder? {
    guard case .hide(let order) = verdicts[snapshot.index(id)] else { return nil }
    return orders[order]
  }

  var messages: [String] {
    failures.map { failure in
      switch failure {
      case .rules(let message), .budget(let message): message
      case .undecodable(let reason), .noSnapshot(let reason), .badViews(let reason), .masking(let reason): reason
      }
    }
  }
}
