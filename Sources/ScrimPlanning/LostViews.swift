public import ScrimCore

/// The mask of a view that a newer snapshot does not have any longer.
public struct LostMask: Sendable {
  /// As the older snapshot's own frame has it; it is not held.
  public let redaction: Redaction
  /// The view's index in the older snapshot.
  public let index: Int
  /// By which it would be known again.
  public let view: KnownView
}

extension Planner {
  /// The masks of those views that a snapshot has and hides, and that are gone in a newer one.
  ///
  /// - Parameter hidden: Pixels that the newer frame's plan hides anyway: a mask within them is left out.
  public func lostMasks(
    of gone: Set<Int>, from older: (decision: Decision, views: KnownViews), size: PixelSize,
    besides hidden: @autoclosure () -> Region
  ) -> [LostMask] {
    guard !gone.isEmpty, older.decision.contradictions(to: older.views.snapshot).isEmpty else { return [] }
    let lost = ownMasks(older.decision, older.views, size: size, where: gone.contains)
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
