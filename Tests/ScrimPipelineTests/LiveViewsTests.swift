import Foundation
import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Testing

/// Whole runs whose frames and views come through two pipes.
struct LiveViewsTests {
  private let folder = try! TemporaryFolder()
  private let clip = Clip(frames: 200)

  private static let header = #"{"scrim":"views","version":1,"space":"pixels","size":[96,64],"scale":1}"# + "\n"
  private static let rules = ##"return { style = { style = "solid", color = "#808080" }, hide = { { "#pin" } } }"##

  private enum Count: CaseIterable { case byFrame, byTime }

  private func snapshot(_ frame: Int, _ count: Count = .byFrame) -> String {
    let instant = count == .byFrame ? #""frame":\#(frame)"# : #""time":\#(Double(frame) * 1001 / 30000)"#
    return #"{"record":"snapshot",\#(instant),"windows":[{"type":"Window","bounds":[0,0,96,64],"children":"#
      + #"[{"type":"Label","id":"pin","text":"4929","bounds":[11,13,31,23]}]}]}"# + "\n"
  }

  /// The stream's header, and each frame.
  private var parts: (header: [UInt8], frames: [[UInt8]]) {
    let bytes = clip.bytes, size = clip.frameBytes + 6
    let start = bytes.count - clip.frames * size
    return (Array(bytes[..<start]), (0..<clip.frames).map { Array(bytes[start + $0 * size..<start + ($0 + 1) * size]) })
  }

  /// Redacts what one thread writes into two pipes.
  private func redacted(
    timeout: Double = 600, output: String = "out.y4m", report: Bool = true,
    _ change: (inout RedactionRequest) -> Void = { _ in }, writing body: @escaping @Sendable (LiveWriter) -> Void
  ) throws -> RunSummary {
    signal(SIGPIPE, SIG_IGN)
    for name in ["frames", "views"] {
      try #require(unsafe folder.file(name).withCString { unsafe mkfifo($0, 0o600) } == 0)
    }
    let paths = (folder.file("frames"), folder.file("views"))
    let thread = Thread {
      // Each waits for the run to open it.
      let views = unsafe paths.1.withCString { unsafe open($0, O_WRONLY) }
      let frames = unsafe paths.0.withCString { unsafe open($0, O_WRONLY) }
      for pipe in [views, frames] { _ = fcntl(pipe, setPipeSize, 4096) }
      body(LiveWriter(frames: frames, views: views))
    }
    thread.start()
    return try folder.redacted("frames", to: output, rules: Self.rules) { request in
      request.views.location = .path(folder.file("views"))
      request.views.timeout = timeout
      if report { request.report = folder.file("report.jsonl") }
      change(&request)
    }
  }

  /// Which frames of the output are masked and nothing else: `x` is hidden whole.
  private func fates(_ name: String = "out.y4m") throws -> String {
    let (_, originals) = parts
    return try folder.frames(of: name).enumerated().map { index, frame in
      let original = originals[index].dropFirst(6)
      let hidden = frame.luma(20, 20) == frame.luma(40, 35)
      let corner = frame.luma(1, 1) == Int(original[original.startIndex + 97])
      let other = frame.luma(90, 60) == Int(original[original.startIndex + 60 * 96 + 90])
      return !hidden ? "!" : corner && other ? "m" : "x"
    }.joined()
  }

  @Test(arguments: [true, false], [0, 1]) func `one thread may write frames and views in turn`(
    viewsFirst: Bool, count: Int
  ) throws {
    let (header, frames) = parts, count = Count.allCases[count]
    let snapshots = frames.indices.map { snapshot($0, count) }
    let summary = try redacted { writer in
      if viewsFirst { writer.views(Self.header) }
      writer.frame(header)
      if !viewsFirst { writer.views(Self.header) }
      for (frame, snapshot) in zip(frames, snapshots) {
        if viewsFirst { writer.views(snapshot) }
        writer.frame(frame)
        if !viewsFirst { writer.views(snapshot) }
      }
      writer.endFrames()
      writer.endViews()
    }
    #expect(summary.frames == 200 && summary.failed == 0)
    #expect(try fates() == String(repeating: "m", count: 200))
  }

