import Foundation
import ScrimCore
import ScrimTestSupport
import ScrimViews
import Testing

@Suite struct FindingViewsTests {
  private let dump = #"<hierarchy><node class="A" resource-id="ID" bounds="[0,0][9,9]"/></hierarchy>"#

  private func dump(_ id: String) -> String { dump.replacing("ID", with: id) }

  /// The id of the first view in each frame, or how it is missing.
  private func ids(_ recording: Recording) throws -> [String] {
    try recording.views().map { $0.exact?.views.first?.id ?? $0.kind }
  }

  @Test func `files beside the frames are found by their stems, and a frame without one has no views`() throws {
    let recording = try Recording(frames: 3)
    try recording.write("frame_0000.xml", dump("a"))
    try recording.write("frame_0002.xml", dump("c"))
    try recording.write("frame_0001.png", "not views")
    try recording.write("frame_0001.mp4", "not views")
    #expect(try ids(recording) == ["a", "missing", "c"])
    guard case .noSnapshot = try recording.views()[1].missing else { throw Failure() }
  }

  @Test func `a sidecar comes before files beside the frames`() throws {
    let recording = try Recording(frames: 1, snapshot(frame: 0))
    try recording.write("frame_0000.xml", dump("a"))
    #expect(try recording.views()[0].exact?.views.first?.type == "Window")
  }

