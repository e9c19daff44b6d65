import ScrimCore
import ScrimTestSupport
import Testing

/// A keyboard for a secret shows its keys to nobody (faults 70 and 71).
struct KeyboardTests {
  private static let field = region(10, 20, 90, 40)
  private static let keyboard = region(0, 140, 100, 200)

  /// Trees of a secure field and a keyboard, in the formats that can have them.
  private static let trees: [(file: String, tree: String)] = [
    (
      "views.jsonl",
      """
      {"scrim":"views","version":1,"space":"pixels","size":[100,200],"scale":1}
      {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,100,200],"children":[\
      {"type":"TextField","secure":true,"bounds":[10,20,80,20]}]},{"type":"UIRemoteKeyboardWindow",\
      "bounds":[0,0,100,200],"children":[{"type":"UIInputSetHostView","bounds":[0,140,100,60],"children":[\
      {"type":"Key","label":"q","bounds":[2,150,8,10]}]}]}]}

      """
    ),
    (
      "f0.xml",
      """
      <AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Demo" x="0" y="0" width="100" height="200">
      <XCUIElementTypeWindow type="XCUIElementTypeWindow" x="0" y="0" width="100" height="200">
      <XCUIElementTypeSecureTextField type="XCUIElementTypeSecureTextField" x="10" y="20" width="80" height="20"/>
      </XCUIElementTypeWindow><XCUIElementTypeWindow type="XCUIElementTypeWindow" x="0" y="0" width="100" height="200">
      <XCUIElementTypeKeyboard type="XCUIElementTypeKeyboard" x="0" y="140" width="100" height="60">
      <XCUIElementTypeKey type="XCUIElementTypeKey" name="q" label="q" x="2" y="150" width="8" height="10"/>
      </XCUIElementTypeKeyboard></XCUIElementTypeWindow></XCUIElementTypeApplication></AppiumAUT>
      """
    ),
    (
      "f0.json",
      """
      {"type":"Application","name":"Demo","rect":{"x":0,"y":0,"width":100,"height":200},"isEnabled":"1","children":[
      {"type":"Window","rect":{"x":0,"y":0,"width":100,"height":200},"isEnabled":"1","children":[
      {"type":"SecureTextField","rect":{"x":10,"y":20,"width":80,"height":20},"isEnabled":"1"},
      {"type":"Keyboard","rect":{"x":0,"y":140,"width":100,"height":60},"isEnabled":"1"}]}]}
      """
    ),
    (
      "f0.xml",
      """
      <hierarchy rotation="0"><node class="android.widget.FrameLayout" package="org.example" bounds="[0,0][100,200]">
      <node class="android.widget.EditText" package="org.example" password="true" focused="true" bounds="[10,20][90,40]"/></node>
      <node class="android.widget.FrameLayout" package="com.google.android.inputmethod.latin" bounds="[0,140][100,200]">
      <node class="android.view.View" package="com.google.android.inputmethod.latin" content-desc="q" bounds="[2,150][10,160]"/>
      </node></hierarchy>
      """
    ),
    (
      "f0.json",
      """
      {"rendering_system":"UIKIT","windows":[
      {"type":"UIWindow","x":0,"y":0,"width":100,"height":200,"alpha":1,"visible":true,"children":[
      {"type":"UITextField","x":10,"y":20,"width":80,"height":20,"alpha":1,"visible":true,"children":[]}]},
      {"type":"UIRemoteKeyboardWindow","x":0,"y":0,"width":100,"height":200,"alpha":1,"visible":true,"children":[
      {"type":"UIInputSetContainerView","x":0,"y":0,"width":100,"height":200,"alpha":1,"visible":true,"children":[
      {"type":"UIInputSetHostView","x":0,"y":140,"width":100,"height":60,"alpha":1,"visible":true,"children":[]}]}]}]}
      """
    ),
    (
      "f0.json",
      """
      [{"AXFrame":"{{0, 0}, {100, 200}}","frame":{"x":0,"y":0,"width":100,"height":200},"type":"Application","traits":[]},
      {"AXFrame":"{{10, 20}, {80, 20}}","frame":{"x":10,"y":20,"width":80,"height":20},"type":"TextField","traits":["SecureTextField"]},
      {"AXFrame":"{{0, 140}, {100, 60}}","frame":{"x":0,"y":140,"width":100,"height":60},"type":"Keyboard","traits":[]}]
      """
    ),
  ]

