internal import ScrimCore

/// Tells which view of one snapshot is which of another; and, where that cannot be told, where it can have gone.
///
/// A view is known by its id and type; without an id, by its type among its siblings. Where several are alike, they are
/// told apart by their places among their like, but only if that is sure: a list that scrolls uses a few views again and
/// again, so that the third before may be the second after. Then what they say tells them apart, if it does; else none of
/// them is known again, and each can have gone wherever one of the others is. So it is, too, where one snapshot has more
/// views of an id and type, or without an id of a type among siblings, than the other: nobody can tell which one came or
/// went. And in what scrolls, those that say the same, or nothing, may have taken each other's places; so may a page that says
/// something else, with all that lies in it.
struct ViewMatching {
  /// For each view of the one snapshot, the same view in the other.
  private(set) var later: [Int?]
  private(set) var earlier: [Int?]

  /// For each view of the one snapshot that is not known again, where it can have gone on its way, or come from.
  let waysAfterwards: [Displacement?]
  let waysBefore: [Displacement?]

  /// One snapshot, and what is known of those of its views that the other one has not.
  private struct Side {
    let geometry: ViewGeometry
    let contents: ViewContents
    /// Where views that are not known again can have gone or come from.
    var ways: [Int: Displacement] = [:]
    /// How the views below one parent have moved.
    var siblings: [Int?: Displacement] = [:]
    let scrollers: Scrollers

    init(_ geometry: ViewGeometry) {
      self.geometry = geometry
      contents = ViewContents(geometry.snapshot)
      scrollers = Scrollers(geometry.snapshot)
    }

    func origin(of index: Int) -> Point? { geometry.placements[index].quad?.corners[0] }
    func corners(of index: Int) -> [Point] { geometry.placements[index].quad?.corners ?? [] }
  }

  private struct Name: Hashable {
    var id: String
    var type: String
  }

  init(_ first: ViewGeometry, _ second: ViewGeometry) {
    var matcher = Matcher(first, second)
    matcher.run()
    (later, earlier) = (matcher.later, matcher.earlier)
    waysAfterwards = Self.ways(on: matcher.before, others: later)
    waysBefore = Self.ways(on: matcher.after, others: earlier)
  }

  /// A view's own, or that of the ancestor with which it came or went.
  private static func ways(on side: Side, others: [Int?]) -> [Displacement?] {
    var ways = [Displacement?]()
    ways.reserveCapacity(others.count)
    for (index, view) in side.geometry.snapshot.views.enumerated() {
      guard others[index] == nil else {
        ways.append(nil)
        continue
      }
      let parent = view.parent, isWithParent = parent.map { others[$0] == nil } ?? false
      ways.append(side.ways[index] ?? (isWithParent ? ways[parent!] : side.siblings[parent]))
    }
    return ways
  }

  /// The work of matching, step by step.
  private struct Matcher {
    var later: [Int?]
    var earlier: [Int?]
    var before: Side
    var after: Side

    init(_ first: ViewGeometry, _ second: ViewGeometry) {
      before = Side(first)
      after = Side(second)
      later = [Int?](repeating: nil, count: first.snapshot.views.count)
      earlier = [Int?](repeating: nil, count: second.snapshot.views.count)
    }

    mutating func run() {
      var named: [Name: LikeViews] = [:]
      collectNamed(before.geometry.snapshot) { named[$0, default: LikeViews()].before.append($1) }
      collectNamed(after.geometry.snapshot) { named[$0, default: LikeViews()].after.append($1) }
      for like in named.values {
        if like.before.count == like.after.count { match(like) } else { noteWays(like) }
      }
      let children = (before: Self.children(before.geometry.snapshot), after: Self.children(after.geometry.snapshot))
      below(nil, nil, before.geometry.snapshot.windows, after.geometry.snapshot.windows)
      // Parents come before their children, so that whether one is known again is settled when its children's turn comes.
      for index in before.geometry.snapshot.views.indices {
        guard let same = later[index] else { continue }
        below(index, same, children.before[index] ?? [], children.after[same] ?? [])
      }
      partOrphans()
    }

