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
  /// along its whole chain. Its sure pixels are inside its own clips and not in its round corners.
  static func occluders(in geometry: inout ViewGeometry) -> Clearing {
    let views = geometry.snapshot.views
    var isSolid = [Bool](), occluders = [Int]()
    isSolid.reserveCapacity(views.count)
    for (index, view) in views.enumerated() {
      let above = view.parent.map { isSolid[$0] } ?? true
      isSolid.append(above && view.alpha == 1 && view.hidden != .yes && geometry.placements[index].keepsAxes)
      if isSolid[index] && view.opaque == .yes { occluders.append(index) }
    }
    return Clearing(occluders, in: &geometry)
  }

  init(_ indices: [Int], in geometry: inout ViewGeometry) {
    let views = geometry.snapshot.views
    // An order that is not known (the highest number) is above nothing.
    let known = indices.filter { views[$0].drawOrder < Int.max }
    for index in known.sorted(by: { views[$0].drawOrder > views[$1].drawOrder }) {
      let region = geometry.surelyFilled(by: index)
      if region.isEmpty { continue }
      entries.append(
        Entry(
          index: index, end: views[index].subtreeEnd, drawOrder: views[index].drawOrder, box: region.bounds))
      regions.append(region)
    }
  }

  /// What covers parts of a view's region: drawn later than the view, and not its ancestor.
  func covers(over view: View, at index: Int, within box: PixelRect) -> [Region] {
    var covers = [Region]()
    for (place, entry) in entries.enumerated() {
      if entry.drawOrder <= view.drawOrder { break }
      if entry.box.intersection(box).isEmpty || (entry.index..<entry.end).contains(index) { continue }
      covers.append(regions[place])
    }
    return covers
  }

  /// What is cut out of a view's part of a mask, for views that are shown.
  func cutOuts(over view: View, at index: Int, within box: PixelRect) -> [Region] {
    var cutOuts = [Region]()
    for (place, entry) in entries.enumerated() {
      if entry.drawOrder < view.drawOrder { break }
      if !entry.box.intersection(box).isEmpty,
        Self.isCutOut(entry.drawOrder, at: entry.index, of: view, at: index)
      {
        cutOuts.append(regions[place])
      }
    }
    return cutOuts
  }

  /// Whether a shown view is cut out of a hidden view's part of their mask: it is drawn later, or together with it (as
  /// the boxes of one layer of a page are) and is its descendant.
  static func isCutOut(_ drawOrder: Int, at shown: Int, of view: View, at index: Int) -> Bool {
    drawOrder < Int.max
      && (drawOrder > view.drawOrder
        || (drawOrder == view.drawOrder && (index..<view.subtreeEnd).contains(shown)))
  }
}
