import Foundation
import ScrimCore
import Testing

@testable import ScrimRules

/// Every example of docs/RULES.md is run, so that none of them can rot.
@Suite struct ManualTests {
  private static let root: URL = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return folder
  }()

  private static func file(_ path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  private static let page = file("docs/RULES.md")

  private static func blocks(_ kind: String) -> [String] {
    page.split(separator: "\n```").filter { $0.hasPrefix("\(kind)\n") }.map { String($0.dropFirst(kind.count + 1)) }
  }

  private let screen = snapshot(
    window(
      Node("Label", "title", text: "Inbox", { $0.role = "heading" }), Node("Button", "send", text: "Send"),
      Node("Field", "input", text: "typed", secure: false, { $0.isTextInput = true }),
      Node(
        "List", "messages",
        children: [Node("Label", "mail", text: "ada@example.org"), Node("Label", "hello", text: "Hello")]),
      Node(
        "Row", "salary",
        children: [
          Node("Label", "caption", text: "Salary"), Node("Label", "sum", text: "9,999.00", classes: ["amount"]),
        ]),
      Node("Row", "tip", children: [Node("Label", "small", text: "2.00", classes: ["amount"])]),
      Node("Label", "account", text: "no. NW-123456"), Node("Map", "store-map", { $0.isOpaqueToInspection = true }),
      Node("Map", "other-map", { $0.isOpaqueToInspection = true })), scale: 3)

  /// What each recipe hides on the screen above, in the page's order.
  private static let hidden: [Set<String>] = [
    ["input", "mail", "hello", "caption", "sum", "small", "account"], ["input"], ["mail"], ["salary"], ["account"], [],
    [], [], ["sum"],
    ["salary", "tip"],
  ]

  /// Why a recipe does not do what it says; nil where it does.
  private func problem(_ recipe: String, _ hidden: Set<String>) -> String? {
    do {
      let decision = try rules(recipe).decision(screen)
      if let message = decision.messages.first { return message }
      let maps: Set<String> = recipe.contains("#store-map") ? ["other-map"] : ["store-map", "other-map"]
      let found = Set(decision.words(screen).filter { $0.value == "hide" }.keys)
      return found == hidden.union(maps) ? nil : "it hides \(found.sorted())"
    } catch {
      return "\(error)"
    }
  }

  @Test func `every recipe of the manual hides what it says`() throws {
    let recipes = Self.blocks("lua recipe")
    #expect(recipes.count == Self.hidden.count)
    for (recipe, hidden) in zip(recipes, Self.hidden) { #expect(problem(recipe, hidden) == nil, "\(recipe)") }
  }

  @Test(arguments: [
    (0, "hide_text", "show"), (1, "[text_input]", "[text_inptu]"), (2, "#messages", "#mesages"), (3, "Salary", "Wages"),
    (4, "\\d{6}", "\\d{7}"), (5, "space", "spaec"), (6, "show =", "floor ="), (7, "event =", "evnet ="),
    (8, "> 5", "> 50"), (9, "plan:hide", "plan:hied"),
  ])
  func `a recipe that is broken does not pass`(_ place: Int, _ right: String, _ wrong: String) throws {
    let recipe = try #require(Self.blocks("lua recipe").dropFirst(place).first)
    #expect(recipe.contains(right))
    #expect(problem(recipe.replacing(right, with: wrong), Self.hidden[place]) != nil)
  }

  @Test func `the spec of the manual passes, and fails for other rules`() throws {
    let file = try #require(Self.blocks("lua").first), spec = try #require(Self.blocks("lua spec").first)
    #expect(try SpecRun(rules: file, spec: spec).tests.map(\.failure) == [nil, nil, nil])
    let broken = file.replacing("Amount", with: "Sum").replacing("show =", with: "floor =")
    #expect(try SpecRun(rules: broken, spec: spec).tests.map { $0.failure == nil } == [false, false, true])
  }

  @Test func `the recipe with a region hides it in points, and the one with events covers between them`() throws {
    let recipes = Self.blocks("lua recipe")
    let region = try rules(recipes[5]).decision(screen).regions.first?.rect
    #expect(region == Rect(x: 0, y: 0, width: 1170, height: 141))
    let paying = try rules(recipes[7])
    let covers = ["", "checkout.began", "", "checkout.ended"].map { name in
      paying.decision(screen, events: name.isEmpty ? [] : [Event(name: name, instant: .frame(0))]).covers.count
    }
    #expect(covers == [0, 1, 1, 0])
  }

  @Test func `the other examples of the manual run without an error`() throws {
    let examples = Self.blocks("lua")
    #expect(examples.count >= 3)
    for example in examples { #expect(try rules(example).decision(screen).messages == [], "\(example)") }
  }

  @Test func `the manual names every option, member, recognizer and word of specs`() {
    let words =
      SpecsAPI.functions.map(\.name) + SpecsAPI.classes.flatMap(\.members).map(\.name).filter { !$0.hasPrefix("[") }
      + RuleOption.all.map(\.name) + ViewMember.all.map(\.name) + Recognizer.builtIn.map(\.name)
      + FrameEvaluator.frameMembers + RulesReader.members + StyleName.selectable.map(\.rawValue)
      + TextStyle.allCases.map(\.rawValue)
    for word in Set(words) { #expect(Self.page.contains(word), "\(word)") }
  }

  @Test func `the editors' file in the tree is the one that the tables give`() throws {
    let path = "Scripts/types/scrim.lua"
    if ProcessInfo.processInfo.environment["SCRIM_RECORD"] == "1" {
      try MetaFile.text.write(to: Self.root.appending(path: path), atomically: true, encoding: .utf8)
      Issue.record("\(path) has been written anew; run the test again without SCRIM_RECORD")
    }
    #expect(Self.file(path) == MetaFile.text, "SCRIM_RECORD=1 writes it")
    // It is Lua, and says that it is no module.
    let error = #expect(throws: RulesError.self) { try rules(MetaFile.text) }
    #expect(error?.line == 3 && error?.problem.contains("not a module") == true)
  }
}
