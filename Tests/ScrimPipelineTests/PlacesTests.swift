import Foundation
import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Testing

/// Where a run writes: over nothing that it reads, to no place twice, and into what is no file as it is.
struct PlacesTests {
  private let folder: TemporaryFolder
  private let control = RunControl()
  static let header = "YUV4MPEG2 W8 H6 F30:1\n"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("s.y4m", stream(frames: 3))
  }

  private func stream(frames: Int) -> [UInt8] {
    Array(Self.header.utf8)
      + (0..<frames).flatMap { Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(50 + $0), count: 72) }
  }

  private func path(_ name: String) -> BytePath { BytePath("\(folder.path)/\(name)") }

  private func request(
    _ output: RedactionRequest.Output, input: String = "s.y4m", _ change: (inout RedactionRequest) -> Void = { _ in }
  ) -> RedactionRequest {
    let rules = RulesFile(name: "rules.lua", source: Array("return { hide = {} }".utf8))
    var request = RedactionRequest(
      input: InputRequest(path: path(input)), output: output, views: ViewsRequest(location: .none), rules: [rules])
    change(&request)
    return request
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: target)
  }

  /// What a path is, itself and not what it leads to.
  private func kind(_ path: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }

  @discardableResult private func run(_ request: RedactionRequest) throws -> RunSummary {
    try redact(request, observer: Witness(), control: control)
  }

  // MARK: Nothing to write

  @Test(arguments: [RedactionRequest.Output.path("out.y4m"), .null, .dryRun])
  func `a stream without frames is an error and leaves no file`(_ output: RedactionRequest.Output) throws {
    try folder.write("zero.y4m", Array(Self.header.utf8))
    let output = if case .path(let name) = output { RedactionRequest.Output.path(path("\(name)")) } else { output }
    #expect { try run(request(output, input: "zero.y4m") { $0.report = path("report.jsonl") }) } throws: { error in
      if case .input(.noFrames)? = error as? RunError { true } else { false }
    }
    #expect(try folder.names() == ["s.y4m", "zero.y4m"])
  }

  @Test func `a part of a stream that has no frame is an error that tells which there are`() throws {
    #expect { try run(request(.path(path("out.y4m"))) { $0.start = 7 }) } throws: { error in
      if case .nothingSelected(first: 0, last: 2)? = error as? RunError { true } else { false }
    }
    #expect(try folder.names() == ["s.y4m"])
  }

  // MARK: Places that are taken

  @Test(arguments: ["v.y4m", "link.y4m"])
  func `an output that would be written over views or rules is refused`(_ name: String) throws {
    let text = Array("return {}".utf8)
    try folder.write("v.y4m", text)
    try link("link.y4m", to: "v.y4m")
    let views = request(.path(path(name))) {
      $0.existing = .overwrite
      $0.views.location = .path(path("v.y4m"))
    }
    let file = try RulesFile(argument: path("./v.y4m"))
    let rules = request(.path(path(name))) {
      $0.existing = .overwrite
      $0.rules = [file]
    }
    for request in [views, rules] {
      #expect { try run(request) } throws: { error in
        if case .output(.isInput)? = error as? RunError { true } else { false }
      }
    }
    #expect(try folder.read("v.y4m") == text)
    #expect(try folder.names() == ["link.y4m", "s.y4m", "v.y4m"])
  }

  @Test(arguments: ["x.y4m", "./x.y4m", "link.y4m"])
  func `a report that is the output is refused`(_ report: String) throws {
    try link("link.y4m", to: "x.y4m")
    #expect { try run(request(.path(path("x.y4m"))) { $0.report = path(report) }) } throws: { error in
      if case .report(.isOutput)? = error as? RunError { true } else { false }
    }
    #expect(try folder.names() == ["link.y4m", "s.y4m"])
  }

  @Test(arguments: ["out", "out/f0002.png", "out/.scrim-resume"])
  func `a report with a name that the output needs is refused, any other beside the pictures is not`(
    _ report: String
  ) throws {
    let recording = try Recording(frames: 3)
    var request = recording.request()
    request.report = recording.path(report)
    #expect { try run(request) } throws: { error in
      if case .report(.isOutput)? = error as? RunError { true } else { false }
    }
    #expect(try recording.folder.names() == ["in"])
    request.report = recording.path("out/report.jsonl")
    try run(request)
    #expect(try recording.folder.names(in: "out") == (0..<3).map(Recording.name) + ["report.jsonl"])
  }

  @Test func `views that have the name of a picture in the output are not written over`() throws {
    let recording = try Recording(frames: 3)
    let views = try recording.folder.read("in/views.jsonl")
    try recording.folder.write("out/\(Recording.name(1))", views)
    var request = recording.request()
    request.existing = .overwrite
    request.views.location = .path(recording.path("out/\(Recording.name(1))"))
    #expect { try run(request) } throws: { error in
      if case .output(.isInput)? = error as? RunError { true } else { false }
    }
    #expect(try recording.output() == [Recording.name(1): views])
  }

  // MARK: What is no regular file

  @Test func `a pipe is written into and stays a pipe`() throws {
    let name = "\(folder.path)/pipe.y4m"
    try #require(unsafe mkfifo(name, 0o600) == 0)
    // Opened for both, so that nobody waits for the other side.
    let pipe = unsafe open(name, O_RDWR)
    defer { close(pipe) }
    #expect(try run(request(.path(path("pipe.y4m")))).frames == 3)
    #expect(try kind(name) == nil || kind(name) == .typeUnknown)
    var bytes = [UInt8](repeating: 0, count: 4096)
    // The array has this many bytes.
    let count = unsafe read(pipe, &bytes, bytes.count)
    #expect(count > 0 && bytes.starts(with: "YUV4MPEG2 W8 H6".utf8))
    #expect(count > 0 && bytes[..<max(0, count)].suffix(72) == [UInt8](repeating: 52, count: 72)[...])
    #expect(try folder.names() == ["pipe.y4m", "s.y4m"])
  }

  @Test func `the file behind a link is replaced, and the link stays`() throws {
    try folder.write("real/a.jsonl", [1])
    try folder.write("real/a.y4m", [1])
    for (target, name) in [("real/a.jsonl", "report"), ("real/a.y4m", "o.y4m"), ("real/new", "later")] {
      try link(name, to: target)
    }
    try run(
      request(.path(path("o.y4m"))) {
        $0.existing = .overwrite
        $0.report = path("report")
      })
    try run(request(.null) { $0.report = path("later") })
    for name in ["report", "o.y4m", "later"] {
      #expect(try kind("\(folder.path)/\(name)") == .typeSymbolicLink)
    }
    #expect(try folder.read("real/a.y4m").starts(with: "YUV4MPEG2".utf8))
    #expect(try folder.read("real/a.jsonl").starts(with: "{".utf8))
    #expect(try folder.read("real/new").starts(with: "{".utf8))
    #expect(try folder.names() == ["later", "o.y4m", "real", "report", "s.y4m"])
    #expect(try folder.names(in: "real") == ["a.jsonl", "a.y4m", "new"])
  }

  @Test func `a link with a picture's name in the output does not lead to the input`() throws {
    let recording = try Recording(frames: 3)
    let before = try recording.output("in")
    try recording.folder.makeFolder("out")
    let name = Recording.name(1)
    let link = "\(recording.folder.path)/out/\(name)"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../in/\(name)")
    var request = recording.request()
    request.existing = .overwrite
    try run(request)
    #expect(try recording.output("in") == before)
    #expect(try kind(link) == .typeRegular)
  }

  @Test func `a directory as report is refused before the work`() throws {
    try folder.makeFolder("d")
    let witness = Witness()
    #expect {
      try redact(request(.null) { $0.report = path("d") }, observer: witness, control: control)
    } throws: { error in
      if case .report(.failed)? = error as? RunError { true } else { false }
    }
    #expect(witness.order.isEmpty)
  }

  @Test func `a device takes a report and stays a device`() throws {
    try run(request(.null) { $0.report = "/dev/null" })
    #expect(try kind("/dev/null") == .typeCharacterSpecial)
  }

  @Test func `a full device ends a stream, which is not said to go on`() throws {
    try link("full.y4m", to: "/dev/full")
    #expect { try run(request(.path(path("full.y4m")))) } throws: { error in
      if case .output(.streamFailed)? = error as? RunError { true } else { false }
    }
  }
}
