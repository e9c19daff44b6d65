import Foundation
import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

/// What the page itself said of its elements, when the corpus was made.
private struct Truth: Decodable {
  var rects: [String: Rectangle]

  enum Rectangle: Decodable {
    case numbers([Double])
    case number(Double)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .numbers(try value.decode([Double].self))
      }
    }

    var numbers: [Double] {
      switch self {
      case .numbers(let numbers): numbers
      case .number(let number): [number]
      }
    }
  }
}

private let folder = "hierarchy/cdp-domsnapshot"

/// The tree of a file in the corpus, for a picture of a size.
private func snapshot(_ name: String, _ width: Int, _ height: Int, asksForAll: Bool = false) throws -> Snapshot {
  let url = try #require(Corpus.root).appendingPathComponent("\(folder)/\(name).json")
  let file = try Data(contentsOf: url)
  return try TreeFile(Array(asksForAll ? withDocumentedStyles(file) : file))
    .snapshot(format: nil, picture: PixelSize(width: width, height: height), scale: nil)
}

/// A file of the corpus as if the documented styles had been asked for, none of which turns anything.
private func withDocumentedStyles(_ file: Data) throws -> Data {
  var json = try #require(JSONSerialization.jsonObject(with: file) as? [String: Any])
  var strings = try #require(json["strings"] as? [String])
  let row = allStyles().split(separator: ";").indices.map { strings.count + $0 }
  strings += allStyles().split(separator: ";").map(String.init)
  json["strings"] = strings
  let documents: [[String: Any]] = try #require(json["documents"] as? [[String: Any]])
  json["documents"] = try documents.map { document in
    var document = document, layout = try #require(document["layout"] as? [String: Any])
    let styles: [[Int]] = try #require(layout["styles"] as? [[Int]])
    layout["styles"] = styles.map { $0.isEmpty ? [] : row }
    document["layout"] = layout
    return document
  }
  return try JSONSerialization.data(withJSONObject: json)
}

@Suite struct DOMSnapshotTests {
  @Test(
    .enabled(if: Corpus.isPresent, "the corpus is not there"),
    arguments: [
      ("dpr1-top", 800, 900), ("dpr1-scrolled", 800, 900), ("dpr2-top", 1600, 1800), ("dpr2-scrolled", 1600, 1800),
      ("dpr2-real-top", 1600, 1514),
    ])
  func `every box of the corpus lies where the page said it was`(name: String, width: Int, height: Int) throws {
    let tree = try snapshot(name, width, height, asksForAll: true), asAsked = try snapshot(name, width, height)
    let file = try #require(Corpus.root).appendingPathComponent("\(folder)/\(name).truth.json")
    let rects = try JSONDecoder().decode(Truth.self, from: Data(contentsOf: file)).rects
    let ratio = try #require(rects["dpr"]?.numbers.first)
    let frame = try #require(rects["frame"]?.numbers)
    for (id, rect) in rects where rect.numbers.count == 4 {
      let isInner = id.hasPrefix("inner")
      // These pages were asked for too few styles to tell that nothing turns the frame.
      #expect(asAsked.view(id)?.bounds == (isInner ? .unknown : tree.view(id)?.bounds))
      var n = rect.numbers
      // Boxes in the frame are given in its own viewport, behind its border of two points.
      if isInner { (n[0], n[1]) = (n[0] + frame[0] + 2, n[1] + frame[1] + 2) }
      let view = try #require(tree.view(id == "brand" ? "brand" : id == "note" ? "note" : id), "\(id)")
      guard case .rect(let found) = view.bounds else {
        Issue.record("\(id) has no box: \(view.bounds)")
        continue
      }
      let wanted = Rect(x: n[0], y: n[1], width: n[2], height: n[3]).scaled(by: ratio)
      for (a, b) in [
        (found.x, wanted.x), (found.y, wanted.y), (found.width, wanted.width), (found.height, wanted.height),
      ] {
        #expect(abs(a - b) <= 0.6, "\(id): \(found), wanted \(wanted)")
      }
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "the corpus is not there"))
  func `secrets, values and clips of the corpus are read`() throws {
    let tree = try snapshot("dpr2-scrolled", 1600, 1800)
    #expect(tree.scale == 2)
    #expect(tree.windows.count == 1)
    #expect(tree.views[0].bounds == .rect(Rect(x: 0, y: 0, width: 1600, height: 1800)))
    let pin = try #require(tree.view("pin"))
    #expect(pin.secure == .yes)
    #expect(pin.value?.exposed == "4711")
    #expect(pin.placeholder?.exposed == "PIN")
    #expect(tree.view("email")?.secure == .no)
    #expect(tree.view("note")?.value?.exposed == "call +49 30 1234567")
    #expect(tree.views.filter { $0.secure == .yes }.count == 2)
    #expect(tree.view("list")?.clips == true)
    #expect(tree.view("frame")?.clips == true)
    #expect(tree.view("account")?.cornerRadius == 24)
    #expect(tree.view("invisible")?.alpha == 0)
    #expect(tree.view("hid")?.hidden == .yes)
    #expect(tree.views.first { $0.text?.exposed.contains("shadow") == true } != nil)
    #expect(tree.views.allSatisfy { $0.opaque != .yes })
    #expect(tree.views.allSatisfy { !$0.isOpaqueToInspection })
  }

