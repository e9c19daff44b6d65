import Foundation
import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

@Suite struct UIAutomatorTests {
  private func tree(_ xml: String) throws -> Snapshot {
    try TreeFile(Array(xml.utf8)).snapshot(format: nil, picture: PixelSize(width: 1080, height: 1920), scale: nil)
  }

  @Test func `an attribute with a prefix says nothing of what the one without says`() throws {
    let tree = try read(
      """
      <hierarchy xmlns:x="urn:x"><node class="A" bounds="[0,0][100,200]"><node class="EditText" password="true"
       x:password="false" x:bounds="[0,0][1,1]" bounds="[1,2][30,40]"/></node></hierarchy>
      """, 100, 200)
    #expect(tree.views[1].secure == .yes && tree.views[1].bounds == box(1, 2, 29, 38))
    #expect(tree.views[1].attributes["x:password"] == .text(SensitiveText("false")))
  }

  @Test(arguments: [
    "[0,0][1,1] ", " [0,0][1,1]", "[0,0][1,1", "[0,0] [1,1]", "[0,0][1,]", "[0,0][,1]", "[0,-][1,1]", "[0,0,1,1]", "[]",
    "[0,0][1,1][2,2]", "[0,0][1,2147483648]", "[0,0][1,99999999999999999999]", "[0.5,0][1,1]", "[0,0][1,0x1]",
    "[0,0][--1,1]",
  ])
  func `what is no box hides its view`(text: String) throws {
    let tree = try read(
      #"<hierarchy><node class="A" bounds="[0,0][100,200]"><node class="B" bounds="\#(text)"/></node></hierarchy>"#,
      100, 200)
    #expect(tree.unreadable == [1] && tree.views[1].bounds == .unknown)
  }

