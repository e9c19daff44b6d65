import ScrimCore
import Testing

@testable import ScrimRules

@Suite struct ReadyRulesTests {
  private let screen = snapshot(
    window(
      Node("TextField", "pin", secure: true), Node("Image", "photo", { $0.hideInScreenshot = true }),
      Node("Label", "mail", text: "Mail ada@example.org"), Node("Label", "card", label: "4111 1111 1111 1111"),
      Node("input", "cc", attributes: ["autocomplete": .text(SensitiveText("cc-number"))]),
      Node("Label", "name", text: "Ada")))

  @Test(arguments: [
    ("default", ["pin", "photo"]), ("hide-in-screenshot", ["pin", "photo"]), ("privacy-screen", ["pin"]),
    ("pii", ["pin", "mail", "card", "cc"]),
  ])
  func `ready rules hide what their name says`(_ name: String, _ hidden: [String]) throws {
    let set = try RuleSet(files: [RulesFile(argument: BytePath(name))])
    let decision = set.decision(screen)
    #expect(decision.messages == [])
    #expect(Set(decision.words(screen).filter { $0.value == "hide" }.keys) == Set(hidden))
  }

  @Test func `the mark is erased, not masked`() throws {
    let decision = try RuleSet(files: []).decision(screen)
    #expect(
      decision.order("photo", in: screen)?.style.name == .erase
        && decision.order("pin", in: screen)?.style.name == .solid)
  }

  @Test(arguments: [
    ("default", "didEnterBackground", true), ("default", "willResignActive", false),
    ("privacy-screen", "willResignActive", true), ("pii", "didEnterBackground", false),
  ])
  func `ready rules cover in their states`(_ name: String, _ event: String, _ covered: Bool) throws {
    var state = Lifecycle()
    state.apply(Event(name: "scene.\(event)", instant: .frame(0), scene: "main"))
    let decision = try RuleSet(files: [RulesFile(argument: BytePath(name))]).decision(screen, lifecycle: state)
    #expect(decision.covers.isEmpty == !covered)
  }

  @Test func `all that are listed can be loaded, and a name that is none gets the near one`() throws {
    for (name, _) in RulesFile.ready { _ = try RuleSet(files: [RulesFile(argument: BytePath(name))]) }
    let error = #expect(throws: RulesError.self) { try RulesFile(argument: "hide-in-screenshots") }
    #expect(error?.problem.contains("did you mean 'hide-in-screenshot'?") == true)
  }

  @Test(arguments: ["missing.lua", "./default", "missing/default", "/dev/null", "/"])
  func `what has a slash or ends in lua is a file`(_ argument: String) {
    #expect(throws: RulesError.self) { try RulesFile(argument: BytePath(argument)) }
  }

  @Test(arguments: [
    ("stlye", "style"), ("txet", "text"), ("backgruond", "background"), ("emial", "email"), ("Style", "style"),
  ])
  func `a misspelt word gets the near one`(_ word: String, _ near: String) {
    #expect(nearestWord(to: word, among: ["cover", "text", "background", "style", "email"]) == near)
  }

  @Test(arguments: ["", "x", "id", "smear", "hide", String(repeating: "style", count: 100)])
  func `a word that is near none gets none`(_ word: String) {
    #expect(nearestWord(to: word, among: ["cover", "text", "background", "style", "email"]) == nil)
  }

  @Test(arguments: [
    ("Straße", "STRASSE"), ("ﬁn", "Fin"), ("Ａ１", "a1"), ("e\u{301}", "é"), ("a\u{200B}b c", "abc"), ("a\0b", "ab"),
  ])
  func `texts that only look different fold to the same`(_ one: String, _ other: String) {
    #expect(folded(one) == folded(other))
  }
}
