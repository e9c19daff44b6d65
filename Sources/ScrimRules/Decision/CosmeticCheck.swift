import ScrimCore

/// Finds cosmetic orders that would draw a secure view's pixels: they can be undone, so the frame fails closed.
///
/// Secure pixels are drawn when the view itself, a view below it or a view above it has such an order, or when a region
/// with one may lie over it. A view whose floor is lifted by the explicit word is no longer secure here.
struct CosmeticCheck {
  let facts: FrameFacts
  let verdicts: [Verdict]
  let orders: OrderBook

  /// The first view that is secure and would be drawn, with the order that does it.
  func violation(regions: [(rect: Rect, order: Int)]) -> (view: Int, order: Int)? {
    guard usesCosmetics(regions) else { return nil }
    let views = facts.snapshot.views
    let secure = views.indices.map { views[$0].countsAsSecure && verdicts[$0] != .show(liftedFloor: true) }
    // The next secure view at or behind a place, and the nearest secure one above a view, itself included.
    var next = Array(repeating: Int.max, count: views.count + 1), above = [Int?]()
    for i in views.indices.reversed() { next[i] = secure[i] ? i : next[i + 1] }
    for i in views.indices {
      let inherited = verdicts[i] == .show(liftedFloor: true) ? nil : views[i].parent.flatMap { above[$0] }
      above.append(secure[i] ? i : inherited)
      guard case .hide(let order) = verdicts[i], isCosmetic(order) else { continue }
      if let view = above[i] { return (view, order) }
      if next[i] < views[i].subtreeEnd { return (next[i], order) }
    }
    for (rect, order) in regions where isCosmetic(order) {
      if let view = facts.views(under: rect).first(where: { above[$0] != nil }) { return (view, order) }
    }
    return nil
  }

  private func isCosmetic(_ order: Int) -> Bool { orders[order].style.tier == .cosmetic }

  private func usesCosmetics(_ regions: [(rect: Rect, order: Int)]) -> Bool {
    regions.contains { isCosmetic($0.order) }
      || verdicts.contains { if case .hide(let order) = $0 { isCosmetic(order) } else { false } }
  }
}
