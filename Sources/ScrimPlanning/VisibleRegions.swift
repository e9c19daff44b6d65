public import ScrimCore

extension Snapshot {
  /// The pixels of each view that can be seen in a picture: clipped, and without what surely covers it.
  ///
  /// These are the pixels that a mask of the view would hide.
  public func visibleRegions(in size: PixelSize) -> [Region] {
    var geometry = ViewGeometry(self, size: size)
    let occluders = Clearing.occluders(in: &geometry)
    return views.indices.map { index in
      occluders.uncovered(geometry.visibleRegion(of: index), of: views[index], at: index)
    }
  }
}