  @Test func `a file that cannot be read is the failure of its frame alone`() throws {
    let recording = try Recording(frames: 3)
    try recording.write("frame_0000.xml", dump("a"))
    try recording.write("frame_0001.xml", "<hierarchy><node")
    try recording.write("frame_0002.json", #"{"some":"JSON"}"#)
    let views = try recording.views()
    #expect(views.map(\.kind) == ["exact", "missing", "missing"])
    for frame in views.dropFirst() {
      guard case .badViews = frame.missing else { throw Failure() }
    }
  }

  @Test(arguments: [
    (["screen_7-a.png", "screen_8-b.png"], ["state_7-a.xml", "state_8-b.xml"]),
    (["frame_0001.png", "frame_0002.png"], ["tree1.xml", "tree2.xml"]),
    (["frame_0001.png", "frame_0002.png"], ["x_01.xml", "x_02.uix"]),
  ])
  func `files are matched by what stands behind the prefix, and else by number`(frames: [String], files: [String])
    throws
  {
    var recording = try Recording(frames: 2)
    recording.request.frames = zip(frames, [1, 2]).map { FrameIdentity(index: $0.1, name: BytePath($0.0)) }
    recording.request.location = .path(BytePath(recording.folder.path) / "trees")
    for (file, id) in zip(files, ["a", "b"]) { try recording.write("trees/\(file)", dump(id)) }
    #expect(try ids(recording) == ["a", "b"])
  }

  /// Counted from 1 where the frames count from 0, or the other way: every frame would have its neighbour's.
  @Test(arguments: [
    ([0, 1, 2], "t_3.xml", "last is 2"), ([1, 2, 3], "t_0.xml", "first is 1"),
    ([0, 1, 2], "t_3_exit.json", "last is 2"),
  ])
  func `a numbered file of no frame is an error`(frames: [Int], left: String, words: String) throws {
    var recording = try Recording(frames: 3)
    recording.request.frames = frames.map { FrameIdentity(index: $0, name: BytePath("frame_000\($0).png")) }
    recording.request.location = .path(BytePath(recording.folder.path) / "trees")
    for number in frames { try recording.write("trees/t_\(number).xml", dump("a")) }
    // What is named otherwise is no frame's.
    try recording.write("trees/notes-2024.txt", "mine")
    #expect(recording.failure() == nil)
    try recording.write("trees/\(left)", dump("a"))
    let problem = try #require(recording.failure()?.problem)
    #expect(problem.contains(left) && problem.contains(words))
  }

  /// Names that are equal behind their prefix say which file is which frame's, but not where a frame at one end has none and one
  /// at the other end is no frame's.
  @Test(arguments: [("frame_000", "view_000"), ("frame_000", "frame_000")])
  func `equal names that are off by one are an error`(frame: String, tree: String) throws {
    var recording = try Recording(frames: 3)
    recording.request.frames = (0..<3).map { FrameIdentity(index: $0, name: BytePath("\(frame)\($0).png")) }
    recording.request.location = .path(BytePath(recording.folder.path) / "trees")
    for number in 0..<4 { try recording.write("trees/\(tree)\(number).xml", dump("v\(number)")) }
    #expect(try ids(recording) == ["v0", "v1", "v2"])
    try FileManager.default.removeItem(atPath: "\(recording.folder.path)/trees/\(tree)0.xml")
    #expect(try #require(recording.failure()?.problem).contains("\(tree)3.xml"))
  }

  @Test func `one way of matching holds for all frames`() throws {
    let recording = try Recording(frames: 2)
    try recording.write("frame_0000.xml", dump("a"))
    try recording.write("other_0001.xml", dump("b"))
    #expect(try ids(recording) == ["a", "missing"])
  }

  @Test func `two files for one frame are an error that names both`() throws {
    let recording = try Recording(frames: 2)
    try recording.write("frame_0000.xml", dump("a"))
    try recording.write("frame_0000.json", "{}")
    let problem = try #require(recording.failure()?.problem)
    #expect(problem.contains("frame_0000.xml") && problem.contains("frame_0000.json"))
  }

  @Test func `no views and no word of that is an error that says what was looked for`() throws {
    var recording = try Recording()
    let problem = try #require(recording.failure()?.problem)
    #expect(problem.contains("views.jsonl") && problem.contains("frame_0000.json") && problem.contains("--views none"))
    recording.request.location = .none
    #expect(try recording.views().map(\.kind) == ["none", "none", "none"])
    recording.request.location = .path(BytePath("\(recording.folder.path)/missing.jsonl"))
    #expect(recording.failure() != nil)
    recording.request.location = .automatic
    recording.request.directory = nil
    #expect(recording.failure()?.problem.contains("--views") == true)
  }

  @Test func `the tree of one picture serves a recording of one, and no other`() throws {
    for (count, works) in [(1, true), (2, false)] {
      var recording = try Recording(frames: count)
      try recording.write("tree.xml", dump("a"))
      recording.request.location = .path(BytePath("\(recording.folder.path)/tree.xml"))
      #expect((recording.failure() == nil) == works)
      if works { #expect(try ids(recording) == ["a"]) }
    }
    var recording = try Recording(frames: 1)
    try recording.write("tree.xml", "<hierarchy><node")
    recording.request.location = .path(BytePath("\(recording.folder.path)/tree.xml"))
    #expect(recording.failure() != nil)
  }

  @Test func `beside the frames only files of their own names are views`() throws {
    let recording = try Recording(frames: 2)
    try recording.write("notes1.txt", "mine")
    #expect(recording.failure()?.problem.contains("--views none") == true)
  }

  @Test func `a stream's frames have the files of their numbers`() throws {
    var recording = try Recording(frames: 2)
    recording.request.location = .path(BytePath(recording.folder.path))
    for index in 0..<2 { try recording.write("t\(index).xml", dump("v\(index)")) }
    recording.request.frames = nil
    let provider = try recording.open()
    let found = (0..<3).map { provider.views(for: FrameIdentity(index: $0), picture: recording.picture) }
    #expect(found.map { $0.exact?.views.first?.id } == ["v0", "v1", nil])
  }

  @Test func `a format can be named, and a name that is none is an error`() throws {
    var recording = try Recording(frames: 1)
    try recording.write("frame_0000.xml", dump("a"))
    recording.request.format = "uiautomator"
    #expect(try ids(recording) == ["a"])
    recording.request.format = "dom-snapshot"
    #expect(try ids(recording) == ["missing"])
    recording.request.format = "nonsense"
    #expect(recording.failure()?.problem.contains("uiautomator") == true)
  }

  @Test func `a pipe or a folder in place of a file is refused and not waited for`() throws {
    var recording = try Recording(frames: 1)
    recording.request.location = .path("/dev/zero")
    #expect(recording.failure() != nil)
  }

  @Test func `names that are no UTF-8 are names`() throws {
    var recording = try Recording(frames: 1)
    let name = BytePath(bytes: [0x62, 0xff])
    recording.request.frames = [FrameIdentity(index: 0, name: BytePath(bytes: name.bytes + Array(".png".utf8)))]
    try recording.write("a.xml", dump("a"))
    let target = BytePath(recording.folder.path) / BytePath(bytes: name.bytes + Array(".xml".utf8))
    try #require(move("\(recording.folder.path)/a.xml", to: target))
    #expect(try ids(recording) == ["a"])
  }

  @Test func `secrecy sticks over files, also over those of frames that nobody asks for`() throws {
    let recording = try Recording(frames: 3)
    for (index, password) in ["false", "true", "false"].enumerated() {
      try recording.write(
        "frame_000\(index).xml",
        #"<node class="A" resource-id="pin" password="\#(password)" bounds="[0,0][9,9]"/>"#)
    }
    #expect(try recording.views().map { $0.exact?.view("pin")?.secure } == [.no, .yes, .yes])
    let last = try #require(recording.request.frames?.last)
    #expect(try recording.open().views(for: last, picture: recording.picture).exact?.view("pin")?.secure == .yes)
  }

  @Test func `every format has a name and a line of its own`() {
    #expect(Set(ViewFormats.all.map { $0.name }).count == ViewFormats.all.count)
    #expect(ViewFormats.all.map { $0.name } == ViewFormats.all.map { $0.name }.sorted())
    #expect(ViewFormats.all.allSatisfy { !$0.summary.contains("\n") && $0.summary.count < 120 })
  }

  private struct Failure: Error {}
}
