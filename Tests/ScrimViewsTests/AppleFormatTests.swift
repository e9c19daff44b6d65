import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

@Suite struct XCUITestTests {
  private func element(_ type: String, _ frame: String, _ members: String = "", _ inner: String = "") -> String {
    let sides = zip(["x", "y", "width", "height"], frame.split(separator: " ")).map { "\($0)=\"\($1)\"" }
    let tag = "XCUIElementType" + type
    return "<\(tag) type=\"\(tag)\" \(sides.joined(separator: " ")) \(members)>\(inner)</\(tag)>"
  }

  @Test func `points become pixels by the window's width`() throws {
    let tree = try SmallTree.all[2].read()
    #expect(tree.scale == 3)
    #expect(tree.views.map(\.type) == ["Window", "StaticText", "SecureTextField", "Window", "Application"])
    #expect(tree.windows == [0, 3, 4], "a window is what is one in the application")
    #expect(tree.views[2].bounds == box(15, 120, 270, 60))
    #expect(tree.views[2].secure == .yes && tree.views[2].hidden == .yes)
    #expect(tree.views[2].classChain == ["TextField"])
    #expect(tree.views[2].placeholder?.exposed == "PIN")
    #expect(tree.views[1].text?.exposed == "12.00", "a static text's label is its text")
    #expect(tree.views.allSatisfy { $0.process == "org.example" || $0.type == "Application" })
  }

  @Test func `the application itself has no place, so that it covers nothing`() throws {
    let application = try #require(SmallTree.all[2].read().views.last)
    #expect(application.bounds == .unknown && application.texts.isEmpty && application.id == "Demo")
  }

  @Test func `an app in a compatibility size is scaled by its window`() throws {
    let window = element("Window", "0 0 375 812", "", element("Button", "10 10 20 20"))
    let tree = try read(element("Application", "0 0 414 896", "", window), 828, 1792)
    #expect(tree.scale == 828.0 / 375)
  }

  @Test func `a window of another shape than the picture is refused, and read at the scale that is given`() throws {
    let window = element("Window", "0 0 320 480", "", element("Button", "10 10 20 20"))
    let pad = element("Application", "0 0 768 1024", "", window)
    #expect(problem(pad, 1536, 2048) != nil)
    #expect(try read(pad, 1536, 2048, scale: 2).views[1].bounds == box(20, 20, 40, 40))
    #expect(
      problem(element("Application", "0 0 400 200", "", element("Window", "0 0 400 200")), 200, 400, scale: 1) != nil)
  }

  @Test func `a saved part of a tree is a window, and needs a scale unless it is of the picture's shape`() throws {
    let table = element("Table", "0 60 375 500", "", element("Cell", "0 60 375 40"))
    #expect(problem(table, 750, 1334) != nil)
    let tree = try read(table, 750, 1334, scale: 2)
    #expect(tree.windows == [0] && tree.views[1].bounds == box(0, 120, 750, 80))
    #expect(try read(element("Other", "0 0 375 667"), 750, 1334).scale == 2)
  }

  @Test func `an infinite frame is no place, and no frame is not known`() throws {
    let inner = element("Other", "-1 -1 0 0") + element("Other", "5 5 0 9") + "<XCUIElementTypeOther/>"
    let tree = try read(element("Window", "0 0 100 200", "", inner), 200, 400)
    #expect(
      tree.views.map(\.bounds) == [
        box(0, 0, 200, 400), .unknown, .noArea(Rect(x: 10, y: 10, width: 0, height: 18)), .unknown,
      ])
    #expect(tree.unreadable == [1])
  }

  @Test func `a place that is cut or no number hides the parent`() throws {
    for frame in ["5 5 9", "5 5 9 x", "nan 5 9 9", "5 5 -9 9", "5 5 inf 9"] {
      #expect(try read(element("Window", "0 0 100 200", "", element("Other", frame)), 200, 400).unreadable == [1])
    }
  }

  @Test func `web content and maps are opaque to inspection`() throws {
    let inner = element("WebView", "0 0 9 9") + element("Map", "0 0 9 9") + element("TextView", "0 0 9 9")
    let tree = try read(element("Window", "0 0 100 200", "", inner), 200, 400)
    #expect(tree.views.map(\.isOpaqueToInspection) == [false, true, true, false])
    #expect(tree.views.map(\.isTextInput) == [false, false, false, true])
  }

  @Test func `of tag and type the secure one counts`() throws {
    let odd = #"<XCUIElementTypeSecureTextField type="XCUIElementTypeTextField" x="0" y="0" width="9" height="9"/>"#
    #expect(try read(element("Window", "0 0 100 200", "", odd), 200, 400).views[1].secure == .yes)
    let web = #"<XCUIElementTypeWebView type="XCUIElementTypeOther" x="0" y="0" width="9" height="9"/>"#
    #expect(try read(element("Window", "0 0 100 200", "", web), 200, 400).views[1].isOpaqueToInspection)
    let trait = element("TextField", "0 0 9 9", #"traits="TextEntry, SecureTextField""#)
    #expect(try read(element("Window", "0 0 100 200", "", trait), 200, 400).views[1].secure == .yes)
  }

  @Test func `a leaf at the depth at which the writer stops is hidden`() throws {
    func deep(_ levels: Int) -> String {
      (0..<levels).reduce("") { inner, _ in element("Other", "0 0 100 200", "", inner) }
    }
    #expect(try read(deep(49), 200, 400).unreadable.isEmpty)
    #expect(try read(deep(50), 200, 400).unreadable == [49])
    #expect(try read(deep(51), 200, 400).unreadable == [50])
    #expect(try read(deep(52), 200, 400).unreadable.isEmpty)
  }
}

