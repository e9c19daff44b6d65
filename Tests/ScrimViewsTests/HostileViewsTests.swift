import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

@Suite struct HostileViewsTests {
  @Test(arguments: [3000, 50_000])
  func `a tree of any depth is read to its end`(depth: Int) throws {
    let recording = try Recording(frames: 1)
    let open = String(repeating: #"{"type":"Group","bounds":[0,0,9,9],"children":["#, count: depth)
    let close = String(repeating: "]}", count: depth)
    let line = snapshot(frame: 0, open + #"{"type":"TextField","id":"pin","secure":true}"# + close)
    try recording.write(header: Recording.header, [line])
    let tree = try #require(try recording.views().first?.exact)
    #expect(tree.views.count == depth + 2)
    #expect(tree.views.last?.secure == .yes)
  }

  @Test(arguments: [3000, 50_000])
  func `a dump of any depth is read to its end`(depth: Int) throws {
    let recording = try Recording(frames: 1)
    let open = String(repeating: #"<node class="A" bounds="[0,0][9,9]">"#, count: depth)
    try recording.write("frame_0000.xml", "<hierarchy>\(open)\(String(repeating: "</node>", count: depth))</hierarchy>")
    #expect(try recording.views().first?.exact?.views.count == depth)
  }

  @Test func `nesting beyond all reason is an error, in trees and in attributes`() throws {
    let lists = String(repeating: "[", count: 300_000) + String(repeating: "]", count: 300_000)
    #expect(try Recording(snapshot(frame: 0, #"{"type":"A","team":\#(lists)}"#)).failure()?.line == 2)
    let some = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    #expect(try Recording(snapshot(frame: 0, #"{"type":"A","team":\#(some)}"#)).failure()?.line == 2)
  }

  /// Reading, and asking for each, would take minutes if each were compared with each.
  @Test func `a view of 50,000 members is read in time, in every way that members come`() throws {
    let members = (0..<50_000).map { #""member\#($0)":\#($0)"# }.joined(separator: ",")
    let trees = [
      #"{"rendering_system":"UIKIT","windows":[{"type":"UIWindow","x":0,"y":0,"width":390,"height":844,\#(members)}]}"#,
      #"{"attributes":{"bounds":"[0,0][390,844]",\#(members)},"children":[],\#(members)}"#,
    ]
    for tree in trees {
      let recording = try Recording(frames: 1)
      try recording.write("frame_0000.json", tree)
      let view = try #require(try recording.views().first?.exact?.views.first)
      #expect(view.attributes.count == 50_000)
    }
    let sidecar = try Recording(frames: 1)
    let node = #"{"type":"A","bounds":[0,0,390,844],"attributes":{\#(members)},\#(members)}"#
    try sidecar.write(header: Recording.header, [snapshot(frame: 0, node)])
    let view = try #require(try sidecar.views().first?.exact?.views.last)
    #expect(view.attributes.count == 50_000)
    #expect(view.attributes["member49999"] == .integer(49_999))
    let page = (0..<50_000).map { "\"member\($0)\"" }.joined(separator: ",")
    let indices = (0..<50_000).map { "\($0 + 1)" }.joined(separator: ",")
    let recording = try Recording(frames: 1)
    try recording.write(
      "frame_0000.json",
      #"{"documents":[{"documentURL":-1,"contentHeight":844,"nodes":{"parentIndex":[-1],"nodeType":[1],"nodeName":[0],"#
        + #""nodeValue":[-1],"attributes":[[\#(indices)]]},"layout":{"nodeIndex":[0],"bounds":[[0,0,390,844]],"#
        + #""text":[-1],"styles":[[]]}}],"strings":["DIV",\#(page)]}"#)
    #expect(try recording.views().first?.exact?.views.first?.attributes.count == 25_000)
  }

  /// A letter with its accent in one sign or in two: other bytes, and for Swift the same text.
  @Test func `names of members that are one text end nothing`() throws {
    let one = "\u{e9}", two = "e\u{301}", members = #"{"\#(one)":1,"\#(two)":2}"#
    let node = #"{"type":"A","bounds":[0,0,390,844],"attributes":{"inner":\#(members),"\#(one)":3,"\#(two)":4}}"#
    let recording = try Recording(frames: 3)
    let event = #"{"record":"event","frame":1,"event":"own","\#(one)":1,"\#(two)":2,"d":\#(members)}"#
    try recording.write(header: Recording.header, [snapshot(frame: 0, node), event, snapshot(frame: 2, node)])
    let views = try recording.views()
    let attributes = try #require(views.first?.exact?.views.last?.attributes)
    #expect(Set([attributes, attributes]).count == 1)
    #expect(views.count == 3)
    let dump = try Recording(frames: 1)
    try dump.write("frame_0000.xml", #"<hierarchy><node bounds="[0,0][390,844]" \#(one)="1" \#(two)="2"/></hierarchy>"#)
    #expect(try dump.views().first?.exact != nil)
  }

  @Test func `an XML element of more attributes than any has is refused, and one of many is read`() throws {
    for (count, isRead) in [(10_000, true), (30_000, false)] {
      let attributes = (0..<count).map { #"a\#($0)="=""# }.joined(separator: " ")
      let recording = try Recording(frames: 1)
      try recording.write("frame_0000.xml", #"<hierarchy><node bounds="[0,0][390,844]" \#(attributes)/></hierarchy>"#)
      #expect(try (recording.views().first?.exact != nil) == isRead)
    }
  }

  /// Each of these took minutes, or memory many times its length, before it was looked through once.
  @Test func `what is compared with much else is read in time`() throws {
    let prefixes = (0..<80_000).map { "<p\($0):x/>" }.joined()
    let field = #"<XCUIElementTypeOther x="0" y="0" width="9" height="9"/>"#
    #expect(try read(app(field + prefixes), 200, 400).views.count == 80_002)
    let window = #"<XCUIElementTypeWindow x="0" y="0" width="100" height="200"/>"#
    #expect(try read(app(String(repeating: window, count: 10_000)), 200, 400).windows.count == 10_001)
    // Many styles, of which no value is another's.
    let styles = (0..<15_000).map { "v\($0)" }
    let page = SmallPage(
      [root, .init(0, "P", ["id", "p"], [0, 0, 9, 9])], styles: ["", styles.joined(separator: ";")])
    #expect(
      try TreeFile(SmallPage.file(of: [page])).snapshot(format: nil, picture: square, scale: nil).view("p") != nil)
  }

  private let square = PixelSize(width: 100, height: 100)

  private func app(_ inner: String) -> String {
    #"<XCUIElementTypeApplication x="0" y="0" width="100" height="200">\#(inner)</XCUIElementTypeApplication>"#
  }

  @Test func `texts of a node's boxes are joined once, and are no longer than the file`() throws {
    func page(_ texts: [String]) throws -> Snapshot {
      let nodes = [root] + texts.map { SmallPage.Node(0, "#text", [], [0, 0, 9, 9], text: $0) }
      let file = try SmallPage.file(of: [SmallPage(nodes)]) { document in
        var layout = document["layout"] as! [String: Any]
        layout["nodeIndex"] = [0] + texts.map { _ in 1 }
        document["layout"] = layout
      }
      return try TreeFile(file).snapshot(format: nil, picture: square, scale: nil)
    }
    #expect(try page(["m", "ail@", "a.test"]).views[1].text?.exposed == "mail@a.test")
    let long = String(repeating: "x", count: 10_000)
    #expect(throws: TreeError.self) { try page((0..<2_000).map { _ in long }) }
  }

  @Test func `more namespaces than any tree has are refused`() throws {
    for (count, isRead) in [(900, true), (1_100, false)] {
      let open = (0..<count).map { #"<p\#($0):x xmlns:p\#($0)="u">"# }.joined()
      let close = (0..<count).reversed().map { "</p\($0):x>" }.joined()
      #expect((problem(app(open + close), 200, 400) == nil) == isRead)
    }
  }

  @Test func `what is wrong is said without any text of a view`() throws {
    let canary = "CANARY-4929-1234"
    let lines = [
      #"{"type":"A","text":"\#(canary)","bounds":"\#(canary)"}"#, #"{"type":"A","id":["\#(canary)"]}"#,
      #"{"type":"A","text":"\#(canary)""#, #"{"type":"A","text":"\#(canary)","text":"\#(canary)"}"#,
      #"{"type":"A","value":\#(canary)}"#, #"{"type":"A","value":"\#(canary)\x"}"#,
    ]
    for line in lines {
      let failure = try #require(try Recording(snapshot(frame: 0, line)).failure())
      #expect(!"\(failure)".contains("CANARY"))
    }
    for line in [#"{"record":"\#(canary)","frame":0}"#, #"{"record":"event","frame":"\#(canary)"}"#, canary] {
      let failure = try #require(try Recording(line).failure())
      #expect(!"\(failure)".contains("CANARY"))
    }
    for (name, text) in [
      ("frame_0000.xml", "<hierarchy><node text=\"\(canary)\" \(canary)"), ("frame_0000.xml", "<\(canary)/>"),
      ("frame_0000.xml", "<hierarchy><node text=\"\(canary)\" bounds=\"\(canary)\"/><\(canary)/></hierarchy>"),
      ("frame_0000.json", #"{"\#(canary)":"\#(canary)"}"#), ("frame_0000.json", #"["\#(canary)", \#(canary)]"#),
      ("frame_0000.json", #"{"documents":[{"nodes":"\#(canary)"}],"strings":["\#(canary)"]}"#),
    ] {
      let recording = try Recording(frames: 1)
      try recording.write(name, text)
      let reason = try #require(try recording.views().first?.missing?.reason)
      #expect(!reason.contains("CANARY"))
    }
  }

  @Test func `a file that changes behind the check is its frames' failure`() throws {
    let recording = try Recording(frames: 2, snapshot(frame: 0), snapshot(frame: 1))
    let provider = try recording.open()
    try recording.write(header: Recording.header, [snapshot(frame: 0), snapshot(frame: 7)])
    let frames = try #require(recording.request.frames)
    #expect(provider.views(for: frames[0], picture: recording.picture).exact != nil)
    #expect(provider.views(for: frames[1], picture: recording.picture).missing != nil)
  }
}
