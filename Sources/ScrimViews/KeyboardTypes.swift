/// Keyboards on the screen: while a secret is typed they are hidden as one block (DESIGN 8, the floor).
public enum KeyboardTypes {
  /// A name is one of these, or ends in it; the documentation lists them from here.
  ///
  /// Not by "keyboard" alone: a `KeyboardAvoidingView` is the page above one, and a `KeyboardListener` all of an app.
  public static let endings: [String] = [
    "Keyboard", "KeyboardView", "KeyboardWindow", "UIInputSetHostView", "UIInputSetContainerView", "UIKeyboardImpl",
    "UIKeyboardLayoutStar", "UIKBKeyplaneView", "UIKBKeyView", "TUIPredictionView", "UIKeyboardCandidateBar",
    "SoftInputWindow", "InputMethodWindow", "InputMethod", "CandidateView", "CandidatesView",
  ]
  /// Names that are a keyboard or a part of one by themselves, and not as the end of another.
  public static let names: [String] = ["Key", "KeyboardKey", "TYPE_INPUT_METHOD", "TYPE_INPUT_METHOD_DIALOG"]
  /// What stands in the name of the process of one, as `com.google.android.inputmethod.latin`.
  public static let processes: [String] = ["inputmethod", "keyboard", "honeyboard", "swiftkey", "touchtype", ".ime"]

  static func include(_ type: String) -> Bool {
    let name = lastPart(of: type)
    return names.contains { name == $0 } || endings.contains { name.hasSuffix($0) }
  }

  static func include(process: String) -> Bool {
    let name = process.lowercased()
    return processes.contains { name.contains($0) }
  }
}