  @Test func `frames may come far ahead of the views, and views of the frames`() throws {
    let (header, frames) = parts
    let snapshots = frames.indices.map { snapshot($0) }
    let summary = try redacted { writer in
      writer.frame(header)
      writer.views(Self.header)
      for start in stride(from: 0, to: 200, by: 50) {
        let range = start..<start + 50
        if start % 100 == 0 { for frame in frames[range] { writer.frame(frame) } }
        for snapshot in snapshots[range] { writer.views(snapshot) }
        if start % 100 == 50 { for frame in frames[range] { writer.frame(frame) } }
      }
      writer.endFrames()
      writer.endViews()
    }
    #expect(summary.frames == 200 && summary.failed == 0)
  }

  @Test func `between two snapshots a frame waits for the second`() throws {
    let (header, frames) = parts
    let snapshots = stride(from: 0, through: 204, by: 6).map { snapshot($0, .byTime) }
    let summary = try redacted { writer in
      writer.views(Self.header)
      writer.frame(header)
      for (index, frame) in frames.enumerated() {
        writer.frame(frame)
        if index % 6 == 5 { writer.views(snapshots[index / 6]) }
      }
      for snapshot in snapshots[(200 / 6)...] { writer.views(snapshot) }
      writer.endFrames()
      writer.endViews()
    }
    #expect(summary.frames == 200 && summary.failed == 0)
  }

  @Test func `views that all come before the first frame hold nobody up for ever`() throws {
    // More than are held.
    let snapshots = (0..<9000).map { snapshot($0, .byTime) }
    let (header, frames) = parts
    let summary = try redacted(timeout: 0.2) { writer in
      writer.views(Self.header)
      for snapshot in snapshots { writer.views(snapshot) }
      writer.frame(header)
      for frame in frames { writer.frame(frame) }
      writer.endFrames()
      writer.endViews()
    }
    // The first snapshots made room.
    #expect(summary.frames == 200 && summary.failed == 200 && summary.views.droppedSnapshots >= 200)
    #expect(try fates() == String(repeating: "x", count: 200))
  }

  @Test func `views that stop cover the rest, and the frames go on`() throws {
    let (header, frames) = parts
    let snapshots = frames.indices.map { snapshot($0) }
    let summary = try redacted(timeout: 0.1) { writer in
      writer.views(Self.header)
      for snapshot in snapshots[..<20] { writer.views(snapshot) }
      writer.frame(header)
      for frame in frames { writer.frame(frame) }
      writer.endFrames()
    }
    #expect(summary.frames == 200 && summary.failed == 180)
    #expect(try fates() == String(repeating: "m", count: 20) + String(repeating: "x", count: 180))
  }

