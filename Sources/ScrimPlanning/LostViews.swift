public import ScrimCore

/// The mask of a view that a newer snapshot does not have any longer.
public struct LostMask: Sendable {
  /// As the older snapshot's own frame has it; it is not held.
  public let redaction: Redaction
  /// The picture of that frame.
  public let picture: PictureScale
  /// The view's index in the older snapshot.
  public let index: Int
  /// By which it would be known again.
  public let view: KnownView
  /// The index of the outermost lost view in whose mask it lies; nil for one that is that itself.
  public let outer: Int?
  /// Whether it counts wherever it lies: it is secure, or was decided by itself.
  public let standsAlone: Bool
  /// Whether it lies within pixels that are hidden anyway.
  public fileprivate(set) var isWithin = false

  /// The mask in the picture of some frame.
  public func redaction(in other: PictureScale) -> Redaction { redaction.carried(from: picture, to: other) }
}

extension Planner {
  /// The masks of those views that a snapshot has and hides, and that are gone in a newer one.
  ///
  /// - Parameters:
  ///   - picture: The newer frame's.
  ///   - hidden: Pixels that the newer frame's plan hides anyway: a mask within them is left out, unless it stands alone.
  public func lostMasks(
    of gone: Set<Int>, from older: (decision: Decision, views: KnownViews), to picture: PictureScale,
    besides hidden: @autoclosure () -> Region
  ) -> [LostMask] {
    if gone.isEmpty { return [] }
    var lost = ownMasks(older.decision, older.views, where: gone.contains)
    if lost.isEmpty { return [] }
    let hidden = hidden()
    for place in lost.indices {
      lost[place].isWithin = lost[place].redaction(in: picture).region.subtracting(hidden).isEmpty
    }
    return lost.filter { $0.standsAlone || !$0.isWithin }
  }

  /// The masks of the hidden views of a snapshot that are asked for, the outermost with all that lies in them.
  ///
  /// A view that is hidden with another one counts by itself, for it can be lost while the other stays, and its pixels can
  /// stay when the other's go: so there is a mask of it, too, if it draws something itself.
  public func ownMasks(
    _ decision: Decision, _ known: KnownViews, where isWanted: (Int) -> Bool
  ) -> [LostMask] {
    let snapshot = known.snapshot
    // A decision that does not fit its snapshot covers the frame: nothing of it says anything.
    guard decision.contradictions(to: snapshot).isEmpty else { return [] }
    let membership = Membership(decision.verdicts, of: snapshot)
    let groups = membership.masks.map { mask in snapshot.topmost(of: mask.hidden.filter(isWanted)) }
    guard groups.contains(where: { !$0.isEmpty }) else { return [] }
    var geometry = ViewGeometry(snapshot, size: known.picture.size), names = ViewNames(snapshot), masks = [LostMask]()
    let occluders = Clearing.occluders(in: &geometry)
    for (mask, groups) in zip(membership.masks, groups) {
      let order = decision.orders[mask.order]
      func add(_ index: Int, _ region: Region, outer: Int?, standsAlone: Bool) {
        let bounds = geometry.visibleRegion(of: index).bounds
        var redaction = Redaction(
          region: region, bounds: bounds.isEmpty ? region.bounds : bounds, style: order.style, rule: order.rule,
          view: names.name(of: index), hold: order.hold, isSecure: mask.isSecure)
        // Only a frame that failed asks for it.
        if redaction.isSecure && redaction.style.tier == .cosmetic { redaction.style = .defaultMask }
        redaction.hasVanished = true
        masks.append(
          LostMask(
            redaction: redaction, picture: known.picture, index: index, view: known.view(index), outer: outer,
            standsAlone: standsAlone))
      }
      for group in groups {
        let regions = visible(group, of: mask, occluders, &geometry), region = Region.union(of: regions)
        if region.isEmpty { continue }
        let isSecure = group.contains { membership.isSecure[$0] }
        add(group[0], region, outer: nil, standsAlone: isSecure || group[0] == mask.owner)
        for (index, own) in zip(group, regions).dropFirst() where snapshot.drawsItself(index) {
          if own.isEmpty || own == region { continue }
          add(index, own, outer: group[0], standsAlone: membership.isSecure[index])
        }
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

  /// Whether something of a view itself is to be seen, as far as the tree tells: what holds others is seen with them.
  fileprivate func drawsItself(_ index: Int) -> Bool {
    let view = views[index]
    return view.subtreeEnd == index + 1 || view.countsAsSecure || view.texts.contains { !$0.isEmpty }
  }
}
