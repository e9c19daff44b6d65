import ScrimCore

/// Why selectors can never match, and which mean nothing that others do not mean, as far as their text tells.
extension Selector {
  /// Why no view can match; nil where one might.
  var contradiction: String? {
    let reasons = alternatives.map(\.contradiction)
    return reasons.allSatisfy { $0 != nil } ? reasons.compactMap { $0 }.first : nil
  }

  /// Why single alternatives cannot match though others might.
  var partialContradictions: [String] {
    contradiction == nil ? alternatives.compactMap(\.contradiction) : []
  }

  /// Whether every view that matches matches the other one too, for certain.
  func isWithin(_ others: [Selector]) -> Bool {
    alternatives.allSatisfy { own in
      others.contains { $0.alternatives.contains { own.isWithin($0) } }
    }
  }
}

extension ComplexSelector {
  fileprivate var contradiction: String? { compounds.lazy.compactMap(\.contradiction).first }

  /// The last compound decides; what stands around it can only narrow further.
  fileprivate func isWithin(_ other: ComplexSelector) -> Bool {
    if other.compounds.count == 1 { return compounds[compounds.count - 1].isWithin(other.compounds[0]) }
    return compounds.count == other.compounds.count && combinators == other.combinators
      && zip(compounds, other.compounds).allSatisfy { $0.isWithin($1) }
  }
}

extension CompoundSelector {
  fileprivate func isWithin(_ other: CompoundSelector) -> Bool {
    if typeName != other.typeName { return false }
    let own = Set(conditions.map(\.key))
    return (other.type == nil || other.type == type) && other.conditions.allSatisfy { own.contains($0.key) }
  }

  fileprivate var contradiction: String? {
    var ids = [String](), tests = [AttributeTest]()
    for condition in conditions {
      switch condition {
      case .id(let id): ids.append(id)
      case .attribute(let test): tests.append(test)
      case .not(let selector):
        if let inner = selector.alternatives.first(where: { $0.compounds.count == 1 && isWithin($0.compounds[0]) }) {
          return "what it asks for is what ':not(\(selector.source))' excludes"
            + (inner.isEverything ? ", since '*' is every view" : "")
        }
      case .any(let selector):
        if let reason = selector.contradiction { return reason }
      case .has(let relatives):
        let reasons = relatives.map(\.selector.contradiction)
        if reasons.allSatisfy({ $0 != nil }), let reason = reasons.first ?? nil { return reason }
      case .class, .text: break
      }
    }
    for (one, other) in zip(ids, ids.dropFirst()) where !Self.canBeOne(one, other) {
      return "no view has the ids '\(one)' and '\(other)' at once"
    }
    return tests.lazy.compactMap(\.contradiction).first ?? Self.contradiction(among: tests)
  }

  /// An id and the part of it behind its last slash are one view's.
  private static func canBeOne(_ one: String, _ other: String) -> Bool {
    one == other || one.hasSuffix("/\(other)") || other.hasSuffix("/\(one)")
  }

  private static func contradiction(among tests: [AttributeTest]) -> String? {
    for test in tests {
      guard let value = test.value, value.comparison == .equals, !test.ignoringCase else { continue }
      if let other = tests.first(where: { $0.name == test.name && !$0.passes(value.text) }) {
        return "'\(test.name)' cannot be '\(value.text)' and pass [\(other.key)]"
      }
    }
    return nil
  }
}

extension ComplexSelector {
  fileprivate var isEverything: Bool {
    compounds.count == 1 && compounds[0].type == nil && compounds[0].conditions.isEmpty
  }
}

extension AttributeTest {
  fileprivate var key: String {
    guard let value else { return name }
    return "\(name)\(value.comparison.rawValue)\"\(value.text)\"\(ignoringCase ? " i" : "")"
  }

  fileprivate var contradiction: String? {
    if let value {
      if value.text.isEmpty, value.comparison != .equals { return "[\(key)] matches nothing, since the text is empty" }
      if value.comparison == .word, value.text.contains(where: \.isWhitespace) {
        return "[\(key)] matches nothing, since a word has no blank"
      }
    }
    switch ViewMember.named[name]?.kind {
    case .flag:
      let words = ["true", "false", "unknown"]
      if let value, value.comparison == .equals, !words.contains(ignoringCase ? value.text.lowercased() : value.text) {
        return "'\(name)' is true, false or unknown, never '\(value.text)'"
      }
    case .number:
      if let value, value.comparison == .equals, Double(value.text) == nil {
        return "'\(name)' is a number, never '\(value.text)'"
      }
    case .structure where name != "attributes":
      return "'\(name)' cannot be asked for in brackets; the frame function reads view.\(name)"
    case .structure, .text, .list, nil: break
    }
    return nil
  }

  /// A member of the model that was probably meant.
  var probablyMeant: String? {
    if ViewMember.named[name] != nil || name == "class" { return nil }
    return nearestWord(to: name, among: ViewMember.all.map(\.name))
  }
}

extension Condition {
  /// Equal for conditions that mean the same.
  fileprivate var key: String {
    switch self {
    case .id(let id): "#\(id)"
    case .class(let name): ".\(name)"
    case .attribute(let test): "[\(test.key)]"
    case .text(let text, let ignoringCase): ":text(\(text))\(ignoringCase)"
    case .not(let selector): ":not(\(selector.source))"
    case .any(let selector): ":is(\(selector.source))"
    case .has(let relatives): ":has(\(relatives.map(\.key).joined(separator: ",")))"
    }
  }
}

extension RelativeSelector {
  fileprivate var key: String {
    let parts = selector.compounds.map { compound in
      "\(compound.typeName ?? compound.type ?? "*")\(compound.conditions.map(\.key).joined())"
    }
    return "\(leading)\(zip(parts, selector.combinators.map { "\($0)" } + [""]).map { $0 + $1 }.joined())"
  }
}

extension Selector {
  /// Every test of a member in it, nested ones too.
  var attributeTests: [AttributeTest] { alternatives.flatMap(\.attributeTests) }
}

extension ComplexSelector {
  fileprivate var attributeTests: [AttributeTest] {
    compounds.flatMap(\.conditions).flatMap { condition -> [AttributeTest] in
      switch condition {
      case .attribute(let test): [test]
      case .not(let selector), .any(let selector): selector.attributeTests
      case .has(let relatives): relatives.flatMap(\.selector.attributeTests)
      case .id, .class, .text: []
      }
    }
  }
}
