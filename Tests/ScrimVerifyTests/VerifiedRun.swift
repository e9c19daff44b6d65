import Foundation
import ScrimCore
import ScrimInput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimVerify
import ScrimViews
import Testing

/// A small recording, what a run of the pipeline makes of it, and the verdict on that.
struct VerifiedRun {
  let folder: TemporaryFolder
  private let input: String
  let output: String

  /// Writes frames and views, and redacts them.
  ///
  /// - Parameters:
  ///   - files: By name, in the folder `in`.
  ///   - views: Lines of the sidecar behind its header; nil where the rules name regions alone.
  ///   - output: `out` is a directory.
  init(
    _ files: [(name: String, bytes: [UInt8])], size: PixelSize, views: [String]? = nil, rules: String,
    input: String = "in", output: String = "out", _ change: (inout RedactionRequest) -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder()
    (self.input, self.output) = (input, output)
    for (name, bytes) in files { try folder.write("in/\(name)", bytes) }
    var location = ViewsRequest.Location.none
    if let views {
      let header = #"{"scrim":"views","version":1,"space":"pixels","size":[\#(size.width),\#(size.height)],"scale":1}"#
      let text = ([header] + views).joined(separator: "\n")
      location = .path(BytePath(try folder.write("views.jsonl", Array(text.utf8))))
    }
    var request = RedactionRequest(
      input: InputRequest(path: BytePath("\(folder.path)/\(input)")),
      output: .path(BytePath("\(folder.path)/\(output)")), views: ViewsRequest(location: location),
      rules: [RulesFile(name: "rules.lua", source: Array(rules.utf8))])
    request.report = BytePath("\(folder.path)/report.jsonl")
    change(&request)
    do throws(RunError) {
      _ = try redact(request, observer: Silence(), control: RunControl())
    } catch {
      // A run that stops has written what is before it.
      guard case .stopped = error else { throw error }
    }
  }

  func verified(original: String? = nil) throws -> VerificationSummary {
    var request = VerificationRequest(
      original: BytePath("\(folder.path)/\(original ?? input)"), redacted: BytePath("\(folder.path)/\(output)"),
      report: BytePath("\(folder.path)/report.jsonl"))
    request.jobs = 2
    return try verify(request, observer: Silence())
  }

  /// What the verdict is after a change to a file of the run.
  func findings(changing name: String, _ change: ([UInt8]) throws -> [UInt8]) throws -> [Finding.Kind] {
    let before = try folder.read(name)
    try folder.write(name, change(before))
    defer { _ = try? folder.write(name, before) }
    return try verified().findings.map(\.kind)
  }

  /// What the verdict is after a change to the report's text.
  func findings(report old: String, becomes new: String) throws -> [Finding.Kind] {
    try findings(changing: "report.jsonl") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let changed = text.replacingOccurrences(of: old, with: new)
      try #require(changed != text)
      return Array(changed.utf8)
    }
  }
}

private struct Silence: RunObserver, VerificationObserver {
  func began(total: Int?) {}
  func finished(_ outcome: FrameOutcome) {}
  func leavesOut(sound: Bool, beside: [String: Int]) {}
  func logged(_ line: String) {}
  func began(total: Int) {}
  func checked(_ frame: FrameIdentity, isClean: Bool) {}
}

/// A picture of noise with one region in one colour: what a run makes of it with a solid mask, made by the test.
struct SolidCase {
  static let size = PixelSize(width: 40, height: 30)
  static let mask = PixelRect(left: 8, top: 6, right: 24, bottom: 18)
  static let rules = """
    return { hide = { { region = { x = 8, y = 6, width = 16, height = 12 }, color = "#204060" } } }
    """

  let original: TestPNG
  var redacted: TestPNG

  init(seed: UInt64) {
    original = TestPNG.noise(width: 40, height: 30, colourType: 2, bitDepth: 8, seed: seed)
    redacted = original
    for y in Self.mask.top..<Self.mask.bottom {
      for x in Self.mask.left..<Self.mask.right {
        redacted.samples.replaceSubrange(Self.samples(x, y), with: [0x20, 0x40, 0x60])
      }
    }
  }

  static func samples(_ x: Int, _ y: Int) -> Range<Int> { (y * 40 + x) * 3..<(y * 40 + x + 1) * 3 }

  /// The redacted picture with some pixels of the original.
  func leaking(_ pixels: [(Int, Int)]) -> TestPNG {
    var picture = redacted
    for (x, y) in pixels {
      picture.samples.replaceSubrange(Self.samples(x, y), with: original.samples[Self.samples(x, y)])
    }
    return picture
  }

  /// Three frames, and the run over them.
  static func run() throws -> (run: VerifiedRun, cases: [SolidCase]) {
    let cases = (0..<3).map { SolidCase(seed: UInt64($0) + 7) }
    let files = cases.enumerated().map { (name: "f_\($0).png", bytes: $1.original.bytes) }
    return (try VerifiedRun(files, size: size, rules: rules), cases)
  }
}
