/// Types of views into which people type.
///
/// In a format that has no mark for secrecy, these count as secure (DESIGN 5.1).
enum TextInputTypes {
  /// A name is one of these, or ends in it: `AppCompatEditText`, `MyTextField`.
  private static let endings = [
    "EditText", "AutoCompleteTextView", "SearchAutoComplete", "TextField", "SearchField", "TextInput", "TextArea",
    "EditableText", "SearchView", "SearchBar", "ComboBox", "PinView",
    "TextFormField",
  ]
  /// Names that are inputs by themselves, and not as the end of another: Android's `TextView` shows text only.
  private static let names: Set<String> = ["UITextView", "input", "textarea", "TextEditor"]

  /// Whether views of this type take text.
  static func include(_ type: String) -> Bool {
    let name = lastPart(of: type)
    return names.contains(String(name)) || endings.contains { name.hasSuffix($0) }
  }
}

/// A type's name without its package: `EditText` of `android.widget.EditText`.
func lastPart(of type: String) -> Substring {
  let start = type.utf8.lastIndex(of: UInt8(ascii: ".")).map { type.utf8.index(after: $0) } ?? type.startIndex
  return type[start...]
}