@Suite struct WebDriverAgentTests {
  private func tree(_ inner: String, _ members: String = "") -> String {
    #"{"type":"Application","isEnabled":"1","rect":{"x":0,"y":0,"width":100,"height":200}\#(members),"children":[\#(inner)]}"#
  }

  @Test func `texts, marks and rectangles are read`() throws {
    let tree = try SmallTree.all[3].read()
    #expect(tree.scale == 2 && tree.windows == [0])
    #expect(tree.views[1].id == "pin" && tree.views[1].value?.exposed == "••••" && tree.views[1].hidden == .yes)
    #expect(tree.views[1].bounds == box(10, 80, 180, 40))
    #expect(tree.views.map(\.secure) == [.no, .yes, .yes])
  }

  @Test func `the generation of 2015 is read`() throws {
    let inner =
      #"{"type":"UIAWindow","isEnabled":"1","rect":{"origin":{"x":0,"y":0},"size":{"width":100,"height":200}},"attributes":{"class":"UIAWindow"},"children":[{"type":"UIASecureTextField","isVisible":"0","isEnabled":"1","rect":{"origin":{"x":5.5,"y":10},"size":{"width":20,"height":20}}}]}"#
    let answer =
      #"{"sessionId":null,"status":0,"value":{"tree":{"type":"UIAApplication","isEnabled":"1","rect":{"origin":{"x":0,"y":0},"size":{"width":100,"height":200}},"children":[\#(inner)]}}}"#
    let tree = try read(answer, 200, 400)
    #expect(tree.views.map(\.type) == ["Window", "SecureTextField", "Application"])
    #expect(tree.views[1].bounds == box(11, 20, 40, 40) && tree.views[1].secure == .yes)
  }

  @Test(arguments: [
    #"{"type":"Other","rect":{"x":0,"y":0,"width":null,"height":9}}"#, #"{"type":"Other","rect":"0,0,9,9"}"#,
    #"{"type":["SecureTextField"],"rect":{"x":0,"y":0,"width":9,"height":9}}"#,
    #"{"rect":{"x":0,"y":0,"width":9,"height":9}}"#,
    #"{"type":"Other","kids":[{"type":"SecureTextField"}]}"#,
    #"{"type":"Other","children":{"type":"SecureTextField"}}"#,
    #"{"type":"Other","children":["SecureTextField"]}"#, #"{"type":"Other","isVisible":"maybe"}"#,
  ])
  func `what cannot be read hides the view`(node: String) throws {
    #expect(try read(tree(node), 200, 400).unreadable == [1])
  }

