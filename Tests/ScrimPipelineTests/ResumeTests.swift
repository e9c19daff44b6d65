import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

struct ResumeTests {
  /// A run that a signal ends after some frames; gives the recording and how many frames it wrote.
  private func interrupted() throws -> (Recording, count: Int) {
    let recording = try Recording(frames: 30), control = RunControl()
    let summary = try redact(
      recording.request(), observer: Witness(interrupting: control, after: 8), control: control)
    #expect(summary.interruptedBy == 2)
    let names = try recording.folder.names(in: "out").filter { $0 != ".scrim-resume" }
    #expect(names.count >= 8 && names.count < 30)
    #expect(names.allSatisfy { $0.hasSuffix(".png") && !$0.hasPrefix(".") })
    return (recording, names.count)
  }

  private func resume(_ recording: Recording, rules: String = Recording.rules) throws -> RunSummary {
    var request = recording.request(rules: rules)
    request.existing = .resume
    return try redact(request, observer: Witness(), control: RunControl())
  }

  private func whole(_ recording: Recording, rules: String = Recording.rules) throws -> [String: [UInt8]] {
    _ = try redact(
      recording.request(rules: rules, output: "whole"), observer: Witness(), control: RunControl())
    return try recording.output("whole")
  }

  @Test func `a run that was broken off goes on to the same bytes, and leaves no record`() throws {
    let (recording, count) = try interrupted()
    let summary = try resume(recording)
    #expect(summary.resumed == count)
    #expect(summary.frames == 30)
    #expect(try recording.output() == whole(recording))
    #expect(try recording.report().count == 32)
  }

  @Test func `other rules do every frame again`() throws {
    let (recording, _) = try interrupted()
    let rules = Recording.rules.replacing("20262E", with: "302030")
    #expect(try resume(recording, rules: rules).resumed == 0)
    #expect(try recording.output() == whole(recording, rules: rules))
  }

  @Test func `a file that was changed since, and an input that was, are done again`() throws {
    let (recording, count) = try interrupted()
    try recording.folder.write("out/\(Recording.name(1))", recording.folder.read("out/\(Recording.name(1))").dropLast())
    let other = try Recording(frames: 1, secretSeed: 7)
    try recording.folder.write("in/\(Recording.name(0))", other.folder.read("in/\(Recording.name(0))"))
    #expect(try resume(recording).resumed == count - 2)
    #expect(try recording.output() == whole(recording))
  }

  @Test func `views that were changed since are decided again`() throws {
    let (recording, _) = try interrupted()
    var views = String(decoding: try recording.folder.read("in/views.jsonl"), as: UTF8.self)
    views.replace("[8,8,12,9]", with: "[8,8,20,9]")
    try recording.folder.write("in/views.jsonl", Array(views.utf8))
    _ = try resume(recording)
    #expect(try recording.output() == whole(recording))
  }

  @Test func `without a record a file of a frame's name is refused, and nothing is written`() throws {
    let recording = try Recording(frames: 3)
    try recording.folder.write("out/\(Recording.name(1))", [7])
    let path = recording.path("out/\(Recording.name(1))")
    #expect { try resume(recording) } throws: { error in
      if case .output(.noRecord(path))? = error as? RunError { true } else { false }
    }
    #expect(try recording.output() == [Recording.name(1): [7]])
  }

  @Test(arguments: ["one.png", "one.y4m", "one.gif", "one.mkv"])
  func `a file that is one whole is not gone on with, and stays`(name: String) throws {
    let recording = try Recording(frames: 1)
    var request = recording.request(output: name)
    request.input.framesPerSecond = FrameRate(10)
    request.existing = .resume
    try recording.folder.write(name, [7])
    #expect { try redact(request, observer: Witness(), control: RunControl()) } throws: { error in
      if case .output(.noRecord)? = error as? RunError { true } else { false }
    }
    #expect(try recording.folder.read(name) == [7])
    request.existing = .overwrite
    _ = try redact(request, observer: Witness(), control: RunControl())
    #expect(try recording.folder.read(name).count > 7)
  }

  @Test func `with a record alone nothing is trusted, and files of others stay`() throws {
    let recording = try Recording(frames: 3)
    try recording.folder.write("out/.scrim-resume", [])
    try recording.folder.write("out/\(Recording.name(1))", recording.folder.read("in/\(Recording.name(1))"))
    try recording.folder.write("out/notes.txt", [1, 2, 3])
    #expect(try resume(recording).resumed == 0)
    var output = try recording.output()
    #expect(output.removeValue(forKey: "notes.txt") == [1, 2, 3])
    #expect(try output == whole(recording))
  }

  @Test func `a directory that another run writes into is refused`() throws {
    let recording = try Recording(frames: 2)
    try recording.folder.makeFolder("out")
    let lock = try LockedFile(recording.path("out/.scrim-resume"))
    #expect { try resume(recording) } throws: { error in
      if case .output(.failed(_, let reason))? = error as? RunError { reason.contains("another run") } else { false }
    }
    #expect(lock.path.lastComponent == ".scrim-resume")
    #expect(try recording.folder.names(in: "out") == [".scrim-resume"])
  }

  @Test func `a directory that holds files is refused`() throws {
    let recording = try Recording(frames: 2)
    try recording.folder.write("out/notes.txt", [1])
    #expect { try redact(recording.request(), observer: Witness(), control: RunControl()) } throws: { error in
      if case .output(.notEmpty)? = error as? RunError { true } else { false }
    }
    #expect(try recording.folder.names(in: "out") == ["notes.txt"])
  }
}
