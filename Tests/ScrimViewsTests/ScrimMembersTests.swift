import ScrimCore
import ScrimViews
import Testing

@Suite struct ScrimMembersTests {
  private func view(_ members: String, header: String = Recording.header) throws -> View {
    let recording = try Recording(frames: 1)
    try recording.write(header: header, [snapshot(frame: 0, #"{"type":"Label",\#(members)}"#)])
    return try #require(try recording.views().first?.exact?.views.last)
  }

  @Test func `every member of the format is read`() throws {
    let view = try view(
      """
      "class_chain":["FancyLabel","View"],"id":"pin","classes":["a","b"],"role":"button","text":"t","label":"l",\
      "value":"v","placeholder":"p","bounds":[1,2,3,4],"transform":[1,2,3,4,5,6],"clips":true,"corner_radius":8,\
      "alpha":0.5,"hidden":true,"opaque":true,"secure":true,"hide_in_screenshot":true,"z":-2.5,"scene":"main",\
      "process":"app","attributes":{"deep":{"list":[1,null,true,2.5,"x"]}},"team":7,"children":[]
      """)
    #expect(view.type == "Label")
    #expect(view.classChain == ["FancyLabel", "View"])
    #expect(view.id == "pin")
    #expect(view.classes == ["a", "b"])
    #expect(view.role == "button")
    #expect(view.texts.map(\.exposed) == ["t", "l", "v", "p"])
    #expect(view.bounds == .rect(Rect(x: 1, y: 2, width: 3, height: 4)))
    #expect(view.transform == Transform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    #expect(view.clips)
    #expect(view.cornerRadius == 8)
    #expect(view.alpha == 0.5)
    #expect(view.hidden == .yes)
    #expect(view.opaque == .yes)
    #expect(view.secure == .yes)
    #expect(view.hideInScreenshot)
    #expect(view.z == -2.5)
    #expect(view.scene == "main")
    #expect(view.process == "app")
    #expect(
      view.attributes == [
        "deep": .object([
          "list": .list([.integer(1), .null, .boolean(true), .number(2.5), .text(SensitiveText("x"))])
        ]),
        "team": .integer(7),
      ])
  }

  @Test(arguments: [
    #""subviews":[{"type":"TextField","secure":true,"bounds":[1,2,3,4]}]"#, #""childs":[{"type":"Label"}]"#,
    #""nodes":[{"bounds":[1,2,3,4]}]"#, #""nodes":[1,{"secure":true}]"#, #""child":{"type":"A","bounds":[1,2,3,4]}"#,
    #""child":{"secure":true}"#, #""extra":{"deep":[[{"x":{"hide_in_screenshot":true}}]]}"#,
  ])
  func `what looks like views under a name that is not known hides the view`(members: String) throws {
    for frame in 0..<2 {
      let recording = try Recording(
        frames: 2, snapshot(frame: 0, #"{"type":"A"}"#),
        snapshot(frame: 1, #"{"type":"A","children":[{"type":"B",\#(members)}]}"#))
      #expect(try recording.views()[frame].exact?.unreadable == (frame == 0 ? [] : [2]))
    }
    let window = #"{"record":"snapshot","frame":0,"windows":[{"type":"Window",\#(members)}]}"#
    #expect(try Recording(frames: 1, window).views()[0].exact?.unreadable == [0])
  }

  @Test(arguments: [
    #""tags":["type","bounds","secure"]"#, #""font":{"type":"bold","size":3}"#, #""points":[{"x":1},{"x":2}]"#,
    #""attributes":{"list":[{"type":"A","bounds":[1,2,3,4]}]}"#, #""frame":{"bounds":[1,2,3,4]}"#, #""nodes":[]"#,
  ])
  func `lists and objects that are no views are attributes`(members: String) throws {
    let recording = try Recording(frames: 1, snapshot(frame: 0, #"{"type":"A",\#(members)}"#))
    let snapshot = try #require(try recording.views()[0].exact)
    #expect(snapshot.unreadable.isEmpty && snapshot.views[1].attributes.count == 1)
  }

  @Test func `what is not said is unknown, or no where the format has a mark`() throws {
    let view = try view(#""id":"a""#)
    #expect(view.bounds == .unknown)
    #expect(view.opaque == .unknown)
    #expect(view.secure == .no)
    #expect(view.alpha == 1)
    #expect(view.transform == nil)
    #expect(!view.clips)
  }

  @Test func `a text field that is not marked does not count as secure, one of which the mark is null does`() throws {
    let plain = try Recording(frames: 1, snapshot(frame: 0, #"{"type":"TextField"}"#)).views()[0].exact
    let open = try Recording(frames: 1, snapshot(frame: 0, #"{"type":"TextField","secure":null}"#)).views()[0].exact
    #expect(plain?.views.last?.countsAsSecure == false)
    #expect(open?.views.last?.countsAsSecure == true)
  }

  @Test(arguments: [
    ("[1,2,0,4]", Bounds.noArea(Rect(x: 1, y: 2, width: 0, height: 4))),
    ("[1,2,3,0]", .noArea(Rect(x: 1, y: 2, width: 3, height: 0))), ("[1,2,-3,4]", .unknown),
    ("[1e999,2,3,4]", .unknown),
    ("[1,2,1e308,4]", .rect(Rect(x: 1, y: 2, width: 1e308, height: 4))), ("[1e308,1e308,1e308,1e308]", .unknown),
    ("[null,2,3,4]", .unknown), ("null", .unknown),
    ("[0.5,0.25,0.1,0.1]", .rect(Rect(x: 0.5, y: 0.25, width: 0.1, height: 0.1))),
  ])
  func `odd bounds are unknown or no area`(bounds: String, expected: Bounds) throws {
    #expect(try view("\"bounds\":\(bounds)").bounds == expected)
  }

  @Test func `lengths in points become pixels`() throws {
    let view = try view(
      #""bounds":[1,2,3,4],"transform":[1,0,0,1,5,6],"corner_radius":8"#,
      header: #"{"scrim":"views","version":1,"space":"points","size":[130,281.3333],"scale":3}"#)
    #expect(view.bounds == .rect(Rect(x: 3, y: 6, width: 9, height: 12)))
    #expect(view.transform == Transform(a: 1, b: 0, c: 0, d: 1, tx: 15, ty: 18))
    #expect(view.cornerRadius == 24)
  }

  @Test(arguments: [
    #""id":7"#, #""secure":"yes""#, #""secure":1"#, #""bounds":"0,0,9,9""#, #""bounds":[1,2,3]"#,
    #""bounds":[1,2,3,"4"]"#,
    #""children":{}"#, #""classes":"pan""#, #""classes":[1]"#, #""class_chain":"a""#, #""alpha":"1""#, #""alpha":1.5"#,
    #""alpha":1e999"#, #""transform":[1,0,0]"#, #""role":[]"#, #""text":1"#, #""label":{}"#, #""value":0"#,
    #""placeholder":true"#, #""clips":"no""#, #""corner_radius":-1"#, #""hidden":0"#, #""opaque":[]"#,
    #""hide_in_screenshot":"x""#, #""z":"1""#, #""scene":1"#, #""process":1"#, #""attributes":[]"#, #""children":[1]"#,
  ])
  func `a known member of another type is an error with its line and name`(member: String) throws {
    let recording = try Recording(
      snapshot(frame: 0), snapshot(frame: 1, #"{"type":"Label",\#(member)}"#), snapshot(frame: 2))
    let failure = try #require(recording.failure())
    #expect(failure.line == 3)
    let name = try #require(member.split(separator: "\"").first)
    #expect(failure.problem.contains("'\(name)'") || failure.problem.contains("view"))
  }

  @Test(arguments: [
    ("an empty file", ""), ("no header", snapshot(frame: 0)), ("only a header", Recording.header),
    ("another version", #"{"scrim":"views","version":99,"space":"pixels","size":[1,1]}"#),
    ("another space", #"{"scrim":"views","version":1,"space":"inches","size":[1,1]}"#),
    ("a size without area", #"{"scrim":"views","version":1,"space":"points","size":[0,10]}"#),
    ("a scale of zero", #"{"scrim":"views","version":1,"space":"points","size":[1,1],"scale":0}"#),
    ("neither size nor scale", #"{"scrim":"views","version":1,"space":"points"}"#),
  ])
  func `a file that does not begin as it should is an error`(what: String, text: String) throws {
    let recording = try Recording()
    try recording.write("views.jsonl", text)
    #expect(recording.failure() != nil)
  }

  @Test(arguments: [
    ("no JSON", "<xml/>"), ("a list", "[]"), ("a cut line", #"{"record":"snapshot","fra"#),
    ("an unknown kind", #"{"record":"snapshto","frame":1,"windows":[]}"#), ("no kind", #"{"frame":1}"#),
    ("frame and time", #"{"record":"event","frame":1,"time":1,"event":"x"}"#),
    ("time among frames", #"{"record":"event","time":1.5,"event":"x"}"#),
    ("neither", #"{"record":"event","event":"x"}"#), ("a frame in the past", event("x", #""frame":0"#)),
    ("half a frame", event("x", #""frame":1.5"#)), ("a negative frame", event("x", #""frame":-1"#)),
    ("a second snapshot", snapshot(frame: 1)), ("an event without name", #"{"record":"event","frame":1}"#),
    ("no windows", #"{"record":"snapshot","frame":2}"#),
    ("windows of text", #"{"record":"snapshot","frame":2,"windows":"a"}"#),
    ("a view without type", #"{"record":"snapshot","frame":2,"windows":[{"id":"a"}]}"#),
    ("a member twice", #"{"record":"event","frame":1,"event":"x","event":"y"}"#),
    ("not a number", #"{"record":"snapshot","frame":2,"windows":[{"type":"a","bounds":[NaN,1,2,3]}]}"#),
  ])
  func `a line that is not whole or not in order is an error with its number`(what: String, line: String) throws {
    let failure = try #require(try Recording(snapshot(frame: 0), snapshot(frame: 1), line).failure())
    #expect(failure.line == 4)
  }

  @Test func `a last line without a line's end is read, blank lines are nothing`() throws {
    let recording = try Recording(frames: 1)
    try recording.write("views.jsonl", "\u{feff}\(Recording.header)\r\n\r\n\n" + snapshot(frame: 0))
    #expect(try recording.views().map(\.kind) == ["exact"])
  }

  @Test func `a view drawn by another process than its parent, or one that does not tell, is opaque to inspection`()
    throws
  {
    let recording = try Recording(
      frames: 1,
      snapshot(
        frame: 0,
        #"""
        {"type":"Group","id":"app","process":"a","children":[{"type":"Group","children":[
        {"type":"View","id":"same","process":"a"},{"type":"View","id":"other","process":"b","children":[
        {"type":"Label","id":"inside","process":"b"}]}]}]},{"type":"Group","id":"silent"}
        """#.split(separator: "\n").joined()))
    let snapshot = try #require(try recording.views().first?.exact)
    #expect(snapshot.views.filter(\.isOpaqueToInspection).map(\.id) == ["app", "other"])
  }

  @Test(arguments: [
    #""type":"WKWebView""#, #""type":"android.webkit.WebView""#,
    #""type":"X","class_chain":["com.google.android.gms.maps.MapView"]"#,
    #""type":"android.view.View","label":"Google Map""#, #""type":"canvas""#, #""type":"CustomWebView""#,
    #""type":"app.screens.HelpWebView""#, #""type":"X","class_chain":["Module.MyMapView"]"#, #""type":"ARView""#,
    #""type":"SCNView""#, #""type":"GameSKView""#, #""type":"AVPlayerLayer""#, #""type":"CAMetalLayer""#,
    #""type":"PHPickerViewController""#, #""type":"SFSafariViewController""#, #""type":"fencedframe""#,
    #""type":"portal""#, #""type":"_UIRemoteView""#,
  ])
  func `types whose content no tree describes are known by type, chain and description`(members: String) throws {
    let recording = try Recording(frames: 1, snapshot(frame: 0, "{\(members)}"))
    #expect(try recording.views().first?.exact?.views.last?.isOpaqueToInspection == true)
  }

  @Test(arguments: [
    "ImageView", "TextView", "android.widget.TextView", "UIImageView", "CommunityView", "ScrollView", "x-video", "View",
    "WebViewToolbar", "BitmapView", "MTKViewModelLabel", "RemoteImageView", "subobject",
  ])
  func `types that only sound like one whose content no tree describes are described`(type: String) throws {
    let recording = try Recording(frames: 1, snapshot(frame: 0, #"{"type":"\#(type)"}"#))
    #expect(try recording.views().first?.exact?.views.last?.isOpaqueToInspection == false)
  }

  @Test func `a window may have a process though nothing is above it`() throws {
    let recording = try Recording(
      frames: 1, #"{"record":"snapshot","frame":0,"windows":[{"type":"Window","id":"a","process":"a"}]}"#)
    #expect(try recording.views().first?.exact?.views.map(\.isOpaqueToInspection) == [false])
  }

  @Test func `a window behind another is known as such`() throws {
    let recording = try Recording(
      frames: 1,
      #"{"record":"snapshot","frame":0,"windows":[{"type":"Window","id":"a","z":1,"scene":"s","#
        + #""children":[{"type":"Label","id":"b"}]},{"type":"Window","id":"c"}]}"#
    )
    let snapshot = try #require(try recording.views().first?.exact)
    #expect(snapshot.windows.map { snapshot.views[$0].id } == ["c", "a"])
    #expect(snapshot.view("b")?.scene == "s")
  }
}
