import ScrimCore

/// Finds the views of one snapshot that selectors match.
///
/// Works on sets of views, never on one view and its ancestors: each part of a selector is looked up in an index or
/// tested once for each view, and a combinator joins two sorted lists. So the time is views times parts, whatever the
/// selector, and no step goes deeper with the tree.
final class SelectorMatcher {
  let snapshot: Snapshot
  private lazy var index = ViewIndex(snapshot)
  private var found: [ObjectIdentifier: (selector: Selector, views: [Int])] = [:]
  /// By the member's name: the views that have it, in document order, and what tests compare.
  private var members: [String: [MemberText]] = [:]
  private var foldedMembers: [String: [MemberText]] = [:]
  private var cost = 0

  private struct MemberText {
    var view: Int
    var text: String
    var isPresent: Bool
  }

  /// Bounds the memory that a script can fill with selectors of its own making.
  private static let capacity = 256

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// Nodes times parts since the last question.
  func takeCost() -> Int {
    defer { cost = 0 }
    return cost
  }

  /// The matching views, in document order.
  func matches(_ selector: Selector) -> [Int] {
    if let known = found[ObjectIdentifier(selector)] { return known.views }
    var views = selector.alternatives.map(matches)
    let all = views.count == 1 ? views.removeLast() : union(views)
    if found.count >= Self.capacity { found.removeAll(keepingCapacity: true) }
    // The selector is kept with its views: an identity may be given again when its object is gone.
    found[ObjectIdentifier(selector)] = (selector, all)
    return all
  }

  func matches(_ view: Int, _ selector: Selector) -> Bool {
    contains(matches(selector), view)
  }

  private func matches(_ selector: ComplexSelector) -> [Int] {
    var current = matches(selector.compounds[0])
    for (combinator, compound) in zip(selector.combinators, selector.compounds.dropFirst()) {
      if current.isEmpty { return [] }
      current = below(current, combinator, among: matches(compound))
    }
    return current
  }

  private func matches(_ compound: CompoundSelector) -> [Int] {
    var views = candidates(compound)
    if let type = compound.type, compound.dottedType == nil { views = views.filter { index.view($0, isA: type) } }
    // The plain conditions first: what they leave, the nested ones have to look at.
    let ordered = compound.conditions.filter { !$0.isNested } + compound.conditions.filter(\.isNested)
    let asClasses = compound.dottedType == nil
    for condition in ordered where !views.isEmpty {
      cost += views.count
      if case .class = condition, !asClasses { continue }
      views = filter(views, condition)
    }
    guard let dotted = compound.dottedType, let type = compound.type else { return views }
    let classes = compound.conditions.compactMap { if case .class(let name) = $0 { name } else { nil } }
    return views.filter { i in
      index.view(i, isA: dotted)
        || (index.view(i, isA: type) && classes.allSatisfy(snapshot.views[i].classes.contains))
    }
  }

  /// A list that holds every view that the compound can match: the shortest that the index has.
  private func candidates(_ compound: CompoundSelector) -> [Int] {
    var shortest: [Int]?
    func offer(_ list: [Int]) { if list.count < shortest?.count ?? .max { shortest = list } }
    if let dotted = compound.dottedType {
      offer(union([index.types[dotted] ?? [], compound.type.flatMap { index.types[$0] } ?? []]))
    } else if let type = compound.type {
      offer(index.types[type] ?? [])
    }
    for condition in compound.conditions {
      switch condition {
      case .id(let id): offer(index.ids[id] ?? [])
      case .class(let name) where compound.dottedType == nil: offer(index.classes[name] ?? [])
      case .attribute(let test): offer(texts(of: test.name).map(\.view))
      case .class, .text, .not, .any, .has: break
      }
    }
    let list = shortest ?? Array(snapshot.views.indices)
    cost += list.count
    return list
  }

  private func filter(_ views: [Int], _ condition: Condition) -> [Int] {
    switch condition {
    case .id(let id): return views.filter { snapshot.views[$0].answers(to: id) }
    case .class(let name): return views.filter { snapshot.views[$0].classes.contains(name) }
    case .attribute(let test): return filter(views, test)
    case .text(let part, let ignoringCase):
      let part = comparable(part, ignoringCase: ignoringCase)
      return views.filter { i in
        snapshot.views[i].texts.contains { text in
          cost += text.exposed.utf8.count / 16
          return ScrimRules.contains(comparable(text.exposed, ignoringCase: ignoringCase), part)
        }
      }
    case .not(let selector):
      let excluded = matches(selector)
      return views.filter { !contains(excluded, $0) }
    case .any(let selector):
      let allowed = matches(selector)
      return views.filter { contains(allowed, $0) }
    case .has(let relatives): return union(relatives.map { holders(of: $0, among: views) })
    }
  }

  private func filter(_ views: [Int], _ test: AttributeTest) -> [Int] {
    let texts = test.ignoringCase ? foldedTexts(of: test.name) : texts(of: test.name)
    let test = test.ignoringCase ? test.folded : test
    cost += texts.count
    return texts.compactMap { member in
      (test.value == nil ? member.isPresent : test.passes(member.text)) && contains(views, member.view)
        ? member.view : nil
    }
  }

