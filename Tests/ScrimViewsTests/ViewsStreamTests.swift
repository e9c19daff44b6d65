import Glibc
import ScrimCore
import ScrimTestSupport
import Testing

@testable import ScrimViews

/// Views that come through a pipe. Where they come, the timeout is long, and where they do not, short: no test depends on
/// how fast the machine is.
struct ViewsStreamTests {
  /// A pipe whose reading end is opened as `fd:N`.
  private final class Pipe {
    let read: Int32
    private var write: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      // The array has room for both.
      _ = unsafe ends.withUnsafeMutableBufferPointer { unsafe Glibc.pipe($0.baseAddress) }
      (read, write) = (ends[0], ends[1])
    }

    deinit {
      close(read)
      end()
    }

    func put(_ lines: String..., ending: String = "\n") {
      var bytes = Array(lines.map { $0 + ending }.joined().utf8)[...]
      while !bytes.isEmpty {
        // The pointer is good for the buffer's count of bytes.
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(write, $0.baseAddress, $0.count) }
        bytes = bytes.dropFirst(max(0, count))
      }
    }

    func end() {
      if write >= 0 { close(write) }
      write = -1
    }
  }

  private let pipe = Pipe()
  private let picture = PixelSize(width: 390, height: 844)

  private func request(timeout: Double = 600) -> ViewsRequest {
    var request = ViewsRequest(location: .descriptor(pipe.read))
    request.timeout = timeout
    request.firstPicture = picture
    return request
  }

  private func open(_ request: ViewsRequest) throws -> any ViewsProvider {
    try openViews(request, stream: try ViewsStream.open(request))
  }

  private func frame(_ index: Int, rate: Double? = nil) -> FrameIdentity {
    FrameIdentity(index: index, time: rate.map { Double(index) / $0 })
  }

  private func kind(_ provider: any ViewsProvider, _ index: Int, rate: Double? = nil) -> String {
    provider.views(for: frame(index, rate: rate), picture: picture).kind
  }

  @Test func `a frame gets its snapshot without anything behind it`() throws {
    pipe.put(Recording.header, event("e", #""frame":0"#), snapshot(frame: 0, #"{"type":"A"}"#))
    let provider = try open(request())
    let views = provider.views(for: frame(0), picture: picture)
    #expect(views.exact?.views.last?.type == "A" && views.events.map(\.name) == ["e"])
    pipe.put(snapshot(frame: 1))
    #expect(kind(provider, 1) == "exact")
  }

  @Test func `a frame between two snapshots waits for the one behind it`() throws {
    pipe.put(Recording.header, snapshot(time: 0), snapshot(time: 0.3))
    let provider = try open(request())
    #expect((0..<4).map { kind(provider, $0, rate: 10) } == ["exact", "between", "between", "exact"])
  }

  @Test func `what lies too far behind is not waited for`() throws {
    pipe.put(Recording.header, snapshot(time: 0), event("e", #""time":1.2"#))
    let provider = try open(request())
    #expect((0..<12).map { kind(provider, $0, rate: 10) } == ["exact"] + Array(repeating: "missing", count: 11))
    pipe.put(snapshot(time: 1.2))
    #expect(kind(provider, 12, rate: 10) == "exact")
  }

  @Test func `frames before the first snapshot are not held up by it`() throws {
    pipe.put(Recording.header, snapshot(frame: 2))
    let provider = try open(request())
    #expect((0..<3).map { kind(provider, $0) } == ["missing", "missing", "exact"])
  }

  @Test func `a stream that is silent covers, and what comes late is counted`() throws {
    pipe.put(Recording.header, snapshot(frame: 0))
    let provider = try open(request(timeout: 0.05))
    #expect((0..<4).map { kind(provider, $0) } == ["exact", "missing", "missing", "missing"])
    #expect(provider.warnings.lateRecords == 0)
    pipe.put(snapshot(frame: 1), event("e", #""frame":2"#), snapshot(frame: 4))
    var views = provider.views(for: frame(4), picture: picture)
    // Until the reader has noticed that something comes again, frames do not wait.
    for index in 5..<500 where views.kind == "missing" {
      pipe.put(snapshot(frame: index))
      usleep(20_000)
      views = provider.views(for: frame(index), picture: picture)
    }
    #expect(views.kind == "exact")
    #expect(provider.warnings.lateRecords >= 2 && provider.warnings.firstLateLines.prefix(2) == [3, 4])
  }

  @Test func `a stream that ends covers what is behind`() throws {
    pipe.put(Recording.header, snapshot(frame: 0), snapshot(frame: 2))
    pipe.end()
    let provider = try open(request())
    #expect((0..<5).map { kind(provider, $0) } == ["exact", "between", "exact", "missing", "missing"])
    #expect(provider.snapshots(behind: 1) == 1)
  }

  @Test(arguments: [
    (#"{"record":"snapshot","frame":2,"windows":[{"type":5}]}"#, "is not text"), ("[", "no whole JSON"),
    (#"{"record":"snapshot","frame":0,"windows":[]}"#, "not in order"),
    (#"{"record":"snapshot","frame":1,"windows":[]}"#, "a second snapshot"),
    (#"{"record":"snapshot","time":1,"windows":[]}"#, "some have 'time'"),
    (#"{"record":"snapshot","frame":2,"file":"t.xml"}"#, "lie in no directory"),
  ])
  func `a line that is wrong covers every frame from then on, and is named`(line: String, problem: String) throws {
    pipe.put(Recording.header, snapshot(frame: 0), snapshot(frame: 1))
    let provider = try open(request())
    #expect(kind(provider, 0) == "exact")
    pipe.put(line, snapshot(frame: 2), snapshot(frame: 3))
    // Until the reader has come to the line.
    while kind(provider, 0) == "exact" { usleep(1000) }
    for index in 1..<5 {
      let reason = try #require(provider.views(for: frame(index), picture: picture).missing?.reason)
      #expect(reason.hasPrefix("fd:\(pipe.read):4: ") && reason.contains(problem))
    }
  }

  @Test(arguments: [
    #"{"record":"snapshot","frame":0,"windows":[]}"#, #"{"record":"event","frame":0,"event":"e"}"#,
    #"{"record":"event","frame":1,"event":"application.didEnterBackground""#,
  ])
  func `a line that is wrong covers the frames of the snapshots before it, too`(line: String) throws {
    // In one piece, so that the reader has the line with what stands before it.
    pipe.put([Recording.header, snapshot(frame: 0), snapshot(frame: 1), line, ""].joined(separator: "\n"), ending: "")
    let provider = try open(request())
    #expect((0..<3).map { kind(provider, $0) } == ["missing", "missing", "missing"])
  }

  @Test func `a last line that is cut off is an error`() throws {
    pipe.put(Recording.header, snapshot(frame: 0))
    let provider = try open(request())
    #expect(kind(provider, 0) == "exact")
    pipe.put(String(snapshot(frame: 1).dropLast(5)), ending: "")
    pipe.end()
    #expect(provider.views(for: frame(1), picture: picture).missing?.reason.contains("cut off") == true)
  }

  @Test(arguments: ["", "hello\n", #"{"scrim":"views","version":2}"# + "\n", Recording.header + "\n"])
  func `a stream that begins wrong, or ends before its first record, is refused`(text: String) throws {
    pipe.put(text, ending: "")
    pipe.end()
    #expect(throws: ViewsError.self) { try open(request()) }
  }

  @Test func `records without the event at which times are aligned are told from none`() throws {
    pipe.put(Recording.header, snapshot(time: 0), event("other", #""time":0.1"#))
    pipe.end()
    var request = request()
    request.timing.origin = .event("recording.started", at: 0)
    let error = #expect(throws: ViewsError.self) { try open(request) }
    #expect(error?.problem.contains("--views-align") == true)
  }

  @Test func `a frame that waits for the event at which times are aligned says so`() throws {
    pipe.put(Recording.header, snapshot(time: 0))
    var request = request(timeout: 0.05)
    request.timing.origin = .event("recording.started", at: 0)
    let provider = try open(request)
    func reason() -> String? { provider.views(for: frame(0, rate: 10), picture: picture).missing?.reason }
    // The reader may not have come to the record before the first wait ends.
    while reason()?.contains("--views-align") != true { usleep(1000) }
  }

  @Test func `a header that cannot be the picture's is refused`() throws {
    pipe.put(#"{"scrim":"views","version":1,"space":"points","size":[390,300]}"#, snapshot(frame: 0))
    #expect(throws: ViewsError.self) { try open(request()) }
  }

  @Test func `an event behind the snapshot of its instant is there when both were written together`() throws {
    pipe.put(Recording.header, snapshot(frame: 0), event("e", #""frame":0"#), snapshot(frame: 1))
    let provider = try open(request())
    #expect(provider.views(for: frame(0), picture: picture).events.count == 1)
    #expect(provider.warnings.lateRecords == 0)
  }

  @Test func `secrecy sticks over snapshots that no frame asks for`() throws {
    pipe.put(
      Recording.header, snapshot(time: 0, #"{"type":"Label","id":"pin"}"#),
      snapshot(time: 0.05, #"{"type":"TextField","id":"pin","secure":true}"#),
      snapshot(time: 0.1, #"{"type":"Label","id":"pin"}"#))
    let provider = try open(request())
    let found = (0..<2).map { provider.views(for: frame($0, rate: 10), picture: picture) }
    #expect(found.map { $0.exact?.view("pin")?.secure } == [.no, .yes])
  }

  @Test func `times are moved, and those before the event are known when it has come`() throws {
    var request = request()
    request.timing.origin = .event("recording.started", at: 0)
    pipe.put(
      Recording.header, snapshot(time: 6.9), event("recording.started", #""time":7"#), snapshot(time: 7.1),
      snapshot(time: 7.2))
    let provider = try open(request)
    #expect((0..<3).map { kind(provider, $0, rate: 10) } == ["between", "exact", "exact"])
  }

  @Test func `views that count frames cannot be moved, and that is wrong usage`() throws {
    var request = request()
    request.timing.rate = 1.1
    pipe.put(Recording.header, snapshot(frame: 0))
    let error = #expect(throws: ViewsError.self) { try open(request) }
    #expect(error?.isUsage == true)
  }

  @Test func `when frames do not come, the oldest snapshots make room, and nothing is bridged across them`() throws {
    // More than the pipe holds besides, so that the reader has had to make room when all are written.
    let count = RecordQueue.heldRecords + 3000
    let stream = try #require(try ViewsStream.open(request()))
    pipe.put(Recording.header, snapshot(time: 0, #"{"type":"TextField","id":"pin","secure":true}"#))
    let provider = try openViews(request(), stream: stream)
    #expect(kind(provider, 0, rate: 1000) == "exact")
    stream.noFrameComes()
    for index in 1...count {
      pipe.put(snapshot(time: Double(index) / 1000, #"{"type":"Label","id":"id\#(index)"}"#))
      stream.noFrameComes()
    }
    // Between the snapshot at 0, which is known, and the first that is left.
    #expect(kind(provider, 1, rate: 1000) == "missing")
    #expect(kind(provider, count, rate: 1000) == "exact")
    #expect(provider.warnings.droppedSnapshots > 0)
  }

  @Test func `what is no stream of views is refused by name`() throws {
    #expect(throws: ViewsError.self) { try ViewsStream.open(ViewsRequest(location: .descriptor(9999))) }
    var other = request()
    other.format = "uiautomator"
    #expect(throws: ViewsError.self) { try ViewsStream.open(other) }
    for location in [ViewsRequest.Location.automatic, .none, .path("/dev/null"), .path("/"), .path("/no/such")] {
      #expect(try ViewsStream.open(ViewsRequest(location: location)) == nil)
    }
  }

  @Test func `a pipe has a name, and trees of files beside it`() throws {
    let folder = try TemporaryFolder()
    let path = BytePath("\(folder.path)/v")
    #expect(unsafe path.withCString { unsafe mkfifo($0, 0o600) } == 0)
    try folder.write("t.xml", Array(#"<node class="A" resource-id="a" bounds="[0,0][9,9]"/>"#.utf8))
    var request = request()
    request.location = .path(path)
    let stream = try ViewsStream.open(request)
    let writer = unsafe path.withCString { unsafe Glibc.open($0, O_WRONLY) }
    defer { close(writer) }
    let text = Recording.header + "\n" + #"{"record":"snapshot","frame":0,"file":"t.xml"}"# + "\n"
    // The text outlives the call.
    #expect(unsafe write(writer, text, text.utf8.count) == text.utf8.count)
    let provider = try openViews(request, stream: stream)
    #expect(provider.views(for: frame(0), picture: picture).exact?.views.first?.id == "a")
  }

  @Test func `an open file is read as a file`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("v.jsonl", Array((Recording.header + "\n" + snapshot(frame: 0)).utf8))
    let descriptor = unsafe BytePath(file).withCString { unsafe Glibc.open($0, O_RDONLY) }
    defer { close(descriptor) }
    let request = ViewsRequest(location: .descriptor(descriptor))
    #expect(try ViewsStream.open(request) == nil)
    #expect(try openViews(request).views(for: frame(0), picture: picture).kind == "exact")
  }
}
