internal import ScrimCore

extension Snapshot {
  /// The marks that show touches: views of that kind, or in one, that hold no others. Such a window spans the screen; a
  /// mark in it has the size of a finger.
  var touchMarks: [Int] {
    guard views.contains(where: \.isTouchIndicator) else { return [] }
    var isOfTouches = [Bool](), marks = [Int]()
    isOfTouches.reserveCapacity(views.count)
    for (index, view) in views.enumerated() {
      isOfTouches.append(view.isTouchIndicator || view.parent.map { isOfTouches[$0] } ?? false)
      if isOfTouches[index] && view.subtreeEnd == index + 1 { marks.append(index) }
    }
    return marks
  }
}

extension PlanAssembly {
  /// Marks of touches are no larger than this part of a picture; what is, spans a screen and shows none itself.
  private static let largestPart = 20

  /// Takes away what shows touches on hidden things, below all masks.
  ///
  /// What of it lies over a mask is hidden by that. But its edge would tell which key of a hidden pad was pressed, so it
  /// goes whole, and the ground around it is continued, since a patch in its place would tell the same.
  mutating func addTouches(_ marks: [(region: Region, view: String)], in size: PixelSize) {
    let marks = marks.filter {
      !$0.region.isEmpty && $0.region.area * Self.largestPart <= size.width * size.height
    }
    if marks.isEmpty { return }
    let hidden = Region.union(of: redactions.filter { $0.region != Region(size.rect) }.map(\.region))
    for (region, view) in marks where !region.intersection(hidden).isEmpty && !region.subtracting(hidden).isEmpty {
      add(region, by: .touches, at: -1, view: view)
    }
  }
}

extension HideOrder {
  /// For what shows touches on hidden things.
  fileprivate static let touches = HideOrder(style: RedactionStyle(.erase), rule: "touches on hidden views")
}
