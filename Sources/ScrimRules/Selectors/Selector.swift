internal import ScrimCore

/// A parsed selector: a list of alternatives, of which one has to match.
///
/// Selectors are CSS as far as DESIGN 8 names it. They are parsed once and kept (`SelectorCache`); identity is the
/// object, so that a frame's matches can be kept with it.
final class Selector {
  let source: String
  let alternatives: [ComplexSelector]

  init(source: String, alternatives: [ComplexSelector]) {
    self.source = source
    self.alternatives = alternatives
  }
}

/// Compounds with a combinator between each two: `CardView > Label.currency`.
struct ComplexSelector {
  var compounds: [CompoundSelector]
  /// How compound n + 1 stands to compound n.
  var combinators: [Combinator]
}

enum Combinator {
  /// A blank: anywhere below.
  case descendant
  /// `>`: directly below.
  case child
}

/// What one view has to be: a type, perhaps, and conditions.
struct CompoundSelector {
  /// Nil for any, with `*` or without.
  var type: String?
  var conditions: [Condition] = []
  /// `a.b.C` read as one type's dotted name, as Android writes them, beside the reading as classes.
  var dottedType: String?
}

enum Condition {
  case id(String)
  case `class`(String)
  case attribute(AttributeTest)
  /// A text member that contains this.
  case text(String, ignoringCase: Bool)
  case not(Selector)
  case any(Selector)
  case has([RelativeSelector])
}

/// What stands inside `:has()`: a selector and how its first compound stands to the view in question.
struct RelativeSelector {
  var leading: Combinator
  var selector: ComplexSelector
}

struct AttributeTest {
  enum Comparison: String, CaseIterable {
    case equals = "="
    case prefix = "^="
    case suffix = "$="
    case part = "*="
    case word = "~="
  }

  var name: String
  /// Nil where only the presence is asked for.
  var value: (comparison: Comparison, text: String)?
  var ignoringCase = false

  /// The test for texts in lower case, where case makes no difference.
  var folded: AttributeTest {
    AttributeTest(name: name, value: value.map { ($0.comparison, $0.text.lowercased()) })
  }

  /// Whether a member's value as text passes.
  func passes(_ text: String) -> Bool {
    guard let value else { return true }
    let wanted = comparable(value.text, ignoringCase: ignoringCase)
    let found = comparable(text, ignoringCase: ignoringCase)
    // As in CSS, nothing is a prefix, a suffix or a part: `[id^=""]` matches no view rather than every one.
    if wanted.isEmpty, value.comparison != .equals { return false }
    return switch value.comparison {
    case .equals: found == wanted
    case .prefix: found.utf8.starts(with: wanted.utf8)
    case .suffix: found.utf8.reversed().starts(with: wanted.utf8.reversed())
    case .part: contains(found, wanted)
    case .word: found.split(whereSeparator: \.isWhitespace).contains { $0 == wanted }
    }
  }
}

/// A text as selectors compare it, byte for byte: whole characters would miss a word that an accent or a joiner follows.
func comparable(_ text: String, ignoringCase: Bool) -> String {
  decomposed(ignoringCase ? text.lowercased() : text)
}

/// Whether a text contains another, compared byte for byte.
func contains(_ text: String, _ part: String) -> Bool {
  let hay = text.utf8.span, needle = part.utf8.span
  guard needle.count <= hay.count else { return false }
  guard needle.count > 0 else { return true }
  for start in 0...(hay.count - needle.count) where hay[start] == needle[0] {
    var length = 1
    while length < needle.count, hay[start + length] == needle[length] { length += 1 }
    if length == needle.count { return true }
  }
  return false
}
