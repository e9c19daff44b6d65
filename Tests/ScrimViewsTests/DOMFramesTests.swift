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

  /// Where a frame's page puts its first view, for styles of the frame and of the element around it.
  private func inside(
    frame: String = allStyles(), outer: String = allStyles(), name: String = "DIV", shadow: Bool = false
  ) throws -> Bounds? {
    var nodes: [SmallPage.Node] = [
      root, .init(0, name, ["id", "o"], [0, 0, 90, 90]),
      .init(1, "IFRAME", ["id", "f"], [10, 10, 40, 30], document: 1, client: [2, 2, 36, 26]),
    ]
    if shadow { nodes.append(.init(1, "#document-fragment", kind: 11)) }
    let inner = SmallPage([.init(-1, "#document", [], [0, 0, 36, 26]), .init(0, "P", ["id", "p"], [1, 5, 10, 10])])
    let file = try SmallPage.file(of: [SmallPage(nodes, styles: ["", outer, frame, ""]), inner])
    return try TreeFile(file).snapshot(format: nil, picture: PixelSize(width: 100, height: 100), scale: nil)
      .view("p")?.bounds
  }

  @Test(arguments: [
    ("rotate", "180deg"), ("scale", "-1 1"), ("offset-path", "ray(45deg)"), ("transform", "matrix(-1, 0, 0, -1, 0, 0)"),
    ("transform", "matrix(0, 1, -1, 0, 0, 0)"), ("transform", "matrix(1, 0, 0, -1, 0, 0)"),
    ("transform", "matrix3d(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)"),
  ])
  func `what a turned or mirrored frame holds has no known place, be it itself or around it`(
    name: String, value: String
  ) throws {
    let turned = allStyles([name: value])
    #expect(try inside() == .rect(Rect(x: 13, y: 17, width: 10, height: 10)))
    #expect(try inside(frame: turned) == .unknown)
    #expect(try inside(outer: turned) == .unknown)
  }

  @Test func `a frame that only moves stands upright, one in a shape or a shadow tree may not`() throws {
    let moved = allStyles(["transform": "matrix(1, 0, 0, 1, 20, 0)"])
    #expect(try inside(frame: moved, outer: moved) == inside())
    #expect(try inside(name: "svg") == .unknown)
    #expect(try inside(shadow: true) == .unknown)
  }

  @Test func `without the styles that tell of turns, what a frame holds has no known place`() throws {
    let few = "visible;block;static"
    #expect(try inside(frame: few, outer: few) == .unknown)
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