    /// A view in what scrolls is not the same one because of its id alone, where neither snapshot's parent of it is in the
    /// other: it came with its parent. What it says can tell that it is; but pages can say the same.
    private mutating func partOrphans() {
      var turned = Set<Int>()
      for index in before.geometry.snapshot.views.indices where before.scrollers.lies[index] {
        guard let parent = before.geometry.snapshot.views[index].parent, later[parent] == nil else { continue }
        if turned.contains(parent) || before.scrollers.isPage[parent] { turned.insert(index) }
        guard let same = later[index], let otherParent = after.geometry.snapshot.views[same].parent,
          earlier[otherParent] == nil
        else { continue }
        let saysTheSame =
          before.contents.hasText[index] && before.contents.numbers[index] == after.contents.numbers[same]
        guard !saysTheSame || turned.contains(index) else { continue }
        (later[index], earlier[same]) = (nil, nil)
        noteWays(LikeViews(before: [index], after: [same]))
      }
    }

    private func collectNamed(_ snapshot: Snapshot, _ add: (Name, Int) -> Void) {
      for (index, view) in snapshot.views.enumerated() {
        if let id = view.id { add(Name(id: id, type: view.type), index) }
      }
    }

    private static func children(_ snapshot: Snapshot) -> [Int: [Int]] {
      snapshot.views.indices.reduce(into: [:]) { children, index in
        if let parent = snapshot.views[index].parent { children[parent, default: []].append(index) }
      }
    }

    /// Matches the children of one parent that have no ids, and says how children have moved.
    private mutating func below(_ parent: Int?, _ same: Int?, _ first: [Int], _ second: [Int]) {
      var types: [String: LikeViews] = [:]
      for index in first where before.geometry.snapshot.views[index].id == nil {
        types[before.geometry.snapshot.views[index].type, default: LikeViews()].before.append(index)
      }
      for index in second where after.geometry.snapshot.views[index].id == nil {
        types[after.geometry.snapshot.views[index].type, default: LikeViews()].after.append(index)
      }
      let unsure = types.values.filter(isUnsure)
      for like in types.values where !isUnsure(like) { match(like) }
      // What moves as all those do that are known is one of them.
      var moved = Displacement()
      for index in first { if let other = later[index] { note(index, other, in: &moved) } }
      for like in unsure {
        var all = moved
        note(like.before[0], like.after[0], in: &all)
        if moved.isNearlyOne && all.isNearlyOne { pair(like.before[0], like.after[0]) } else { noteWays(like) }
      }
      noteMotion(below: parent, same, first, second)
    }

    /// How the children that are known again have moved, the others may have too. Where none of a type is, those of the
    /// one snapshot can have gone wherever those of the other are.
    private mutating func noteMotion(below parent: Int?, _ same: Int?, _ first: [Int], _ second: [Int]) {
      var followed = Displacement(), known = Set<String>(), gone: [String: LikeViews] = [:]
      for index in first {
        let type = before.geometry.snapshot.views[index].type
        guard let other = later[index] else {
          gone[type, default: LikeViews()].before.append(index)
          continue
        }
        known.insert(type)
        note(index, other, in: &followed)
      }
      for index in second where earlier[index] == nil {
        gone[after.geometry.snapshot.views[index].type, default: LikeViews()].after.append(index)
      }
      var carried = Displacement()
      if let parent, let same { note(parent, same, in: &carried) }
      let moved = followed.union(carried)
      before.siblings[parent] = moved
      after.siblings[same] = moved.reversed
      for (type, like) in gone where !known.contains(type) { noteWays(like, moved) }
      // What stands still in it, or on its edge, tells nothing of a list that went on behind it.
      guard let parent, let same, !followed.isNearlyOne || followed.isNearlyWithin(carried) else { return }
      let strays = (gone.values.flatMap(\.before), gone.values.flatMap(\.after))
      guard
        strays.0.contains(where: { before.scrollers.lies[$0] })
          || strays.1.contains(where: { after.scrollers.lies[$0] })
      else { return }
      noteWays(strays, through: before.corners(of: parent).spread, after.corners(of: same).spread, carried)
    }

