public import ScrimCore
internal import ScrimInput
internal import ScrimMasking
internal import ScrimOutput
internal import ScrimPlanning
public import ScrimRules
internal import ScrimViews
internal import Synchronization

/// One frame to be looked at, before or while rules are written.
public struct InspectionRequest: Sendable {
  /// What a run would be made of; its output is not written.
  public var run: RedactionRequest
  /// By index; nil is the first.
  public var frame: Int?
  /// The views that are asked for; nil is all.
  public var query: ViewQuery?
  /// Where a picture of the frame goes, with the views' outlines.
  public var picture: BytePath?
  /// Whether that picture shows the frame as it was recorded. The caller has to see to it that its name says so.
  public var showsPixels = false

  public init(run: RedactionRequest) {
    self.run = run
  }
}

/// What becomes of a view.
public enum ViewFate: Hashable, Sendable {
  /// By a rule, in a style.
  case hidden(rule: String, style: StyleName)
  /// With an ancestor, by its index.
  case hiddenWith(Int)
  /// `liftedFloor`: though it is secure.
  case shown(liftedFloor: Bool)
  case shownWith(Int)
  /// No rule says anything of it or of an ancestor.
  case untouched
}

/// One frame as rules see it, and what they make of it.
public struct Inspection: Sendable {
  public struct Tree: Sendable {
    public var snapshot: Snapshot
    /// For each view, in the snapshot's order.
    public var fates: [ViewFate]
    /// The views that were asked for.
    public var selected: [Int]
  }

  public var outcome: FrameOutcome
  /// None, the frame's own, or the two that it lies between.
  public var trees: [Tree]
}

/// Decides a recording up to one frame, as a run would, and tells what becomes of that frame.
public func inspect(_ request: InspectionRequest, log: @escaping @Sendable (String) -> Void) throws(RunError)
  -> Inspection
{
  var run = request.run
  run.output = .dryRun
  let seen = Seen(wanted: request.frame)
  if let picture = request.picture {
    try inRun(RunError.output) { () throws(SinkError) in try requireApart(input: run.input.path, output: picture) }
  }
  run.start = request.frame
  let opened = try OpenedRun(run, log: log, touchesPixels: true, watch: seen.take)
  guard let frame = opened.feed.next() else {
    throw opened.feed.error ?? .nothingSelected(first: 0, last: max(0, seen.count - 1))
  }
  let trees = seen.trees.map { tree in
    Inspection.Tree(
      snapshot: tree.snapshot, fates: tree.decision.fates(of: tree.snapshot),
      selected: request.query?.views(in: tree.snapshot) ?? Array(tree.snapshot.views.indices))
  }
  var inspection = Inspection(outcome: FrameOutcome(identity: frame.ticket.identity, plan: frame.plan), trees: trees)
  if let picture = request.picture { try inspection.draw(frame, opened, request, to: picture) }
  return inspection
}

/// What the feed said of the frame that is asked for.
private final class Seen: Sendable {
  private struct State {
    var count = 0
    var trees: [(snapshot: Snapshot, decision: Decision)] = []
    var isFound = false
  }

  private let wanted: Int?
  private let state = Mutex(State())

  init(wanted: Int?) {
    self.wanted = wanted
  }

  var count: Int { state.withLock { $0.count } }
  var trees: [(snapshot: Snapshot, decision: Decision)] { state.withLock { $0.trees } }

  @Sendable func take(_ context: FrameContext, _ decision: FrameDecision) {
    state.withLock { state in
      state.count += 1
      guard !state.isFound, wanted.map({ context.identity.index >= $0 }) ?? true else { return }
      state.isFound = true
      switch (context.views.tree, decision) {
      case (.exact(let snapshot), .one(let decision)): state.trees = [(snapshot, decision)]
      case (.between(let first, let second, _), .between(let before, let after)):
        state.trees = [(first, before), (second, after)]
      case (.exact, .between), (.between, .one), (.none, _), (.missing, _): state.trees = []
      }
    }
  }
}

