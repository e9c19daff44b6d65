internal import ScrimCore

/// What the tables say of a view's types, remembered by type.
struct TypeFacts {
  private struct Facts {
    var isTextInput: Bool
    var isOpaque: Bool
    var isKeyboard: Bool
    var isTouchIndicator: Bool
  }

  private var known = TextMemo<Facts>()
  /// Whether processes are those of keyboards.
  private var processes = TextMemo<Bool>()

  /// Sets what follows from a view's type, the types that it also is, and its description.
  mutating func apply(to view: inout View) {
    apply(facts(of: view.type), to: &view)
    for type in view.classChain { apply(facts(of: type), to: &view) }
    if let process = view.process, processes.value(of: process.utf8.span, KeyboardTypes.include(process:)) {
      view.isKeyboard = true
    }
    if let id = view.id, TouchIndicators.include(id) { view.isTouchIndicator = true }
    if view.classes.contains(where: TouchIndicators.include) { view.isTouchIndicator = true }
    if let label = view.label, OpaqueTypes.isTold(by: label) { view.isOpaqueToInspection = true }
  }

  private func apply(_ facts: Facts, to view: inout View) {
    view.isTextInput = view.isTextInput || facts.isTextInput
    view.isOpaqueToInspection = view.isOpaqueToInspection || facts.isOpaque
    view.isKeyboard = view.isKeyboard || facts.isKeyboard
    view.isTouchIndicator = view.isTouchIndicator || facts.isTouchIndicator
  }

  private mutating func facts(of type: String) -> Facts {
    known.value(of: type.utf8.span) { type in
      Facts(
        isTextInput: TextInputTypes.include(type), isOpaque: OpaqueTypes.include(type),
        isKeyboard: KeyboardTypes.include(type), isTouchIndicator: TouchIndicators.include(type))
    }
  }
}
