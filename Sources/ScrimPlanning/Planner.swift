public import ScrimCore

/// Makes a plan out of what the rules decided and where the views are.
///
/// The same decision, views and size give the same plan. There is always one: whatever cannot be told covers the frame.
public struct Planner: Sendable {
  private let failureCover: RedactionStyle

  /// `failureCover` is the style of frames that fail closed.
  public init(failureCover: RedactionStyle = .defaultCover) {
    self.failureCover = failureCover
  }

  /// The plan of a frame that has a snapshot of its own, or none because the user said so.
  ///
  /// A frame between two snapshots takes two decisions (`planBetween`); here it is covered.
  public func plan(_ decision: Decision, views: FrameViews, size: PixelSize) -> Plan {
    switch views.tree {
    case .exact(let snapshot): plan(decision, snapshot: snapshot, size: size)
    case .none: plan(decision, snapshot: nil, size: size)
    case .missing(let cause): covered(size: size, scale: 1, failures: decision.failures + [cause])
    case .between(let before, _, fraction: _):
      covered(
        size: size, scale: before.scale,
        failures: decision.failures + [.noSnapshot(reason: "the frame lies between two snapshots")])
    }
  }

  func covered(size: PixelSize, scale: Double, failures: [FailureCause]) -> Plan {
    .covered(size: size, scale: Self.usable(scale), style: failureCover, failures: failures)
  }

  /// Overlay text is sized by the scale: one that is no size is taken as 1.
  static func usable(_ scale: Double) -> Double {
    scale.isFinite && scale > 0 ? scale : 1
  }

  private func plan(_ decision: Decision, snapshot: Snapshot?, size: PixelSize) -> Plan {
    let scale = Self.usable(snapshot?.scale ?? 1)
    let failures = decision.failures.isEmpty ? decision.contradictions(to: snapshot) : decision.failures
    if !failures.isEmpty { return covered(size: size, scale: scale, failures: failures) }

    var assembly = PlanAssembly(), lifted = [String]()
    if let snapshot {
      var geometry = ViewGeometry(snapshot, size: size), names = ViewNames(snapshot)
      let membership = Membership(decision.verdicts, of: snapshot)
      lifted = membership.lifted.map { names.name(of: $0) }
      addMasks(of: membership, decision, &geometry, &names, to: &assembly)
      addRegions(of: decision, size, doubt: snapshot.doubt, to: &assembly)
      if let outside = decision.outside {
        let covered = Region.union(of: snapshot.windows.map { geometry.coveredByWindow($0) })
        assembly.add(Region(size.rect).subtracting(covered), by: decision.orders[outside], at: outside)
      }
      for index in snapshot.unreadable {
        assembly.addAbove(
          geometry.visibleRegion(of: index, orContainer: true), by: .unreadable, view: names.name(of: index),
          isSecure: true)
      }
      let touches = snapshot.touchMarks
      if !touches.isEmpty {
        assembly.addTouches(touches.map { (geometry.visibleRegion(of: $0), names.name(of: $0)) }, in: size)
      }
      for cover in decision.covers {
        assembly.addAbove(geometry.region(ofScene: cover.scene), by: cover.order)
      }
    } else {
      addRegions(of: decision, size, to: &assembly)
      for cover in decision.covers { assembly.addAbove(Region(size.rect), by: cover.order) }
    }
    return Plan(size: size, scale: scale, redactions: assembly.redactions, liftedFloor: lifted)
  }

  private func addMasks(
    of membership: Membership, _ decision: Decision, _ geometry: inout ViewGeometry, _ names: inout ViewNames,
    to assembly: inout PlanAssembly
  ) {
    guard !membership.masks.isEmpty else { return }
    let occluders = Clearing.occluders(in: &geometry)
    for mask in membership.masks {
      let region = Region.union(of: visible(mask.hidden, of: mask, occluders, &geometry))
      // An unseen view gets no name either: paths of large trees are long.
      if region.isEmpty { continue }
      assembly.add(
        region, bounds: geometry.visibleRegion(of: mask.owner).bounds, by: decision.orders[mask.order],
        at: mask.order, view: names.name(of: mask.owner), isSecure: mask.isSecure)
    }
  }

  /// The pixels of each of some views of a mask: what can be seen of it, without what is shown in the mask above it.
  func visible(
    _ views: [Int], of mask: Membership.Mask, _ occluders: Clearing, _ geometry: inout ViewGeometry
  ) -> [Region] {
    let shown = Clearing(mask.shown, in: &geometry), all = geometry.snapshot.views
    return views.map { index in
      let seen = occluders.uncovered(geometry.visibleRegion(of: index), of: all[index], at: index)
      return shown.withoutCutOuts(seen, of: all[index], at: index)
    }
  }

  /// - Parameter doubt: Of the snapshot from whose bounds rules may have made their rectangles.
  func addRegions(
    of decision: Decision, _ size: PixelSize, doubt: ClosedRange<Double> = 1...1, to assembly: inout PlanAssembly
  ) {
    for (rect, order) in decision.regions {
      // A rectangle that is none hides everything: it should never have come here.
      let isRect = rect.isFinite && rect.width >= 0 && rect.height >= 0
      let pixels = isRect ? rect.spread(over: doubt).roundedOutward(within: size.rect) : size.rect
      assembly.add(Region(pixels), by: decision.orders[order], at: order)
    }
  }
}

extension HideOrder {
  /// For views that could not be read whole.
  static let unreadable = HideOrder(style: .defaultMask, rule: "unreadable views")
}

extension Decision {
  /// Why a decision cannot belong to a snapshot; empty where it can.
  func contradictions(to snapshot: Snapshot?) -> [FailureCause] {
    if let snapshot, !snapshot.hasWindows { return [.noSnapshot(reason: "the snapshot has no window")] }
    if verdicts.count != snapshot?.views.count ?? 0 {
      return [.badViews(reason: "\(verdicts.count) verdicts for \(snapshot?.views.count ?? 0) views")]
    }
    var asked = regions.map(\.order)
    if let outside { asked.append(outside) }
    for case .hide(let order) in verdicts { asked.append(order) }
    if let unknown = asked.first(where: { !orders.indices.contains($0) }) {
      return [.rules(message: "order \(unknown) of \(orders.count) does not exist")]
    }
    return []
  }
}

extension ViewGeometry {
  /// Whether each view is of a scene: it says so, or lies in one that is.
  func isOf(scene: String) -> [Bool] {
    var isOfScene = [Bool]()
    isOfScene.reserveCapacity(snapshot.views.count)
    for view in snapshot.views {
      isOfScene.append(view.scene == scene || view.parent.map { isOfScene[$0] } ?? false)
    }
    return isOfScene
  }

  /// The windows of a scene and all that sticks out of them, outward. Nil is the whole picture, and so is a scene that has
  /// no window, or of which the place of a window or a view is not known.
  mutating func region(ofScene scene: String?) -> Region {
    guard let scene else { return Region(picture) }
    let windows = snapshot.windows.filter { snapshot.views[$0].scene == scene }
    guard !windows.isEmpty, windows.allSatisfy({ placements[$0].quad != nil }) else { return Region(picture) }
    var parts = [Region]()
    for (index, isOfScene) in isOf(scene: scene).enumerated() where isOfScene {
      guard placements[index].quad != nil || snapshot.views[index].bounds.hasNoArea else { return Region(picture) }
      parts.append(visibleRegion(of: index))
    }
    return Region.union(of: parts)
  }
}
