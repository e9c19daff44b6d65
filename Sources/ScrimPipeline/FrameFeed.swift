internal import Foundation
internal import ScrimCore
internal import ScrimInput
internal import ScrimPlanning
internal import ScrimRules
internal import ScrimViews
internal import Synchronization

/// A frame whose plan is final, ready for a worker.
struct PlannedFrame: Sendable {
  /// Place among the frames that are written, from 0.
  let ordinal: Int
  let ticket: FrameTicket
  var plan: Plan
}

/// Hands out frames with their plans, in order: reads tickets and views, lets the rules decide, and holds back what later
/// frames may still add to a plan.
///
/// Everything here happens under one lock, in the order of frames, whatever the number of workers: so the same rules give
/// the same output. Pixels are touched only to tell whether those of a lost view are still there (`Persistence`).
final class FrameFeed: Sendable {
  private struct State {
    var window: HoldWindow
    /// Tickets of the frames in the window, oldest first.
    var waiting: [FrameTicket] = []
    /// Frames whose plans are final and that no worker has taken.
    var ready: [PlannedFrame] = []
    var ordinal = 0
    var isAtEnd = false
    var lastSize = PixelSize(width: 1, height: 1)
    var error: RunError?
    /// What the rules took so far.
    var deciding = Duration.zero
    /// Nil where no pixel may be touched: then nobody can tell what persists.
    var persistence: Persistence?
  }

  private let source: any FrameSource
  private let views: any ViewsProvider
  private let rules: RuleSet
  private let planner: Planner
  private let request: RedactionRequest
  private let watch: Watch?
  private let state: Mutex<State>
  /// Taken by a worker before the state, which may be held for as long as a frame takes to be decoded: here those that wait sleep,
  /// while a `Mutex` turns in the kernel as long as the one that has it runs, and takes a processor from the encoder.
  private let turn = NSLock()

  /// [in the order of frames, one at a time] What was known of a frame, and what the rules said.
  typealias Watch = @Sendable (FrameContext, FrameDecision) -> Void

  init(
    source: any FrameSource, views: any ViewsProvider, rules: RuleSet, request: RedactionRequest, firstSize: PixelSize,
    touchesPixels: Bool = true, watch: Watch? = nil
  ) {
    self.source = source
    self.views = views
    self.rules = rules
    self.request = request
    self.watch = watch
    planner = Planner(failureCover: rules.failureCover)
    let lookAhead = Self.lookAhead(of: source, rules: rules, size: firstSize)
    let persistence =
      touchesPixels ? Persistence(planner: planner, failureCover: rules.failureCover, lookAhead: lookAhead) : nil
    state = Mutex(
      State(window: HoldWindow(lookAhead: lookAhead), lastSize: firstSize, persistence: persistence))
  }

  /// Rules whose holds stand in their tables say how far they reach. A `frame` function may ask for more.
  ///
  /// A directory is looked ahead as far as any call may reach: tickets are small. Frames of a stream are held in memory, so
  /// there it is a bounded number, and only where the rules speak of holds: a live stream shall not be late for nothing.
  private static func lookAhead(of source: any FrameSource, rules: RuleSet, size: PixelSize) -> Int {
    let declared = rules.longestHold.before
    if !source.isStream { return rules.hasFrameFunction ? max(declared, Hold.limit) : declared }
    guard rules.callsMayHold else { return declared }
    return max(declared, ReadAhead.count(of: size))
  }

  /// [any thread] The next frame to be written; nil at the end, after `stop`, or where the run cannot go on.
  func next() -> PlannedFrame? {
    turn.lock()
    defer { turn.unlock() }
    return state.withLock { state in
      while state.ready.isEmpty && !state.isAtEnd { advance(&state) }
      return state.ready.isEmpty ? nil : state.ready.removeFirst()
    }
  }

  /// [any thread] Ends the feed: no worker gets another frame.
  func stop() {
    state.withLock { state in
      state.isAtEnd = true
      state.ready = []
    }
  }

  /// Why the feed ended before the input did.
  var error: RunError? { state.withLock { $0.error } }

  /// What the rules took, the reading of views and the plans aside.
  var secondsDeciding: Double { state.withLock { $0.deciding / .seconds(1) } }

  /// Reads and decides one frame more, or ends.
  private func advance(_ state: inout State) {
    let ticket: FrameTicket?
    do {
      ticket = try source.next()
    } catch {
      // What was read before the input broke off is still written; the error decides how the run ends.
      state.error = .input(error)
      ticket = nil
    }
    guard var ticket else {
      state.isAtEnd = true
      release(state.window.finish(), &state)
      return
    }
    let size = ticket.announcedSize ?? state.lastSize
    state.lastSize = size
    let context = FrameContext(
      identity: ticket.identity, size: size, views: views.views(for: ticket.identity, picture: size))
    if views.isInterrupted {
      state.error = .input(.interrupted)
      state.isAtEnd = true
      return
    }
    let begin = ContinuousClock.now
    let decision = rules.decide(context)
    state.deciding += begin.duration(to: .now)
    watch?(context, decision)
    var plan = planner.plan(decision, for: context)
    // A frame of unknown size cannot be decoded either; what its rules hold for others has no place that is known.
    if ticket.announcedSize == nil, plan.failures.isEmpty {
      plan = .covered(
        size: size, scale: plan.scale, style: rules.failureCover,
        failures: [.undecodable(reason: "its size cannot be read")])
    }
    state.persistence?.apply(to: &plan, decision, for: context, ticket: &ticket)
    state.waiting.append(ticket)
    // What a frame that failed would have held for its neighbours is not known: its cover is held in its place.
    if !plan.failures.isEmpty {
      for i in plan.redactions.indices { plan.redactions[i].hold = rules.longestHold }
    }
    release(state.window.append(index: ticket.identity.index, plan: plan), &state)
  }

  /// Takes frames out of the window whose plans are final.
  private func release(_ finals: [(index: Int, plan: Plan)], _ state: inout State) {
    for (index, plan) in finals {
      let ticket = state.waiting.removeFirst()
      let end = request.end ?? .max
      if index >= end { state.isAtEnd = true }
      if index > end { return }
      if let start = request.start, index < start { continue }
      state.ready.append(PlannedFrame(ordinal: state.ordinal, ticket: ticket, plan: plan))
      state.ordinal += 1
    }
  }
}
