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
private func snapshot(_ name: String, _ width: Int, _ height: Int) throws -> Snapshot {
  let file = try #require(Corpus.root).appendingPathComponent("\(folder)/\(name).json")
  return try TreeFile(Array(Data(contentsOf: file)))
    .snapshot(format: nil, picture: PixelSize(width: width, height: height), scale: nil)
}

@Suite struct DOMSnapshotTests {
  @Test(
    .enabled(if: Corpus.isPresent, "the corpus is not there"),
    arguments: [
      ("dpr1-top", 800, 900), ("dpr1-scrolled", 800, 900), ("dpr2-top", 1600, 1800), ("dpr2-scrolled", 1600, 1800),
      ("dpr2-real-top", 1600, 1514),
    ])
  func `every box of the corpus lies where the page said it was`(name: String, width: Int, height: Int) throws {
    let tree = try snapshot(name, width, height)
    let file = try #require(Corpus.root).appendingPathComponent("\(folder)/\(name).truth.json")
    let rects = try JSONDecoder().decode(Truth.self, from: Data(contentsOf: file)).rects
    let ratio = try #require(rects["dpr"]?.numbers.first)
    let frame = try #require(rects["frame"]?.numbers)
    for (id, rect) in rects where rect.numbers.count == 4 {
      let isInner = id.hasPrefix("inner")
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
    #expect(tree.view("rotated")?.opaque == .unknown)
    // These pages were asked for too few styles to tell what covers.
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

  // MARK: Small pages

  /// A page of 100 x 100 in a picture of twice its size unless another is said: `nodes` are parent, name, attributes and box, the document first.
  private func page(
    _ nodes: [(parent: Int, name: String, attributes: [String], box: [Double]?)], styles: [String]? = nil,
    picture: PixelSize = PixelSize(width: 200, height: 200), change: (inout [String: Any]) -> Void = { _ in }
  ) throws -> Snapshot {
    var strings: [String] = [], indices: [String: Int] = [:]
    func index(_ text: String) -> Int {
      if let known = indices[text] { return known }
      strings.append(text)
      indices[text] = strings.count - 1
      return strings.count - 1
    }
    let laidOut = nodes.indices.filter { nodes[$0].box != nil }
    var document: [String: Any] = [
      "documentURL": index("https://a.test/x"), "scrollOffsetX": 0, "scrollOffsetY": 10, "contentHeight": 500,
      "nodes": [
        "parentIndex": nodes.map(\.parent), "nodeName": nodes.map { index($0.name) },
        "nodeType": nodes.map { $0.name == "#document" ? 9 : $0.name == "#text" ? 3 : 1 },
        "nodeValue": nodes.map { _ in -1 }, "attributes": nodes.map { $0.attributes.map(index) },
      ],
      "layout": [
        "nodeIndex": laidOut, "bounds": laidOut.map { nodes[$0].box! }, "text": laidOut.map { _ in -1 },
        "styles": laidOut.map { node in styles.map { $0[node].split(separator: ";").map { index(String($0)) } } ?? [] }
          as [[Int]],
        "paintOrders": Array(laidOut.indices),
      ],
    ]
    change(&document)
    let json = try JSONSerialization.data(withJSONObject: ["result": ["documents": [document], "strings": strings]])
    return try TreeFile(Array(json)).snapshot(format: nil, picture: picture, scale: nil)
  }

  private let root: (parent: Int, name: String, attributes: [String], box: [Double]?) = (
    -1, "#document", [], [0, 0, 100, 100]
  )

  @Test func `boxes are scrolled and scaled, what has no layout has no area`() throws {
    let tree = try page([root, (0, "P", ["id", "p"], [10, 30, 20, 5]), (0, "STYLE", ["id", "s"], nil)])
    #expect(tree.view("p")?.bounds == .rect(Rect(x: 20, y: 40, width: 40, height: 10)))
    #expect(tree.view("s")?.bounds.hasNoArea == true)
    #expect(tree.view("p")?.classChain == ["element"])
  }

  @Test(arguments: [1, 1.5, 2])
  func `boxes land on their pixels at any ratio, scrolled and in a frame`(ratio: Double) throws {
    let picture = PixelSize(width: Int(100 * ratio), height: Int(100 * ratio))
    let tree = try page([root, (0, "P", ["id", "p"], [10, 30, 20, 5])], picture: picture)
    #expect(tree.view("p")?.bounds == .rect(Rect(x: 10, y: 20, width: 20, height: 5).scaled(by: ratio)))
    let framed = try DOMFrames.snapshot(picture: picture)
    #expect(framed.view("p")?.bounds == .rect(Rect(x: 13, y: 14, width: 10, height: 10).scaled(by: ratio)))
  }

  @Test func `a text has the box of its layout, whatever lines are told of it, and none where there are none`() throws {
    let nodes = [root, (0, "P", ["id", "p"], [10, 30, 50, 15]), (1, "#text", [], [10, 30, 40, 15])]
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
    let tree = try page([root, (0, "INPUT", ["id", "a"] + attributes, [0, 0, 9, 9])])
    #expect(tree.view("a")?.secure == (secure ? .yes : .no))
    #expect(tree.view("a")?.isTextInput == true)
  }

  @Test func `elements without a described content are opaque to inspection`() throws {
    for name in ["CANVAS", "VIDEO", "OBJECT", "EMBED", "IFRAME"] {
      #expect(try page([root, (0, name, ["id", "a"], [0, 0, 9, 9])]).view("a")?.isOpaqueToInspection == true)
    }
  }

  private func opaque(_ style: String, outer: String = plain) throws -> Bool {
    let nodes = [root, (0, "DIV", ["id", "o"], [0, 0, 90, 90]), (1, "DIV", ["id", "a"], [0, 0, 9, 9])]
    return try page(nodes, styles: ["", outer, style]).view("a")?.opaque == .yes
  }

  /// All styles in the documented order, with some changed.
  private static func styles(_ changes: [String: String] = [:]) -> String {
    let values = [
      "visibility": "visible", "opacity": "1", "display": "block", "overflow": "visible", "border-radius": "0px",
      "background-color": "rgba(0, 0, 0, 0)", "position": "static", "mix-blend-mode": "normal",
      "background-clip": "border-box", "clip": "auto", "content-visibility": "visible",
    ].merging(changes) { $1 }
    return DOMStyles.documented.map { values[$0.name] ?? "none" }.joined(separator: ";")
  }

  private static let plain = styles()
  private static let white = ["background-color": "rgb(1, 2, 3)"]

  @Test(arguments: [
    ("rotate", "45deg"), ("scale", "0.5"), ("translate", "10px"), ("offset-path", "ray(45deg)"),
    ("clip-path", "circle(50%)"), ("clip", "rect(0px, 5px, 5px, 0px)"), ("mask-image", "url(\"a.png\")"),
    ("-webkit-mask-box-image-source", "url(\"a.png\")"), ("filter", "opacity(0.5)"), ("mix-blend-mode", "multiply"),
    ("contain", "paint"), ("content-visibility", "auto"), ("transform", "matrix(0, 1, -1, 0, 0, 0)"),
  ])
  func `what turns, moves, cuts, masks, filters or blends an element or one around it leaves no occluder`(
    name: String, value: String
  ) throws {
    let change = [name: value]
    #expect(try opaque(Self.styles(Self.white)))
    #expect(try !opaque(Self.styles(Self.white.merging(change) { $1 })))
    #expect(try !opaque(Self.styles(Self.white), outer: Self.styles(change)))
  }

  @Test func `only what surely covers is opaque, where all styles are known`() throws {
    for change in [
      ["background-color": "rgba(1, 2, 3, 0.96)"], ["visibility": "hidden"], ["display": "inline"],
      ["border-radius": "50%"], ["background-clip": "content-box"], ["background-clip": "border-box, text"],
    ] { #expect(try !opaque(Self.styles(Self.white.merging(change) { $1 })), "\(change)") }
    let white = Self.styles(Self.white)
    // What clips at corners that are not known may cut what lies in them.
    #expect(try opaque(white, outer: Self.styles(["overflow": "hidden", "border-radius": "9px"])))
    #expect(try !opaque(white, outer: Self.styles(["overflow": "hidden", "border-radius": "50%"])))
    // Shapes of SVG have the styles and no background; some elements are painted in ways of their own.
    for name in ["g", "FIELDSET", "INPUT", "PROGRESS"] {
      let nodes = [root, (0, name, ["id", "a"], [0, 0, 9, 9] as [Double]?)]
      #expect(try page(nodes, styles: ["", white]).view("a")?.opaque != .yes)
    }
  }

  @Test func `a page with too few styles has nothing that covers`() throws {
    #expect(try !opaque("visible;1;block;visible;0px;rgb(1, 2, 3);none"))
    let most = Self.styles(Self.white).split(separator: ";").dropLast().joined(separator: ";")
    #expect(try !opaque(most, outer: most))
  }

  @Test func `without paint orders nothing is opaque, and all nodes are drawn at once`() throws {
    let nodes = [root, (0, "DIV", ["id", "a"], [0, 0, 9, 9] as [Double]?), (0, "DIV", ["id", "b"], [0, 0, 9, 9])]
    let tree = try page(nodes, styles: ["", Self.styles(Self.white), Self.plain]) { document in
      var layout = document["layout"] as! [String: Any]
      layout["paintOrders"] = nil
      document["layout"] = layout
    }
    #expect(tree.view("a")?.opaque == .unknown)
    #expect(Set(tree.views.map(\.drawOrder)).count == 1)
  }

  @Test func `an element that a descendant escapes from cuts nothing`() throws {
    func clips(_ position: String, own: String = "static") throws -> Bool {
      let nodes = [
        root, (0, "DIV", ["id", "o"], [0, 0, 90, 90] as [Double]?), (1, "DIV", ["id", "m"], [0, 0, 50, 50]),
        (2, "DIV", ["id", "a"], [60, 60, 9, 9]),
      ]
      let styles = ["", "visible;\(own);block", "auto;static;block", "visible;\(position);block"]
      return try page(nodes, styles: styles).view("m")?.clips == true
    }
    #expect(try clips("static"))
    #expect(try clips("relative"))
    #expect(try !clips("absolute"))
    #expect(try !clips("fixed"))
  }

  @Test func `what is no box of its own clips nothing, whatever its overflow says`() throws {
    func clips(_ display: String, name: String = "DIV") throws -> Bool {
      let nodes = [
        root, (0, name, ["id", "m"], [0, 0, 20, 10] as [Double]?), (1, "DIV", ["id", "a"], [0, 0, 60, 40]),
      ]
      return try page(nodes, styles: ["", Self.styles(["display": display, "overflow": "hidden"]), Self.plain])
        .view("m")?.clips == true
    }
    for display in ["block", "flex", "inline-block", "grid", "table-cell", "list-item"] { #expect(try clips(display)) }
    for display in ["inline", "table-row", "table-row-group", "table", "contents", "ruby", "math"] {
      #expect(try !clips(display), "\(display)")
    }
    #expect(try !clips("block", name: "g"))
  }

  @Test(arguments: ["parentIndex", "nodeName", "attributes"])
  func `tables that do not fit each other are an error`(name: String) {
    #expect(throws: TreeError.self) {
      try page([root, (0, "P", [], [1, 1, 1, 1])]) { document in
        var nodes = document["nodes"] as! [String: Any]
        nodes[name] = Array((nodes[name] as! [Any]).dropLast())
        document["nodes"] = nodes
      }
    }
    #expect(throws: TreeError.self) { try page([root, (2, "P", [], nil), (1, "P", [], nil)]) }
    #expect(throws: TreeError.self) { try page([(-1, "#document", [], nil)]) }
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