    /// Children of what scrolls of which none says how far it went, not even one of another type: each can have come or gone
    /// through all of it, while it was carried along itself.
    private mutating func noteWays(
      _ strays: ([Int], [Int]), through size: Point, _ otherSize: Point, _ carried: Displacement
    ) {
      let isPage = strays.0.contains { before.scrollers.isPage[$0] } || strays.1.contains { after.scrollers.isPage[$0] }
      let reach = Point(x: max(size.x, otherSize.x), y: isPage ? 0 : max(size.y, otherSize.y))
      let here = Point(x: 0, y: 0), through = Displacement(from: here, to: [here], beyond: reach)
      for index in strays.0 {
        before.ways[index] = (before.ways[index] ?? Displacement()).union(through.plus(carried))
      }
      for index in strays.1 {
        after.ways[index] = (after.ways[index] ?? Displacement()).union(through.plus(carried.reversed))
      }
    }

    /// Adds how a view that is known again has moved.
    private func note(_ first: Int, _ second: Int, in moved: inout Displacement) {
      for (from, to) in zip(before.corners(of: first), after.corners(of: second)) { moved.add(from: from, to: to) }
    }

    private mutating func pair(_ first: Int, _ second: Int) {
      later[first] = second
      earlier[second] = first
    }

    private mutating func match(_ like: LikeViews) {
      if like.before.count == 1, like.after.count == 1 {
        return isTurned(like.before[0], like.after[0]) ? noteWays(like) : pair(like.before[0], like.after[0])
      }
      if like.before.isEmpty || like.after.isEmpty { return }
      var rest = like
      let sure = sureByPlace(like) + sureByContents(like)
      var moved = Displacement()
      for (first, second) in sure where later[first] == nil && earlier[second] == nil {
        pair(first, second)
        note(first, second, in: &moved)
      }
      rest.before.removeAll { later[$0] != nil }
      rest.after.removeAll { earlier[$0] != nil }
      if rest.before.count == 1, rest.after.count == 1, like.before.count == like.after.count, !hasMovedOn(like) {
        return pair(rest.before[0], rest.after[0])
      }
      noteWays(rest, moved)
    }

    /// Whether a page may be another one than before, in its place.
    private func isTurned(_ first: Int, _ second: Int) -> Bool {
      before.scrollers.isPage[first] && before.contents.numbers[first] != after.contents.numbers[second]
    }

    /// Whether the only one of its type in what scrolls may be another one than before: it has no id, stands elsewhere, and says
    /// something else or nothing.
    private func isUnsure(_ like: LikeViews) -> Bool {
      guard like.before.count == 1, like.after.count == 1 else { return false }
      let first = like.before[0], second = like.after[0]
      return before.scrollers.lies[first] && before.corners(of: first) != after.corners(of: second)
        && !(before.contents.hasText[first] && before.contents.numbers[first] == after.contents.numbers[second])
    }

    /// Those of the same place among their like that did not move, or across the line in which they stand, or that say what
    /// nobody else says.
    private func sureByPlace(_ like: LikeViews) -> [(Int, Int)] {
      let counts = (contentCounts(like.before, before.contents), contentCounts(like.after, after.contents))
      let isWhole = like.before.count == like.after.count
      let spreads = (origins(like.before, before).spread, origins(like.after, after).spread)
      let standsAlong = (x: spreads.0.x > 0 || spreads.1.x > 0, y: spreads.0.y > 0 || spreads.1.y > 0)
      let hasMovedOn = hasMovedOn(like), isMany = max(like.before.count, like.after.count) > 1
      return zip(like.before, like.after).filter { first, second in
        let says = before.contents.numbers[first], saysLater = after.contents.numbers[second]
        guard let from = before.origin(of: first), let to = after.origin(of: second) else {
          return isWhole && says == saysLater
        }
        if before.contents.hasText[first], says == saysLater, counts.0[says] == 1, counts.1[says] == 1 { return true }
        if hasMovedOn || (isMany && before.scrollers.lies[first]) { return false }
        let isSameShape = before.corners(of: first) == after.corners(of: second)
        // One that came in may stand where the other was.
        if isSameShape { return isWhole }
        return isWhole && (!standsAlong.x || from.x == to.x) && (!standsAlong.y || from.y == to.y)
      }
    }

