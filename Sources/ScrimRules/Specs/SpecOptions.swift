import ScrimCore

/// Options that a spec expects of a redaction, read by the table that reads them for rules.
struct SpecOptions {
  private var values = OptionValues()
  /// The report's name of the rule, or the end of it.
  private var rule: String?
  private var expectsNoText = false
  private let names: [String]

  init(_ value: LuaValue) throws(HostError) {
    do throws(OptionProblem) {
      var table = try value.table("options")
      names = table.members.map(\.key)
      guard !names.isEmpty else { throw OptionProblem("there is nothing to compare with") }
      if case .string(let rule) = table["rule"] { self.rule = rule }
      expectsNoText = table["text"] == .boolean(false)
      table.members.removeAll { $0.key == "rule" || ($0.key == "text" && expectsNoText) }
      let isCover = !table["layout"].isNone
      values = try RuleOption.read(table, as: isCover ? .coverCall : .hideCall)
    } catch {
      throw HostError(message: "with: \(error.message)")
    }
  }

  var words: String { names.joined(separator: ", ") }

  /// `text "Hidden" (is "Amount")` for each option that is another one.
  func differences(from redaction: Redaction) -> [String] {
    let style = redaction.style, wanted = values.style
    var found = [String]()
    func compare<T: Equatable>(_ name: String, _ wanted: T?, _ is: T?, _ words: (T) -> String) {
      guard let wanted, wanted != `is` else { return }
      found.append("\(name) \(words(wanted)) (is \(`is`.map(words) ?? "not given"))")
    }
    func quoted(_ text: String) -> String { "\"\(text)\"" }
    compare("style", wanted.name, style.name) { $0.rawValue }
    compare("color", wanted.color, style.color, Self.words)
    compare("colors", wanted.colors, style.colors) { $0.map(Self.words).joined(separator: " ") }
    compare("text", wanted.text, style.text, quoted)
    if expectsNoText, let text = style.text { found.append("no text (is \(quoted(text)))") }
    compare("text_style", wanted.textStyle, style.textStyle) { $0.rawValue }
    compare("text_color", wanted.textColor, style.textColor, Self.words)
    compare("font", wanted.font, style.font, quoted)
    compare("align", wanted.align, style.align) { $0.rawValue }
    compare("content_size", wanted.contentSize, style.contentSize) { $0.rawValue }
    compare("appearance", wanted.appearance, style.appearance) { $0.rawValue }
    compare("symbol", wanted.symbol, style.symbol) { $0.rawValue }
    compare("layout", wanted.layout, style.layout) { $0.rawValue }
    compare("hold", values.hold, redaction.hold) { "\($0.before) before, \($0.after) after" }
    for name in [rule, values.ruleName].compactMap({ $0 }) where !isName(name, of: redaction) {
      found.append("rule \(quoted(name)) (is \(quoted(redaction.rule)))")
    }
    return found
  }

  /// `balance` and `bank.lua balance` both name the rule `bank.lua balance`.
  private func isName(_ name: String, of redaction: Redaction) -> Bool {
    redaction.rule == name || redaction.rule.hasSuffix(" \(name)")
  }

  private static func words(_ choice: ColourChoice) -> String {
    switch choice {
    case .system(let system): return system.rawValue
    case .fixed(let colour):
      let digits = [colour.red, colour.green, colour.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      return "#" + digits.joined()
    }
  }
}
