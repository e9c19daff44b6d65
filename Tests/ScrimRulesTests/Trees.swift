import ScrimCore

@testable import ScrimRules

/// A view with its children, as tests write it.
struct Node {
  var view: View
  var children: [Node]

  init(
    _ type: String, _ id: String? = nil, text: String? = nil, label: String? = nil, value: String? = nil,
    placeholder: String? = nil, classes: [String] = [], chain: [String] = [], secure: Bool? = nil,
    bounds: Rect = Rect(x: 0, y: 0, width: 10, height: 10), attributes: ViewAttributes = [:],
    _ change: (inout View) -> Void = { _ in }, children: [Node] = []
  ) {
    view = View(type: type, bounds: .rect(bounds))
    view.id = id
    view.text = text.map(SensitiveText.init)
    view.label = label.map(SensitiveText.init)
    view.value = value.map(SensitiveText.init)
    view.placeholder = placeholder.map(SensitiveText.init)
    view.classes = classes
    view.classChain = chain
    view.secure = Knowledge(secure)
    view.attributes = attributes
    change(&view)
    self.children = children
  }
}

func snapshot(_ windows: Node..., scale: Double = 1) -> Snapshot {
  var builder = SnapshotBuilder()
  func add(_ node: Node) {
    builder.open(node.view)
    node.children.forEach(add)
    builder.close()
  }
  windows.forEach(add)
  return builder.finish(scale: scale)
}

/// A window of 100 by 100 around nodes.
func window(_ nodes: Node...) -> Node {
  Node("Window", bounds: Rect(x: 0, y: 0, width: 100, height: 100), children: nodes)
}

func context(
  _ tree: FrameViews.Tree, index: Int = 0, events: [Event] = [], lifecycle: Lifecycle = Lifecycle()
) -> FrameContext {
  FrameContext(
    identity: FrameIdentity(index: index), size: PixelSize(width: 100, height: 100),
    views: FrameViews(tree: tree, events: events, lifecycle: lifecycle))
}

extension Snapshot {
  /// Ids, or types where there is no id.
  func names(_ views: [Int]) -> [String] { views.map { self.views[$0].id ?? self.views[$0].type } }

  func index(_ id: String) -> Int { views.firstIndex { $0.id == id }! }
}

/// A Lua table as a script would have returned it.
func table(_ items: LuaValue..., members: KeyValuePairs<String, LuaValue> = [:]) -> LuaValue {
  var table = LuaTable()
  table.items = items
  table.members = members.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  return .table(table)
}

extension LuaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
}
