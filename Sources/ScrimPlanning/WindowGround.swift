internal import ScrimCore

/// What windows cover: the rest of a picture is content that no tree tells of.
extension ViewGeometry {
  /// The pixels that a window covers entirely; none where its place is not known, or it is said to be invisible or shows
  /// nothing but touches: other things are seen there then.
  ///
  /// A window that fills the picture, or a part of it from edge to edge, covers its box, round corners or not. One that
  /// floats is larger than what it paints: its shadow falls on what lies behind it, within its box.
  mutating func coveredByWindow(_ index: Int) -> Region {
    guard !isInvisible(index), let quad = placements[index].quad else { return .empty }
    guard isFloating(index) else { return covered(byFixed: index, at: quad) }
    let box = surelyCovered(by: index)
    let content = snapshot.views[index].opaque == .yes ? nil : content(ofFloating: index, in: box)
    return content ?? surelyFilled(by: index)
  }

  /// Where the scale is in doubt, its edges at those of the picture are where it says, and the others are inward: it does
  /// not end before the picture because another scale may be the right one.
  private func covered(byFixed index: Int, at quad: Quad) -> Region {
    let box = quad.coveredPixels(within: picture).bounds, sure = surelyCovered(by: index)
    guard snapshot.doubt != 1...1, quad.isUpright, !sure.isEmpty else { return sure }
    let inner = sure.bounds
    return Region(
      PixelRect(
        left: box.left <= picture.left ? box.left : inner.left, top: box.top <= picture.top ? box.top : inner.top,
        right: box.right >= picture.right ? box.right : inner.right,
        bottom: box.bottom >= picture.bottom ? box.bottom : inner.bottom))
  }

  private func isInvisible(_ index: Int) -> Bool {
    let view = snapshot.views[index]
    return view.hidden == .yes || !(view.alpha > 0) || view.isTouchIndicator
  }

  /// Whether fewer than three sides of a window lie at the picture's edges, or along another window. Those of bars,
  /// keyboards and the parts of a divided screen do.
  private mutating func isFloating(_ index: Int) -> Bool {
    // Where the tree says: in doubt about the scale, boxes are spread, and touch each other no more.
    func said(_ window: Int) -> PixelRect? { placements[window].quad?.touchedBox(within: picture) }
    guard let box = said(index) else { return true }
    let others = visibleWindows ?? snapshot.windows.filter { !isInvisible($0) }.compactMap(said)
    visibleWindows = others
    // No window lies along itself.
    func isBeside(_ other: PixelRect) -> Bool { other.top <= box.top && other.bottom >= box.bottom }
    func isAlong(_ other: PixelRect) -> Bool { other.left <= box.left && other.right >= box.right }
    let held = [
      box.left <= picture.left || others.contains { $0.right == box.left && isBeside($0) },
      box.top <= picture.top || others.contains { $0.bottom == box.top && isAlong($0) },
      box.right >= picture.right || others.contains { $0.left == box.right && isBeside($0) },
      box.bottom >= picture.bottom || others.contains { $0.top == box.bottom && isAlong($0) },
    ]
    return held.count { $0 } < 3
  }

  /// What lies in a window that floats: the topmost views that do not fill it, since those that do hold the shadow, too.
  /// Nil where there are none: what is to be seen of it, it paints itself.
  private func content(ofFloating window: Int, in box: Region) -> Region? {
    var parts = [Region](), isBare = true, next = window + 1
    while next < snapshot.views[window].subtreeEnd {
      let index = next
      next = snapshot.views[index].subtreeEnd
      guard placements[index].quad != nil else {
        // It can still hold others that have a place. Where its own is not known, nobody knows of what else the window shows.
        if !isInvisible(index) { next = index + 1 }
        if !snapshot.views[index].bounds.hasNoArea { isBare = false }
        continue
      }
      let part = surelyCovered(by: index).intersection(box)
      if box.subtracting(part).isEmpty {
        if !isInvisible(index) { next = index + 1 }
        continue
      }
      isBare = false
      if !isInvisible(index) { parts.append(part) }
    }
    return isBare ? nil : Region.union(of: parts)
  }
}
