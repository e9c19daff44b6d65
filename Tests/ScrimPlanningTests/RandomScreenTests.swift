import Foundation
import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 24, height: 16)

/// A random screen: views with fractions of pixels, some that clip, are opaque, have round corners or are turned.
private func randomScreen(_ numbers: inout SeededNumbers, count: Int, turned: Bool) -> [View] {
  (0..<count).map { _ in
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &numbers) }
    func chance(_ share: Double) -> Bool { random(0...1) < share }
    var view = View(
      type: "View",
      bounds: .rect(Rect(x: random(-4...20), y: random(-4...14), width: random(0.2...16), height: random(0.2...10))))
    view.clips = chance(0.25)
    view.opaque = chance(0.6) ? .yes : .no
    view.alpha = chance(0.1) ? 0.5 : 1
    view.hidden = chance(0.1) ? .yes : .no
    view.cornerRadius = chance(0.5) ? random(1...6) : 0
    view.z = chance(0.2) ? -1 : 0
    if turned && chance(0.3) {
      let angle = random(0...6.3), scale = random(0.5...1.5)
      view.transform =
        chance(0.5)
        ? turn(cos: scale * cos(angle), sin: scale * sin(angle))
        : Transform(a: scale, b: 0, c: 0, d: random(0.5...1.5), tx: random(-3...3), ty: 0)
    }
    return view
  }
}

/// Puts views into a tree whose shape depends on the numbers alone: the same for two screens with the same numbers.
private func tree(_ views: [View], shape: inout SeededNumbers) -> Snapshot {
  var builder = SnapshotBuilder()
  builder.open(View(type: "Window", bounds: .rect(Rect(size.rect))))
  for view in views {
    for _ in 0..<Int.random(in: 0...2, using: &shape) where builder.depth > 1 { builder.close() }
    builder.open(view)
  }
  return builder.finish(scale: 1)
}

private func randomVerdicts(_ count: Int, _ numbers: inout SeededNumbers) -> [Verdict] {
  [.inherit]
    + (1..<count).map { _ in
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0...2: .hide(order: 0)
      case 3...4: .show(liftedFloor: false)
      default: .inherit
      }
    }
}

private let order = HideOrder(style: .defaultMask, rule: "rule")

/// What a snapshot shows at one point, found by walking back from the point to each view's own space.
private struct Renderer {
  let views: [View]
  let verdicts: [Verdict]

  private func rect(_ index: Int) -> Rect {
    guard case .rect(let rect) = views[index].bounds else { fatalError("all views have a place here") }
    return rect
  }

  private func ownSpace(_ point: Point, _ index: Int) -> Point {
    let point = views[index].parent.map { ownSpace(point, $0) } ?? point
    guard let map = views[index].transform else { return point }
    let rect = rect(index), centre = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
    let x = point.x - centre.x - map.tx, y = point.y - centre.y - map.ty, area = map.a * map.d - map.b * map.c
    return Point(x: centre.x + (map.d * x - map.c * y) / area, y: centre.y + (map.a * y - map.b * x) / area)
  }

  /// Whether a view has a point and its clips let it through; `round` takes its and their round corners away.
  func has(_ point: Point, _ index: Int, round: Bool) -> Bool {
    func isIn(_ index: Int) -> Bool {
      let p = ownSpace(point, index), rect = rect(index)
      guard p.x >= rect.x && p.x < rect.maxX && p.y >= rect.y && p.y < rect.maxY else { return false }
      let radius = round ? min(views[index].cornerRadius, rect.width / 2, rect.height / 2) : 0
      let dx = max(rect.x + radius - p.x, p.x - rect.maxX + radius, 0)
      let dy = max(rect.y + radius - p.y, p.y - rect.maxY + radius, 0)
      return dx * dx + dy * dy <= radius * radius || radius == 0
    }
    var above = views[index].parent
    while let at = above {
      if views[at].clips && !isIn(at) { return false }
      above = views[at].parent
    }
    return isIn(index)
  }

  private func chain(_ index: Int) -> [Int] {
    var chain = [index]
    while let parent = views[chain.last!].parent { chain.append(parent) }
    return chain
  }

  func decided(_ index: Int) -> Int? { chain(index).first { verdicts[$0] != .inherit } }

  func isHidden(_ index: Int) -> Bool {
    guard let decided = decided(index), case .hide = verdicts[decided] else { return false }
    return true
  }

  /// Whether a hidden view could be seen at a point: nothing that is drawn later is surely opaque there.
  func shows(_ hidden: Int, at point: Point) -> Bool {
    has(point, hidden, round: false)
      && !views.indices.contains { over in
        let isSolid = chain(over).allSatisfy { views[$0].alpha == 1 && views[$0].hidden != .yes }
        return views[over].opaque == .yes && isSolid && views[over].drawOrder > views[hidden].drawOrder
          && has(point, over, round: true)
      }
  }

