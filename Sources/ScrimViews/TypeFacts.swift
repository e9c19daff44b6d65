internal import ScrimCore

/// What the tables say of a view's types, remembered by type: a tree has thousands of views, and a few types.
struct TypeFacts {
  private struct Facts {
    var isTextInput: Bool
    var isOpaque: Bool
  }

  private var known: [String: Facts] = [:]

  /// Sets what follows from a view's type, the types that it also is, and its description.
  mutating func apply(to view: inout View) {
    apply(facts(of: view.type), to: &view)
    for type in view.classChain { apply(facts(of: type), to: &view) }
    if let label = view.label, OpaqueTypes.isTold(by: label) { view.isOpaqueToInspection = true }
  }

  /// Whether a type is opaque to inspection.
  mutating func isOpaque(_ type: String) -> Bool { facts(of: type).isOpaque }

  private func apply(_ facts: Facts, to view: inout View) {
    view.isTextInput = view.isTextInput || facts.isTextInput
    view.isOpaqueToInspection = view.isOpaqueToInspection || facts.isOpaque
  }

  private mutating func facts(of type: String) -> Facts {
    if let facts = known[type] { return facts }
    let facts = Facts(isTextInput: TextInputTypes.include(type), isOpaque: OpaqueTypes.include(type))
    known[type] = facts
    return facts
  }
}
