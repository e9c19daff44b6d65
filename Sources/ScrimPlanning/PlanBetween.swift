public import ScrimCore

extension Planner {
  /// The plan of a frame between two snapshots: what is hidden in one of them is hidden, on all the straight way between.
  ///
  /// Where exactly the frame lies does not matter. Nothing is taken off for what covers a view; what is shown is cut out
  /// where it is at both ends.
  public func planBetween(
    before: (decision: Decision, snapshot: Snapshot), after: (decision: Decision, snapshot: Snapshot),
    size: PixelSize
  ) -> Plan {
    let scale = Self.usable(before.snapshot.scale)
    var failures = before.decision.failures
    failures += after.decision.failures.filter { !failures.contains($0) }
    if failures.isEmpty {
      failures =
        before.decision.contradictions(to: before.snapshot) + after.decision.contradictions(to: after.snapshot)
    }
    if !failures.isEmpty { return covered(size: size, scale: scale, failures: failures) }

    var motion = Motion(from: before.snapshot, to: after.snapshot, size: size)
    var names = (before: ViewNames(before.snapshot), after: ViewNames(after.snapshot))
    var assembly = PlanAssembly()
    let masks = SweptMasks(before.decision, after.decision, &motion)
    masks.add(to: &assembly, &motion, &names)

    addRegions(of: before.decision, size, doubt: before.snapshot.doubt, to: &assembly)
    let moved = after.decision.withoutRegions(of: before.decision)
    addRegions(of: moved, size, doubt: after.snapshot.doubt, to: &assembly)
    addRegions(
      of: moved.withWays(from: before.decision.withoutRegions(of: after.decision)), size,
      doubt: min(
        before.snapshot.doubt.lowerBound, after.snapshot.doubt.lowerBound)...max(
          before.snapshot.doubt.upperBound, after.snapshot.doubt.upperBound), to: &assembly)
    // One redaction is enough where both have an order.
    let outside = after.decision.outside == nil ? before.decision : after.decision
    if let order = outside.outside {
      assembly.add(Region(size.rect).subtracting(motion.coveredByWindows()), by: outside.orders[order], at: order)
    }
    for index in before.snapshot.unreadable {
      let rest = motion.before.visibleRegion(of: index, orContainer: true)
      let region = rest.union(motion.sweptRegion(of: motion.pair(before: index)))
      assembly.addAbove(region, by: .unreadable, view: names.before.name(of: index), isSecure: true)
    }
    for index in after.snapshot.unreadable {
      let rest = motion.after.visibleRegion(of: index, orContainer: true)
      let region = rest.union(motion.sweptRegion(of: motion.pair(after: index)))
      assembly.addAbove(region, by: .unreadable, view: names.after.name(of: index), isSecure: true)
    }
    var touches = [(Region, String)]()
    for index in before.snapshot.touchMarks {
      touches.append((motion.sweptRegion(of: motion.pair(before: index)), names.before.name(of: index)))
    }
    for index in after.snapshot.touchMarks {
      touches.append((motion.sweptRegion(of: motion.pair(after: index)), names.after.name(of: index)))
    }
    assembly.addTouches(touches, in: size)
    for cover in before.decision.covers + after.decision.covers {
      assembly.addAbove(motion.region(ofScene: cover.scene), by: cover.order)
    }
    let lifted = masks.lifted(&names)
    return Plan(size: size, scale: scale, redactions: assembly.redactions, liftedFloor: lifted)
  }
}

extension Decision {
  /// The same with the ways of its rectangles from those of another decision, in place of them: a rule may have made them of the
  /// bounds of views, which move. A rule's first goes to its first, and so on; where there are more of them than before, or less,
  /// nobody knows which belong together.
  fileprivate func withWays(from other: Decision) -> Decision {
    var ways = self
    ways.regions = []
    for rule in Set(orders.map(\.rule)) {
      let mine = regions.filter { orders[$0.order].rule == rule }
      let theirs = other.regions.filter { other.orders[$0.order].rule == rule }
      guard let first = mine.first, !theirs.isEmpty else { continue }
      if mine.count == theirs.count {
        ways.regions += zip(mine, theirs).map { ($0.rect.union($1.rect), $0.order) }
      } else {
        let all = (mine + theirs).map(\.rect)
        ways.regions.append((all.dropFirst().reduce(all[0]) { $0.union($1) }, first.order))
      }
    }
    return ways
  }

  /// The same without those regions that another decision has too, by the same order.
  fileprivate func withoutRegions(of other: Decision) -> Decision {
    var rest = self
    rest.regions = regions.filter { mine in
      !other.regions.contains { $0.rect == mine.rect && other.orders[$0.order] == orders[mine.order] }
    }
    return rest
  }
}