  /// Whether a shown view of the hidden view's own mask lies above it at a point.
  func isCutOut(_ hidden: Int, at point: Point) -> Bool {
    views.indices.contains { shown in
      guard let decided = decided(shown), verdicts[decided] == .show(liftedFloor: false) else { return false }
      let mask = chain(shown).first { if case .hide = verdicts[$0] { true } else { false } }
      return mask == self.decided(hidden) && views[shown].drawOrder > views[hidden].drawOrder
        && has(point, shown, round: true)
    }
  }
}

/// Some points in each pixel, none on its edge.
private let samples = (0..<size.width * size.height).flatMap { pixel in
  [(0.03, 0.04), (0.51, 0.52), (0.96, 0.07), (0.05, 0.95), (0.97, 0.98)].map { dx, dy in
    (x: pixel % size.width, y: pixel / size.width, dx: dx, dy: dy)
  }
}

@Suite struct RandomScreenTests {
  @Test(arguments: 0..<24)
  func `no point of a hidden view shows, and no pixel without one is masked`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed), shape = SeededNumbers(seed: seed + 1000)
    let snapshot = tree(randomScreen(&numbers, count: 9, turned: seed % 2 == 1), shape: &shape)
    let verdicts = randomVerdicts(snapshot.views.count, &numbers)
    let plan = plan(snapshot, Decision(verdicts: verdicts, orders: [order]), size: size)
    let masked = Region.union(of: plan.redactions.map(\.region)),
      renderer = Renderer(views: snapshot.views, verdicts: verdicts)
    let hidden = snapshot.views.indices.filter { renderer.isHidden($0) }
    var near = Set<Int>()
    for sample in samples {
      let point = Point(x: Double(sample.x) + sample.dx, y: Double(sample.y) + sample.dy)
      for view in hidden where renderer.has(point, view, round: false) {
        near.insert(sample.y * size.width + sample.x)
        if !masked.contains(x: sample.x, y: sample.y) && renderer.shows(view, at: point) {
          #expect(renderer.isCutOut(view, at: point), "view \(view) shows at \(point)")
        }
      }
    }
    for rect in masked.rects {
      for y in rect.top..<rect.bottom {
        for x in rect.left..<rect.right {
          // Samples miss slivers, and turned edges may take a ring: a neighbour must have a hidden view.
          let around = [-1, 0, 1].flatMap { dy in [-1, 0, 1].map { dx in (y + dy) * size.width + x + dx } }
          #expect(around.contains { near.contains($0) } || min(rect.width, rect.height) == 1, "(\(x), \(y)) is masked")
        }
      }
    }
  }

  @Test(arguments: 100..<116)
  func `between two screens no point of a hidden view shows at any time`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let first = randomScreen(&numbers, count: 8, turned: false)
    var second = first
    for index in second.indices where index % 3 != 0 {
      guard case .rect(var rect) = second[index].bounds else { continue }
      rect = rect.offset(x: .random(in: -9...9, using: &numbers), y: .random(in: -6...6, using: &numbers))
      rect.width += .random(in: 0...4, using: &numbers)
      second[index].bounds = .rect(rect)
    }
    func snapshot(_ views: [View]) -> Snapshot {
      var shape = SeededNumbers(seed: seed + 1000)
      return tree(views, shape: &shape)
    }
    let before = snapshot(first), after = snapshot(second), verdicts = randomVerdicts(before.views.count, &numbers)
    let decision = Decision(verdicts: verdicts, orders: [order])
    let plan = Planner().planBetween(before: (decision, before), after: (decision, after), size: size)
    let masked = Region.union(of: plan.redactions.map(\.region))
    for share in [0, 0.2, 0.5, 0.85, 1] {
      let between = zip(before.views, after.views).map { from, to -> View in
        guard case .rect(let a) = from.bounds, case .rect(let b) = to.bounds else { return from }
        func middle(_ a: Double, _ b: Double) -> Double { a + share * (b - a) }
        var view = from
        view.bounds = .rect(
          Rect(
            x: middle(a.x, b.x), y: middle(a.y, b.y), width: middle(a.width, b.width),
            height: middle(a.height, b.height)))
        return view
      }
      let renderer = Renderer(views: between, verdicts: verdicts)
      for sample in samples where !masked.contains(x: sample.x, y: sample.y) {
        let point = Point(x: Double(sample.x) + sample.dx, y: Double(sample.y) + sample.dy)
        for view in between.indices where renderer.isHidden(view) && renderer.has(point, view, round: false) {
          #expect(renderer.isCutOut(view, at: point), "view \(view) shows at \(point), \(share) of the way")
        }
      }
    }
  }
}
