internal import ScrimCore

/// Remembers which views were secure, and marks them in every later snapshot (guarantee 5).
///
/// A view is known again by its id, whatever its type became ("show password" makes a plain field of a secure one); and
/// by its path, where the ids of both do not contradict. The path is that of types and places; where people type into a
/// view, that of places alone is enough.
struct StickySecrecy {
  private var ids: Set<String> = []
  /// The ids that secure views at a path had; nil for one without.
  private var paths: [Int: Set<String?>] = [:]

  /// Takes note of a snapshot's secure views.
  mutating func note(_ snapshot: Snapshot) {
    // By index, here and below: a view that is taken out of its list is copied, and there are thousands.
    guard snapshot.views.indices.contains(where: { snapshot.views[$0].secure == .yes }) else { return }
    let paths = ViewPaths(snapshot)
    for index in snapshot.views.indices where snapshot.views[index].secure == .yes {
      let view = snapshot.views[index]
      if let id = view.id { ids.insert(id) }
      self.paths[paths.ofTypes[index], default: []].insert(view.id)
      if view.isTextInput { self.paths[paths.ofPlaces[index], default: []].insert(view.id) }
    }
  }

  /// Takes over what another has noted.
  mutating func add(_ other: StickySecrecy) {
    ids.formUnion(other.ids)
    paths.merge(other.paths) { $0.union($1) }
  }

  /// The snapshot with every view marked that was secure in one noted so far.
  func applied(to snapshot: Snapshot) -> Snapshot {
    guard !paths.isEmpty else { return snapshot }
    let paths = ViewPaths(snapshot)
    let secure = snapshot.views.indices.filter { index in
      guard snapshot.views[index].secure != .yes else { return false }
      let id = snapshot.views[index].id
      if let id, ids.contains(id) { return true }
      return isSecure(paths.ofTypes[index], id: id)
        || (snapshot.views[index].isTextInput && isSecure(paths.ofPlaces[index], id: id))
    }
    return secure.isEmpty ? snapshot : snapshot.marking(secure: secure)
  }

  private func isSecure(_ path: Int, id: String?) -> Bool {
    guard let known = paths[path] else { return false }
    return id == nil || known.contains(nil) || known.contains(id)
  }
}

/// A number for each view's way from its window, made in one pass: comparing texts of paths would cost a tree's depth
/// for each view.
private struct ViewPaths {
  private(set) var ofTypes: [Int] = []
  private(set) var ofPlaces: [Int] = []

  init(_ snapshot: Snapshot) {
    ofTypes.reserveCapacity(snapshot.views.count)
    ofPlaces.reserveCapacity(snapshot.views.count)
    var types: [String: Int] = [:]
    /// How many children of a parent, and how many of a type among them, have been met.
    var siblings = [Int](repeating: 0, count: snapshot.views.count + 1)
    var like: [Kind: Int] = [:]
    for view in snapshot.views {
      // Parents stand before their children.
      let parent = view.parent ?? -1
      let type = types[view.type] ?? types.count
      types[view.type] = type
      let kind = Kind(parent: parent, type: type)
      let placeAmongLike = like[kind, default: 0]
      like[kind] = placeAmongLike + 1
      ofTypes.append(hash(parent < 0 ? 0 : ofTypes[parent], view.type, placeAmongLike))
      ofPlaces.append(hash(parent < 0 ? 1 : ofPlaces[parent], "", siblings[parent + 1]))
      siblings[parent + 1] += 1
    }
  }

  private struct Kind: Hashable {
    var parent: Int
    var type: Int
  }

  private func hash(_ parent: Int, _ type: String, _ place: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(parent)
    hasher.combine(type)
    hasher.combine(place)
    return hasher.finalize()
  }
}
