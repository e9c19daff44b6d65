import Foundation
import ScrimCore
import Testing

@testable import ScrimRules

/// Every example of docs/RULES.md is run, so that none of them can rot; its recipes by the tests of the command.
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

  private let screen = snapshot(window(Node("Label", "balance", text: "12.00")))

  @Test func `the spec of the manual passes, and fails for other rules`() throws {
    let file = try #require(Self.blocks("lua").first), spec = try #require(Self.blocks("lua spec").first)
    #expect(try SpecRun(rules: file, spec: spec).tests.map(\.failure) == [nil, nil, nil])
    let broken = file.replacing("Amount", with: "Sum").replacing("show =", with: "floor =")
    #expect(try SpecRun(rules: broken, spec: spec).tests.map { $0.failure == nil } == [false, false, true])
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
