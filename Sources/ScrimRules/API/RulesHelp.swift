/// The API of rules and specs in words, for `scrim help rules`.
public enum RulesHelp {
  /// A heading with its names and what is said of each.
  public struct Section: Sendable {
    public var heading: String
    public var items: [(name: String, summary: String)]
  }

  /// In the order in which people need them.
  public static var sections: [Section] {
    sections(of: RulesAPI.classes) + [
      Section(heading: "scrim", items: RulesAPI.functions.map { ($0.call, $0.summary.sentenceless) }),
      Section(
        heading: "Recognizers, for find", items: Recognizer.builtIn.map { ($0.name, $0.summary) }),
      Section(heading: "Specs: blocks and tests", items: SpecsAPI.functions.map { ($0.call, $0.summary.sentenceless) }),
    ] + sections(of: SpecsAPI.classes)
  }

  private static func sections(of classes: [RulesAPI.Class]) -> [Section] {
    classes.compactMap { type in
      type.heading.map { heading in
        Section(
          heading: heading,
          items: type.members.map { member in
            let words = member.luaType.split(separator: "|").map { $0.filter { $0 != "\"" } }
            let choices = member.luaType.hasPrefix("\"") ? ": \(words.joined(separator: ", "))" : ""
            return (member.call ?? member.name.unbracketed, member.summary + choices)
          })
      }
    }
  }
}

extension String {
  /// As a part of a list: without the capital and the full stop of a sentence.
  fileprivate var sentenceless: String {
    prefix(1).lowercased() + (hasSuffix(".") ? dropFirst().dropLast() : dropFirst())
  }

  fileprivate var unbracketed: String {
    switch self {
    case "[1]": "first, without a name"
    case "[string]": "any other name"
    case "[integer]": "without names"
    default: self
    }
  }
}
