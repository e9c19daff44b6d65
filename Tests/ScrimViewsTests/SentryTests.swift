import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

@Suite struct SentryTests {
  private func hierarchy(_ system: String, _ windows: String) -> String {
    #"{"rendering_system":"\#(system)","windows":[\#(windows)]}"#
  }

  private func node(_ type: String, _ box: String, _ children: String = "", _ members: String = "") -> String {
    let sides = zip(["x", "y", "width", "height"], box.split(separator: " ")).filter { $1 != "-" }.map {
      "\"\($0)\":\($1)"
    }
    let all = [#""type":"\#(type)""#] + sides + [#""children":[\#(children)]"#]
    return "{\(all.joined(separator: ","))\(members)}"
  }

  @Test func `on UIKit boxes add up, in points`() throws {
    let tree = try SmallTree.all[4].read()
    #expect(tree.scale == 2)
    #expect(tree.views.map(\.bounds) == [box(0, 0, 200, 400), box(0, 40, 200, 360), box(10, 100, 180, 40)])
    #expect(tree.views[2].isTextInput && tree.views[2].secure == .unknown && tree.views[2].hidden == .yes)
  }

  @Test func `on Android they add up too, in pixels`() throws {
    let text = hierarchy(
      "android_view_system",
      node("a.DecorView", "0 0 200 400", node("a.Group", "10 20 100 100", node("android.widget.EditText", "5 6 50 20")))
    )
    let tree = try read(text, 200, 400)
    #expect(tree.scale == 1 && tree.views[2].bounds == box(15, 26, 50, 20) && tree.views[2].countsAsSecure)
    #expect(problem(text, 100, 200) != nil)
    #expect(try read(text, 100, 200, scale: 0.5).views[2].bounds == box(7.5, 13, 25, 10))
  }

  @Test func `on Flutter they are absolute, and a coordinate that is missing is zero or less`() throws {
    let text = hierarchy(
      "flutter",
      node(
        "RootWidget", "- - - -",
        node("MediaQuery", "- - 100 200", node("Column", "- 120 100 80", node("EditableText", "24 120 50 20")))))
    let tree = try read(text, 200, 400)
    #expect(tree.views.map(\.bounds) == [.unknown, box(0, 0, 200, 400), box(0, 240, 200, 160), box(48, 240, 100, 40)])
    #expect(tree.unreadable.isEmpty && tree.views[3].countsAsSecure)
  }

  @Test(arguments: [
    "UIScrollView", "FeedTableView", "androidx.recyclerview.widget.RecyclerView", "android.widget.ScrollView",
  ])
  func `what is in a scroller has no known place`(type: String) throws {
    let system = type.contains("android") ? "android_view_system" : "UIKIT"
    let inner = node("Group", "0 0 50 50", node("Label", "0 0 9 9"))
    let tree = try read(
      hierarchy(
        system, node("Window", "0 0 200 400", node(type, "0 40 200 360", inner) + "," + node("Label", "1 2 3 4"))),
      200, 400)
    #expect(
      tree.views.map(\.bounds) == [box(0, 0, 200, 400), box(0, 40, 200, 360), .unknown, .unknown, box(1, 2, 3, 4)])
    #expect(tree.unreadable.isEmpty)
  }

  @Test func `a cell tells a scroller that is called otherwise`() throws {
    let tree = try read(
      hierarchy(
        "UIKIT",
        node(
          "UIWindow", "0 0 200 400",
          node("Feed", "0 0 200 400", node("A.FeedCollectionViewCell", "0 900 200 90", node("UILabel", "0 0 9 9"))))),
      200, 400)
    #expect(tree.views.map(\.bounds) == [box(0, 0, 200, 400), box(0, 0, 200, 400), .unknown, .unknown])
  }

