import ScrimCore
import ScrimViews
import Testing

/// How a sidecar's size and scale meet pictures of other sizes.
@Suite struct SidecarScreenTests {
  private func tree(_ picture: PixelSize, scale: String = "1", window: String = "[0,0,80,60]", members: String = "")
    throws -> FrameViews
  {
    var recording = try Recording(frames: 1)
    recording.request.firstPicture = nil
    recording.picture = picture
    let node = #"{"type":"Label","id":"pin","bounds":[10,8,30,20]}"#
    try recording.write(
      header: #"{"scrim":"views","version":1,"space":"points","size":[80,60],"scale":\#(scale)}"#,
      [
        #"{"record":"snapshot","frame":0,"windows":[{"type":"W","bounds":\#(window)\#(members),"children":[\#(node)]}]}"#
      ])
    return try #require(try recording.views().first)
  }

  private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

  private func bounds(_ width: Double, _ height: Double) -> Bounds {
    .rect(Rect(x: 0, y: 0, width: width, height: height))
  }

  @Test func `a window of the whole size fills a picture that is larger, and its views stay where they are`() throws {
    for (picture, expected) in [
      (size(80, 60), bounds(80, 60)), (size(120, 60), bounds(120, 60)), (size(64, 90), bounds(80, 90)),
    ] {
      let snapshot = try #require(try tree(picture).exact)
      #expect(snapshot.views[0].bounds == expected)
      #expect(snapshot.views[1].bounds == .rect(Rect(x: 10, y: 8, width: 30, height: 20)))
    }
  }

  @Test func `a window of another size stays as it is`() throws {
    #expect(try tree(size(120, 60), window: "[0,0,80,59]").exact?.views[0].bounds == bounds(80, 59))
    #expect(try tree(size(120, 60), window: "[1,0,79,60]").exact?.views[0].bounds != bounds(120, 60))
  }

  @Test func `what an opaque window surely covers does not become more`() throws {
    #expect(try tree(size(80, 60), members: #","opaque":true"#).exact?.views[0].opaque == .yes)
    #expect(try tree(size(120, 60), members: #","opaque":true"#).exact?.views[0].opaque == .unknown)
  }

  @Test func `a picture that is larger or smaller by the same factor both ways is refused`() throws {
    #expect(try tree(size(160, 120)).missing?.reason.contains("2.0 times") == true)
    #expect(try tree(size(40, 30)).missing?.reason.contains("0.5 times") == true)
    #expect(try tree(size(240, 180), scale: "2").missing?.reason.contains("1.5 times") == true)
    #expect(try tree(size(160, 120), scale: "2").exact != nil)
    // Within one percent, as recorders round.
    #expect(try tree(size(161, 121), scale: "2").exact != nil)
  }

  @Test func `a tree of another orientation than its picture is refused, and one of the same is used`() throws {
    for window in ["[0,0,80,60]", "[0,0,75,60]", "[0,10,80,40]"] {
      #expect(try tree(size(60, 80), window: window).missing?.reason.contains("another orientation") == true)
    }
    // The device is turned: its windows are, too.
    for window in ["[0,0,60,80]", "[0,20,60,60]", "[0,80,60,30]"] {
      #expect(try tree(size(60, 80), window: window).exact != nil)
    }
  }

  @Test func `such a picture at the beginning is an error before the first frame`() throws {
    var recording = try Recording(frames: 1, snapshot(frame: 0))
    recording.request.firstPicture = size(780, 1688)
    #expect(recording.failure()?.line == 1)
    #expect(recording.failure()?.problem.contains("2.0 times as large") == true)
  }
}

/// Trees in files that a sidecar lists, and events beside trees.
@Suite struct ListedTreesTests {
  private func dump(_ id: String, _ members: String = "") -> String {
    #"<hierarchy><node class="android.widget.EditText" resource-id="\#(id)" \#(members) bounds="[0,0][390,800]"/></hierarchy>"#
  }

  private func listed(_ file: String, time: Double) -> String {
    #"{"record":"snapshot","time":\#(time),"file":"\#(file)"}"#
  }