    /// Whether one says something else now, and another says it: a list has moved on by whole places. Marks say something
    /// too, where there are no words.
    private func hasMovedOn(_ like: LikeViews) -> Bool {
      let counts = contentCounts(like.after, after.contents)
      return zip(like.before, like.after).contains { first, second in
        let says = before.contents.numbers[first]
        return says != after.contents.numbers[second] && counts[says] != nil
      }
    }

    /// Those that say what nobody else says, if all of them have moved alike: what scrolls does.
    private func sureByContents(_ like: LikeViews) -> [(Int, Int)] {
      let counts = (contentCounts(like.before, before.contents), contentCounts(like.after, after.contents))
      let places = Dictionary(like.after.map { (after.contents.numbers[$0], $0) }) { first, _ in first }
      let found = like.before.compactMap { first -> (Int, Int)? in
        let says = before.contents.numbers[first]
        guard before.contents.hasText[first], counts.0[says] == 1, counts.1[says] == 1 else { return nil }
        return (first, places[says]!)
      }
      var moved = Displacement()
      for (first, second) in found {
        guard let from = before.origin(of: first), let to = after.origin(of: second) else { return [] }
        moved.add(from: from, to: to)
      }
      return moved.isNearlyOne ? found : []
    }

    private func contentCounts(_ views: [Int], _ contents: ViewContents) -> [Int: Int] {
      views.reduce(into: [:]) { $0[contents.numbers[$1], default: 0] += 1 }
    }

    private func origins(_ views: [Int], _ side: Side) -> [Point] { views.compactMap { side.origin(of: $0) } }

    /// Views of which none is known again: each can have gone to, or have come from, wherever one of the others is, and as
    /// far beyond as the next one would be.
    ///
    /// - Parameter moved: How those of their like have moved that are known again; they may have, too.
    private mutating func noteWays(_ like: LikeViews, _ moved: Displacement = Displacement()) {
      let (first, second) = (origins(like.before, before), origins(like.after, after))
      if first.isEmpty || second.isEmpty { return }
      let reach = pitch(like, first, second), froms = first.outermost, goals = second.outermost
      for index in like.before {
        if let from = before.origin(of: index) {
          before.ways[index] = Displacement(from: from, to: goals, beyond: reach).union(moved)
        }
      }
      for index in like.after {
        if let to = after.origin(of: index) {
          after.ways[index] = Displacement(from: to, to: froms, beyond: reach).union(moved.reversed)
        }
      }
    }

    /// How far the next one would be, along the line in which they stand; for one alone in what scrolls as far as it is
    /// large, pages to the sides and others wherever; else none.
    private func pitch(_ like: LikeViews, _ first: [Point], _ second: [Point]) -> Point {
      let quads = like.before.map { before.corners(of: $0) } + like.after.map { after.corners(of: $0) }
      let sizes = quads.map(\.spread)
      guard max(first.count, second.count) > 1 else {
        guard let index = like.before.first, before.scrollers.lies[index] else { return Point(x: 0, y: 0) }
        let width = sizes.map(\.x).max() ?? 0, height = sizes.map(\.y).max() ?? 0
        return Point(x: width, y: before.scrollers.isPage[index] ? 0 : height)
      }
      let all = first + second, spread = all.spread
      func largest(_ side: (Point) -> Double) -> Double {
        let gaps = [first, second].flatMap { places in
          let sorted = places.map(side).sorted()
          return zip(sorted, sorted.dropFirst()).map { $1 - $0 }
        }
        return max(gaps.max() ?? 0, sizes.map(side).max() ?? 0)
      }
      return spread.x > spread.y
        ? Point(x: largest(\.x), y: 0) : Point(x: 0, y: largest(\.y))
    }
  }

  /// Views of two snapshots that have the same id and type, or the same type below the same parent.
  private struct LikeViews {
    var before: [Int] = []
    var after: [Int] = []
  }
}