  @Test(.enabled(if: Corpus.isPresent, "the corpus is not there"))
  func `a picture that is neither the viewport nor the page is refused`() throws {
    #expect(throws: TreeError.self) { try snapshot("dpr1-top", 800, 1000) }
    // The whole page, which is 1783 high.
    #expect(try snapshot("dpr1-top", 800, 1783).view("pin") != nil)
    #expect(throws: TreeError.self) { try snapshot("dpr1-scrolled", 800, 1783) }
  }

  @Test func `boxes are scrolled and scaled, what has no layout has no area`() throws {
    let tree = try page([root, .init(0, "P", ["id", "p"], [10, 30, 20, 5]), .init(0, "STYLE", ["id", "s"], nil)])
    #expect(tree.view("p")?.bounds == .rect(Rect(x: 20, y: 40, width: 40, height: 10)))
    #expect(tree.view("s")?.bounds.hasNoArea == true)
    #expect(tree.view("p")?.classChain == ["element"])
  }

  @Test(arguments: [1, 1.5, 2])
  func `boxes land on their pixels at any ratio, scrolled and in a frame`(ratio: Double) throws {
    let picture = PixelSize(width: Int(100 * ratio), height: Int(100 * ratio))
    let tree = try page([root, .init(0, "P", ["id", "p"], [10, 30, 20, 5])], picture: picture)
    #expect(tree.view("p")?.bounds == .rect(Rect(x: 10, y: 20, width: 20, height: 5).scaled(by: ratio)))
    let framed = try DOMFrames.snapshot(picture: picture)
    #expect(framed.view("p")?.bounds == .rect(Rect(x: 13, y: 14, width: 10, height: 10).scaled(by: ratio)))
  }

  @Test func `a text has the box of its layout, whatever lines are told of it, and none where there are none`() throws {
    let nodes = [root, .init(0, "P", ["id", "p"], [10, 30, 50, 15]), .init(1, "#text", [], [10, 30, 40, 15])]
    let lines: [[String: Any]?] = [
      nil, ["layoutIndex": [2], "bounds": [[30, 32, 4, 5]], "start": [0], "length": [3]],
      ["layoutIndex": [Int](), "bounds": [[Int]](), "start": [Int](), "length": [Int]()],
    ]
    for line in lines {
      let tree = try page(nodes) { $0["textBoxes"] = line }
      let text = try #require(tree.views.first { $0.type == "#text" })
      #expect(text.bounds == .rect(Rect(x: 20, y: 40, width: 80, height: 30)))
    }
  }

  @Test(arguments: [
    (["type", "password"], true), (["type", "PASSWORD"], true), (["autocomplete", "section-a cc-number"], true),
    (["autocomplete", "one-time-code"], true), (["type", "text"], false), (["autocomplete", "email"], false),
  ])
  func `inputs are secure by their type and by what they complete`(attributes: [String], secure: Bool) throws {
    let tree = try page([root, .init(0, "INPUT", ["id", "a"] + attributes, [0, 0, 9, 9])])
    #expect(tree.view("a")?.secure == (secure ? .yes : .no))
    #expect(tree.view("a")?.isTextInput == true)
  }

  @Test func `elements without a described content are opaque to inspection`() throws {
    for name in ["CANVAS", "VIDEO", "OBJECT", "EMBED", "IFRAME"] {
      #expect(try page([root, .init(0, name, ["id", "a"], [0, 0, 9, 9])]).view("a")?.isOpaqueToInspection == true)
    }
  }

