import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

/// What holds for every format alike.
@Suite struct FormatTests {
  @Test(arguments: SmallTree.all)
  func `a tree is recognised by its own format alone, and read whole`(tree: SmallTree) throws {
    let file = try TreeFile(Array(tree.text.utf8))
    #expect(ViewFormats.trees.filter { $0.recognises(file) }.map { $0.name } == [tree.format])
    let snapshot = try tree.read()
    #expect(snapshot.views.count == tree.count)
    #expect(snapshot.unreadable.isEmpty)
    #expect(snapshot.hasWindows)
  }

  @Test func `there is a small tree of every format`() {
    #expect(SmallTree.all.map(\.format).sorted() == ViewFormats.trees.map { $0.name }.sorted())
  }

  @Test(arguments: SmallTree.all.filter { $0.format != "dom-snapshot" })
  func `the secret field counts as secure, also where it is said to be invisible`(tree: SmallTree) throws {
    let secure = try tree.read().views.filter(\.countsAsSecure)
    #expect(!secure.isEmpty)
    #expect(secure.allSatisfy { if case .rect = $0.bounds { true } else { false } })
  }

  @Test(arguments: SmallTree.all)
  func `a picture that is turned is refused, whatever scale is given`(tree: SmallTree) throws {
    guard tree.picture.width != tree.picture.height else { return }
    let turned = PixelSize(width: tree.picture.height, height: tree.picture.width)
    for scale in [nil, 1.0] {
      #expect(throws: TreeError.self) {
        // RICO's grid turns with the picture; its root does not.
        try TreeFile(Array(tree.text.utf8)).snapshot(format: nil, picture: turned, scale: scale)
      }
    }
  }

  @Test(arguments: [
    "<hierarchy/>", "<AppiumAUT/>", "[]", "null", "{}", #"{"views":[],"foreground_activity":"a"}"#,
    #"{"rendering_system":"UIKIT","windows":[]}"#, #"{"activity_name":"a","activity":{"root":null}}"#,
    #"{"elements":[],"backend":"x"}"#, #"{"elements":3,"backend":"x"}"#, #"{"value":null}"#, #"{"value":"<"}"#,
  ])
  func `an empty tree is an error`(text: String) {
    #expect(problem(text, 200, 400, scale: 1) != nil)
  }

  @Test func `the source in an answer of a WebDriver server is read`() throws {
    for tree in SmallTree.all where tree.text.contains("<") {
      let text = tree.text.replacing("\n", with: " ").replacing("\"", with: "\\\"")
      #expect(try tree.read(Array(#"{"sessionId":"1","value":"\#(text)"}"#.utf8)).views.count == tree.count)
    }
  }

  @Test(arguments: SmallTree.all)
  func `what is cut off anywhere is an error`(tree: SmallTree) {
    let bytes = Array(tree.text.utf8)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: TreeError.self) { try tree.read(Array(bytes[..<count])) }
    }
  }

  /// Every node has a mark in the file; a reader that loses one says so.
  @Test(arguments: SmallTree.all)
  func `damage neither ends the program nor makes a tree shorter without a word`(tree: SmallTree) {
    var random = SeededNumbers(seed: 7)
    let pieces = ["[", "]", "{", "}", "\"", ",", ":", "null", "-1", "9", "e9", "[]", "{}", "<a/>", "/>", "x", "\u{0}"]
    for _ in 0..<500 {
      var bytes = Array(tree.text.utf8)
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0..<3, using: &random))
        bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random)!.utf8)
      }
      do throws(TreeError) {
        let snapshot = try tree.read(bytes)
        #expect(snapshot.views.allSatisfy { if case .rect(let box) = $0.bounds { box.isFinite } else { true } })
        // A page's node of an unknown kind is a comment or the like.
        guard tree.format != "dom-snapshot" else { continue }
        let isWhole = snapshot.views.count >= tree.count || !snapshot.unreadable.isEmpty
        #expect(isWhole, "\(String(decoding: bytes, as: UTF8.self))")
      } catch {
        #expect(!error.problem.isEmpty)
      }
    }
  }

  @Test(arguments: SmallTree.all)
  func `what is wrong is said without any text of a view`(tree: SmallTree) {
    let canary = "CANARY49291234"
    let hurt = [
      ("\"0000\"", "\"\(canary)\" \(canary)"), ("\"••••\"", "\"\(canary)\" \(canary)"), ("bounds", canary),
      ("type", canary), ("parent", canary), ("UIKIT", canary), ("width", canary), ("children", canary),
      ("class", canary),
      ("[0,0]", "[\(canary)]"), ("\"pin\"", "\"\(canary)\"}"), ("root", canary), ("0", "\"\(canary)\""),
    ]
    for (old, new) in hurt {
      let text = tree.text.replacing(old, with: new)
      for scale in [nil, 2.0] {
        let problem = problem(text, tree.picture.width, tree.picture.height + 3, scale: scale)
        #expect(problem?.contains("CANARY") != true)
      }
    }
  }

  @Test(arguments: SmallTree.all)
  func `numbers beyond all screens end nothing`(tree: SmallTree) throws {
    for number in ["1e308", "-1e308", "1e999", "99999999999999999999", "-9223372036854775808"] {
      for old in ["200", "100", "190", "90", "1440", "850"] {
        let text = tree.text.replacing(old, with: number)
        for scale in [nil, 1e300, 1e-300] {
          guard let snapshot = try? read(text, tree.picture.width, tree.picture.height, scale: scale) else { continue }
          #expect(snapshot.views.allSatisfy { if case .rect(let box) = $0.bounds { box.isFinite } else { true } })
        }
      }
    }
  }

  @Test(arguments: [3000, 20_000])
  func `trees of any depth are read to their end`(depth: Int) throws {
    let xml = #"<XCUIElementTypeOther type="XCUIElementTypeOther" x="0" y="0" width="100" height="200">"#
    let elements = String(repeating: xml, count: depth) + String(repeating: "</XCUIElementTypeOther>", count: depth)
    #expect(try read(elements, 200, 400).views.count == depth)
    let node = #"{"attributes":{"bounds":"[0,0][100,200]"},"children":["#
    let nodes = String(repeating: node, count: depth) + String(repeating: "]}", count: depth)
    #expect(try read(nodes, 200, 400).views.count == depth)
    let links = (0..<depth).map { index in
      #"{"parent":\#(index - 1),"children":[\#(index + 1 < depth ? "\(index + 1)" : "")],"bounds":[[0,0],[200,400]]}"#
    }
    let state = #"{"foreground_activity":"a","views":[\#(links.joined(separator: ","))]}"#
    #expect(try read(state, 200, 400).views.count == depth)
  }
}
