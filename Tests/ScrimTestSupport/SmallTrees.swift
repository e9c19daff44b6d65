public import ScrimCore

/// A small tree of a format, for a picture.
public struct SmallTree: Sendable, CustomStringConvertible {
  public var format: String
  public var text: String
  public var picture: PixelSize
  /// How many views it has.
  public var count: Int

  public var description: String { format }
}

extension SmallTree {
  /// One of each format, each with a field that is hidden.
  public static let all: [SmallTree] = [
    SmallTree(
      format: "uiautomator",
      text: """
        <hierarchy rotation="0"><node class="android.widget.FrameLayout" package="a.b" bounds="[0,0][200,380]">
        <node class="android.widget.EditText" text="0000" resource-id="a.b:id/pin" package="a.b" password="true"
         bounds="[10,20][190,60]"/><node class="android.widget.TextView" text="x" bounds="[10,70][190,90]"/></node>
        </hierarchy>
        """, picture: PixelSize(width: 200, height: 400), count: 3),
    SmallTree(
      format: "appium-uiautomator2",
      text: """
        <hierarchy index="0" class="hierarchy" rotation="0" width="200" height="380">
        <android.widget.FrameLayout class="android.widget.FrameLayout" package="a.b" bounds="[0,0][200,380]">
        <android.widget.EditText class="android.widget.EditText" package="a.b" text="0000" resource-id="a.b:id/pin"
         password="false" input-type="18" displayed="false" hint="PIN" bounds="[10,20][190,60]"/>
        <a.b.Outer_Inner class="a.b.Outer$Inner" package="a.b" text="Name" showing-hint-text="true"
         bounds="[10,70][190,90]"/></android.widget.FrameLayout></hierarchy>
        """, picture: PixelSize(width: 200, height: 400), count: 3),
    SmallTree(
      format: "xcuitest",
      text: """
        <?xml version="1.0" encoding="UTF-8"?><AppiumAUT>
        <XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Demo" label="Demo" visible="true" x="0" y="0"
         width="100" height="200" bundleId="org.example"><XCUIElementTypeWindow type="XCUIElementTypeWindow"
         visible="true" x="0" y="0" width="100" height="200"><XCUIElementTypeStaticText type="XCUIElementTypeStaticText"
         name="balance" label="12.00" visible="true" x="5" y="10" width="90" height="20"/>
        <XCUIElementTypeSecureTextField type="XCUIElementTypeSecureTextField" value="••••" name="pin" label=""
         visible="false" x="5" y="40" width="90" height="20" placeholderValue="PIN"/></XCUIElementTypeWindow>
        <XCUIElementTypeWindow type="XCUIElementTypeWindow" visible="false" x="0" y="150" width="100" height="50"/>
        </XCUIElementTypeApplication></AppiumAUT>
        """, picture: PixelSize(width: 300, height: 600), count: 5),
    SmallTree(
      format: "webdriveragent",
      text: """
        {"value":{"type":"Application","rawIdentifier":null,"name":"Demo","label":"Demo","value":null,
        "rect":{"x":0,"y":0,"width":100,"height":200},"isEnabled":"1","isVisible":"1","children":[
        {"type":"SecureTextField","rawIdentifier":"pin","name":"PIN","label":"","value":"••••","placeholderValue":"PIN",
        "rect":{"x":5,"y":40,"width":90,"height":20},"isEnabled":"1","isVisible":"0"},
        {"type":"TextField","traits":"SecureTextField","rect":{"x":5,"y":70,"width":90,"height":20},"isEnabled":"1"}]}}
        """, picture: PixelSize(width: 200, height: 400), count: 3),
    SmallTree(
      format: "sentry",
      text: """
        {"rendering_system":"UIKIT","windows":[{"type":"UIWindow","x":0,"y":0,"width":100,"height":200,"alpha":1,
        "visible":true,"children":[{"type":"UIView","view_controller":"C","x":0,"y":20,"width":100,"height":180,"alpha":1,
        "visible":true,"children":[{"type":"UITextField","identifier":"pin","x":5,"y":30,"width":90,"height":20,"alpha":1,
        "visible":false,"children":[]}]}]}]}
        """, picture: PixelSize(width: 200, height: 400), count: 3),
    SmallTree(
      format: "maestro",
      text: """
        {"attributes":{"bounds":"[0,0][0,0]","resource-id":"","enabled":"false"},"enabled":false,"children":[
        {"attributes":{"accessibilityText":"Demo","text":"","hintText":"","bounds":"[0,0][100,200]"},"children":[
        {"attributes":{"accessibilityText":"12.00","hintText":"","bounds":"[5,10][95,30]"},"children":[]},
        {"attributes":{"value":"••••","text":"••••","hintText":"PIN","resource-id":"pin","bounds":"[5,40][95,60]"},
        "children":[]}]}]}
        """, picture: PixelSize(width: 200, height: 400), count: 4),
    SmallTree(
      format: "idb",
      text: """
        [{"AXFrame":"{{0, 0}, {100, 200}}","frame":{"x":0,"y":0,"width":100,"height":200},"AXLabel":"Demo","AXValue":null,
        "AXUniqueId":null,"type":"Application","role":"AXApplication","subrole":null,"pid":321,"traits":["None"]},
        {"AXFrame":"{{5, 40}, {90, 20}}","frame":{"x":5,"y":40,"width":90,"height":20},"AXLabel":"PIN","AXValue":"••••",
        "AXUniqueId":"pin","type":"TextField","role":"AXTextField","subrole":"AXSecureTextField","pid":321}]
        """, picture: PixelSize(width: 200, height: 400), count: 2),
    SmallTree(
      format: "droidbot",
      text: """
        {"tag":"2017-08-11_120000","foreground_activity":"a.b/.Main","views":[
        {"temp_id":0,"parent":-1,"children":[1,2],"child_count":2,"class":"android.widget.FrameLayout","package":"a.b",
        "visible":true,"is_password":false,"bounds":[[0,0],[200,400]]},
        {"temp_id":1,"parent":0,"children":[],"child_count":0,"class":"android.widget.EditText","package":"a.b",
        "resource_id":"a.b:id/pin","text":"0000","visible":true,"is_password":true,"bounds":[[10,20],[190,60]]},
        {"temp_id":2,"parent":0,"children":[],"child_count":0,"class":"android.widget.TextView","package":"a.b",
        "text":"x","visible":false,"is_password":false,"bounds":[[0,390],[200,380]]}]}
        """, picture: PixelSize(width: 200, height: 400), count: 3),
    SmallTree(
      format: "rico",
      text: """
        {"activity_name":"a.b/.Main","is_keyboard_deployed":false,"request_id":"89","activity":{"root":
        {"class":"com.android.internal.policy.PhoneWindow$DecorView","ancestors":["android.widget.FrameLayout"],
        "bounds":[0,0,1440,2392],"visible-to-user":true,"visibility":"visible","content-desc":[null],"children":[
        {"class":"a.b.Digit","ancestors":["android.widget.EditText","android.view.View"],"bounds":[300,675,405,850],
        "visible-to-user":true,"visibility":"visible","text":"4","content-desc":[null]},
        {"class":"android.widget.TextView","bounds":[35,1261,35,1261],"visible-to-user":false,"visibility":"gone",
        "text":"x","content-desc":[null,"y"]}]}}}
        """, picture: PixelSize(width: 540, height: 960), count: 3),
    SmallTree(
      format: "dom-snapshot", text: framedPage, picture: PixelSize(width: 200, height: 200), count: 4),
  ]
}

/// A page of 100 x 100 with a frame in it whose page is scrolled by 3; nothing turns it.
public let framedPage = """
  {"strings":["https://a.test/","#document","IFRAME","https://b.test/x","P","id","p","f",
  "visible","1","block","0px","static","none"],"documents":[
  {"documentURL":0,"contentHeight":100,"nodes":{"parentIndex":[-1,0],"nodeType":[9,1],"nodeName":[1,2],
  "nodeValue":[-1,-1],"attributes":[[],[5,7]],"contentDocumentIndex":{"index":[1],"value":[1]}},
  "layout":{"nodeIndex":[0,1],"bounds":[[0,0,100,100],[10,10,40,30]],"text":[-1,-1],"clientRects":[[],[2,2,36,26]],
  "styles":[[],[8,9,10,8,11,12,13,13,13,13]]}},
  {"documentURL":0,"scrollOffsetY":3,"nodes":{"parentIndex":[-1,0],"nodeType":[9,1],"nodeName":[1,4],
  "nodeValue":[-1,-1],"attributes":[[],[5,6]]},
  "layout":{"nodeIndex":[0,1],"bounds":[[0,0,36,26],[1,5,10,10]],"text":[-1,-1]}}]}
  """
