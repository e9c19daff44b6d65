internal import ScrimCore

/// What the tables say of a view's types, remembered by type: a tree has thousands of views, and a few types.
struct TypeFacts {
  private struct Facts {
    var isTextInput: Bool
    var isOpaque: Bool
    var isKeyboard: Bool
    var isTouchIndicator: Bool
  }

  private var known: [String: Facts] = [:]
  /// The process that was asked for last: nodes of one program follow each other.
  private var process: (name: String, isKeyboard: Bool)?

  /// Sets what follows from a view's type, the types that it also is, and its description.
  mutating func apply(to view: inout View) {
    apply(facts(of: view.type), to: &view)
    for type in view.classChain { apply(facts(of: type), to: &view) }
    if let process = view.process, isKeyboard(process: process) { view.isKeyboard = true }
    if let id = view.id, TouchIndicators.include(id) { view.isTouchIndicator = true }
    if view.classes.contains(where: TouchIndicators.include) { view.isTouchIndicator = true }
    if let label = view.label, OpaqueTypes.isTold(by: label) { view.isOpaqueToInspection = true }
  }

  /// Whether a type is opaque to inspection.
  mutating func isOpaque(_ type: String) -> Bool { facts(of: type).isOpaque }

  private func apply(_ facts: Facts, to view: inout View) {
    view.isTextInput = view.isTextInput || facts.isTextInput
    view.isOpaqueToInspection = view.isOpaqueToInspection || facts.isOpaque
    view.isKeyboard = view.isKeyboard || facts.isKeyboard
    view.isTouchIndicator = view.isTouchIndicator || facts.isTouchIndicator
  }

  private mutating func facts(of type: String) -> Facts {
    if let facts = known[type] { return facts }
    let facts = Facts(
      isTextInput: TextInputTypes.include(type), isOpaque: OpaqueTypes.include(type),
      isKeyboard: KeyboardTypes.include(type), isTouchIndicator: TouchIndicators.include(type))
    known[type] = facts
    return facts
  }

  private mutating func isKeyboard(process: String) -> Bool {
    if let known = self.process, known.name == process { return known.isKeyboard }
    let isKeyboard = KeyboardTypes.include(process: process)
    self.process = (process, isKeyboard)
    return isKeyboard
  }
}
