internal import ScrimCore
internal import ScrimInput
internal import ScrimMasking
internal import ScrimPlanning
internal import ScrimRules

/// Keeps a redaction whose view has vanished from the tree, as long as the pixels under it stay what they were.
///
/// Trees lose views that are still to be seen: while something is dismissed, behind an alert, when a page does not answer.
/// So a view that a snapshot has no longer is compared: its region in the frame in which it was last in the tree, and in
/// this one. Once they differ it is over for good, and so it is when the view comes back, since then the rules decide.
///
/// Frames come in their order, one at a time, so that the outcome depends neither on the number of jobs nor on where a run
/// began. A frame is decoded here only where a view has vanished that nothing else hides, and as long as one stays.
struct Persistence: Sendable {
  /// A frame with what its tree was, and a way to its pixels.
  private struct Seen: Sendable {
    enum Pixels: Sendable {
      /// To be decoded again.
      case ticket(FrameTicket)
      /// Of a stream, whose pixels are gone: what each mask of the frame looked like.
      case prints([Int: RegionPrint])
    }

    /// Its place among the frames.
    var place: Int
    var decision: Decision
    var views: KnownViews
    /// Where a cover lay, and below it another picture than the one that the tree tells of.
    var covered: Region
    var pixels: Pixels
  }

  /// How many frames back a frame is looked for, at most, in which a lost view was surely drawn.
  private static let farthest = 8
  /// Views that persist at once. A tree that loses more, all still visible, is no tree of its pictures.
  private static let most = 10_000
  /// Above so many what is hidden anyway is compared, too, so that it ends.
  private static let mostUnseen = 2_000

  private let planner: Planner
  private let failureCover: RedactionStyle
  /// Whether decoded pixels are kept for the worker. Not where many frames wait for their plans.
  private let keepsPixels: Bool
  private var recent: [Seen] = []
  /// The last frame, if it failed: what its tree had, and what was decided of it nevertheless.
  private var failed: Seen?
  private var persisting: [PersistingMask] = []
  private var count = 0
  /// Masks that were lost so far, to number them.
  private var lostCount = 0
  /// The masks of the frame before that are of a view, by rule and view, and its picture.
  private var lastMasks: (picture: PictureScale?, regions: [String: Region]) = (nil, [:])
  /// As far back as the rules' holds reach so far: so many trees are kept.
  private var reach = 0

  /// - Parameter lookAhead: How many frames are held back between here and the workers.
  init(planner: Planner, failureCover: RedactionStyle, lookAhead: Int) {
    self.planner = planner
    self.failureCover = failureCover
    keepsPixels = lookAhead <= Self.farthest
  }

  /// Adds to a frame's plan what persists in it, below its own redactions. The ticket may be changed for one whose pixels
  /// are at hand.
  mutating func apply(
    to plan: inout Plan, _ decision: FrameDecision, for context: FrameContext, ticket: inout FrameTicket
  ) {
    defer { count += 1 }
    var frame = FramePixels(ticket)
    defer { if ticket.isHeld || keepsPixels { ticket = frame.given(to: ticket) } }
    if let (decision, snapshot) = Self.earlier(decision, of: context) {
      follow(decision, KnownViews(snapshot, size: context.size), plan, context, &frame)
    }
    lastMasks.picture = plan.picture
    lastMasks.regions = Dictionary(
      plan.redactions.compactMap { mask in mask.maskOfView.map { ($0, mask.region) } }, uniquingKeysWith: { $1 })
    guard !persisting.isEmpty, plan.failures.isEmpty, !plan.isCovered else { return }
    compare(with: &frame, besides: plan)
    let lost = persisting.masks(besides: plan)
    guard lost.count <= Self.most else {
      let problem = "\(lost.count) hidden views have vanished from the tree, and their pixels have not"
      let failures = [FailureCause.badViews(reason: problem)]
      plan = .covered(size: plan.size, scale: plan.scale, style: failureCover, failures: failures)
      return
    }
    plan.redactions = lost + keyboards(in: context) + plan.redactions
  }

  /// Keyboards of a frame in which a secret field persists: it is still being typed into.
  private func keyboards(in context: FrameContext) -> [Redaction] {
    guard let mask = persisting.first(where: \.mask.redaction.isSecure)?.mask.redaction else { return [] }
    let snapshots: [Snapshot] =
      switch context.views.tree {
      case .exact(let snapshot): [snapshot]
      case .between(let before, let after, _): [before, after]
      case .none, .missing: []
      }
    return snapshots.flatMap(\.keyboards).compactMap { bounds in
      var redaction = mask
      redaction.region = Region(bounds.roundedOutward(within: context.size.rect))
      redaction.bounds = redaction.region.bounds
      return redaction.region.isEmpty ? nil : redaction
    }
  }