  @Test(arguments: ["", #"{"record":"snapshot","frame":20,"windows":[{"type":"Win"#, "nonsense\n"])
  func `views that end, or break off, cover the rest`(end: String) throws {
    let (header, frames) = parts
    let snapshots = frames.indices.map { snapshot($0) }
    let summary = try redacted { writer in
      writer.views(Self.header)
      writer.frame(header)
      for (frame, snapshot) in zip(frames, snapshots[..<20]) {
        writer.views(snapshot)
        writer.frame(frame)
      }
      writer.views(end)
      writer.endViews()
      for frame in frames[20...] { writer.frame(frame) }
      writer.endFrames()
    }
    // A line that is wrong covers what has come and has not been asked for, too; an end does not.
    let covered = summary.failed
    #expect(summary.frames == 200 && (end.isEmpty ? covered == 180 : covered >= 180))
    #expect(try fates() == String(repeating: "m", count: 200 - covered) + String(repeating: "x", count: covered))
  }

  @Test func `frames that break off end the run with what was there`() throws {
    let (header, frames) = parts
    let snapshots = frames.indices.map { snapshot($0) }
    let summary = try redacted(timeout: 0.1) { writer in
      writer.views(Self.header)
      writer.frame(header)
      for (frame, snapshot) in zip(frames[..<10], snapshots) {
        writer.views(snapshot)
        writer.frame(frame)
      }
      writer.frame(Array(frames[10].prefix(500)))
      // The views stay open.
      writer.endFrames()
    }
    #expect(summary.frames == 11 && summary.failed == 1)
    #expect(try fates() == String(repeating: "m", count: 10) + "x")
  }

  @Test func `a signal ends a run that waits for views`() throws {
    let (header, frames) = parts
    let control = RunControl()
    for name in ["frames", "views"] {
      try #require(unsafe folder.file(name).withCString { unsafe mkfifo($0, 0o600) } == 0)
    }
    let paths = (folder.file("frames"), folder.file("views"))
    let (first, only) = (frames[0], snapshot(0))
    let thread = Thread {
      let views = unsafe paths.1.withCString { unsafe open($0, O_WRONLY) }
      let pipe = unsafe paths.0.withCString { unsafe open($0, O_WRONLY) }
      let writer = LiveWriter(frames: pipe, views: views)
      writer.views(Self.header + only)
      writer.frame(header)
      for _ in 0..<2 { writer.frame(first) }
      control.interrupt(by: 15)
    }
    thread.start()
    let summary = try folder.redacted("frames", to: "out.y4m", rules: Self.rules, control: control) { request in
      request.views.location = .path(folder.file("views"))
      request.views.timeout = 600
    }
    #expect(summary.interruptedBy == 15 && summary.failed == 0)
  }

  @Test func `a reader that waits holds both writers up`() throws {
    let (header, frames) = parts
    try #require(unsafe folder.file("sink.y4m").withCString { unsafe mkfifo($0, 0o600) } == 0)
    let sink = folder.file("sink.y4m")
    let written = Written()
    let collected = Collected()
    let reader = Thread {
      let pipe = unsafe sink.withCString { unsafe open($0, O_RDONLY) }
      _ = fcntl(pipe, setPipeSize, 4096)
      // Reads only when the writer has not come on for a while: it is held up.
      while written.isMoving() { usleep(50_000) }
      collected.held = written.count
      let handle = FileHandle(fileDescriptor: pipe, closeOnDealloc: true)
      collected.bytes = Array((try? handle.readToEnd()) ?? Data())
      collected.done.signal()
    }
    reader.start()
    let snapshots = frames.indices.map { snapshot($0) }
    let summary = try redacted(output: "sink.y4m", report: false) { writer in
      writer.views(Self.header)
      writer.frame(header)
      for (frame, snapshot) in zip(frames, snapshots) {
        writer.views(snapshot)
        writer.frame(frame)
        written.add()
      }
      writer.endFrames()
      writer.endViews()
    }
    collected.done.wait()
    // What is held ahead, in work and in pipes, and no more.
    #expect(collected.held < 100)
    #expect(summary.frames == 200 && summary.failed == 0)
    try folder.write("got.y4m", collected.bytes)
    #expect(try fates("got.y4m") == String(repeating: "m", count: 200))
  }

  @Test func `a socket is refused by its name, with what helps`() throws {
    let path = folder.file("socket")
    try #require(unsafe path.withCString { unsafe mknod($0, S_IFSOCK | 0o600, 0) } == 0)
    try folder.write("in.y4m", Clip(frames: 2).bytes)
    #expect {
      try folder.redacted("in.y4m", to: "out.mkv") { $0.views.location = .path(path) }
    } throws: { error in
      guard case RunError.views(let error) = error else { return false }
      return error.problem.contains("fd:3")
    }
  }
}
