import ScrimCore

/// A frame that a spec has made or loaded.
final class SpecFrame {
  /// Its size, views and, of a recorded one, events and states.
  let base: FrameContext
  /// What a made-up frame says of app and scenes: events that lead there.
  private let states: [Event]
  /// Nil takes the number of plans made before.
  private let index: Int?
  /// What happened before a recorded frame.
  let earlierEvents: [Event]
  /// Whether its texts are somebody's: a spec's own are made up.
  let isRecorded: Bool
  /// The snapshots that the frame shows, or lies between.
  let snapshots: [Snapshot]
  private var evaluator: FrameEvaluator?
  private(set) var matchers: [SelectorMatcher]

  init(recorded frame: RecordedFrame) {
    base = frame.context
    (states, index, earlierEvents, isRecorded) = ([], frame.context.identity.index, frame.earlierEvents, true)
    snapshots =
      switch frame.context.views.tree {
      case .exact(let snapshot): [snapshot]
      case .between(let before, let after, fraction: _): [before, after]
      case .none, .missing: []
      }
    matchers = snapshots.map(SelectorMatcher.init)
  }

  init(made context: FrameContext, snapshot: Snapshot, states: [Event], index: Int?) {
    base = context
    (self.states, self.index, earlierEvents, isRecorded) = (states, index, [], false)
    snapshots = [snapshot]
    matchers = [SelectorMatcher(snapshot)]
  }

  /// Makes what answers `frame:all` and the like; `texts` takes note of what is read of recorded views.
  func makeCalls(for name: String, source: RulesSource, texts: MessageFilter) {
    let state = RulesFileState(source, filter: isRecorded ? texts : MessageFilter(), output: LogOutput { _ in })
    evaluator = FrameEvaluator(
      state, facts: FrameFacts(base, snapshots.first), place: 0, orders: OrderBook())
  }

  var calls: FrameEvaluator { evaluator! }

  func takeCost() -> Int { matchers.reduce(evaluator?.takeCost() ?? 0) { $0 + $1.takeCost() } }

  /// The frame as it is decided, as number `place` of its test. Events change what later frames begin with; what a
  /// frame says of app and scenes itself holds for it alone.
  func context(place: Int, lifecycle: inout Lifecycle) -> FrameContext {
    var context = base
    if isRecorded {
      lifecycle = base.views.lifecycle
      return context
    }
    context.identity.index = index ?? place
    for i in context.views.events.indices {
      context.views.events[i].instant =
        context.identity.time.map(Event.Instant.time) ?? .frame(context.identity.index)
      lifecycle.apply(context.views.events[i])
    }
    context.views.lifecycle = lifecycle
    for event in states { context.views.lifecycle.apply(event) }
    return context
  }
}

/// A plan, and what of its frame can be seen.
struct SpecPlan {
  /// The frame's place.
  var frame: Int
  var plan: Plan
  /// For each snapshot of the frame, the seen pixels of each view.
  var visible: [[Region]]
  /// The names of the rules files.
  var rules: [String]
}
