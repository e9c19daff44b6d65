import ScrimRules
import Testing

/// Frames of recordings: what is read, and that no text of one comes out.
@Suite struct SpecRecordingTests {
  private static let recording = """
    {"scrim":"views","version":1,"space":"points","size":[50,50],"scale":2}
    {"record":"event","frame":1,"event":"checkout.began"}
    {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,50,50],"children":[]}]}
    """.split(separator: "\n")

  private static let sidecar = """
    \(recording[0])
    {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,50,50],"children":[]}]}
    \(recording[1])
    {"record":"snapshot","frame":1,"windows":[{"type":"Window","bounds":[0,0,50,50],"children":[]}]}
    {"record":"snapshot","frame":2,"windows":[{"type":"Window","bounds":[0,0,50,50],"children":[
    """.replacing("[\n", with: "[") + """
      {"type":"Label","id":"pin","text":"Zweiundvierzig","bounds":[0,0,50,10]},{"type":"Label","id":"name","text":"Lovelace","bounds":[0,20,50,10]}]}]}
      """

  private static let rules = """
    local paying = false
    return {
      hide = { { "#pin" } },
      event = function(event) if event.name == "checkout.began" then paying = true end end,
      frame = function(frame, plan) if paying and frame:first "#name" then plan:hide({ x = 0, y = 90, width = 9, height = 9 }) end end,
    }
    """

  private func run(_ body: String) throws -> SpecRun {
    try SpecRun(
      rules: Self.rules, it: "local f = frame.load('recording', 2, { width = 100, height = 100 }) \(body)",
      files: ["recording/views.jsonl": Self.sidecar])
  }

  @Test func `a recorded frame is decided with what happened before it`() throws {
    let run = try run(
      "local plan = f:plan() expect(plan):hides '#pin':shows '#name' expect.never(plan):hides_nothing() expect(#f:all '*'):equals(3)"
    )
    #expect(run.message == nil)
    let shown = try self.run("expect(f:plan()):hides '#name'")
    #expect(shown.details.contains { $0.hasPrefix("besides: solid") && $0.hasSuffix("over 0,90 9x9") })
  }

  @Test(arguments: [
    "expect(f:plan()):hides '#name'", "expect(f:first('#name').text):equals 'x'", "error(f:first('#name').text)",
    "print(f:first('#pin').text, f:first('#name').text) error 'no'",
    "expect({ f:first('#name').text }):contains 'x'", "expect(function() error(f:first('#pin').text) end):raises 'x'",
  ])
  func `no text of a recording is in a message, a line or the details`(_ body: String) throws {
    let run = try run(body)
    let said = ([run.message ?? ""] + run.details + run.lines).joined(separator: "\n")
    #expect(run.message != nil)
    #expect(!said.contains("Zweiund") && !said.contains("Lovelace"), "\(said)")
  }

  @Test func `ids and lengths are shown`() throws {
    #expect(try run("expect(f:plan()):hides '#name'").details.contains { $0.contains("Label #name ‹8 characters›") })
  }

  @Test(arguments: [
    ("'nowhere', 0", "nowhere"), ("'recording', 0", "its size"), ("'/etc', 0", "does not begin with '/'"),
    ("'recording', -1", "whole number"), ("'recording'", "frame"),
    ("'recording', 9, { width = 100, height = 100 }", nil), ("'recording', 0, { widht = 1 }", "did you mean 'width'"),
  ])
  func `what cannot be loaded is an error`(_ arguments: String, _ words: String?) throws {
    let run = try SpecRun(
      rules: Self.rules, it: "local f = frame.load(\(arguments)) expect(f:plan()):hides_nothing()",
      files: ["recording/views.jsonl": Self.sidecar])
    // A frame that has no views is there, and fails closed.
    #expect(run.message?.contains(words ?? "failed closed") == true, "\(run.message ?? "nil")")
  }
}
