import Foundation
import Testing

@testable import ScrimRules

@Suite
struct HostModulesTests {
  @Test func `modules are plain files beside the rules, and nothing else`() throws {
    let files = FileManager.default
    let root = files.temporaryDirectory.appendingPathComponent("scrim-modules-\(UUID().uuidString)")
    let folder = root.appendingPathComponent("rules")
    defer { try? files.removeItem(at: root) }
    try files.createDirectory(at: folder.appendingPathComponent("lib.lua"), withIntermediateDirectories: true)
    try Data("return 1".utf8).write(to: root.appendingPathComponent("outside.lua"))
    try Data("return 42".utf8).write(to: folder.appendingPathComponent("beside.lua"))
    try Data().write(to: folder.appendingPathComponent("empty.lua"))
    try Data(count: 2 << 20).write(to: folder.appendingPathComponent("large.lua"))
    try files.createSymbolicLink(
      at: folder.appendingPathComponent("link.lua"), withDestinationURL: root.appendingPathComponent("outside.lua"))
    // The path is a string that outlives the call.
    #expect(unsafe mkfifo(folder.appendingPathComponent("pipe.lua").path, 0o600) == 0)

    let modules = SiblingModules(folder: folder.path)
    #expect(modules("beside") == Array("return 42".utf8))
    #expect(modules("empty") == [])
    for name in ["link", "pipe", "lib", "large", "gone", "", "../outside", "..", "beside\0"] {
      #expect(modules(name) == nil, "\(name)")
    }
    #expect(SiblingModules(folder: root.appendingPathComponent("gone").path)("beside") == nil)

    let state = try LuaState(
      source: Array("return { n = require 'beside' }".utf8), chunkName: "rules.lua", modules: modules.callAsFunction)
    #expect(try state.load(host: FakeHost()) == .table(LuaTable(members: [("n", .integer(42))])))
  }
}
