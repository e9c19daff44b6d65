internal import ScrimCore
internal import ScrimPlanning
internal import ScrimRules

extension Planner {
  /// The plan of a frame that was decided.
  func plan(_ decision: FrameDecision, for context: FrameContext) -> Plan {
    switch (decision, context.views.tree) {
    case (.between(let first, let second), .between(let before, let after, fraction: _)):
      planBetween(before: (first, before), after: (second, after), size: context.size)
    case (.one(let decision), _), (.between(let decision, _), _):
      // One decision for a frame between two snapshots: the planner covers it.
      plan(decision, views: context.views, size: context.size)
    }
  }
}