  @Test func `a child that is no object hides its parent`() throws {
    #expect(try read(tree("null"), 200, 400).unreadable == [0])
    #expect(try read(tree(#"{"type":"Other"}"#), 200, 400).unreadable.isEmpty)
  }
}

@Suite struct IDBTests {
  private func list(_ elements: String...) -> String {
    #"[{"AXFrame":"{{0, 0}, {100, 200}}","type":"Application","pid":7},\#(elements.joined(separator: ","))]"#
  }

  private func field(_ members: String) -> String {
    #"{"AXFrame":"{{5, 40}, {90, 20}}","type":"TextField"\#(members)}"#
  }

  @Test(arguments: [
    (#","traits":["TextEntry","SecureTextField"]"#, Knowledge.yes), (#","subrole":"AXSecureTextField""#, .yes),
    (#","role":"AXSecureTextField","traits":["TextEntry"]"#, .yes),
    (#","traits":["TextEntry"]"#, .no), (#","subrole":null"#, .no), ("", .unknown),
    (#","role":"AXTextField""#, .unknown),
  ])
  func `a field is secure by trait or subrole, and where neither is there it counts as secure`(
    members: String, secure: Knowledge
  ) throws {
    let view = try read(list(field(members)), 200, 400).views[1]
    #expect(view.secure == secure)
    #expect(view.isTextInput && view.countsAsSecure == (secure != .no))
    #expect(view.bounds == box(10, 80, 180, 40))
  }

  @Test func `a secure type is secure`() throws {
    let tree = try read(list(#"{"AXFrame":"{{0, 0}, {9, 9}}","type":"SecureTextField"}"#), 200, 400)
    #expect(tree.views[1].secure == .yes)
  }

  @Test func `an edge that is null hides the frame, since a flat list has no parents`() throws {
    let tree = try read(
      list(#"{"AXFrame":"x","type":"Other","frame":{"x":null,"y":0,"width":9,"height":9}}"#), 200, 400)
    #expect(tree.views[1].bounds == .unknown && tree.unreadable == [1] && tree.windows == [0, 1])
    #expect(try read(list(#"{"AXFrame":"{{0, 0}, {9}}","type":"Other"}"#), 200, 400).unreadable == [1])
  }

  @Test func `what another process draws is opaque to inspection`() throws {
    let tree = try read(
      list(
        #"{"AXFrame":"{{0, 0}, {9, 9}}","type":"Button","pid":8}"#,
        #"{"AXFrame":"{{0, 0}, {9, 9}}","type":"Button","pid":7}"#,
        #"{"AXFrame":"{{0, 0}, {9, 9}}","type":"Other","is_remote":true}"#), 200, 400)
    #expect(tree.views.map(\.isOpaqueToInspection) == [false, true, false, true])
  }

  @Test func `nested elements and the complete answer are read`() throws {
    let nested =
      #"[{"AXFrame":"{{0, 0}, {100, 200}}","type":"Application","children":[\#(field(#","subrole":null"#))]}]"#
    #expect(try read(nested, 200, 400).views[1].parent == 0)
    func complete(_ members: String) -> String {
      #"{"elements":[{"label":"PIN","identifier":"pin","type":"TextField","frame":{"x":5,"y":40,"width":90,"height":20}}],"backend":"ax","screen":{"width":100,"height":200,"coordinate_space":"points"}\#(members)}"#
    }
    let tree = try read(complete(#","truncated":false,"modal":null"#), 200, 400)
    #expect(tree.views[0].id == "pin" && tree.views[0].countsAsSecure && tree.scale == 2)
    #expect(problem(complete(#","truncated":true"#), 200, 400)?.contains("truncated") == true)
    #expect(problem(complete(#","modal":{"title":"x"}"#), 200, 400) != nil)
  }

  @Test func `a list of exactly as many elements as idb gives at most is not trusted`() {
    func list(_ count: Int) -> String {
      let element = #"{"AXFrame":"{{0, 0}, {100, 200}}","type":"Application"}"#
      return "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    }
    #expect(problem(list(2999), 200, 400) == nil)
    #expect(problem(list(3000), 200, 400) != nil)
    #expect(problem(list(3001), 200, 400) == nil)
  }
}