extension Decision {
  /// What becomes of each view, by its own verdict or its nearest decided ancestor's.
  fileprivate func fates(of snapshot: Snapshot) -> [ViewFate] {
    var fates = [ViewFate]()
    fates.reserveCapacity(snapshot.views.count)
    for (index, view) in snapshot.views.enumerated() {
      // A decision that does not fit its snapshot covers the frame: nothing of it says anything.
      switch index < verdicts.count ? verdicts[index] : .inherit {
      case .hide(let order):
        fates.append(.hidden(rule: orders[order].rule, style: orders[order].style.name))
      case .show(let lifted): fates.append(.shown(liftedFloor: lifted))
      case .inherit:
        guard let parent = view.parent else {
          fates.append(.untouched)
          continue
        }
        switch fates[parent] {
        case .hidden: fates.append(.hiddenWith(parent))
        case .shown: fates.append(.shownWith(parent))
        case .hiddenWith(let owner): fates.append(.hiddenWith(owner))
        case .shownWith(let owner): fates.append(.shownWith(owner))
        case .untouched: fates.append(.untouched)
        }
      }
    }
    return fates
  }
}

extension Inspection {
  /// Writes the frame with the outlines of the views that were asked for. Outlines are redactions like any other, painted
  /// last: nothing that was hidden comes back by them.
  fileprivate mutating func draw(
    _ frame: PlannedFrame, _ opened: OpenedRun, _ request: InspectionRequest, to path: BytePath
  ) throws(RunError) {
    let size = frame.plan.size
    let edges = outlineRedactions(size: size)
    var outlined = frame
    if request.showsPixels { outlined.plan.redactions = [] }
    outlined.plan.redactions += edges
    let masked = try mask(
      outlined, of: opened.source, by: Masker(seed: request.run.seed), failureCover: opened.rules.failureCover)
    // What failed on the way is told, as a run would.
    if masked.plan != outlined.plan { outcome = FrameOutcome(identity: outcome.identity, plan: masked.plan) }
    let written = masked.takeFrame()
    do {
      let sink = try PNGDirectory(file: path, existing: request.run.existing)
      _ = try sink.write(written)
      try sink.finish()
    } catch {
      throw .output(error)
    }
  }

  /// In pixels: thick enough to be seen on a dense screen.
  private static let outlineWidth = 2

  /// The outlines by fate: what is hidden lies on top of what is not.
  private func outlineRedactions(size: PixelSize) -> [Redaction] {
    var edges: [Outline: [Region]] = [:]
    for tree in trees {
      let found = outlines(of: tree.selected, in: tree.snapshot, size: size, width: Self.outlineWidth)
      for (view, region) in zip(tree.selected, found) {
        guard let outline = Outline(tree.fates[view]) else { continue }
        edges[outline, default: []].append(region)
      }
    }
    return Outline.allCases.compactMap { outline in
      let region = Region.union(of: edges[outline] ?? [])
      if region.isEmpty { return nil }
      var style = RedactionStyle(.solid)
      style.color = .fixed(outline.colour)
      return Redaction(region: region, bounds: region.bounds, style: style, rule: "inspect")
    }
  }

  /// The kinds of outlines, in the order in which they are drawn.
  private enum Outline: CaseIterable {
    case untouched, shown, lifted, hidden

    /// Nil for what is hidden with its ancestor: the boxes of words in a mask would tell their lengths.
    init?(_ fate: ViewFate) {
      switch fate {
      case .untouched: self = .untouched
      case .shown(liftedFloor: false), .shownWith: self = .shown
      case .shown(liftedFloor: true): self = .lifted
      case .hidden: self = .hidden
      case .hiddenWith: return nil
      }
    }

    /// Blue, green, orange, red: as people read them.
    var colour: Colour {
      switch self {
      case .untouched: Colour(0x0A84FF)
      case .shown: Colour(0x34C759)
      case .lifted: Colour(0xFF9500)
      case .hidden: Colour(0xFF3B30)
      }
    }
  }
}
