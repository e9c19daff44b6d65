import Foundation
import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import Testing

/// A signal while nothing comes in.
struct InterruptTests {
  let folder = try! TemporaryFolder()

  @Test func `a run that waits for a silent pipe ends at once`() throws {
    let pipe = folder.file("pipe")
    #expect(unsafe pipe.withCString { unsafe mkfifo($0, 0o600) } == 0)
    let control = RunControl()
    let folder = folder
    let thread = Thread {
      // Waits until the run reads; then the run waits for the first byte, which never comes.
      let writer = unsafe pipe.withCString { unsafe open($0, O_WRONLY) }
      control.interrupt(by: 2)
      _ = writer
    }
    thread.start()
    let summary = try folder.redacted("pipe", to: "out.y4m", control: control)
    #expect(summary.interruptedBy == 2 && summary.frames == 0)
    #expect(try folder.names() == ["pipe", "rules.lua"])
  }

  @Test func `a run that was asked to end before it began waits for nothing`() throws {
    let pipe = folder.file("pipe")
    #expect(unsafe pipe.withCString { unsafe mkfifo($0, 0o600) } == 0)
    let control = RunControl()
    control.interrupt(by: 15)
    #expect(try folder.redacted("pipe", to: "out.mp4", control: control).interruptedBy == 15)
  }

  @Test(arguments: ["out.y4m", "out.mkv", "out.png"])
  func `a run whose output waits for its reader ends at once`(name: String) throws {
    try folder.write("in.y4m", Clip().bytes)
    let pipe = folder.file(name), control = RunControl()
    #expect(unsafe pipe.withCString { unsafe mkfifo($0, 0o600) } == 0)
    control.interrupt(by: 15)
    let summary = try folder.redacted("in.y4m", to: name, control: control)
    #expect(summary.interruptedBy == 15 && summary.frames == 0)
  }

  @Test func `a run whose report waits for its reader ends at once, and leaves nothing`() throws {
    try folder.write("in.y4m", Clip().bytes)
    let pipe = folder.file("report"), control = RunControl()
    #expect(unsafe pipe.withCString { unsafe mkfifo($0, 0o600) } == 0)
    control.interrupt(by: 2)
    let summary = try folder.redacted("in.y4m", to: "out.mkv", control: control) { $0.report = pipe }
    #expect(summary.interruptedBy == 2 && summary.frames == 0)
    #expect(try folder.names() == ["in.y4m", "report", "rules.lua"])
  }
}