  @Test func `a window of another display than the first one's covers nothing of the picture`() throws {
    func window(_ display: String) -> String { #"<node class="A" bounds="[0,0][100,200]"\#(display)/>"# }
    func hidden(_ displays: String...) throws -> [Knowledge] {
      let windows = displays.map { window($0.isEmpty ? "" : #" display-id="\#($0)""#) }
      return try read("<hierarchy>\(windows.joined())</hierarchy>", 100, 200).views.map(\.hidden)
    }
    #expect(try hidden("0", "1") == [.unknown, .yes])
    #expect(try hidden("2", "2", "0") == [.unknown, .unknown, .yes])
    #expect(try hidden("", "0", "1") == [.unknown, .unknown, .yes])
    #expect(try hidden("", "") == [.unknown, .unknown])
    // Nor does it tell the picture's size.
    let other = #"<node class="A" bounds="[0,0][1920,1080]" display-id="4"/>"#
    #expect(try read("<hierarchy>\(window(""))\(other)</hierarchy>", 100, 200).views.map(\.hidden) == [.unknown, .yes])
  }

  @Test func `the attributes of a node are read`() throws {
    let tree = try tree(
      """
      <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
      <hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="a.b"
       bounds="[0,0][1080,1794]"><node index="0" text="a &amp; b&#10;c" resource-id="a.b:id/pin"
       class="android.widget.EditText"
       package="a.b" content-desc="PIN" password="true" bounds="[63,420][1017,546]" hint="4 digits" drawing-order="2"
       visible-to-user="false"/><node class="widget.TextView" package="c.d" password="false" bounds="[1,2][3,4]"/>
      </node></hierarchy>
      """)
    #expect(tree.windows == [0])
    #expect(tree.scale == 1)
    let pin = tree.views[1]
    #expect(pin.type == "android.widget.EditText")
    #expect(pin.classChain == ["EditText"])
    #expect(pin.id == "a.b:id/pin")
    #expect(pin.text?.exposed == "a & b\nc")
    #expect(pin.label?.exposed == "PIN")
    #expect(pin.placeholder?.exposed == "4 digits")
    #expect(pin.bounds == .rect(Rect(x: 63, y: 420, width: 954, height: 126)))
    #expect(pin.secure == .yes)
    #expect(pin.hidden == .yes)
    #expect(pin.isTextInput)
    #expect(pin.z == 2)
    #expect(pin.process == "a.b")
    #expect(pin.attributes["index"] == .text(SensitiveText("0")))
    #expect(!pin.isOpaqueToInspection)
    #expect(tree.views[2].secure == .no)
    #expect(tree.views[2].isOpaqueToInspection, "a view of another package")
  }

  @Test(arguments: [
    ("[118,189][1068,58]", Bounds.noArea(nil)), ("[0,0][0,0]", .noArea(nil)),
    ("[-5,0][5,10]", .rect(Rect(x: -5, y: 0, width: 10, height: 10))),
    ("[1,2][3", .unknown), ("", .unknown), ("[1,2][3,4][5,6]", .unknown), ("[1,2][3,99999999999]", .unknown),
    ("[a,b][c,d]", .unknown),
  ])
  func `an inverted box has no area, one that cannot be read is unknown`(text: String, bounds: Bounds) throws {
    #expect(
      try tree("<node class=\"V\" bounds=\"[0,0][9,9]\"><node class=\"V\" bounds=\"\(text)\"/></node>").views[1].bounds
        == bounds)
  }

  @Test func `a window that is larger than the picture is refused, unless the scale is given`() throws {
    let bytes = Array("<node class=\"A\" bounds=\"[0,0][1080,1794]\"/>".utf8)
    let half = PixelSize(width: 540, height: 960)
    #expect(throws: TreeError.self) { try TreeFile(bytes).snapshot(format: nil, picture: half, scale: nil) }
    let scaled = try TreeFile(bytes).snapshot(format: nil, picture: half, scale: 0.5)
    #expect(scaled.views[0].bounds == .rect(Rect(x: 0, y: 0, width: 540, height: 897)))
  }

  @Test func `each root is a window, and a dump without password marks is an input that counts as secure`() throws {
    let tree = try tree(
      #"<hierarchy><node class="A" bounds="[0,0][9,9]"/><node class="a.EditText" bounds="[0,0][9,9]"/></hierarchy>"#
    )
    #expect(tree.windows == [0, 1])
    #expect(tree.views[1].countsAsSecure)
  }

  @Test func `entities and document types are refused at once`() {
    let laughs = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
    let bomb =
      "<!DOCTYPE hierarchy [<!ENTITY l0 \"ha\">\(laughs)]><hierarchy><node text=\"&l9;\"/></hierarchy>"
    #expect(throws: TreeError.self) { try tree(bomb) }
    #expect(throws: TreeError.self) { try tree("<!DOCTYPE hierarchy SYSTEM \"file:///etc/passwd\"><hierarchy/>") }
    #expect(throws: TreeError.self) {
      try tree("<hierarchy><node text=\"&other;\" bounds=\"[0,0][9,9]\"/></hierarchy>")
    }
  }

  @Test(arguments: [
    "<hierarchy><node bounds=\"[0,0][9,9]\">", "<hierarchy", "<hierarchy></node>", "<a/>", "<hierarchy/><hierarchy/>",
  ])
  func `what is cut off or of another kind is an error`(xml: String) {
    #expect(throws: TreeError.self) { try tree(xml) }
  }

  @Test(
    .enabled(if: Corpus.isPresent, "the corpus is not there"),
    arguments: Corpus.files("hierarchy/uiautomator", ending: "xml"))
  func `every dump of the corpus is read whole`(file: URL) throws {
    let bytes = try Array(Data(contentsOf: file))
    let height = file.lastPathComponent.hasPrefix("wdio") ? 2424 : 1920
    let snapshot = try TreeFile(bytes)
      .snapshot(format: nil, picture: PixelSize(width: 1080, height: height), scale: nil)
    let nodes = String(decoding: bytes, as: UTF8.self).components(separatedBy: "<node ").count - 1
    #expect(snapshot.views.count == nodes)
    #expect(!snapshot.views.contains { $0.bounds == .unknown })
    if file.lastPathComponent.hasPrefix("wdio") {
      let secure = snapshot.views.filter { $0.secure == .yes }
      #expect(secure.map(\.bounds) == [.rect(Rect(x: 180, y: 1033, width: 820, height: 120))])
    }
    if file.lastPathComponent.hasPrefix("at.tomtasche") {
      #expect(
        snapshot.views.contains {
          $0.isOpaqueToInspection && $0.bounds == .rect(Rect(x: 0, y: 189, width: 1080, height: 1605))
        })
      #expect(snapshot.views.contains { $0.bounds.hasNoArea && $0.label?.isEmpty == false })
    }
  }
}
