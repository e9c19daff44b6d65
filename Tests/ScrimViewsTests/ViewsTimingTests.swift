import ScrimCore
import Testing

@testable import ScrimViews

/// Sidecars whose clocks are not the recording's.
struct ViewsTimingTests {
  private func kinds(_ recording: Recording) throws -> String {
    try recording.views().map { String($0.kind.prefix(1)) }.joined()
  }

  private func timed(_ lines: String...) throws -> Recording {
    let recording = try Recording(frames: 5, rate: 10)
    try recording.write(header: Recording.header, lines)
    return recording
  }

  /// Snapshots at the frames' times by a clock that is `offset` ahead.
  private func moved(by offset: Double, rate: Double = 1) throws -> Recording {
    let recording = try Recording(frames: 5, rate: 10)
    let lines = (0..<5).map { snapshot(time: (Double($0) / 10 + offset) / rate, #"{"type":"T\#($0)"}"#) }
    try recording.write(header: Recording.header, lines)
    return recording
  }

  private func types(_ recording: Recording) throws -> [String?] {
    try recording.views().map { $0.exact?.views.last?.type }
  }

  private let all = (0..<5).map { "T\($0)" }

  @Test(arguments: [2.5, -0.3, 1e9]) func `an offset is added to the sidecar's times`(offset: Double) throws {
    var recording = try moved(by: offset)
    recording.request.timing.origin = .offset(-offset)
    #expect(try types(recording) == all)
  }

  @Test func `times are multiplied by the rate before the offset is added`() throws {
    var recording = try moved(by: 100, rate: 1.00021)
    recording.request.timing.rate = 1.00021
    recording.request.timing.origin = .offset(-100)
    #expect(try types(recording) == all)
  }

  @Test func `what an offset moves out of the recording leaves frames without views`() throws {
    var recording = try moved(by: 0)
    recording.request.timing.origin = .offset(0.2)
    #expect(try kinds(recording) == "mmeee")
    recording.request.timing.origin = .offset(-0.25)
    #expect(try kinds(recording) == "bbmmm")
    recording.request.timing.origin = .offset(50)
    #expect(try kinds(recording) == "mmmmm")
  }

  @Test func `the longest gap is one of the recording's time`() throws {
    var recording = try timed(snapshot(time: 0), snapshot(time: 0.4))
    recording.request.maxGap = 0.5
    #expect(try kinds(recording) == "ebbbe")
    recording.request.timing.rate = 2
    #expect(try kinds(recording) == "emmmm")
  }

  @Test func `an event puts the sidecar's clock on the recording's`() throws {
    var recording = try timed(
      event("recording.started", #""time":70"#), snapshot(time: 70), event("e", #""time":70.2"#),
      event("recording.started", #""time":70.3"#), snapshot(time: 70.4))
    recording.request.timing.origin = .event("recording.started", at: 0)
    let views = try recording.views()
    #expect(views.map { $0.events.map(\.name) } == [["recording.started"], [], ["e"], ["recording.started"], []])
    #expect(views.map(\.kind) == ["exact", "between", "between", "between", "exact"])
    recording.request.timing.origin = .event("recording.started", at: 0.1)
    #expect(try kinds(recording) == "mebbb")
  }

  @Test func `an event that is not there is an error`() throws {
    var recording = try timed(snapshot(time: 0))
    recording.request.timing.origin = .event("recording.started", at: 0)
    #expect(recording.failure()?.problem.contains("--views-align") == true)
    #expect(recording.failure()?.isUsage == false)
  }

  @Test func `views without times cannot be moved, and that is wrong usage`() throws {
    var recordings = [try Recording(frames: 1, snapshot(frame: 0)), try Recording(frames: 1), try Recording(frames: 1)]
    try recordings[1].write("frame_0000.xml", #"<node class="A" resource-id="a" bounds="[0,0][9,9]"/>"#)
    recordings[2].request.location = .none
    for var recording in recordings {
      #expect(recording.failure() == nil)
      for change: (inout ViewsTiming) -> Void in [{ $0.rate = 2 }, { $0.origin = .offset(1) }] {
        recording.request.timing = ViewsTiming()
        change(&recording.request.timing)
        #expect(recording.failure()?.isUsage == true)
      }
    }
  }

  @Test func `events of a sidecar beside trees are moved, too`() throws {
    var recording = try timed(event("e", #""time":5.2"#))
    for frame in 0..<5 {
      try recording.write("frame_000\(frame).xml", #"<node class="A" resource-id="a" bounds="[0,0][9,9]"/>"#)
    }
    recording.request.timing.origin = .offset(-5)
    #expect(try recording.views().map { $0.events.count } == [0, 0, 1, 0, 0])
  }
}
