/// Which view of DroidBot's flat list stands below which.
struct DroidBotLinks {
  /// The objects, by index.
  let views: [Int]
  /// The indices in document order of the tree, with their levels.
  private(set) var order: [(index: Int, level: Int)] = []
  /// The views below which something is not as it should be.
  private(set) var isOdd: [Bool]

  /// Throws where the tree's windows are not known, or views stand in a circle that no window reaches: then the whole
  /// picture is unknown.
  init(_ json: JSONDocument, _ views: [Int]) throws(TreeError) {
    self.views = views
    isOdd = views.map { _ in false }
    var parents: [Parent] = []
    for (index, view) in views.enumerated() {
      guard json.kind(of: view) == .object else { throw TreeError("a view is no object") }
      parents.append(Parent(of: view, json, count: views.count))
      if let name = json.member("temp_id", of: view), json.integer(name) != index { isOdd[index] = true }
    }
    var children = views.map { _ in [Int]() }
    var isPlaced = parents.map { $0 == .none }
    for index in views.indices {
      let named = json.member("children", of: views[index]).map { Array(json.elements(of: $0)) } ?? []
      for token in named {
        guard let child = json.integer(token), views.indices.contains(child), !isPlaced[child] else {
          isOdd[index] = true
          continue
        }
        // Two parents: what is below the child may belong to either.
        if parents[child] != .view(index) {
          isOdd[index] = true
          if case .view(let other) = parents[child] { isOdd[other] = true }
        }
        children[index].append(child)
        isPlaced[child] = true
      }
      if let count = json.member("child_count", of: views[index]).flatMap(json.integer), count != named.count {
        isOdd[index] = true
      }
    }
    // A view that its parent does not name is below it all the same.
    for (index, parent) in parents.enumerated() where !isPlaced[index] {
      if case .view(let parent) = parent {
        children[parent].append(index)
        isOdd[parent] = true
      }
    }
    var todo = parents.indices.filter { parents[$0] == .none }.reversed().map { (index: $0, level: 0) }
    while let next = todo.popLast() {
      order.append(next)
      todo += children[next.index].reversed().map { ($0, next.level + 1) }
    }
    guard order.count == views.count else {
      throw TreeError("\(views.count - order.count) of \(views.count) views are below no window")
    }
  }

  private enum Parent: Equatable {
    /// It is a window.
    case none
    case view(Int)
    /// It is said to have one, and that is no view.
    case unknown

    init(of view: Int, _ json: JSONDocument, count: Int) {
      let parent = json.member("parent", of: view)
      let index = parent.flatMap(json.integer)
      if let parent, json.kind(of: parent) == .null || index == -1 {
        self = .none
      } else if let index, (0..<count).contains(index) {
        self = .view(index)
      } else {
        self = .unknown
      }
    }
  }
}