  /// The snapshot that a frame begins with, and what was decided of it; nil where nothing is known of the screen.
  private static func earlier(_ decision: FrameDecision, of context: FrameContext) -> (Decision, Snapshot)? {
    switch (context.views.tree, decision) {
    case (.exact(let snapshot), .one(let decision)): (decision, snapshot)
    case (.between(let snapshot, _, _), .between(let decision, _)): (decision, snapshot)
    case (.exact, .between), (.between, .one), (.none, _), (.missing, _): nil
    }
  }

  // MARK: - What is lost

  /// Takes a frame's tree: what it has is back, what it does not have is lost.
  private mutating func follow(
    _ decision: Decision, _ views: KnownViews, _ plan: Plan, _ context: FrameContext, _ frame: inout FramePixels
  ) {
    if !plan.failures.isEmpty {
      // Rules that failed may have hidden less, so the last frame that they decided stays the one to compare with. But what
      // only frames that failed had is lost with them.
      if let failed { lose(views.changes(since: failed.views), from: failed, to: views, plan) }
      // It is covered because it failed: below lies what the tree tells of, but where rules cover it, too.
      let covered = decision.covers.isEmpty ? Region.empty : Region(context.size.rect)
      failed = seen(decision, views, covered, context, &frame)
      return
    }
    let last = recent.last, changes = last.map { views.changes(since: $0.views) }
    endWhatIsBack(in: views, changes?.come)
    if let last, let changes { lose(changes, from: last, to: views, plan) }
    if let failed { lose(views.changes(since: failed.views), from: failed, to: views, plan) }
    failed = nil
    remember(decision, views, plan.covered, context, &frame)
  }

  private mutating func endWhatIsBack(in views: KnownViews, _ come: Set<Int>?) {
    // What was lost since the last frame that could be decided may be one of the views that are in both.
    let begin = persisting.firstIndex { $0.place > recent.last?.place ?? -1 } ?? persisting.endIndex
    let found =
      views.found(persisting[..<begin].map(\.mask.view), among: come)
      + views.found(persisting[begin...].map(\.mask.view), among: nil)
    persisting = zip(persisting, found).filter { !$1 }.map(\.0)
  }

  /// Notes the masks of an earlier frame's views that are gone.
  ///
  /// A view that no frame in the open shows has no pixels that could tell that it is gone, so one without words may be known
  /// by what is said in it, as others are by their own words. Where the tree is a frame ahead of its picture when a cover
  /// ends, what is still to be seen at its old place is hidden by its `hold` only, as of a view with words.
  private mutating func lose(_ changes: ViewChanges, from last: Seen, to views: KnownViews, _ plan: Plan) {
    // Within a mask of a view that stays in its place, that one counts: when it is lost, it persists itself. Any other mask
    // may be gone in the next frame.
    let stable = Region.union(
      of: plan.redactions.filter { mask in
        guard let last = mask.maskOfView.flatMap({ lastMasks.regions[$0] }) else { return false }
        return lastMasks.picture?.carry(last, to: plan.picture) == mask.region
      }.map(\.region))
    let gone = planner.lostMasks(
      of: changes.gone, from: (last.decision, last.views), to: plan.picture, besides: stable)
    lazy var moved = views.moved(changes, since: last.views)
    let lost = gone.map { (mask: $0, sources: sources(for: $0, of: last)) }
      .filter { $0.sources.first != nil || !moved.contains($0.mask.index) }
    if lost.isEmpty { return }
    let known = Set(lost.map(\.mask.redaction))
    persisting.removeAll { $0.mask.picture == last.views.picture && known.contains($0.mask.redaction) }
    var numbers = [Int: Int]()
    for (mask, sources) in lost {
      numbers[mask.index] = lostCount
      persisting.append(
        PersistingMask(
          mask: mask, place: count, number: lostCount, outer: mask.outer.flatMap { numbers[$0] },
          looks: .unseen(sources)))
      lostCount += 1
    }
    persisting.thinOut()
  }

