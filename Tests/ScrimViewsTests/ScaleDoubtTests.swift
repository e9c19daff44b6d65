import ScrimCore
import ScrimTestSupport
import ScrimViews
import Testing

/// Widths and heights that disagree about the scale by less than the tolerance.
@Suite struct ScaleDoubtTests {
  private func near(_ doubt: ClosedRange<Double>?, _ least: Double, _ most: Double) -> Bool {
    guard let doubt else { return false }
    return abs(doubt.lowerBound - least) < 1e-6 && abs(doubt.upperBound - most) < 1e-6
  }

  private func xcui(_ width: Int, _ height: Int) throws -> Snapshot {
    try read(
      """
      <XCUIElementTypeApplication x="0" y="0" width="1080" height="2340"><XCUIElementTypeWindow x="0" y="0" width="1080"
       height="2340"/></XCUIElementTypeApplication>
      """, width, height)
  }

  private func android(_ width: Int, _ height: Int, _ bounds: String = "[0,0][1080,2340]") throws -> Snapshot {
    try read(#"<hierarchy><node class="A" bounds="\#(bounds)"/></hierarchy>"#, width, height)
  }

  @Test func `a picture of the tree's own shape leaves no doubt`() throws {
    #expect(try xcui(1080, 2340).doubt == 1...1)
    #expect(try xcui(360, 780).doubt == 1...1)
    #expect(try android(1080, 2340).doubt == 1...1)
    for tree in SmallTree.all { #expect(try tree.read().doubt == 1...1) }
  }

  @Test func `where the height says another scale than the width, it may be either`() throws {
    #expect(near(try xcui(720, 1552).doubt, 1552.0 / 1560, 1))
    #expect(near(try xcui(720, 1568).doubt, 1, 1568.0 / 1560))
    #expect(try xcui(720, 1552).scale == 720.0 / 1080)
  }

  @Test func `pixels of a picture that was made a little smaller or larger may be the tree's or not`() throws {
    #expect(near(try android(1072, 2322).doubt, 2322.0 / 2340, 1))
    #expect(near(try android(1088, 2358).doubt, 1, 2358.0 / 2340))
    // The root ends above a bar: its width tells.
    #expect(near(try android(1072, 2322, "[0,0][1080,2214]").doubt, 1072.0 / 1080, 1))
    #expect(try android(1080, 2340, "[0,0][1080,2214]").doubt == 1...1)
    // Where a dialog ends says nothing.
    #expect(try android(1080, 2340, "[10,30][1075,2330]").doubt == 1...1)
    let app =
      #"{"rendering_system":"android_view_system","windows":[{"type":"W","x":0,"y":0,"width":1080,"height":2340}]}"#
    #expect(near(try read(app, 1072, 2322).doubt, 2322.0 / 2340, 1))
    let state = """
      {"foreground_activity":"a/b","width":1080,"height":2340,"views":[{"class":"A","parent":-1,"children":[],"temp_id":0,
      "bounds":[[0,0],[1080,2214]]}]}
      """
    #expect(near(try read(state, 1072, 2322).doubt, 2322.0 / 2340, 1))
  }

  @Test func `the user's word is in as much doubt as the file's`() throws {
    let tree = try read(
      #"<hierarchy><node class="A" bounds="[0,0][1080,2340]"/></hierarchy>"#, 720, 1552, scale: 2.0 / 3)
    #expect(near(tree.doubt, 1552.0 / 1560, 1))
  }

  @Test func `a sidecar's places are in doubt by what its size says of the picture`() throws {
    func doubt(_ header: String, _ picture: PixelSize) throws -> ClosedRange<Double>? {
      var recording = try Recording(frames: 1)
      recording.request.firstPicture = nil
      recording.picture = picture
      try recording.write(
        header: #"{"scrim":"views","version":1,\#(header)}"#,
        [#"{"record":"snapshot","frame":0,"windows":[{"type":"W","bounds":[0,0,1080,2340]}]}"#])
      return try #require(try recording.views().first).exact?.doubt
    }
    let small = PixelSize(width: 720, height: 1552)
    #expect(near(try doubt(#""space":"points","size":[1080,2340]"#, small), 1552.0 / 1560, 1))
    let less = PixelSize(width: 1072, height: 2322)
    #expect(near(try doubt(#""space":"pixels","size":[1080,2340]"#, less), 2322.0 / 2340, 1))
    #expect(near(try doubt(#""space":"points","size":[540,1170],"scale":2"#, less), 2322.0 / 2340, 1))
    #expect(try doubt(#""space":"points","size":[540,1170],"scale":2"#, PixelSize(width: 1080, height: 2340)) == 1...1)
    // More or less of the space than the size says, at the scale that is said.
    #expect(try doubt(#""space":"points","size":[540,1170],"scale":2"#, PixelSize(width: 1080, height: 2000)) == 1...1)
  }
}
