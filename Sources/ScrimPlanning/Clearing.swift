internal import ScrimCore

/// Views whose sure pixels take something off the masks of views that are drawn before them.
struct Clearing {
  private struct Entry {
    var index: Int
    /// The index behind the last view of its subtree.
    var end: Int
    var drawOrder: Int
    var box: PixelRect
  }

  /// The last drawn first.
  private var entries: [Entry] = []
  private var regions: [Region] = []

  /// Views that cover what lies below them, proven by all that is known of them.
  ///
  /// One is drawn at a known place in the order, surely opaque, of alpha 1, not said to be hidden and upright, all this
  /// along its whole chain. What shows touches covers nothing: the hole that it makes in a mask is where somebody
  /// touched. Its sure pixels are inside its own clips and not in its round corners.
  static func occluders(in geometry: inout ViewGeometry) -> Clearing {
    let views = geometry.snapshot.views
    var isSolid = [Bool](), occluders = [Int]()
    isSolid.reserveCapacity(views.count)
    for (index, view) in views.enumerated() {
      let above = view.parent.map { isSolid[$0] } ?? true
      isSolid.append(
        above && !view.isTouchIndicator && view.alpha == 1 && view.hidden != .yes
          && geometry.placements[index].keepsAxes)
      if isSolid[index] && view.opaque == .yes { occluders.append(index) }
    }
    return Clearing(occluders, in: &geometry)
  }

  init(_ indices: [Int], in geometry: inout ViewGeometry) {
    let views = geometry.snapshot.views
    for index in indices.sorted(by: { views[$0].drawOrder > views[$1].drawOrder }) {
      let region = geometry.surelyFilled(by: index)
      if region.isEmpty { continue }
      entries.append(
        Entry(
          index: index, end: views[index].subtreeEnd, drawOrder: views[index].drawOrder, box: region.bounds))
      regions.append(region)
    }
  }

  /// A view's region without what covers it: what is drawn later and is not its ancestor.
  func uncovered(_ region: Region, of view: View, at index: Int) -> Region {
    rest(of: region, under: view) { $0.drawOrder > view.drawOrder && !($0.index..<$0.end).contains(index) }
  }

  /// A view's part of a mask without what is shown above it.
  func withoutCutOuts(_ region: Region, of view: View, at index: Int) -> Region {
    rest(of: region, under: view) { Self.isCutOut($0.drawOrder, at: $0.index, of: view, at: index) }
  }

  /// Takes regions off, in batches that grow: a view that is soon covered whole costs little, and so does a large one
  /// below thousands of small ones.
  private func rest(of region: Region, under view: View, where isAbove: (Entry) -> Bool) -> Region {
    var rest = region, box = region.bounds, batch = [Region](), limit = 8
    for (place, entry) in entries.enumerated() {
      if entry.drawOrder < view.drawOrder || rest.isEmpty { break }
      if entry.box.intersection(box).isEmpty || !isAbove(entry) { continue }
      batch.append(regions[place])
      if batch.count == limit {
        rest = rest.subtracting(Region.union(of: batch))
        box = rest.bounds
        batch = []
        limit *= 2
      }
    }
    return rest.subtracting(Region.union(of: batch))
  }

  /// Whether a shown view is cut out of a hidden view's part of their mask: it is drawn later, or is its descendant where
  /// nothing tells the order, as in pages.
  static func isCutOut(_ drawOrder: Int, at shown: Int, of view: View, at index: Int) -> Bool {
    drawOrder > view.drawOrder || (drawOrder == view.drawOrder && (index..<view.subtreeEnd).contains(shown))
  }
}