  @Test func `a snapshot's tree can stand in a file of any format, with its time`() throws {
    let recording = try Recording(
      frames: 3, rate: 2, listed("trees/a.xml", time: 0), event("scene.didEnterBackground", #""time":0.4"#),
      listed("trees/b.json", time: 1))
    try recording.write("trees/a.xml", dump("a"))
    try recording.write("trees/b.json", #"{"attributes":{"bounds":"[0,0][390,844]","resource-id":"b"},"children":[]}"#)
    let views = try recording.views()
    #expect(views.map(\.kind) == ["exact", "between", "exact"])
    #expect(views[0].exact?.views[0].id == "a" && views[2].exact?.views[0].id == "b")
    #expect(views[1].events.map(\.name) == ["scene.didEnterBackground"])
  }

  @Test func `secrecy sticks over listed trees, and one that cannot be read is its own frame's failure`() throws {
    let recording = try Recording(
      frames: 3, rate: 1, listed("a.xml", time: 0), listed("b.xml", time: 1), listed("c.xml", time: 2))
    try recording.write("a.xml", dump("pin", #"password="true""#))
    try recording.write("b.xml", "<hierarchy><node")
    try recording.write("c.xml", dump("pin", #"password="false""#))
    let views = try recording.views()
    #expect(views.map(\.kind) == ["exact", "missing", "exact"])
    #expect(views[1].missing?.reason.contains("b.xml") == true)
    #expect(views[2].exact?.view("pin")?.secure == .yes)
  }

  @Test(arguments: [
    "../a.xml", "/etc/passwd", "x/../../a.xml", "", "./a.xml", "x//a.xml", "missing.xml", "x", "a\\u0000.xml",
  ])
  func `a path that leads out of the recording, or nowhere, is an error that names the line`(file: String) throws {
    let recording = try Recording(frames: 1, rate: 1, listed(file, time: 0))
    try recording.write("a.xml", dump("a"))
    try recording.write("x/a.xml", dump("a"))
    #expect(recording.failure()?.line == 2)
  }

  @Test func `a tree in the line and in a file are two`() throws {
    let recording = try Recording(
      frames: 1, rate: 1, #"{"record":"snapshot","time":0,"file":"a.xml","windows":[]}"#)
    try recording.write("a.xml", dump("a"))
    #expect(recording.failure()?.line == 2)
  }

  @Test func `events of a sidecar without snapshots join the trees beside the frames`() throws {
    let recording = try Recording(
      frames: 3, event("scene.didEnterBackground", #""frame":1"#, scene: "main"))
    for index in [0, 1] { try recording.write("frame_000\(index).xml", dump("v\(index)")) }
    let views = try recording.views()
    #expect(views.map(\.kind) == ["exact", "exact", "missing"], "a frame without a tree has no views")
    #expect(views[1].exact?.views[0].id == "v1")
    #expect(views[1].events.count == 1 && views[2].lifecycle.scenes == ["main": .background])
  }

  @Test func `a format that is named is that of the trees beside the events`() throws {
    var recording = try Recording(frames: 1, event("screenshot.taken", #""frame":0"#))
    recording.request.format = "uiautomator"
    #expect(recording.failure() != nil, "there are no trees")
    try recording.write("frame_0000.xml", dump("a"))
    #expect(try recording.views()[0].exact?.views[0].id == "a")
    recording.request.format = "idb"
    #expect(try recording.views().map(\.kind) == ["missing"])
    recording.request.format = "scrim"
    #expect(try recording.views().map(\.kind) == ["none"])
    try recording.write(header: Recording.header, [snapshot(frame: 0)])
    recording.request.format = "uiautomator"
    #expect(recording.failure()?.problem.contains("uiautomator") == true)
  }

  @Test func `events alone are a recording without views`() throws {
    let recording = try Recording(frames: 1, event("screenshot.taken", #""frame":0"#))
    #expect(try recording.views().map(\.kind) == ["none"])
  }

  @Test func `snapshots of a sidecar come before trees beside the frames`() throws {
    let recording = try Recording(frames: 1, snapshot(frame: 0), event("screenshot.taken", #""frame":0"#))
    try recording.write("frame_0000.xml", dump("a"))
    #expect(try recording.views()[0].exact?.views[0].type == "Window")
  }

  @Test func `frames with inputs that no mark clears are counted`() throws {
    let recording = try Recording(frames: 3)
    try recording.write("frame_0000.xml", dump("a"))
    try recording.write("frame_0001.xml", dump("b", #"password="false""#))
    try recording.write("frame_0002.xml", dump("c"))
    let provider = try recording.open()
    for frame in recording.request.frames ?? [] { _ = provider.views(for: frame, picture: recording.picture) }
    #expect(provider.warnings.framesWithUnmarkedInputs == 2)
    let marked = try Recording(frames: 1, snapshot(frame: 0, #"{"type":"TextField"}"#))
    let own = try marked.open()
    _ = own.views(for: try #require(marked.request.frames?.first), picture: marked.picture)
    #expect(own.warnings == ViewsWarnings())
  }
}
