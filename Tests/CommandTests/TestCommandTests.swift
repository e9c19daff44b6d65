import Foundation
import FoundationXML
import ScrimCore
import ScrimTestSupport
import Testing

@testable import scrim

/// `scrim test` from outside.
struct TestCommandTests {
  private static let rules = ##"return { hide = { { "#pin" } } }"##
  private static let spec = """
    describe("bank", function()
      it("passes", function() end)
      it("goes <wrong> & \\"loud\\" # 1", function() error("no ]]> \\27[31m") end)
    end)
    """
  private static let passing = "it('passes', function() end)"

  private func folder(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, Array(text.utf8)) }
    return folder
  }

  private func run(_ folder: TemporaryFolder, _ path: String = "", _ flags: Argument...) -> (
    code: ExitCode, output: String, messages: String
  ) {
    let test = TestSurroundings()
    let code = Command.run(["test", Argument("\(folder.path)/\(path)")] + flags, in: test.surroundings)
    return (code, test.output.text, test.messages.text)
  }

  @Test func `specs below a folder are found, hidden folders aside, and run in the order of their names`() throws {
    let folder = try folder([
      "b/b.lua": Self.rules, "b/b_spec.lua": Self.passing, "a_spec.lua": Self.passing, "b/notes.lua": "error()",
      ".git/x_spec.lua": "error()",
    ])
    let run = run(folder)
    #expect(run.code == .planned)
    #expect(
      run.output.split(separator: "\n").map { $0.replacing(folder.path, with: "") } == [
        "ok     /a_spec.lua: 1 test", "ok     /b/b_spec.lua: 1 test",
      ])
    #expect(run.messages == "scrim: 2 tests passed\n")
  }

  @Test func `a file can be named`() throws {
    let folder = try folder(["a_spec.lua": Self.passing, "b_spec.lua": "error()"])
    #expect(run(folder, "a_spec.lua").code == .planned)
  }

  @Test func `a test that fails is named with file and line, and ends with 1`() throws {
    let folder = try folder(["bank.lua": Self.rules, "bank_spec.lua": Self.spec])
    let run = run(folder, "bank_spec.lua")
    #expect(run.code == .failedClosed)
    #expect(
      run.output.contains(
        "  bank › goes <wrong> & \"loud\" # 1\n    \(folder.path)/bank_spec.lua:3: no ]]> \\u{1B}[31m\n"))
    #expect(run.messages == "scrim: 1 of 2 tests failed, 1 passed\n")
  }

  static let wrong: [(files: [String: String], code: Int32)] = [
    (["x_spec.lua": "describe("], 3), (["x_spec.lua": "it('x', function() end)", "x.lua": "return 3"], 3),
    (["bank.lua": "return {}"], 3), (["x_spec.lua": ""], 3), (["x_spec.lua": "error('no')"], 3),
    (["a_spec.lua": "it('x', error)", "b_spec.lua": "describe("], 3), (["a_spec.lua": "it('x', error)"], 1), ([:], 3),
  ]

  @Test(arguments: wrong.indices)
  func `what cannot be loaded, or has no test, is 3`(row: Int) throws {
    let (files, code) = Self.wrong[row]
    let run = run(try folder(files))
    #expect(run.code.rawValue == code)
    #expect(!run.messages.isEmpty)
  }

  @Test func `a path that is not there is 3, and the others run`() throws {
    let folder = try folder(["a_spec.lua": Self.passing])
    let test = TestSurroundings()
    #expect(test.run("test", "/nonexistent-x", Argument(folder.path)) == .unreadable)
    #expect(test.messages.text.contains("/nonexistent-x: there is no such file or folder"))
    #expect(test.output.text.hasPrefix("ok "))
  }

  @Test func `a filter that no test passes says so`() throws {
    let folder = try folder(["a_spec.lua": Self.passing])
    #expect(run(folder, "", "--filter", "PASS").code == .planned)
    let run = run(folder, "", "--filter", "nothing")
    #expect(run.code == .unreadable && run.messages.contains("no test's name contains 'nothing'"))
  }

  @Test func `tap has a plan, a line for each test, and nothing that it would take for its own`() throws {
    let folder = try folder(["bank.lua": Self.rules, "bank_spec.lua": Self.spec])
    let run = run(folder, "bank_spec.lua", "--format", "tap")
    let name = "\(folder.path)/bank_spec.lua"
    #expect(
      run.output == """
        TAP version 13
        ok 1 - \(name): bank › passes
        not ok 2 - \(name): bank › goes <wrong> & "loud" \\# 1
        # \(name):3: no ]]> \\u{1B}[31m
        1..2

        """)
  }

  @Test func `junit is well-formed, and counts`() throws {
    let folder = try folder(["bank.lua": Self.rules, "bank_spec.lua": Self.spec, "c_spec.lua": Self.passing])
    let run = run(folder, "", "--format", "junit")
    let reader = ResultsReader()
    let parser = XMLParser(data: Data(run.output.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(run.output)")
    #expect(reader.names == ["bank › passes", "bank › goes <wrong> & \"loud\" # 1", "passes"])
    #expect(reader.counts == ["3/1", "2/1", "1/0"])
    #expect(reader.failures == ["no ]]> \\u{1B}[31m"])
  }

  @Test func `every ready rules file has a spec beside it, and all of them pass`() throws {
    let test = TestSurroundings()
    #expect(test.run("test", Argument("\(packageFolder)/Scripts")) == .planned, "\(test.output.text)")
    for name in Catalogue.readyRuleNames { #expect(test.output.text.contains("/\(name)_spec.lua: ")) }
  }

  @Test func `the kestrel's spec passes`() throws {
    let test = TestSurroundings()
    #expect(test.run("test", Argument("\(packageFolder)/Examples")) == .planned, "\(test.output.text)")
  }
}

private final class ResultsReader: NSObject, XMLParserDelegate {
  var names: [String] = []
  var counts: [String] = []
  var failures: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    switch name {
    case "testcase": names.append(attributes["name"] ?? "")
    case "failure": failures.append(attributes["message"] ?? "")
    default: counts.append("\(attributes["tests"] ?? "")/\(attributes["failures"] ?? "")")
    }
  }
}
