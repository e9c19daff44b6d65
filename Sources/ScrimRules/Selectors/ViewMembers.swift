import ScrimCore

/// The members of a view by the names that rules use: one table for selectors, Lua and the manual.
struct ViewMember: Sendable {
  enum Kind: Sendable {
    case text(@Sendable (View) -> String?)
    /// Unknown is nil.
    case flag(@Sendable (View) -> Bool?)
    case number(@Sendable (View) -> Double?)
    case list(@Sendable (View) -> [String])
    /// Read by Lua alone: a view, a table.
    case structure
  }

  var name: String
  /// For the manual and the editors' file.
  var luaType: String
  var summary: String
  var kind: Kind
}

extension ViewMember {
  static let all: [ViewMember] = [
    ViewMember(name: "type", luaType: "string", summary: "the view's type", kind: .text { $0.type }),
    ViewMember(
      name: "class_chain", luaType: "string[]", summary: "types that it also is, nearest first",
      kind: .list { $0.classChain }),
    ViewMember(name: "id", luaType: "string|nil", summary: "as the format gives it", kind: .text { $0.id }),
    ViewMember(name: "classes", luaType: "string[]", summary: "its classes", kind: .list { $0.classes }),
    ViewMember(name: "role", luaType: "string|nil", summary: "its role", kind: .text { $0.role }),
    ViewMember(name: "text", luaType: "string|nil", summary: "may be the secret", kind: .text { $0.text?.exposed }),
    ViewMember(
      name: "label", luaType: "string|nil", summary: "what accessibility reads; may be the secret",
      kind: .text { $0.label?.exposed }),
    ViewMember(
      name: "value", luaType: "string|nil", summary: "what is typed or chosen; may be the secret",
      kind: .text { $0.value?.exposed }),
    ViewMember(
      name: "placeholder", luaType: "string|nil", summary: "what an empty field shows",
      kind: .text { $0.placeholder?.exposed }),
    ViewMember(
      name: "bounds", luaType: "scrim.Rectangle|nil",
      summary: "in image pixels, before transforms; nil where it is not known", kind: .structure),
    ViewMember(
      name: "transform", luaType: "number[]|nil", summary: "a, b, c, d, tx, ty about its own centre", kind: .structure),
    ViewMember(name: "clips", luaType: "boolean", summary: "whether it clips its children", kind: .flag { $0.clips }),
    ViewMember(name: "corner_radius", luaType: "number", summary: "image pixels", kind: .number { $0.cornerRadius }),
    ViewMember(name: "alpha", luaType: "number", summary: "0 to 1, its own", kind: .number { $0.alpha }),
    ViewMember(
      name: "hidden", luaType: "boolean|nil", summary: "nil where it is not known", kind: .flag { $0.hidden.flag }),
    ViewMember(
      name: "opaque", luaType: "boolean|nil", summary: "nil where it is not known", kind: .flag { $0.opaque.flag }),
    ViewMember(
      name: "secure", luaType: "boolean", summary: "yes, or an input that is not known to be plain",
      kind: .flag { $0.countsAsSecure }),
    ViewMember(
      name: "text_input", luaType: "boolean", summary: "whether people type into it", kind: .flag { $0.isTextInput }),
    ViewMember(
      name: "hide_in_screenshot", luaType: "boolean", summary: "the mark of this name",
      kind: .flag { $0.hideInScreenshot }),
    ViewMember(
      name: "window", luaType: "integer", summary: "the place of its window in frame.windows, from 1",
      kind: .number { Double($0.window + 1) }),
    ViewMember(name: "scene", luaType: "string|nil", summary: "the scene of its window", kind: .text { $0.scene }),
    ViewMember(name: "process", luaType: "string|nil", summary: "who draws it", kind: .text { $0.process }),
    ViewMember(name: "z", luaType: "number", summary: "order among its siblings", kind: .number { $0.z }),
    ViewMember(
      name: "attributes", luaType: "table<string, any>", summary: "all other members, by name", kind: .structure),
    ViewMember(name: "parent", luaType: "scrim.View|nil", summary: "nil for a window", kind: .structure),
    ViewMember(name: "children", luaType: "scrim.View[]", summary: "in document order", kind: .structure),
  ]

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension Knowledge {
  /// Nil for unknown.
  var flag: Bool? {
    switch self {
    case .yes: true
    case .no: false
    case .unknown: nil
    }
  }
}

extension View {
  /// A member or attribute as the text that `[name=value]` compares; nil where it is absent.
  ///
  /// Presence is that of HTML: a flag that is false is absent for `[name]`, and `false` for `[name=false]`.
  func attributeText(_ name: String) -> (text: String, isPresent: Bool)? {
    switch ViewMember.named[name]?.kind {
    case .text(let read): read(self).map { ($0, true) }
    case .flag(let read): read(self).map { ("\($0)", $0) } ?? ("unknown", false)
    case .number(let read): read(self).map { (describe($0), true) }
    case .list(let read): (read(self).joined(separator: " "), !read(self).isEmpty)
    case .structure, nil: name == "class" ? attributeText("classes") : attributes[name].flatMap(\.comparable)
    }
  }
}

extension AttributeValue {
  /// The value as text, and whether it counts as present; nil for null, which is absent.
  fileprivate var comparable: (text: String, isPresent: Bool)? {
    switch self {
    case .null: nil
    case .boolean(let flag): ("\(flag)", flag)
    case .integer(let value): ("\(value)", true)
    case .number(let value): (describe(value), true)
    case .text(let text): (text.exposed, true)
    case .list(let items): (items.compactMap { $0.comparable?.text }.joined(separator: " "), true)
    case .object: ("", true)
    }
  }
}

/// A number as people write it: `1`, not `1.0`.
private func describe(_ value: Double) -> String {
  Int64(exactly: value).map(String.init) ?? "\(value)"
}
