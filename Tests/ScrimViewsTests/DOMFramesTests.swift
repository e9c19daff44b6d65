import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

/// The page with a frame in it.
enum DOMFrames {
  /// The tree after some characters of the text were replaced, in a picture of 200 x 200 unless another is said.
  static func snapshot(
    _ old: String = "", _ new: String = "", picture: PixelSize = PixelSize(width: 200, height: 200)
  ) throws(TreeError) -> Snapshot {
    try TreeFile(Array((old.isEmpty ? framedPage : framedPage.replacing(old, with: new)).utf8))
      .snapshot(format: nil, picture: picture, scale: nil)
  }
}

@Suite struct DOMFramesTests {
  @Test func `a box in a frame is placed by the frame, its border and its scroll`() throws {
    let tree = try DOMFrames.snapshot()
    #expect(tree.view("p")?.bounds == .rect(Rect(x: 26, y: 28, width: 20, height: 20)))
    #expect(tree.view("f")?.clips == true)
    #expect(tree.view("f")?.isOpaqueToInspection == false)
    #expect(tree.windows.count == 1)
  }

  @Test(arguments: [("clientRects", "else"), ("[2,2,36,26]", "[2,2,28,26]"), ("[0,0,36,26]", "[0,0,30,20]")])
  func `where border and page do not make up the frame, its views have no known place`(old: String, new: String) throws
  {
    let tree = try DOMFrames.snapshot(old, new)
    #expect(tree.view("p")?.bounds == .unknown)
    #expect(tree.view("f")?.bounds == .rect(Rect(x: 20, y: 20, width: 80, height: 60)))
  }

  @Test func `a page of another origin is another process`() throws {
    let tree = try DOMFrames.snapshot(#"{"documentURL":0,"scroll"#, #"{"documentURL":3,"scroll"#)
    #expect(tree.view("f")?.isOpaqueToInspection == true)
    #expect(tree.view("f")?.process != tree.views[0].process)
  }

  @Test func `a page that no frame holds is in the window, at no known place`() throws {
    let tree = try DOMFrames.snapshot(#""value":[1]"#, #""value":[7]"#)
    #expect(tree.view("f")?.isOpaqueToInspection == true)
    #expect(tree.view("p")?.bounds == .unknown)
    #expect(tree.windows.count == 2)
  }

  @Test func `a page in two frames, or in itself, is an error`() {
    #expect(throws: TreeError.self) { try DOMFrames.snapshot(#""value":[1]"#, #""value":[0]"#) }
  }
}
