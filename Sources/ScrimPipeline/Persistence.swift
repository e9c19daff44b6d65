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
/// began. A frame is decoded here only where a view has vanished, and as long as one stays.
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
    var size: PixelSize
    var pixels: Pixels
  }

  private struct Persisting: Sendable {
    var mask: LostMask
    /// What it looked like. It stays while it looks like one of them, and where there is none.
    var prints: [RegionPrint]
  }

  /// How many frames back a frame is looked for, at most, in which a lost view was surely drawn.
  private static let farthest = 8
  /// Views that persist at once. A tree that loses more, all still visible, is no tree of its pictures.
  private static let most = 10_000
  /// Pixels that all prints of one frame have at most.
  private static let pixelsOfAll = 1 << 18

  private let planner: Planner
  private let failureCover: RedactionStyle
  /// Whether decoded pixels are kept for the worker. Not where many frames wait for their plans.
  private let keepsPixels: Bool
  private var recent: [Seen] = []
  private var persisting: [Persisting] = []
  private var count = 0
  /// The masks of the frame before that are of a view, by rule and view.
  private var lastMasks: [String: Region] = [:]
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
      let views = KnownViews(snapshot)
      let changes = recent.last.map { views.changes(since: $0.views) }
      let found = views.found(persisting.map(\.mask.view), among: changes?.come)
      persisting = zip(persisting, found).filter { !$1 }.map(\.0)
      if let last = recent.last, let gone = changes?.gone { lose(gone, from: last, plan, &frame) }
      // Under a cover lies another picture than the one that the tree tells of.
      if !plan.isCovered { remember(decision, views, context, &frame) }
    }
    lastMasks = Dictionary(
      plan.redactions.compactMap { mask in mask.maskOfView.map { ($0, mask.region) } }, uniquingKeysWith: { $1 })
    guard !persisting.isEmpty, plan.failures.isEmpty, !plan.isCovered else { return }
    guard persisting.count <= Self.most else {
      let problem = "\(persisting.count) hidden views have vanished from the tree, and their pixels have not"
      plan = .covered(
        size: plan.size, scale: plan.scale, style: failureCover, failures: [.badViews(reason: problem)])
      return
    }
    compare(with: &frame, besides: plan.hiddenBesidesCovers)
    let lost = persisting.compactMap { $0.mask.redaction.cut(to: plan.size) }
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
    case (.exact(let snapshot), .one(let decision)): decision.failures.isEmpty ? (decision, snapshot) : nil
    case (.between(let snapshot, _, _), .between(let decision, _)):
      decision.failures.isEmpty ? (decision, snapshot) : nil
    case (.exact, .between), (.between, .one), (.none, _), (.missing, _): nil
    }
  }

  // MARK: - What is lost

  /// Notes the masks of the last snapshot's views that this one does not have.
  private mutating func lose(
    _ gone: Set<Int>, from last: Seen, _ plan: Plan, _ frame: inout FramePixels
  ) {
    // Within a mask of a view that stays in its place, that one counts: when it is lost, it persists itself. Any other mask
    // may be gone in the next frame.
    let stable = Region.union(
      of: plan.redactions.filter { mask in mask.maskOfView.map { lastMasks[$0] == mask.region } == true }.map(\.region))
    let lost = planner.lostMasks(of: gone, from: (last.decision, last.views), size: last.size, besides: stable)
    if lost.isEmpty { return }
    // One frame is decoded once, for all of its masks.
    var byFrame: [Int: [LostMask]] = [:]
    for mask in lost { byFrame[reference(for: mask, of: last), default: []].append(mask) }
    let limit = Self.limit(lost.count), newest = recent.count - 1
    for (place, masks) in byFrame.sorted(by: { $0.key < $1.key }) {
      let early = prints(of: masks, in: recent[place], limit)
      let late = place == newest ? [] : prints(of: masks, in: recent[newest], limit)
      for (number, mask) in masks.enumerated() {
        var known = early[number].map { [$0] } ?? []
        // A text that has grown since then. Where it is not to be seen any more, the tree was behind, and the newest frame
        // shows what came in its place.
        if let early = early[number], let late = late.isEmpty ? nil : late[number], early.isBare || late.shows(early) {
          known.append(late)
        }
        // Where no frame can be had, this one is what is compared with: it hides, and errs to hiding on.
        if known.isEmpty { known = frame.prints(of: [mask.redaction.region], limit) ?? [] }
        persisting.removeAll { $0.mask.redaction == mask.redaction }
        // Where nothing was to be seen, nothing can stay.
        if !known.isEmpty && known.allSatisfy(\.isBare) { continue }
        persisting.append(Persisting(mask: mask, prints: known))
      }
    }
  }

  /// The place in `recent` of the frame to compare with: the last one that had the view; or, since a hold says by how much
  /// trees may be behind their pictures, one that is as much earlier, as far as the view stood at its place.
  private func reference(for mask: LostMask, of last: Seen) -> Int {
    var place = recent.count - 1, view = mask.index
    let wanted = last.place - min(mask.redaction.hold.after, Self.farthest)
    while place > 0, recent[place].place > wanted, recent[place - 1].size == last.size,
      let same = recent[place].views.standing(view, in: recent[place - 1].views)
    {
      (place, view) = (place - 1, same)
    }
    return place
  }

  private func prints(of masks: [LostMask], in seen: Seen, _ limit: Int) -> [RegionPrint?] {
    switch seen.pixels {
    case .prints(let prints):
      return masks.map { mask in recent.last?.views.standing(mask.index, in: seen.views).flatMap { prints[$0] } }
    case .ticket(let ticket):
      var frame = FramePixels(ticket)
      return frame.prints(of: masks.map(\.redaction.region), limit) ?? masks.map { _ in nil }
    }
  }

  private static func limit(_ count: Int) -> Int { max(64, min(RegionPrint.mostPixels, pixelsOfAll / count)) }

  /// Keeps what a later loss is compared with.
  private mutating func remember(
    _ decision: Decision, _ views: KnownViews, _ context: FrameContext, _ frame: inout FramePixels
  ) {
    // Of the frames between two snapshots, the first one is the nearest to the snapshot. The last decision about it counts.
    if case .between = context.views.tree, let last = recent.indices.last, recent[last].size == context.size,
      views.snapshot.isSame(as: recent[last].views.snapshot)
    {
      recent[last].decision = decision
      return
    }
    var pixels = Seen.Pixels.ticket(frame.ticket)
    if frame.ticket.isHeld {
      let masks = planner.ownMasks(decision, views, size: context.size) { _ in true }
      let prints = frame.prints(of: masks.map(\.redaction.region), Self.limit(max(1, masks.count)))
      let pairs = zip(masks.map(\.index), prints ?? [])
      pixels = .prints(Dictionary(pairs) { first, _ in first })
    }
    recent.append(Seen(place: count, decision: decision, views: views, size: context.size, pixels: pixels))
    reach = max(reach, min(Self.farthest, decision.orders.map(\.hold.after).max() ?? 0))
    let oldest = count - reach
    recent.removeAll { $0.place < oldest }
  }

  // MARK: - What stays

  /// Ends what has changed. What the plan hides anyway is not looked at.
  private mutating func compare(with frame: inout FramePixels, besides hidden: Region) {
    let open = persisting.indices.filter { !persisting[$0].mask.redaction.region.subtracting(hidden).isEmpty }
    for place in open where persisting[place].prints.isEmpty {
      persisting[place].prints =
        frame.prints(of: [persisting[place].mask.redaction.region], RegionPrint.mostPixels) ?? []
    }
    for place in open.reversed() {
      // A frame that cannot be decoded is covered, and tells nothing; no more does one of another size.
      guard let holds = frame.holds(persisting[place].prints) else { return }
      if !holds.isEmpty, holds.allSatisfy({ $0 == false }) { persisting.remove(at: place) }
    }
  }
}

extension Plan {
  /// What redactions hide that are no covers: a cover may be gone in the next frame.
  fileprivate var hiddenBesidesCovers: Region {
    Region.union(of: redactions.filter { $0.style.name != .cover }.map(\.region))
  }
}

extension Redaction {
  /// The rule and the view of a view's own mask.
  fileprivate var maskOfView: String? { view.map { "\(rule) \($0)" } }

  /// In a picture of some size. It is held as it was: what comes behind it may be a way out.
  fileprivate func cut(to size: PixelSize) -> Redaction? {
    var cut = self
    cut.region = region.intersection(Region(size.rect))
    cut.bounds = bounds.intersection(size.rect)
    if cut.bounds.isEmpty { cut.bounds = cut.region.bounds }
    return cut.region.isEmpty ? nil : cut
  }
}
