import Foundation
import ScrimCore
import Testing

@testable import ScrimRules

@Suite struct ModuleTests {
  /// A folder with `rules.lua`, a module beside it, a link out of it and a file above it; it goes after the test.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let top = FileManager.default.temporaryDirectory.appending(path: "scrim-modules-\(UUID().uuidString)")
    let folder = top.appending(path: "rules")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: top) }
    try "return { word = 'Amount', kept = nil }".write(
      to: folder.appending(path: "beside.lua"), atomically: true, encoding: .utf8)
    try "return 'outside'".write(to: top.appending(path: "outside.lua"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "link.lua"), withDestinationURL: top.appending(path: "outside.lua"))
    try body(folder)
  }

  private func load(_ source: String, in folder: URL) throws -> RuleSet {
    let path = folder.appending(path: "rules.lua")
    try source.write(to: path, atomically: true, encoding: .utf8)
    return try RuleSet(files: [RulesFile(argument: BytePath(path.path()))])
  }

  @Test func `a module beside the file is loaded, hashed, and its constants are constants`() throws {
    try inFolder { folder in
      let set = try load(
        "local m = require 'beside' return { frame = function(f, plan) plan:hide(f:first '#v', { text = m.word }) end }",
        in: folder)
      let tree = snapshot(window(Node("Label", "v", text: "Amount 12")))
      let decision = set.decision(tree)
      #expect(decision.messages == [] && decision.order("v", in: tree)?.style.text == "Amount")
      #expect(set.fingerprints.map(\.name).last == "beside.lua" && Set(set.fingerprints.map(\.sha256)).count == 2)
    }
  }

  @Test(arguments: ["link", "../outside", "outside", "./beside", "rules/beside", "", "beside.lua"])
  func `nothing else can be required`(_ name: String) throws {
    try inFolder { folder in
      #expect(throws: RulesError.self) { try load("require '\(name)' return {}", in: folder) }
    }
  }
}