  @Test func `a part of character data is a text`() throws {
    let nodes = [
      root, .init(0, "p", [], [10, 30, 50, 15]),
      .init(1, "#cdata-section", [], [10, 30, 50, 15], text: "a@b.test", kind: 4),
    ]
    let text = try page(nodes).views[2]
    #expect(text.text?.exposed == "a@b.test" && text.classChain == ["text"])
  }

  @Test func `a node of no known kind hides what is around it if it has a box or children`() throws {
    let comment = SmallPage.Node(1, "#comment", kind: 8),
      around = SmallPage.Node(0, "P", ["id", "p"], [10, 30, 50, 15])
    #expect(try page([root, around, comment]).unreadable.isEmpty)
    #expect(try page([root, around, .init(1, "#new", [], [10, 30, 50, 15], kind: 13)]).unreadable == [1])
    #expect(try page([root, around, .init(1, "#new", kind: 13), .init(2, "B", [], [1, 1, 1, 1])]).unreadable == [1])
    #expect(throws: TreeError.self) { try page([.init(-1, "#new", [], [0, 0, 100, 100], kind: 13)]) }
  }

  @Test func `elements that show touches are known by their id and classes`() throws {
    let names = [["id", "touch-indicator"], ["class", "a mouse-helper"], ["id", "a", "class", "button"]]
    let tree = try page([root] + names.map { .init(0, "DIV", $0, [0, 0, 9, 9]) })
    #expect(tree.views.map(\.isTouchIndicator) == [false, true, true, false])
    let inputs = try page([root, .init(0, "INPUT", ["type", "checkbox"], [0, 0, 9, 9])])
    #expect(!inputs.views[1].isTextInput)
  }

  @Test func `round corners are the largest, and shares are of the longer side`() throws {
    func radius(_ value: String) throws -> Double? {
      try page(
        [root, .init(0, "DIV", ["id", "a"], [0, 0, 20, 10])], styles: ["", allStyles(["border-radius": value])]
      )
      .view("a")?.cornerRadius
    }
    #expect(try radius("0px") == 0)
    #expect(try radius("3px 4px") == 8)
    #expect(try radius("50%") == 20)
    #expect(try radius("3px / 10%") == 6)
  }

  @Test func `what a browser says of its order is kept, and no order of drawing follows`() throws {
    let nodes = [root, .init(0, "DIV", ["id", "a"], [0, 0, 9, 9]), .init(0, "DIV", ["id", "b"], [0, 0, 9, 9])]
    let file = try SmallPage.file(of: [SmallPage(nodes, paintOrders: [0, 7, 3])])
    let tree = try TreeFile(file).snapshot(format: nil, picture: PixelSize(width: 100, height: 100), scale: nil)
    #expect(tree.views.map(\.paintOrder) == [0, 7, 3])
    #expect(Set(tree.views.map(\.drawOrder)).count == 1)
  }

  @Test(arguments: ["parentIndex", "nodeName", "attributes"])
  func `tables that do not fit each other are an error`(name: String) {
    #expect(throws: TreeError.self) {
      try page([root, .init(0, "P", [], [1, 1, 1, 1])]) { document in
        var nodes = document["nodes"] as! [String: Any]
        nodes[name] = Array((nodes[name] as! [Any]).dropLast())
        document["nodes"] = nodes
      }
    }
    #expect(throws: TreeError.self) { try page([root, .init(2, "P", [], nil), .init(1, "P", [], nil)]) }
    #expect(throws: TreeError.self) { try page([.init(-1, "#document", [], nil)]) }
  }

  private static let recordings = Corpus.root?.deletingLastPathComponent().appendingPathComponent("recordings")

  @Test(.enabled(if: Self.recordings != nil, "the recordings are not there"))
  func `a password that is shown stays secure, and a translucent header covers nothing`() throws {
    let folder = try #require(Self.recordings).appendingPathComponent("phone")
    var request = ViewsRequest(location: .automatic)
    request.directory = BytePath(folder.path)
    let size = PixelSize(width: 1170, height: 2532)
    let frames = (0..<35).map { index in
      FrameIdentity(index: index, name: BytePath("frame_000\(index < 10 ? "0" : "")\(index).png"))
    }
    request.frames = frames
    let provider = try openViews(request)
    for frame in frames {
      let tree = try #require(provider.views(for: frame, picture: size).exact)
      #expect(tree.scale == 3)
      #expect(tree.view("pw")?.secure == .yes)
      #expect(tree.views.filter { $0.type == "header" }.allSatisfy { $0.opaque != .yes })
    }
  }
}