  /// The frames to compare with: the last one that had the view in the open; and, since a hold says by how much trees may be
  /// behind their pictures, one that is as much earlier, as far as the view stood at its place.
  private func sources(for mask: LostMask, of last: Seen) -> PersistingMask.Sources {
    var sources = PersistingMask.Sources(), step = (seen: last, view: mask.index), newest: (seen: Seen, view: Int)?
    let wanted = last.place - min(mask.redaction.hold.after, Self.farthest)
    var earlier = recent.filter { $0.place < last.place }
    while true {
      if step.seen.covered.intersection(mask.redaction.region).isEmpty {
        // What it has become since then, no frame shows.
        if newest == nil, !last.views.says(mask.index, theSameAs: step.view, in: step.seen.views) { break }
        let source = source(of: step.view, in: step.seen)
        if let newest {
          sources.newest = sources.newest ?? sources.first
          sources.hasChanged =
            sources.hasChanged || !newest.seen.views.says(newest.view, theSameAs: step.view, in: step.seen.views)
        } else {
          newest = step
        }
        sources.first = source
        if step.seen.place <= wanted { break }
      }
      guard let before = earlier.popLast(), before.views.picture.size == last.views.picture.size,
        newest == nil || step.seen.place > wanted,
        let same = step.seen.views.standing(step.view, in: before.views)
      else { break }
      step = (before, same)
    }
    return sources
  }

  private func source(of view: Int, in seen: Seen) -> PersistingMask.Source {
    switch seen.pixels {
    case .ticket(let ticket): .frame(seen.place, ticket)
    case .prints(let prints): .print(prints[view])
    }
  }

  /// Keeps what a later loss is compared with.
  private mutating func remember(
    _ decision: Decision, _ views: KnownViews, _ covered: Region, _ context: FrameContext, _ frame: inout FramePixels
  ) {
    if case .between = context.views.tree, let last = recent.last, last.views.picture.size == context.size,
      views.snapshot.isSame(as: last.views.snapshot)
    {
      // Of the frames between two snapshots, the first one in the open is the nearest to the snapshot. The last decision
      // about it counts.
      if covered.area >= last.covered.area {
        recent[recent.count - 1].decision = decision
        return
      }
      recent.removeLast()
    }
    recent.append(seen(decision, views, covered, context, &frame))
    reach = max(reach, min(Self.farthest, decision.orders.map(\.hold.after).max() ?? 0))
    // The last one that is not covered stays until there is another.
    let oldest = count - reach, open = recent.last(where: \.covered.isEmpty)?.place
    recent.removeAll { $0.place < oldest && $0.place != open }
  }

  private func seen(
    _ decision: Decision, _ views: KnownViews, _ covered: Region, _ context: FrameContext, _ frame: inout FramePixels
  ) -> Seen {
    var pixels = Seen.Pixels.ticket(frame.ticket)
    if frame.ticket.isHeld {
      let masks = planner.ownMasks(decision, views) { _ in true }
        .filter { covered.intersection($0.redaction.region).isEmpty }
      let pairs = zip(masks.map(\.index), frame.prints(of: PersistingMask.limits(masks)) ?? [])
      pixels = .prints(Dictionary(pairs) { first, _ in first })
    }
    return Seen(place: count, decision: decision, views: views, covered: covered, pixels: pixels)
  }

  // MARK: - What stays

  /// Ends what has changed. What the plan hides anyway is looked at where it was hidden when it was lost.
  private mutating func compare(with frame: inout FramePixels, besides plan: Plan) {
    let hidden = plan.hiddenBesidesCovers, covered = plan.covered, isMuch = persisting.count > Self.mostUnseen
    let looked = persisting.indices.filter { place in
      let lost = persisting[place], region = lost.region(in: plan.picture)
      // Under a cover lies another picture than the one that the tree tells of.
      guard covered.intersection(region).isEmpty else { return false }
      return isMuch || lost.mask.isWithin || !region.subtracting(hidden).isEmpty
    }
    persisting.see(looked, in: &frame, plan.picture)
    var numbers = Set(persisting.map(\.number)), ended = Set<Int>()
    // An outer mask stands before what lies in it. That is not looked at as long as the outer one stays and hides it.
    for place in looked {
      if let outer = persisting[place].outer, numbers.contains(outer) { continue }
      guard case .known(let prints) = persisting[place].looks else { continue }
      // A frame that cannot be decoded is covered, and tells nothing; no more does one of another size.
      guard let holds = frame.holds(prints) else { return }
      if holds.allSatisfy({ $0 == false }) {
        ended.insert(place)
        numbers.remove(persisting[place].number)
      }
    }
    if !ended.isEmpty { persisting = persisting.indices.filter { !ended.contains($0) }.map { persisting[$0] } }
  }
}

extension Plan {
  /// Where covers lie.
  fileprivate var covered: Region { Region.union(of: redactions.filter { $0.style.name == .cover }.map(\.region)) }

  /// What redactions hide that are no covers: a cover may be gone in the next frame.
  fileprivate var hiddenBesidesCovers: Region {
    Region.union(of: redactions.filter { $0.style.name != .cover }.map(\.region))
  }
}

extension Redaction {
  /// The rule and the view of a view's own mask.
  fileprivate var maskOfView: String? { view.map { "\(rule) \($0)" } }
}
