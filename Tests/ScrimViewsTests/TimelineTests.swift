import ScrimCore
import ScrimViews
import Testing

@Suite struct TimelineTests {
  private func kinds(_ recording: Recording) throws -> String {
    try recording.views().map { String($0.kind.prefix(1)) }.joined()
  }

  @Test func `with a snapshot for each frame, each has its own`() throws {
    let recording = try Recording(
      snapshot(frame: 0, #"{"type":"A"}"#), snapshot(frame: 1, #"{"type":"B"}"#), snapshot(frame: 2, #"{"type":"C"}"#))
    #expect(try recording.views().map { $0.exact?.views.last?.type } == ["A", "B", "C"])
  }

  @Test func `snapshots behind a frame are counted by their numbers, and not by time`() throws {
    let numbered = try Recording(frames: 5, snapshot(frame: 0), snapshot(frame: 3), snapshot(frame: 4))
    let provider = try numbered.open()
    #expect([-1, 0, 2, 3, 4, 9].map(provider.snapshots) == [3, 2, 2, 1, 0, 0])
    let timed = try Recording(frames: 2, rate: 1, snapshot(time: 0), snapshot(time: 1))
    #expect(try timed.open().snapshots(behind: 0) == 0)
    var none = try Recording(frames: 2)
    none.request.location = .none
    #expect(try none.open().snapshots(behind: 0) == 0)
  }

  @Test func `a frame without a snapshot lies between its neighbours`() throws {
    let recording = try Recording(
      frames: 5, snapshot(frame: 0, #"{"type":"A"}"#), snapshot(frame: 3, #"{"type":"B"}"#))
    let views = try recording.views()
    #expect(views.map(\.kind) == ["exact", "between", "between", "exact", "missing"])
    let between = try #require(views[2].between)
    #expect(between.0.views.last?.type == "A")
    #expect(between.1.views.last?.type == "B")
    #expect(abs(between.fraction - 2.0 / 3) < 1e-12)
  }

  @Test func `snapshots by frame that are over a second apart are not bridged, by the frames' rate or by 30 a second`()
    throws
  {
    let lines = [snapshot(frame: 0), snapshot(frame: 20)]
    var slow = try Recording(frames: 21, rate: 10), unknown = try Recording(frames: 21)
    for recording in [slow, unknown] { try recording.write(header: Recording.header, lines) }
    #expect(try kinds(slow) == "e" + String(repeating: "m", count: 19) + "e")
    #expect(try kinds(unknown) == "e" + String(repeating: "b", count: 19) + "e")
    slow.request.maxGap = 2
    unknown.request.maxGap = 0.6
    #expect(try kinds(slow) == "e" + String(repeating: "b", count: 19) + "e")
    #expect(try kinds(unknown) == "e" + String(repeating: "m", count: 19) + "e")
  }

  @Test func `snapshots by frame are not bridged where the frames between come late`() throws {
    var recording = try Recording(frames: 14, snapshot(frame: 10), snapshot(frame: 13))
    let times = (0...10).map { Double($0) / 30 } + [1.3, 2, 2.1]
    recording.request.frames = times.enumerated().map { FrameIdentity(index: $0, time: $1) }
    // The first one is near the snapshot before it, and by the average so is the other one.
    #expect(try kinds(recording) == "mmmmmmmmmmebme")
    recording.request.maxGap = 2
    #expect(try kinds(recording) == "mmmmmmmmmmebbe")
  }

  @Test func `by time, ends and long gaps have no views`() throws {
    let recording = try Recording(
      frames: 25, rate: 10, snapshot(time: 0.2), snapshot(time: 0.95), snapshot(time: 2.35))
    // 0, 0.1 | 0.2 | 0.3 … 0.9 | 1.0 … 2.3 | 2.4
    #expect(try kinds(recording) == "mmebbbbbbb" + String(repeating: "m", count: 15))
  }

  @Test func `a gap of exactly the longest is bridged`() throws {
    #expect(try kinds(try Recording(frames: 11, rate: 10, snapshot(time: 0), snapshot(time: 1))) == "ebbbbbbbbbe")
  }

  @Test func `times with six digits meet frames with a fraction for a rate`() throws {
    let recording = try Recording(
      frames: 4, rate: 30, snapshot(time: 0), snapshot(time: 0.033333), snapshot(time: 0.066667), snapshot(time: 0.1))
    #expect(try kinds(recording) == "eeee")
  }

  @Test func `views with times and frames without are an error that asks for a rate`() throws {
    let failure = try #require(try Recording(snapshot(time: 0)).failure())
    #expect(failure.problem.contains("--fps"))
  }

  @Test func `frames of a stream without time have no views`() throws {
    var recording = try Recording(frames: 2, rate: nil, snapshot(time: 0), snapshot(time: 1))
    recording.request.frames = nil
    let views = try recording.open().views(for: FrameIdentity(index: 0), picture: recording.picture)
    #expect(views.missing?.reason.contains("--fps") == true)
  }

  @Test func `a stream's frames without time are covered even where there are only events`() throws {
    var recording = try Recording(frames: 1, event("scene.didEnterBackground", #""time":0"#))
    recording.request.frames = nil
    let views = try recording.open().views(for: FrameIdentity(index: 0), picture: recording.picture)
    #expect(views.kind == "missing")
  }

  @Test func `a snapshot of a frame that the recording does not have is an error`() throws {
    var recording = try Recording(frames: 3, snapshot(frame: 0), snapshot(frame: 1), snapshot(frame: 2))
    recording.request.frames = recording.request.frames?.map { FrameIdentity(index: $0.index + 1, name: $0.name) }
    #expect(recording.failure()?.line == 2)
    #expect(try Recording(frames: 2, snapshot(frame: 0), snapshot(frame: 2)).failure()?.line == 3)
  }

  @Test func `snapshots of frames that were skipped are no error`() throws {
    var recording = try Recording(frames: 4, snapshot(frame: 0), snapshot(frame: 1), snapshot(frame: 3))
    recording.request.frames?.removeSubrange(1...2)
    #expect(try kinds(recording) == "ee")
  }

  @Test func `events come with the first frame that is not before them, in order`() throws {
    let recording = try Recording(
      frames: 4, rate: 10, event("early", #""time":-1"#), snapshot(time: 0),
      event("scene.didEnterBackground", #""time":0.05"#),
      snapshot(time: 0.1), event("screenshot.taken", #""time":0.2"#), snapshot(time: 0.2),
      event("scene.willEnterForeground", #""time":0.25"#), snapshot(time: 0.3), event("late", #""time":9"#))
    let views = try recording.views()
    #expect(
      views.map { $0.events.map(\.name) } == [
        ["early"], ["scene.didEnterBackground"], ["screenshot.taken"], ["scene.willEnterForeground"],
      ])
    #expect(views.map(\.lifecycle.app) == [.unknown, .background, .background, .inactive])
  }

  @Test func `an event carries its scene and its other members`() throws {
    let recording = try Recording(
      frames: 1, #"{"record":"event","frame":0,"event":"team.step","scene":"main","step":{"n":3}}"#, snapshot(frame: 0))
    let event = try #require(try recording.views().first?.events.first)
    #expect(event.scene == "main")
    #expect(event.instant == .frame(0))
    #expect(event.attributes == ["step": .object(["n": .integer(3)])])
  }

  @Test func `events alone tell of no windows`() throws {
    #expect(try kinds(try Recording(frames: 2, event("screenshot.taken", #""frame":1"#))) == "nn")
  }

  @Test func `a scale follows from the first picture, and must fit its height`() throws {
    let header = #"{"scrim":"views","version":1,"space":"points","size":[195,422]}"#
    var recording = try Recording(frames: 2)
    try recording.write(
      header: header, [0, 1].map { snapshot(frame: $0, #"{"type":"A","bounds":[1,2,3,4]}"#) })
    let provider = try recording.open()
    let frames = try #require(recording.request.frames)
    let first = try #require(provider.views(for: frames[0], picture: recording.picture).exact)
    #expect(first.scale == 2)
    #expect(first.views.last?.bounds == .rect(Rect(x: 2, y: 4, width: 6, height: 8)))
    let other = provider.views(for: frames[1], picture: PixelSize(width: 390, height: 600))
    #expect(other.missing?.reason.contains("1 %") == true)

    recording.request.firstPicture = PixelSize(width: 390, height: 860)
    #expect(recording.failure()?.line == 1)
    recording.request.scale = 2
    #expect(recording.failure() == nil)
  }

  @Test func `a size in pixels must be the picture's where nothing else is said`() throws {
    let recording = try Recording(frames: 1)
    try recording.write(
      header: #"{"scrim":"views","version":1,"space":"pixels","size":[195,422]}"#, [snapshot(frame: 0)])
    #expect(recording.failure()?.line == 1)
  }
}