  /// Looked up once for a snapshot, however many tests ask for it: rules name the same few members over and over.
  private func texts(of name: String) -> [MemberText] {
    if let known = members[name] { return known }
    cost += snapshot.views.count
    let texts = snapshot.views.indices.compactMap { i in
      snapshot.views[i].attributeText(name).map { MemberText(view: i, text: $0.text, isPresent: $0.isPresent) }
    }
    if members.count >= Self.capacity { members.removeAll(keepingCapacity: true) }
    members[name] = texts
    return texts
  }

  private func foldedTexts(of name: String) -> [MemberText] {
    if let known = foldedMembers[name] { return known }
    let texts = texts(of: name).map { MemberText(view: $0.view, text: $0.text.lowercased(), isPresent: $0.isPresent) }
    if foldedMembers.count >= Self.capacity { foldedMembers.removeAll(keepingCapacity: true) }
    foldedMembers[name] = texts
    return texts
  }

  /// The views that have what a relative selector wants below them.
  private func holders(of relative: RelativeSelector, among views: [Int]) -> [Int] {
    let selector = relative.selector
    var current = matches(selector.compounds[selector.compounds.count - 1])
    // From the innermost compound outward; each set holds what has all the later ones below it.
    for k in stride(from: selector.combinators.count - 1, through: 0, by: -1) {
      if current.isEmpty { return [] }
      current = above(current, selector.combinators[k], among: matches(selector.compounds[k]))
    }
    return above(current, relative.leading, among: views)
  }

  /// Those of `views` that lie below one of `roots`. Both are sorted, and so is the result.
  private func below(_ roots: [Int], _ combinator: Combinator, among views: [Int]) -> [Int] {
    cost += roots.count + views.count
    switch combinator {
    case .child: return views.filter { i in snapshot.views[i].parent.map { contains(roots, $0) } ?? false }
    case .descendant:
      var next = 0, end = 0
      return views.filter { i in
        while next < roots.count, roots[next] < i {
          end = max(end, snapshot.views[roots[next]].subtreeEnd)
          next += 1
        }
        return i < end
      }
    }
  }

  /// Those of `views` that have one of `leaves` below them.
  private func above(_ leaves: [Int], _ combinator: Combinator, among views: [Int]) -> [Int] {
    cost += leaves.count + views.count
    switch combinator {
    case .child:
      let parents = Set(leaves.compactMap { snapshot.views[$0].parent })
      return views.filter(parents.contains)
    case .descendant:
      return views.filter { i in
        let next = firstPlace(behind: i, in: leaves)
        return next < leaves.count && leaves[next] < snapshot.views[i].subtreeEnd
      }
    }
  }
}

extension Condition {
  fileprivate var isNested: Bool {
    switch self {
    case .not, .any, .has, .text: true
    case .id, .class, .attribute: false
    }
  }
}

extension View {
  /// Whether `#id` means this view: its id, or the part of it after the last `/`.
  func answers(to id: String) -> Bool {
    guard let own = self.id else { return false }
    return own == id || shortID.map { $0 == id } ?? false
  }

  /// The part of the id after its last `/`, where there is one: `pin` of `com.example:id/pin`.
  var shortID: Substring? {
    guard let id, let slash = id.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let part = id[id.utf8.index(after: slash)...]
    return part.isEmpty ? nil : part
  }
}

/// Views by type, id and class.
private struct ViewIndex {
  private(set) var types: [String: [Int]] = [:]
  private(set) var ids: [String: [Int]] = [:]
  private(set) var classes: [String: [Int]] = [:]
  private let snapshot: Snapshot

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    for (i, view) in snapshot.views.enumerated() {
      for name in typeNames(view) { types[name, default: []].append(i) }
      if let id = view.id { ids[id, default: []].append(i) }
      if let short = view.shortID { ids[String(short), default: []].append(i) }
      for name in Set(view.classes) { classes[name, default: []].append(i) }
    }
  }

  func view(_ i: Int, isA type: String) -> Bool {
    contains(types[type] ?? [], i)
  }

  /// Its type, the types that it also is, and the last parts of dotted ones; each once.
  private func typeNames(_ view: View) -> [String] {
    var names = [String]()
    for type in [view.type] + view.classChain {
      if !names.contains(type) { names.append(type) }
      if let dot = type.utf8.lastIndex(of: UInt8(ascii: ".")) {
        let last = String(type[type.utf8.index(after: dot)...])
        if !last.isEmpty, !names.contains(last) { names.append(last) }
      }
    }
    return names
  }
}

/// Whether a sorted list has an element.
private func contains(_ list: [Int], _ element: Int) -> Bool {
  let place = firstPlace(behind: element - 1, in: list)
  return place < list.count && list[place] == element
}

/// Where in a sorted list the first element above another one stands.
private func firstPlace(behind element: Int, in list: [Int]) -> Int {
  var low = 0, high = list.count
  while low < high {
    let middle = (low + high) / 2
    if list[middle] > element { high = middle } else { low = middle + 1 }
  }
  return low
}

/// All elements of sorted lists, sorted, each once.
private func union(_ lists: [[Int]]) -> [Int] {
  if lists.count == 1 { return lists[0] }
  var all = [Int]()
  for element in lists.joined().sorted() where element != all.last { all.append(element) }
  return all
}
