import ScrimCore
import ScrimPipeline
import ScrimTestSupport
import ScrimVerify
import Testing

/// Runs that `--on-error stop` ended before a frame.
struct StoppedRunTests {
  private static let rules = """
    return {
      hide = { { region = { x = 8, y = 6, width = 16, height = 12 }, color = "#204060" } },
      frame = function(frame) if frame.index == 2 then error("no") end end,
    }
    """

  private func run() throws -> VerifiedRun {
    let files = (0..<5).map { (name: "f_\($0).png", bytes: SolidCase(seed: UInt64($0)).original.bytes) }
    return try VerifiedRun(files, size: SolidCase.size, rules: Self.rules) { $0.onError = .stop }
  }

  @Test func `frames from the one on that stopped it are not missing`() throws {
    let run = try run()
    #expect(try run.folder.names(in: "out") == ["f_0.png", "f_1.png"])
    let summary = try run.verified()
    #expect(summary.findings == [] && summary.stoppedAt == 2 && summary.frames == 2)
  }

  @Test func `frames before it are verified as ever`() throws {
    let run = try run()
    #expect(try run.findings(changing: "out/f_1.png") { _ in try run.folder.read("in/f_1.png") } != [])
    #expect(try run.findings(changing: "out/f_0.png") { _ in [] } != [])
  }

  @Test(arguments: [2, 4]) func `a frame that was not written may not be there`(index: Int) throws {
    let run = try run()
    try run.folder.write("out/f_\(index).png", SolidCase(seed: UInt64(index)).redacted.bytes)
    #expect(try run.verified().findings.count == 1)
  }

  @Test(arguments: [
    (#""stopped_at":2"#, #""stopped_at":1"#), (#""on_error":"stop""#, #""on_error":"cover""#),
    (#""status":"failed""#, #""status":"covered""#), (#","stopped_at":2"#, ""),
  ])
  func `a report that only says that the run was stopped is found`(old: String, new: String) throws {
    #expect(try !run().findings(report: old, becomes: new).isEmpty)
  }
}
