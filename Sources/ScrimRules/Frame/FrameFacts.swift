import ScrimCore

/// One snapshot of one frame, with what is looked up in it by all rules files.
final class FrameFacts {
  let context: FrameContext
  /// Empty where there are no views.
  let snapshot: Snapshot
  let matcher: SelectorMatcher

  init(_ context: FrameContext, _ snapshot: Snapshot?) {
    self.context = context
    self.snapshot = snapshot ?? .empty(scale: context.scale ?? 1)
    matcher = SelectorMatcher(self.snapshot)
  }

  /// Image pixels per point; nil where neither a snapshot nor the user says.
  var scale: Double? { snapshot.views.isEmpty ? context.scale : snapshot.scale }

  func pixels(_ rect: Rect, inPoints: Bool) throws(HostError) -> Rect {
    guard inPoints else { return rect }
    guard let scale else { throw HostError(message: "a region in points needs a scale, and this frame has none") }
    return rect.scaled(by: scale)
  }

  /// The views that a selector matches and, where recognizers are named, whose texts hold something of theirs.
  func views(
    _ selector: Selector?, find names: [String], _ recognizers: RecognizerBook
  ) throws(HostError) -> [Int] {
    let views = selector.map(matcher.matches) ?? Array(snapshot.views.indices)
    if names.isEmpty { return views }
    var holding = [Int]()
    for view in views {
      for name in names where try find(name, in: view, recognizers) != nil {
        holding.append(view)
        break
      }
    }
    return holding
  }

  /// Where a recognizer finds something first in a view's text, label, value, placeholder or id.
  ///
  /// The id is read too: some formats write a view's label there when it has no id of its own.
  func find(_ name: String, in view: Int, _ recognizers: RecognizerBook) throws(HostError) -> (start: Int, end: Int)? {
    let view = snapshot.views[view]
    for text in view.texts.map(\.exposed) + [view.id].compactMap({ $0 }) where !text.isEmpty {
      if let place = try recognizers.place(name, in: text) { return place }
    }
    return nil
  }

  /// The view that is drawn topmost at a pixel, of those that are not said to be invisible.
  func view(atX x: Double, y: Double) -> Int? {
    guard x.isFinite, y.isFinite else { return nil }
    let views = snapshot.views
    // For each view the map of its subtree to the picture, and whether the point can be seen below it.
    var maps = [Transform](), open = [Bool](), best: Int?
    for (i, view) in views.enumerated() {
      var map = view.parent.map { maps[$0] } ?? .identity
      if let own = view.transform, case .rect(let rect) = view.bounds {
        map = own.about(Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)).followed(by: map)
      }
      maps.append(map)
      let isOpen = (view.parent.map { open[$0] } ?? true) && view.hidden != .yes && view.alpha > 0
      let isHit = isOpen && contains(view.bounds, map, Point(x: x, y: y))
      open.append(isOpen && (isHit || !view.clips))
      if isHit, best.map({ views[$0].orderSaid <= view.orderSaid }) ?? true { best = i }
    }
    return best
  }

  private func contains(_ bounds: Bounds, _ map: Transform, _ point: Point) -> Bool {
    guard case .rect(let rect) = bounds, map.isInvertible else { return false }
    let dx = point.x - map.tx, dy = point.y - map.ty
    let x = (map.d * dx - map.c * dy) / map.determinant, y = (map.a * dy - map.b * dx) / map.determinant
    return x >= rect.x && x < rect.maxX && y >= rect.y && y < rect.maxY
  }
}

extension View {
  /// In which order it is said to be drawn, be that sure or not.
  fileprivate var orderSaid: Int { paintOrder ?? drawOrder }
}

extension RecognizerBook {
  /// `find` with an error in the API's words.
  func place(_ name: String, in text: String) throws(HostError) -> (start: Int, end: Int)? {
    guard has(name) else { throw HostError(message: unknown("recognizer", name, among: names)) }
    do { return try find(name, in: text) } catch {
      switch error {
      case .tooMuchWork: throw HostError(message: "recognizer '\(name)' took too much work on a text")
      case .invalid(let problem, let position):
        throw HostError(message: "recognizer '\(name)': \(problem) at character \(position)")
      }
    }
  }
}
