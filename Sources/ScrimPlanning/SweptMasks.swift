internal import ScrimCore

/// The masks of two decisions, each along the way of its views from one snapshot to the other.
struct SweptMasks {
  /// One view hidden by one order: before, after or both.
  private struct Mask {
    var owner: Motion.Pair
    var order: HideOrder
    /// The order's place in its decision.
    var place: Int
    var parts: [Region] = []
    var isSecure = false
  }

  private struct Key: Hashable {
    var owner: Motion.Pair
    var order: HideOrder
  }

  private struct CutOut {
    var before: Int
    var after: Int
    var region: Region
    var box: PixelRect
  }

  private let before: Membership
  private let after: Membership
  private var masks: [Mask] = []
  private var known: [Key: Int] = [:]
  /// For each mask of the earlier decision, what the later one cuts out of the same view's mask too.
  private var cutOuts: [[CutOut]] = []

  init(_ first: Decision, _ second: Decision, _ motion: inout Motion) {
    before = Membership(first.verdicts, of: motion.before.snapshot)
    after = Membership(second.verdicts, of: motion.after.snapshot)
    gatherCutOuts(&motion)
    for mask in before.masks {
      let pairs = mask.hidden.map { motion.pair(before: $0) }
      gather(pairs, of: mask, owner: motion.pair(before: mask.owner), by: first.orders[mask.order], &motion)
    }
    for mask in after.masks {
      let pairs = mask.hidden.map { motion.pair(after: $0) }
      gather(pairs, of: mask, owner: motion.pair(after: mask.owner), by: second.orders[mask.order], &motion)
    }
  }

  private mutating func gatherCutOuts(_ motion: inout Motion) {
    var laterMask = [Int: Int]()
    for (number, mask) in after.masks.enumerated() {
      for index in mask.shown { laterMask[index] = number }
    }
    for mask in before.masks {
      var found = [CutOut]()
      for from in mask.shown {
        guard let to = motion.later[from], let number = laterMask[to],
          after.masks[number].owner == motion.later[mask.owner]
        else { continue }
        let region = motion.surelyFilled(from: from, to: to)
        if !region.isEmpty { found.append(CutOut(before: from, after: to, region: region, box: region.bounds)) }
      }
      cutOuts.append(found)
    }
  }

  private mutating func gather(
    _ pairs: [Motion.Pair], of mask: Membership.Mask, owner: Motion.Pair, by order: HideOrder, _ motion: inout Motion
  ) {
    let key = Key(owner: owner, order: order), number = known[key] ?? masks.count
    if number == masks.count { masks.append(Mask(owner: owner, order: order, place: mask.order)) }
    known[key] = number
    for pair in pairs {
      masks[number].parts.append(withoutCutOuts(motion.sweptRegion(of: pair), of: pair, motion))
    }
    masks[number].isSecure = masks[number].isSecure || mask.isSecure
  }

  /// A view's part of its mask, less what is shown: only where it is hidden in one and the same mask at both ends.
  private func withoutCutOuts(_ region: Region, of pair: Motion.Pair, _ motion: Motion) -> Region {
    guard let from = pair.before, let to = pair.after, let first = before.hidingMask[from],
      let second = after.hidingMask[to], motion.later[before.masks[first].owner] == after.masks[second].owner
    else { return region }
    let views = (before: motion.before.snapshot.views, after: motion.after.snapshot.views), box = region.bounds
    let holes = cutOuts[first].filter {
      !$0.box.intersection(box).isEmpty
        && Clearing.isCutOut(views.before[$0.before].drawOrder, at: $0.before, of: views.before[from], at: from)
        && Clearing.isCutOut(views.after[$0.after].drawOrder, at: $0.after, of: views.after[to], at: to)
    }
    return region.subtracting(Region.union(of: holes.map(\.region)))
  }

  /// Hands the masks over, and names their views as the snapshot does that has them first.
  func add(
    to assembly: inout PlanAssembly, _ motion: inout Motion, _ names: inout (before: ViewNames, after: ViewNames)
  ) {
    for mask in masks {
      let region = Region.union(of: mask.parts)
      if region.isEmpty { continue }
      let name =
        mask.owner.before.map { names.before.name(of: $0) } ?? mask.owner.after.map { names.after.name(of: $0) }
      assembly.add(
        region, bounds: motion.sweptRegion(of: mask.owner).bounds, by: mask.order, at: mask.place, view: name,
        isSecure: mask.isSecure)
    }
  }

  /// Names of the secure views that are shown by the explicit word in one of the decisions.
  func lifted(_ names: inout (before: ViewNames, after: ViewNames)) -> [String] {
    var lifted = before.lifted.map { names.before.name(of: $0) }
    for name in after.lifted.map({ names.after.name(of: $0) }) where !lifted.contains(name) { lifted.append(name) }
    return lifted
  }
}
