public import ScrimCore
internal import Synchronization

/// What a view is known by, without the tree that it stood in.
public struct KnownView: Sendable {
  fileprivate let name: Int
  /// Whether its id was its own.
  fileprivate let isUnique: Bool
  fileprivate let standing: Standing
  /// Where it stood.
  fileprivate let picture: PictureScale
}

/// A snapshot whose views can be looked for in others.
///
/// A view is known by its id; without one by its type and those of its ancestors, up to one with an id. Where several
/// views have that in common, or it has no id, it is there again only if one of them says the same in words, or lies at
/// the same place where there are none. One view of the newer snapshot is one of the older, and no second one: those at
/// the same place first; and what stands where one of its like stood, and says something else, is no other that has
/// moved. Where fewer are there than before, and not at their places, nobody can tell which, and none is known again. What
/// is not known again counts as vanished, and so does what has no area any more.
///
/// In a picture of another scale the same place is that part of it. In one of another shape no place is the same, and likes
/// are taken in their order.
public final class KnownViews: Sendable {
  public let snapshot: Snapshot
  /// In whose pixels its views have their places.
  public let picture: PictureScale
  /// Made when it is asked for: most frames lose nothing.
  private let index = Mutex<Index?>(nil)
  private let said = Mutex<[Int?]?>(nil)

  private struct Index: Sendable {
    /// For each view, what it is known by.
    var names: [Int] = []
    /// Where a name is found.
    var places: [Int: [Int]] = [:]

    init(_ snapshot: Snapshot) {
      names.reserveCapacity(snapshot.views.count)
      for (index, view) in snapshot.views.enumerated() {
        var hasher = Hasher()
        if let id = view.id {
          hasher.combine(id)
        } else {
          hasher.combine(view.parent.map { names[$0] })
          hasher.combine(view.type)
        }
        let name = hasher.finalize()
        names.append(name)
        places[name, default: []].append(index)
      }
    }
  }

  public init(_ snapshot: Snapshot, size: PixelSize) {
    self.snapshot = snapshot
    picture = PictureScale(size: size, pixelsPerPoint: snapshot.scale)
  }

  private var known: Index {
    index.withLock { index in
      let made = index ?? Index(snapshot)
      index = made
      return made
    }
  }

  /// A view of this snapshot, to be looked for in others.
  public func view(_ index: Int) -> KnownView {
    KnownView(
      name: known.names[index], isUnique: isUnique(index), standing: Standing(snapshot.views[index]), picture: picture)
  }

  private func isUnique(_ index: Int) -> Bool {
    snapshot.views[index].id != nil && known.places[known.names[index]]?.count == 1
  }

  /// The view of another snapshot that this one is, if it stood at the same place there, in a picture of the same size.
  public func standing(_ index: Int, in other: KnownViews) -> Int? {
    other.known.places[known.names[index]]?.first { other.snapshot.views[$0].bounds == snapshot.views[index].bounds }
  }

  /// Whether a view says the same in words as one of another snapshot.
  public func says(_ index: Int, theSameAs other: Int, in views: KnownViews) -> Bool {
    Standing(snapshot.views[index]).words == Standing(views.snapshot.views[other]).words
  }

  /// For each view without words of its own, what is said in it; nil where that is nothing, or it speaks itself.
  private var saidWithin: [Int?] {
    said.withLock { said in
      let made = said ?? Self.saidWithin(snapshot)
      said = made
      return made
    }
  }

  /// Children stand behind their parents: from the last view to the first, all that lies in a view comes before it.
  private static func saidWithin(_ snapshot: Snapshot) -> [Int?] {
    var said = [Int?](repeating: nil, count: snapshot.views.count)
    for (index, view) in snapshot.views.enumerated().reversed() {
      let within = said[index], words = Standing(view).spoken
      if words != nil { said[index] = nil }
      guard let parent = view.parent, within != nil || words != nil else { continue }
      var hasher = Hasher()
      hasher.combine(words)
      hasher.combine(within)
      // What its later siblings say.
      hasher.combine(said[parent])
      said[parent] = hasher.finalize()
    }
    return said
  }

  // MARK: - What has come and gone

  /// Which views with an area have gone since an older snapshot, and which have come.
  public func changes(since older: KnownViews) -> ViewChanges {
    if snapshot.isSame(as: older.snapshot) { return ViewChanges() }
    let (mine, theirs) = (snapshot.views, older.snapshot.views)
    if has(allOf: older) {
      return ViewChanges(come: Set(mine.indices.filter { theirs[$0].bounds.hasNoArea && !mine[$0].bounds.hasNoArea }))
    }
    var changes = ViewChanges(come: Set(mine.indices.filter { !mine[$0].bounds.hasNoArea }))
    let places = known.places, relation = older.picture.relation(to: picture)
    for (name, olds) in older.known.places {
      let isUnique = older.isUnique(olds[0]), olds = olds.filter { !theirs[$0].bounds.hasNoArea }
      let news = (places[name] ?? []).filter(changes.come.contains)
      if olds.isEmpty { continue }
      let pairs = Pairs(
        olds.map { Standing(theirs[$0]).compared(by: relation, in: older.picture) },
        news.map { Standing(mine[$0]).compared(by: relation, in: picture) })
      if isUnique, let same = pairs.taken.first ?? news.indices.first {
        changes.come.remove(news[same])
        continue
      }
      changes.gone.formUnion(pairs.gone.map { olds[$0] })
      changes.come.subtract(pairs.taken.map { news[$0] })
    }
    return changes
  }

