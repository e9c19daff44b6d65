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
    var todo = [(siblings: Array(roots), next: 0, parent: Int?.none)]
    while let last = todo.last {
      guard last.next < last.siblings.count else {
        todo.removeLast()
        continue
      }
      let token = last.siblings[last.next]
      todo[todo.count - 1].next += 1
      guard json.kind(of: token) == .object else {
        // A child that is null may have been a view of which the writer knew nothing.
        guard let parent = last.parent else { throw TreeError("a window is no object") }
        nodes[parent].hasOddChildren = true
        continue
      }
      nodes.append(Node(token: token, level: todo.count - 1, hasOddChildren: false))
      guard let children = json.member(name, of: token), json.kind(of: children) != .null else { continue }
      guard json.kind(of: children) == .array else {
        nodes[nodes.count - 1].hasOddChildren = true
        continue
      }
      todo.append((Array(json.elements(of: children)), 0, nodes.count - 1))
    }
  }
}
