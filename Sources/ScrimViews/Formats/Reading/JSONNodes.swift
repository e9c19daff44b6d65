/// The nodes of a tree of JSON objects as one list in document order, each with its level: no recursion, so depth costs
/// no stack.
struct JSONNodes {
  struct Node {
    /// The object.
    var token: Int
    /// A root's is 0.
    var level: Int
    /// Whether its list of children is no list, or has something in it that is no object.
    var hasOddChildren: Bool
  }

  private(set) var nodes: [Node] = []
  /// The level of the deepest node.
  var deepest: Int { nodes.map(\.level).max() ?? 0 }

  /// `name` is the member with the list of a node's children; null is none.
  init(_ json: JSONDocument, roots: some Sequence<Int>, children name: String = "children") throws(TreeError) {
    for root in roots {
      guard json.kind(of: root) == .object else { throw TreeError("a window is no object") }
      /// The siblings that are still to be read, and the place of their parent.
      var todo: [(next: Int, end: Int, parent: Int)] = []
      add(root, json, children: name, &todo)
      while let siblings = todo.last {
        guard siblings.next < siblings.end else {
          todo.removeLast()
          continue
        }
        todo[todo.count - 1].next = json.end(of: siblings.next)
        if json.kind(of: siblings.next) == .object {
          add(siblings.next, json, children: name, &todo)
        } else {
          // A child that is null may have been a view of which the writer knew nothing.
          nodes[siblings.parent].hasOddChildren = true
        }
      }
    }
  }

  private mutating func add(
    _ token: Int, _ json: JSONDocument, children name: String, _ todo: inout [(next: Int, end: Int, parent: Int)]
  ) {
    nodes.append(Node(token: token, level: todo.count, hasOddChildren: false))
    guard let children = json.member(name, of: token), json.kind(of: children) != .null else { return }
    if json.kind(of: children) == .array {
      todo.append((children + 1, json.end(of: children), nodes.count - 1))
    } else {
      nodes[nodes.count - 1].hasOddChildren = true
    }
  }
}
