public import ScrimCore
internal import Synchronization

/// The mask of a view that a newer snapshot does not have any longer.
public struct LostMask: Sendable {
  /// As the older snapshot's own frame has it; it is not held.
  public let redaction: Redaction
  /// The view's index in the older snapshot.
  public let index: Int
  /// By which it would be known again.
  public let view: KnownView
}

/// What a view is known by, without the tree that it stood in.
public struct KnownView: Sendable {
  fileprivate let name: Int
  /// Whether its id was its own.
  fileprivate let isUnique: Bool
  fileprivate let view: View
}

/// A snapshot whose views can be looked for in others.
///
/// A view is known by its id; without one by its type and those of its ancestors, up to one with an id. Where several
/// views have that in common, or it has no id, it is there again only if one of them says the same in words, or lies at
/// the same place where there are none: which of its like a view is, nobody can tell otherwise. What is not known again
/// counts as vanished, and so does what has no area any more.
public final class KnownViews: Sendable {
  public let snapshot: Snapshot
  /// Made when it is asked for: most frames lose nothing.
  private let index = Mutex<Index?>(nil)

  private struct Index: Sendable {
    /// For each view, what it is known by.
    var names: [Int] = []
    /// Where a name is found.
    var places: [Int: [Int]] = [:]

    init(_ snapshot: Snapshot) {
      names.reserveCapacity(snapshot.views.count)
      for (index, view) in snapshot.views.enumerated() {
        var hasher = Hasher()
        if let id = view.id {
          hasher.combine(id)
        } else {
          hasher.combine(view.parent.map { names[$0] })
          hasher.combine(view.type)
        }
        let name = hasher.finalize()
        names.append(name)
        places[name, default: []].append(index)
      }
    }
  }

  public init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  private var known: Index {
    index.withLock { index in
      let made = index ?? Index(snapshot)
      index = made
      return made
    }
  }

  /// A view of this snapshot, to be looked for in others.
  public func view(_ index: Int) -> KnownView {
    let view = snapshot.views[index], name = known.names[index]
    return KnownView(name: name, isUnique: view.id != nil && known.places[name]?.count == 1, view: view)
  }

  /// Whether a view of another snapshot is in this one.
  public func has(_ view: KnownView) -> Bool {
    (known.places[view.name] ?? []).contains { place in
      let other = snapshot.views[place]
      if other.bounds.hasNoArea && !view.view.bounds.hasNoArea { return false }
      return view.isUnique || view.view.isLike(other)
    }
  }

  /// The view of another snapshot that this one is, if it stood at the same place there.
  public func standing(_ index: Int, in other: KnownViews) -> Int? {
    other.known.places[known.names[index]]?.first { other.snapshot.views[$0].bounds == snapshot.views[index].bounds }
  }
}

extension View {
  /// Whether a view of the same name says the same in words, or, where there are none, lies at the same place.
  fileprivate func isLike(_ other: View) -> Bool {
    text == other.text && label == other.label && value == other.value
      && (bounds == other.bounds || texts.contains { !$0.isEmpty })
  }
}

extension Snapshot {
  /// Whether all views of this snapshot stand in another one at their places in the tree, so that none has vanished: the
  /// quick answer for most frames.
  fileprivate func isWhole(in other: Snapshot) -> Bool {
    guard views.count == other.views.count else { return false }
    return zip(views, other.views).allSatisfy { mine, theirs in
      mine.id == theirs.id && mine.type == theirs.type && mine.parent == theirs.parent
        && (mine.id != nil || mine.isLike(theirs)) && (mine.bounds.hasNoArea || !theirs.bounds.hasNoArea)
    }
  }
}

extension Planner {
  /// The masks of views that one snapshot has and hides, and a newer one does not have.
  ///
  /// - Parameter hidden: Pixels that the newer frame's plan hides anyway: a mask within them is left out.
  public func lostMasks(
    from older: (decision: Decision, views: KnownViews), to newer: KnownViews, size: PixelSize,
    besides hidden: @autoclosure () -> Region
  ) -> [LostMask] {
    let snapshot = older.views.snapshot
    guard !snapshot.isWhole(in: newer.snapshot), older.decision.contradictions(to: snapshot).isEmpty else { return [] }
    let lost = ownMasks(older.decision, older.views, size: size) { !newer.has(older.views.view($0)) }
    if lost.isEmpty { return [] }
    let hidden = hidden()
    return lost.filter { !$0.redaction.region.subtracting(hidden).isEmpty }
  }

  /// The masks of the hidden views of a snapshot that are asked for; what lies in one of them belongs to its mask.
  ///
  /// A view that is hidden with another one counts by itself, for it can be lost while the other stays.
  public func ownMasks(
    _ decision: Decision, _ known: KnownViews, size: PixelSize, where isWanted: (Int) -> Bool
  ) -> [LostMask] {
    let snapshot = known.snapshot
    let membership = Membership(decision.verdicts, of: snapshot)
    let groups = membership.masks.map { mask in snapshot.topmost(of: mask.hidden.filter(isWanted)) }
    guard groups.contains(where: { !$0.isEmpty }) else { return [] }
    var geometry = ViewGeometry(snapshot, size: size), names = ViewNames(snapshot), masks = [LostMask]()
    let occluders = Clearing.occluders(in: &geometry)
    for (mask, groups) in zip(membership.masks, groups) {
      for group in groups {
        let region = visible(group, of: mask, occluders, &geometry)
        if region.isEmpty { continue }
        let order = decision.orders[mask.order], bounds = geometry.visibleRegion(of: group[0]).bounds
        var redaction = Redaction(
          region: region, bounds: bounds.isEmpty ? region.bounds : bounds, style: order.style, rule: order.rule,
          view: names.name(of: group[0]), hold: order.hold, isSecure: mask.isSecure)
        redaction.hasVanished = true
        masks.append(LostMask(redaction: redaction, index: group[0], view: known.view(group[0])))
      }
    }
    return masks
  }
}

extension Snapshot {
  /// Views in document order, each together with those of them that lie in it.
  fileprivate func topmost(of indices: [Int]) -> [[Int]] {
    var groups = [[Int]](), place = [Int: Int]()
    for index in indices {
      if let parent = views[index].parent, let group = place[parent] {
        place[index] = group
        groups[group].append(index)
      } else {
        place[index] = groups.count
        groups.append([index])
      }
    }
    return groups
  }
}