  @Test(arguments: ["Demo.ContactsTable", "Demo.Screen", "MessagesFeed"])
  func `what may scroll, by its name or by children far beyond it, has them somewhere in it`(type: String) throws {
    // Each is where its numbers say, or in what may scroll: its box holds both.
    let rows = [80, 430].map { node("Cell", "0 \($0) 200 20", node("UILabel", "10 5 50 10")) }.joined(separator: ",")
    let tree = try read(
      hierarchy("UIKIT", node("UIWindow", "0 0 200 400", node(type, "0 40 200 60", rows))), 200, 400)
    #expect(tree.views[1].bounds == box(0, 40, 200, 60) && !tree.views[1].isSomewhere)
    #expect(
      tree.views[2...].map(\.bounds) == [
        box(0, 40, 200, 100), box(0, 40, 200, 95), box(0, 40, 200, 450), box(0, 40, 200, 445),
      ])
    #expect(tree.views.map(\.isSomewhere) == [false, false, true, true, true, true])
  }

  @Test func `what sticks out by little, above or to the left, is where its numbers say`() throws {
    let inner = [node("Badge", "190 -5 20 20"), node("Bar", "-50 -50 250 90"), node("Line", "0 100 200 0")]
    let tree = try read(
      hierarchy("UIKIT", node("UIWindow", "0 0 200 400", node("UIView", "0 40 200 60", inner.joined(separator: ",")))),
      200, 400)
    #expect(tree.views.allSatisfy { !$0.isSomewhere })
    #expect(tree.views[2].bounds == box(190, 35, 20, 20) && tree.views[3].bounds == box(-50, -10, 250, 90))
  }

  @Test func `the mark of a walk that ended hides the parent`() throws {
    let mark = #"{"type":"SentryTruncatedViewHierarchy"}"#
    let tree = try read(
      hierarchy(
        "UIKIT", node("UIWindow", "0 0 200 400", node("UIView", "0 0 90 90", mark) + "," + node("UIView", "0 0 9 9"))),
      200,
      400)
    #expect(tree.views.count == 3 && tree.unreadable == [1])
    #expect(problem(hierarchy("UIKIT", node("UIWindow", "0 0 200 400") + "," + mark), 200, 400) != nil)
  }

  @Test func `a leaf of Compose tells nothing of itself`() throws {
    let inner = node("@Composable", "0 0 90 90", node("@Composable", "0 0 9 9") + "," + node("total", "9 9 9 9"))
    let tree = try read(hierarchy("android_view_system", node("W", "0 0 200 400", inner)), 200, 400)
    #expect(tree.views.map(\.isOpaqueToInspection) == [false, false, true, false])
  }

  @Test(arguments: [
    #","alpha":2"#, #","alpha":"1""#, #","visible":"perhaps""#, #","subviews":[{"type":"UITextField"}]"#,
    #","identifier":["pin"]"#,
  ])
  func `what cannot be read hides the view`(members: String) throws {
    let tree = try read(
      hierarchy("UIKIT", node("UIWindow", "0 0 200 400", node("UIView", "0 0 9 9", "", members))), 200, 400)
    #expect(tree.unreadable == [1])
  }

  @Test func `a rendering system that is not known is an error`() {
    #expect(problem(hierarchy("unity", node("W", "0 0 200 400")), 200, 400) != nil)
  }
}

@Suite struct MaestroTests {
  private func node(_ attributes: String, _ children: String = "") -> String {
    #"{"attributes":{\#(attributes)},"children":[\#(children)]}"#
  }

  @Test func `on iOS boxes were cut to points, so they are widened by one`() throws {
    let tree = try SmallTree.all[5].read()
    #expect(tree.scale == 2)
    #expect(tree.views[0].bounds == box(0, 0, 200, 400), "no area of its own, and it holds the screen")
    #expect(tree.views[2].bounds == box(10, 20, 182, 42))
    #expect(tree.views[2].label?.exposed == "12.00")
    #expect(tree.views[3].id == "pin" && tree.views[3].placeholder?.exposed == "PIN")
    #expect(tree.views.map(\.countsAsSecure) == [false, false, false, true])
    #expect(tree.views.allSatisfy { $0.secure == .unknown && $0.type == "unknown" })
  }

  @Test func `an edge left of the screen was cut inwards`() throws {
    let text = node(#""bounds":"[0,0][100,200]""#, node(#""bounds":"[-5,-3][10,10]""#))
    #expect(try read(text, 100, 200).views[1].bounds == box(-6, -4, 17, 15))
  }

  @Test func `bullets alone are a secure field`() throws {
    let text = node(#""bounds":"[0,0][100,200]""#, node(#""text":"••••","bounds":"[0,0][9,9]""#))
    #expect(try read(text, 100, 200).views[1].countsAsSecure)
  }

  @Test func `on Android boxes are pixels as they are, and classes tell inputs`() throws {
    let field = node(#""class":"android.widget.EditText","text":"0000","bounds":"[10,20][90,40]""#)
    let text = node(
      #""class":"android.widget.FrameLayout","bounds":"[0,0][100,185]""#,
      field + "," + node(#""bounds":"[0,500][90,190]""#))
    let tree = try read(text, 100, 200)
    #expect(tree.scale == 1)
    #expect(
      tree.views.map(\.bounds) == [
        box(0, 0, 100, 185), box(10, 20, 80, 20), .noArea(nil),
      ])
    #expect(tree.views[1].countsAsSecure)
    #expect(try read(text, 50, 100).scale == 0.5)
  }

  @Test func `content wider than the screen does not give the scale`() throws {
    let text = node(
      #""bounds":"[0,0][0,0]""#, node(#""bounds":"[0,0][300,200]""#) + "," + node(#""bounds":"[0,0][100,200]""#))
    #expect(try read(text, 200, 400).scale == 2)
    #expect(problem(node(#""bounds":"[0,0][300,200]""#), 200, 400) != nil)
  }

  @Test func `without attributes, or with a box that is none, a view is hidden`() throws {
    let window = #""bounds":"[0,0][100,200]""#
    #expect(try read(node(window, #"{"children":[]}"#), 100, 200).unreadable == [1])
    #expect(try read(node(window, node(#""bounds":"all""#)), 100, 200).unreadable == [1])
    #expect(
      try read(node(window, node(#""bounds":"[9,9][1,1]""#)), 100, 200).unreadable == [1], "on iOS none is inverted")
    #expect(try read(node(window, #"{"attributes":{"text":{"a":1}},"children":[]}"#), 100, 200).unreadable == [1])
  }

  @Test func `the studio's list of elements is another format`() {
    #expect(problem(#"{"platform":"IOS","elements":[{"bounds":{"x":0.1}}]}"#, 100, 200, scale: 1) != nil)
  }
}