  @Test(arguments: trees.indices)
  func `the keyboard is one block while a secure field is on the screen`(row: Int) throws {
    let hidden = try Screen.hidden(Self.trees[row].file, Self.trees[row].tree)
    #expect(hidden == Self.field.union(Self.keyboard))
  }

  /// A login form in Scrim's own format, with what the fields say of their focus.
  private func form(_ first: String, _ second: String, y: Int = 60) -> String {
    """
    {"scrim":"views","version":1,"space":"pixels","size":[100,200],"scale":1}
    {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,100,200],"children":[\
    {"type":"TextField","secure":false,"bounds":[10,20,80,20]\(first)},\
    {"type":"TextField","secure":true,"bounds":[10,\(y),80,20]\(second)},\
    {"type":"Keyboard","id":"keys","bounds":[0,140,100,60],"children":[{"type":"Key","bounds":[0,130,8,20]}]}]}]}

    """
  }

  @Test func `another input's keyboard stays, and who has the focus is taken to be the secret where nothing says so`()
    throws
  {
    let secret = region(10, 60, 90, 80)
    // A key that pops up is a part of it.
    let keys = Self.keyboard.union(region(0, 130, 8, 150))
    let elsewhere = #","focused":true"#
    #expect(try Screen.hidden("views.jsonl", form(elsewhere, "")) == secret)
    #expect(try Screen.hidden("views.jsonl", form(elsewhere, #","focused":false"#)) == secret)
    for (first, second) in [("", ""), ("", #","focused":false"#), (elsewhere, elsewhere), ("", elsewhere)] {
      #expect(try Screen.hidden("views.jsonl", form(first, second)) == secret.union(keys))
    }
    // A field beside the screen may be one that digits of a PIN are typed into, unless it says that it has no focus.
    #expect(try Screen.hidden("views.jsonl", form("", "", y: 300)) == keys)
    #expect(try Screen.hidden("views.jsonl", form(elsewhere, "", y: 300)).isEmpty)
    #expect(try Screen.hidden("views.jsonl", form("", #","focused":false"#, y: 300)).isEmpty)
  }

  @Test(arguments: [
    #""y":20,"width":0,"height":0"#, #""y":-500,"width":10,"height":10"#, #""y":900,"width":80,"height":20"#,
  ])
  func `a keyboard is hidden for a secure field that nobody sees, where no other has the focus`(box: String) throws {
    let tree = """
      {"type":"Application","rect":{"x":0,"y":0,"width":100,"height":200},"isEnabled":"1","children":[
      {"type":"Window","rect":{"x":0,"y":0,"width":100,"height":200},"isEnabled":"1","children":[
      {"type":"SecureTextField","rect":{"x":10,\(box)},"isEnabled":"1"},
      {"type":"Keyboard","rect":{"x":0,"y":140,"width":100,"height":60},"isEnabled":"1"}]}]}
      """
    #expect(try Screen.hidden("f0.json", tree) == Self.keyboard)
  }

  /// Formats with a mark of focus: a plain field that has it or has not, a secure one, and a keyboard.
  private static let focusing: [(file: String, tree: @Sendable (Bool) -> String)] = [
    (
      "f0.xml",
      { focus in
        """
        <hierarchy rotation="0"><node class="android.widget.FrameLayout" package="org.example" bounds="[0,0][100,200]">
        <node class="android.widget.EditText" package="org.example" password="false" focused="\(focus)" bounds="[10,60][90,80]"/>
        <node class="android.widget.EditText" package="org.example" password="true" focused="false" bounds="[10,20][90,40]"/></node>
        <node class="android.inputmethodservice.SoftInputWindow" package="org.example" bounds="[0,140][100,200]"/>
        </hierarchy>
        """
      }
    ),
    (
      "f0.xml",
      { focus in
        """
        <hierarchy index="0" class="hierarchy" rotation="0" width="100" height="200">
        <android.widget.FrameLayout class="android.widget.FrameLayout" package="org.example" bounds="[0,0][100,200]">
        <android.widget.EditText class="android.widget.EditText" package="org.example" password="false" focused="\(focus)" bounds="[10,60][90,80]"/>
        <android.widget.EditText class="android.widget.EditText" package="org.example" password="true" focused="false" bounds="[10,20][90,40]"/>
        </android.widget.FrameLayout>
        <android.widget.FrameLayout class="android.widget.FrameLayout" package="com.touchtype.swiftkey" bounds="[0,140][100,200]"/>
        </hierarchy>
        """
      }
    ),
    (
      "f0.xml",
      { focus in
        """
        <AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Demo" x="0" y="0" width="100" height="200">
        <XCUIElementTypeWindow type="XCUIElementTypeWindow" x="0" y="0" width="100" height="200">
        <XCUIElementTypeTextField type="XCUIElementTypeTextField" focused="\(focus)" x="10" y="60" width="80" height="20"/>
        <XCUIElementTypeSecureTextField type="XCUIElementTypeSecureTextField" focused="false" x="10" y="20" width="80" height="20"/>
        <XCUIElementTypeKeyboard type="XCUIElementTypeKeyboard" x="0" y="140" width="100" height="60"/>
        </XCUIElementTypeWindow></XCUIElementTypeApplication></AppiumAUT>
        """
      }
    ),
    (
      "f0.json",
      { focus in
        """
        {"type":"Application","name":"Demo","rect":{"x":0,"y":0,"width":100,"height":200},"isEnabled":"1","children":[
        {"type":"Window","rect":{"x":0,"y":0,"width":100,"height":200},"isEnabled":"1","children":[
        {"type":"TextField","isFocused":"\(focus ? 1 : 0)","rect":{"x":10,"y":60,"width":80,"height":20},"isEnabled":"1"},
        {"type":"SecureTextField","isFocused":"0","rect":{"x":10,"y":20,"width":80,"height":20},"isEnabled":"1"},
        {"type":"Keyboard","rect":{"x":0,"y":140,"width":100,"height":60},"isEnabled":"1"}]}]}
        """
      }
    ),
    (
      "f0.json",
      { focus in
        """
        [{"AXFrame":"{{0, 0}, {100, 200}}","frame":{"x":0,"y":0,"width":100,"height":200},"type":"Application","traits":[]},
        {"AXFrame":"{{10, 60}, {80, 20}}","frame":{"x":10,"y":60,"width":80,"height":20},"type":"TextField","traits":["TextEntry"],"focused":\(focus)},
        {"AXFrame":"{{10, 20}, {80, 20}}","frame":{"x":10,"y":20,"width":80,"height":20},"type":"TextField","traits":["SecureTextField"],"focused":false},
        {"AXFrame":"{{0, 140}, {100, 60}}","frame":{"x":0,"y":140,"width":100,"height":60},"type":"Keyboard","traits":[]}]
        """
      }
    ),
    (
      "f0.json",
      { focus in
        """
        {"tag":"2017-08-11_120000","foreground_activity":"org.example.demo/.Main","activity_stack":[],"background_services":[],"views":[
        {"temp_id":0,"parent":-1,"children":[1,2,3],"class":"android.widget.FrameLayout","package":"org.example","visible":true,"is_password":false,"bounds":[[0,0],[100,200]]},
        {"temp_id":1,"parent":0,"children":[],"class":"android.widget.EditText","package":"org.example","visible":true,"is_password":false,"focused":\(focus),"bounds":[[10,60],[90,80]]},
        {"temp_id":2,"parent":0,"children":[],"class":"android.widget.EditText","package":"org.example","visible":true,"is_password":true,"focused":false,"bounds":[[10,20],[90,40]]},
        {"temp_id":3,"parent":0,"children":[],"class":"android.inputmethodservice.KeyboardView","package":"org.example","visible":true,"is_password":false,"focused":false,"bounds":[[0,140],[100,200]]}]}
        """
      }
    ),
  ]

  @Test(arguments: focusing.indices)
  func `a format's mark of focus tells whose keyboard it is`(row: Int) throws {
    let (file, tree) = Self.focusing[row]
    #expect(try Screen.hidden(file, tree(true)) == Self.field)
    #expect(try Screen.hidden(file, tree(false)) == Self.field.union(Self.keyboard))
  }

  @Test func `a focus behind the secure field, and marks that contradict each other, prove nothing`() throws {
    func tree(_ plain: String, _ secret: String, behind: Bool) -> String {
      let field = #"{"type":"TextField","secure":false,"bounds":[10,60,80,20]\#(plain)}"#
      let secure = #"{"type":"TextField","secure":true,"bounds":[10,20,80,20]\#(secret)}"#
      let windows = (behind ? [field, secure] : [secure, field]).map {
        #"{"type":"Window","bounds":[0,0,100,200],"children":[\#($0)]},"#
      }
      return """
        {"scrim":"views","version":1,"space":"pixels","size":[100,200],"scale":1}
        {"record":"snapshot","frame":0,"windows":[\(windows.joined())\
        {"type":"TYPE_INPUT_METHOD","bounds":[0,140,100,60]}]}

        """
    }
    let both = Self.field.union(Self.keyboard), focused = #","focused":true"#
    #expect(try Screen.hidden("views.jsonl", tree(focused, "", behind: true)) == both)
    #expect(try Screen.hidden("views.jsonl", tree(focused, "", behind: false)) == Self.field)
    #expect(try Screen.hidden("views.jsonl", tree(focused, #","focused":false"#, behind: true)) == Self.field)
    let contradiction = #","focused":true,"hasKeyboardFocus":false"#
    #expect(try Screen.hidden("views.jsonl", tree(contradiction, "", behind: false)) == both)
    let hidden = #","focused":false,"hasKeyboardFocus":true"#
    #expect(try Screen.hidden("views.jsonl", tree(focused, hidden, behind: false)) == both)
  }

  @Test(arguments: ["", #"display-id="2""#])
  func `a focus on another display proves nothing`(display: String) throws {
    let tree = """
      <hierarchy rotation="0"><node class="android.widget.FrameLayout" package="a.b" bounds="[0,0][100,200]">
      <node class="android.widget.EditText" package="a.b" password="true" focused="false" bounds="[10,20][90,40]"/></node>
      <node class="android.inputmethodservice.SoftInputWindow" package="a.b" bounds="[0,140][100,200]"/>
      <node class="android.widget.FrameLayout" package="a.b" \(display) bounds="[0,0][100,200]">
      <node class="android.widget.EditText" package="a.b" password="false" focused="true" bounds="[10,60][90,80]"/></node>
      </hierarchy>
      """
    #expect(try Screen.hidden("f0.xml", tree) == (display.isEmpty ? Self.field : Self.field.union(Self.keyboard)))
  }

  @Test(arguments: [("false", false), ("true", true), (#""yes""#, true)])
  func `a keyboard of which nobody tells where it is hides the frame, even around a dialog`(mark: String, isAll: Bool)
    throws
  {
    let tree = """
      {"activity_name":"a/b","is_keyboard_deployed":\(mark),"activity":{"root":{"class":"Dialog",
      "bounds":[288,512,1152,1536],"children":[{"class":"android.widget.EditText","bounds":[432,640,576,768]}]}}}
      """
    let picture = PixelSize(width: 90, height: 160)
    let hidden = try Screen.hidden("f0.json", tree, rules: #"return { outside = "show" }"#, size: picture)
    #expect(hidden == (isAll ? Region(picture.rect) : region(27, 40, 36, 48)))
  }

  @Test func `rules lift it by the explicit word, and not by any other`() throws {
    let secret = region(10, 60, 90, 80), keys = Self.keyboard.union(region(0, 130, 8, 150))
    let shown = #"return { show = { "Keyboard", "Key" } }"#
    #expect(try Screen.hidden("views.jsonl", form("", ""), rules: shown) == secret.union(keys))
    let lifted = """
      return { frame = function(frame, plan) plan:show(frame:first("#keys"), { even_if_secure = true }) end }
      """
    #expect(try Screen.hidden("views.jsonl", form("", ""), rules: lifted) == secret)
  }
}