  /// Which views that have gone since an older snapshot may only have moved, though they have no words of their own:
  /// others of their name have come in which the same is said in the same order, as many as have gone, and nothing that
  /// lay in them is gone for good.
  public func moved(_ changes: ViewChanges, since older: KnownViews) -> Set<Int> {
    struct Like: Hashable { var name, said: Int }
    func likes(_ indices: Set<Int>, in views: KnownViews) -> [Like: [Int]] {
      let (names, said) = (views.known.names, views.saidWithin)
      var likes = [Like: [Int]]()
      for index in indices {
        if let said = said[index] { likes[Like(name: names[index], said: said), default: []].append(index) }
      }
      return likes
    }
    let news = likes(changes.come, in: self)
    var moved = Set<Int>()
    for (like, olds) in likes(changes.gone, in: older) where news[like, default: []].count >= olds.count {
      moved.formUnion(olds)
    }
    var hasLost = [Bool](repeating: false, count: older.snapshot.views.count)
    for (index, view) in older.snapshot.views.enumerated().reversed() {
      if hasLost[index] { moved.remove(index) }
      if hasLost[index] || changes.gone.contains(index) && !moved.contains(index), let parent = view.parent {
        hasLost[parent] = true
      }
    }
    return moved
  }

  /// Which of some views that have vanished are in this snapshot; of likes, those that have come.
  public func found(_ lost: [KnownView], among come: Set<Int>?) -> [Bool] {
    var found = [Bool](repeating: false, count: lost.count), likes = [Int: [Int]]()
    for (number, view) in lost.enumerated() {
      let there = (known.places[view.name] ?? []).filter { !snapshot.views[$0].bounds.hasNoArea }
      if view.isUnique {
        found[number] = !there.isEmpty
      } else if there.contains(where: { come?.contains($0) ?? true }) {
        likes[view.name, default: []].append(number)
      }
    }
    for (name, numbers) in likes {
      let news = known.places[name]!.filter { !snapshot.views[$0].bounds.hasNoArea && come?.contains($0) ?? true }
      for number in find(numbers, of: lost, among: news) { found[number] = true }
    }
    return found
  }

  /// Those of some lost views of one name that are among some views of this snapshot: first of those that stood in a picture
  /// of this size, then by the pictures in which they stood. No view of this snapshot is two of them.
  private func find(_ numbers: [Int], of lost: [KnownView], among news: [Int]) -> [Int] {
    var pictures = [picture], found = [Int](), left = news
    for number in numbers where !pictures.contains(lost[number].picture) { pictures.append(lost[number].picture) }
    for from in pictures {
      let relation = from.relation(to: picture), numbers = numbers.filter { lost[$0].picture == from }
      let pairs = Pairs(
        numbers.map { lost[$0].standing.compared(by: relation, in: from) },
        left.map { Standing(snapshot.views[$0]).compared(by: relation, in: picture) })
      let (gone, taken) = (Set(pairs.gone), Set(pairs.taken))
      found += numbers.indices.filter { !gone.contains($0) }.map { numbers[$0] }
      left = left.indices.filter { !taken.contains($0) }.map { left[$0] }
    }
    return found
  }

  /// Whether all views of another snapshot stand in this one at their places in the tree, so that none has vanished: the
  /// quick answer for most frames.
  private func has(allOf older: KnownViews) -> Bool {
    let (mine, theirs) = (snapshot.views, older.snapshot.views)
    guard mine.count == theirs.count else { return false }
    let relation = older.picture.relation(to: picture)
    return mine.indices.allSatisfy { index in
      let (new, old) = (mine[index], theirs[index])
      guard new.id == old.id, new.type == old.type, new.parent == old.parent,
        old.bounds.hasNoArea || !new.bounds.hasNoArea
      else { return false }
      // Names are counted only where something has changed.
      return Standing(old).compared(by: relation, in: older.picture)
        .isLike(Standing(new).compared(by: relation, in: picture)) || older.isUnique(index)
    }
  }
}

/// How the views of two snapshots differ.
public struct ViewChanges: Sendable {
  /// Views of the older one that the newer does not have.
  public var gone: Set<Int> = []
  /// Views of the newer one that are none of the older.
  public var come: Set<Int> = []
}
