import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

@Suite struct AppiumUIAutomator2Tests {
  private func hierarchy(_ inner: String, size: String = #"width="1080" height="2088""#) -> String {
    #"<hierarchy index="0" class="hierarchy" rotation="0" \#(size)>\#(inner)</hierarchy>"#
  }

  private func field(_ members: String) -> String {
    hierarchy(#"<android.widget.EditText class="android.widget.EditText" bounds="[0,0][1080,90]" \#(members)/>"#)
  }

  @Test func `the announced height is not the screen's`() throws {
    let dialog = #"<a.View class="a.View" bounds="[28,807][1052,1346]"/>"#
    let tree = try read(hierarchy(dialog), 1080, 2400)
    #expect(tree.scale == 1)
    #expect(tree.views[0].bounds == box(28, 807, 1024, 539))
  }

  @Test func `a class that cannot be a tag is read as it was`() throws {
    let tree = try SmallTree.all[1].read()
    #expect(tree.views.map(\.type) == ["android.widget.FrameLayout", "android.widget.EditText", "a.b.Outer$Inner"])
    #expect(tree.views[1].hidden == .yes)
    #expect(tree.views[1].placeholder?.exposed == "PIN")
    #expect(tree.views[2].placeholder?.exposed == "Name", "it shows its hint")
  }

  @Test func `of tag and class both count`() throws {
    let odd = #"<a.HelpWebView class="a.View" bounds="[0,0][90,90]"/><EditText class="a.View" bounds="[0,90][90,99]"/>"#
    let tree = try read(hierarchy(odd), 1080, 1920)
    #expect(tree.views.map(\.type) == ["a.View", "a.View"])
    #expect(tree.views[0].isOpaqueToInspection && tree.views[1].isTextInput)
  }

  @Test(arguments: [
    ("129", true), ("145", true), ("225", true), ("18", true), ("524417", true), ("0x81", true), ("1", false),
    ("2", false), ("33", false), ("", false),
  ])
  func `an input type of a password is secure, whatever is said besides`(type: String, isSecure: Bool) throws {
    let view = try read(field(#"password="false" input-type="\#(type)""#), 1080, 1920).views[0]
    #expect(view.secure == (isSecure ? .yes : .no))
  }

  @Test func `a mark that cannot be read hides the view`() throws {
    #expect(try read(field(#"password="perhaps""#), 1080, 1920).unreadable == [0])
    #expect(try read(field(#"password="false" input-type="none""#), 1080, 1920).unreadable == [0])
    #expect(try read(field(#"password="false" bounds2="""#), 1080, 1920).unreadable.isEmpty)
  }

  @Test func `a field without any mark counts as secure`() throws {
    #expect(try read(field(""), 1080, 1920).views[0].countsAsSecure)
  }

  @Test func `a toast has no place, so the frame is hidden; a missing place in a window hides nothing by itself`()
    throws
  {
    let window = #"<a.V class="a.V" bounds="[0,0][1080,2088]"><a.Image class="a.Image" text="x"/></a.V>"#
    let toast = #"<android.widget.Toast class="android.widget.Toast" text="PIN saved"/>"#
    let tree = try read(hierarchy(window + toast), 1080, 2400)
    #expect(tree.views.map(\.bounds) == [box(0, 0, 1080, 2088), .unknown, .unknown])
    #expect(tree.unreadable == [2])
    #expect(tree.windows == [0, 2])
  }

  @Test func `a box that is no box hides the parent, one that is inverted has no area`() throws {
    for (text, isUnreadable) in [("[1,2][3", true), ("[9,9][1,1]", false), ("[0,0][0,0]", false)] {
      let inner = #"<a.V class="a.V" bounds="\#(text)"><a.W class="a.W" bounds="[1,1][9,9]"/></a.V>"#
      let tree = try read(hierarchy(#"<a.V class="a.V" bounds="[0,0][1080,2088]">\#(inner)</a.V>"#), 1080, 2400)
      #expect(tree.views[1].bounds == (isUnreadable ? .unknown : .noArea(nil)))
      #expect(tree.unreadable == (isUnreadable ? [1] : []))
      #expect(tree.views[2].bounds == box(1, 1, 8, 8))
    }
  }

  @Test func `a leaf at the depth at which the server stops is hidden`() throws {
    func deep(_ levels: Int) -> String {
      hierarchy(
        String(repeating: #"<a.V class="a.V" bounds="[0,0][1080,2088]">"#, count: levels)
          + String(repeating: "</a.V>", count: levels))
    }
    #expect(try read(deep(69), 1080, 2400).unreadable.isEmpty)
    #expect(try read(deep(70), 1080, 2400).unreadable == [69])
    #expect(try read(deep(71), 1080, 2400).unreadable == [70])
    #expect(try read(deep(72), 1080, 2400).unreadable.isEmpty)
  }

  @Test(arguments: [(540, 1200), (2160, 4800), (1200, 1080), (2400, 1080)])
  func `a picture of another size is refused`(width: Int, height: Int) throws {
    let window = hierarchy(#"<a.V class="a.V" bounds="[0,0][1080,2274]"/>"#)
    #expect(problem(window, width, height) != nil)
  }

  @Test func `a picture of another size is read at the scale that is given, a menu in the corner at any`() throws {
    let window = hierarchy(#"<a.V class="a.V" bounds="[0,0][1080,2274]"/>"#)
    #expect(try read(window, 540, 1200, scale: 0.5).views[0].bounds == box(0, 0, 540, 1137))
    #expect(try read(window, 2160, 4800, scale: 2).views[0].bounds == box(0, 0, 2160, 4548))
    #expect(problem(hierarchy(#"<a.V class="a.V" bounds="[0,0][540,500]"/>"#), 1080, 2400) == nil)
    // Half of a divided screen.
    #expect(problem(hierarchy(#"<a.V class="a.V" bounds="[0,0][1080,1180]"/>"#), 1080, 2400) == nil)
    // Wholly off the display, and therefore not trimmed to it.
    #expect(problem(hierarchy(#"<a.V class="a.V" bounds="[0,2400][1080,3400]"/>"#), 1080, 2400) == nil)
  }
}

@Suite struct DroidBotTests {
  private func state(_ views: String...) -> String {
    #"{"foreground_activity":"other.app/.Main","views":[\#(views.joined(separator: ","))]}"#
  }

  private func view(
    _ parent: String, _ children: String = "", _ bounds: String = "[[0,0],[90,90]]", _ members: String = ""
  ) -> String {
    #"{"parent":\#(parent),"children":[\#(children)],"class":"android.view.View","bounds":\#(bounds)\#(members)}"#
  }

  @Test(arguments: [
    (#","is_password":false,"password":"true""#, Knowledge.yes), (#","is_password":true,"password":false"#, .yes),
    (#","is_password":false,"password":"false""#, .no), (#","is_password":null,"password":null"#, .unknown),
  ])
  func `of marks that contradict each other the secure one counts`(members: String, secure: Knowledge) throws {
    let tree = try read(state(view("-1", "", "[[0,0],[90,90]]", members)), 200, 400)
    #expect(tree.views[0].secure == secure)
  }

  @Test func `both generations say the same`() throws {
    let old = state(
      #"{"temp_id":0,"parent":null,"children":[1],"class":"android.widget.FrameLayout","package":"a.b","password":"false","text":"","bounds":[[0,0],[200,360]]}"#,
      #"{"temp_id":1,"parent":0,"children":[],"class":"android.widget.EditText","package":"a.b","password":"true","resource-id":"a.b:id/pin","content-desc":"PIN","text":"1","bounds":[[10,20],[190,60]]}"#
    )
    let pin = try read(old, 200, 400).views[1]
    #expect(pin.id == "a.b:id/pin" && pin.label?.exposed == "PIN" && pin.secure == .yes)
    #expect(pin.bounds == box(10, 20, 180, 40))
    #expect(try SmallTree.all[7].read().views[2].bounds.hasNoArea)
    #expect(try SmallTree.all[7].read().views[2].hidden == .yes)
  }

  @Test func `the tree follows the indices, wherever the views stand`() throws {
    let tree = try read(state(view("2"), view("0"), view("-1", "3,0"), view("2")), 200, 400)
    #expect(tree.unreadable == [2], "the first of the file names no child and has one")
    #expect(tree.windows == [0])
    #expect(tree.views.count == 4)
  }

  @Test(arguments: [
    // A child that there is not, one that is named twice, and one that has another parent.
    ["-1", "1,9"], ["-1", "1,1"], ["-1", "1,-1"], ["-1", "1,null"], ["-1", "1,0"],
  ])
  func `an index that is wrong hides the view that has it`(root: [String]) throws {
    let tree = try read(state(view(root[0], root[1]), view("0")), 200, 400)
    #expect(tree.views.count == 2)
    #expect(tree.unreadable == [0])
  }

  @Test func `two parents are both hidden`() throws {
    let tree = try read(state(view("-1", "1,2"), view("0", "3"), view("0", "3"), view("2")), 200, 400)
    #expect(tree.views.count == 4)
    #expect(tree.unreadable == [1, 3])
  }

  @Test func `a count that does not fit, and a place that does not, hide the view`() throws {
    #expect(
      try read(state(view("-1", "1", "[[0,0],[9,9]]", #","child_count":2"#), view("0")), 99, 44).unreadable == [0])
    #expect(
      try read(state(view("-1", "1"), view("0", "", "[[0,0],[9,9]]", #","temp_id":0"#)), 200, 400).unreadable == [1])
  }

  @Test(arguments: [["1", "0"], ["-1", "2", "1"], ["7"], ["\"0\""]])
  func `views that no window reaches make the frame unknown`(parents: [String]) {
    #expect(
      problem(
        "{\"foreground_activity\":\"a\",\"views\":[\(parents.map { view($0) }.joined(separator: ","))]}", 200, 400)
        != nil)
  }

  @Test func `a widget of another package is another process`() throws {
    let package = #","package":"a.b""#, other = #","package":"c.d""#
    let tree = try read(
      state(view("-1", "1", "[[0,0],[90,90]]", package), view("0", "", "[[0,0],[9,9]]", other)), 200, 400)
    #expect(tree.views.map(\.isOpaqueToInspection) == [false, true])
  }

  @Test func `the display's size must be the picture's`() throws {
    func sized(_ width: Int, _ height: Int) -> String {
      state(view("-1")).replacing(#"{"foreground"#, with: #"{"width":\#(width),"height":\#(height),"foreground"#)
    }
    #expect(problem(sized(200, 400), 200, 400) == nil)
    #expect(problem(sized(400, 800), 200, 400) != nil)
    #expect(problem(sized(400, 800), 200, 400, scale: 0.5) == nil)
    #expect(problem(sized(400, 200), 200, 400)?.contains("orientation") == true)
  }
}

@Suite struct RICOTests {
  private func screen(_ root: String) -> String { #"{"activity_name":"a/b","activity":{"root":\#(root)}}"# }

  @Test(arguments: [(1440, 2560, 1.0), (1080, 1920, 0.75), (540, 960, 0.375)])
  func `the grid is scaled to the picture's width, whatever the root's height`(
    width: Int, height: Int, factor: Double
  ) throws {
    let tree = try SmallTree.all[8].read().scale == 0.375 ? read(SmallTree.all[8].text, width, height) : nil
    #expect(tree?.scale == factor)
    #expect(tree?.views[0].bounds == box(0, 0, 1440 * factor, 2392 * factor))
    #expect(tree?.views[1].bounds == box(300 * factor, 675 * factor, 105 * factor, 175 * factor))
  }

  @Test func `an input is known by its superclasses, and counts as secure`() throws {
    let tree = try SmallTree.all[8].read()
    #expect(tree.views[1].isTextInput && tree.views[1].secure == .unknown && tree.views[1].countsAsSecure)
    #expect(tree.views[2].bounds.hasNoArea && tree.views[2].hidden == .yes)
    #expect(tree.views[2].label?.exposed == "y", "the first that is not null")
  }

  @Test func `a surface is opaque to inspection by its superclasses`() throws {
    let tree = try read(
      screen(#"{"class":"air.AIRWindow","ancestors":["android.view.SurfaceView"],"bounds":[0,0,1440,2392]}"#), 540, 960)
    #expect(tree.views[0].isOpaqueToInspection)
  }

  @Test func `a child that is null hides its parent`() throws {
    let tree = try read(
      screen(#"{"class":"A","bounds":[0,0,1440,2392],"children":[null,{"class":"B","bounds":[0,0,9,9]}]}"#), 540, 960)
    #expect(tree.unreadable == [0])
    #expect(tree.views.count == 2)
  }

  @Test func `a landscape picture is of a landscape tree`() throws {
    #expect(problem(screen(#"{"class":"A","bounds":[0,0,2560,1300]}"#), 1920, 1080) == nil)
    #expect(problem(screen(#"{"class":"A","bounds":[0,0,2560,1300]}"#), 1080, 1920) != nil)
    #expect(problem(screen(#"{"class":"A","bounds":[0,0,1440,2392]}"#), 1920, 1080) != nil)
    #expect(problem(screen(#"{"class":"A","bounds":[0,0,1440,2392]}"#), 1080, 2280) != nil)
  }
}
