/// Selectors in plain words, for people who want to read what their rules mean.
extension Selector {
  /// `every Label of class pan in a Card`, the first few alternatives joined by "and".
  var words: String {
    let most = 4, shown = alternatives.count > most + 1 ? most : alternatives.count
    let rest = alternatives.count > shown ? " and \(alternatives.count - shown) kinds more" : ""
    return alternatives.prefix(shown).map { "every \($0.words)" }.joined(separator: " and ") + rest
  }
}

extension ComplexSelector {
  /// From the innermost outward: `Label directly in a Card`.
  fileprivate var words: String {
    var words = compounds[compounds.count - 1].words
    for (compound, combinator) in zip(compounds.dropLast(), combinators).reversed() {
      words += combinator == .child ? " directly in a \(compound.words)" : " in a \(compound.words)"
    }
    return words
  }
}

extension CompoundSelector {
  fileprivate var words: String {
    let noun = typeName ?? type ?? "view"
    let rest = conditions.filter { condition in
      // The classes of a dotted name are parts of it.
      if case .class = condition { typeName == nil } else { true }
    }
    return ([noun] + rest.map(\.words)).joined(separator: " ")
  }
}

extension CompoundSelector {
  /// The dotted type that was probably meant: the last part of one has a capital, as in `android.widget.EditText`, and
  /// a class has none, as in `Label.pan`.
  var typeName: String? {
    dottedType.flatMap { name in name.split(separator: ".").last?.first?.isUppercase == true ? name : nil }
  }
}

extension Condition {
  fileprivate var words: String {
    switch self {
    case .id(let id): "with the id \(id)"
    case .class(let name): "of class \(name)"
    case .attribute(let test): test.words
    case .text(let text, let ignoringCase): "that says \"\(text)\"\(ignoringCase ? " in any case" : "")"
    case .not(let selector): "that is no \(Self.either(selector))"
    case .any(let selector): "that is a \(Self.either(selector))"
    case .has(let relatives):
      "that "
        + relatives.map { "\($0.leading == .child ? "directly contains" : "contains") a \($0.selector.words)" }
        .joined(separator: " or ")
    }
  }

  private static func either(_ selector: Selector) -> String {
    selector.alternatives.map(\.words).joined(separator: " or ")
  }
}

extension AttributeTest {
  fileprivate var words: String {
    let end = ignoringCase ? " in any case" : ""
    guard let value else { return isFlag ? "that is \(name)" : "that has \(name)" }
    return switch value.comparison {
    case .equals: "whose \(name) is \"\(value.text)\"\(end)"
    case .prefix: "whose \(name) begins with \"\(value.text)\"\(end)"
    case .suffix: "whose \(name) ends with \"\(value.text)\"\(end)"
    case .part: "whose \(name) contains \"\(value.text)\"\(end)"
    case .word: "whose \(name) has the word \"\(value.text)\"\(end)"
    }
  }

  var isFlag: Bool { if case .flag = ViewMember.named[name]?.kind { true } else { false } }
}
