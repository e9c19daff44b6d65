import ScrimCore
import Testing

@testable import ScrimRules

@Suite struct SelectorTests {
  @Test(arguments: [
    (":text(\"Caf\u{e9}\")", "at the Cafe\u{301} now"), ("[text*=\"Caf\u{e9}\"]", "Cafe\u{301}"),
    ("[text=\"Cafe\u{301}\"]", "Caf\u{e9}"), ("[text^=\"PIN\"]", "PIN\u{200d} 4831"),
    ("[text^=\"12.00 \"]", "12.00 \u{301}"), ("[text$=\"PIN\"]", "your PIN"), ("[text*=\"b\"]", "\u{e9}\u{0}b"),
    (":text(\"CAF\u{c9}\" i)", "cafe\u{301}"),
  ])
  func `texts that look alike are alike, however they were typed`(_ selector: String, _ text: String) throws {
    let screen = snapshot(window(Node("Label", "pin", text: text, bounds: Rect(x: 0, y: 0, width: 9, height: 9))))
    #expect(SelectorMatcher(screen).matches(try SelectorParser.parse(selector)).count == 1)
  }

  private let screen = snapshot(
    Node(
      "Window",
      children: [
        Node("Label", "greeting", text: "Hello"),
        Node("TextField", "com.example:id/pin", secure: true),
        Node("FancyLabel", "fancy", chain: ["Label", "View"]),
        Node(
          "Image", "photo",
          attributes: ["kind": .text(SensitiveText("acct-7")), "kinds": .text(SensitiveText("one two"))]),
        Node("Label", "note", text: "A Note to all", classes: ["public"]) { $0.role = "button" },
        Node(
          "CardView", "card",
          children: [
            Node("Label", "number", text: "4111", classes: ["pan", "wide"]),
            Node("Label", "currency", text: "EUR", classes: ["currency"]),
            Node("Group", "group", children: [Node("Label", "deep", label: "naïve Straße")]),
          ]),
        Node(
          "android.widget.EditText", "field", attributes: ["checked": .boolean(false), "lines": .integer(3)]
        ) { $0.hideInScreenshot = true },
      ]))

  @Test(arguments: [
    ("#photo", "photo"), ("#\"com.example:id/pin\"", "com.example:id/pin"),
    ("#'com.example:id/pin'", "com.example:id/pin"),
    ("#pin", "com.example:id/pin"), (#"#com\.example\:id\/pin"#, "com.example:id/pin"), (".pan", "number"),
    ("Label", "greeting fancy note number currency deep"), ("View", "fancy"), ("label", ""),
    ("EditText", "field"), ("android.widget.EditText", "field"), ("widget.EditText", ""), ("Label.pan.wide", "number"),
    ("Label.pan.narrow", ""), ("[kind]", "photo"), ("[kind=acct-7]", "photo"), ("[kind = 'acct-7' ]", "photo"),
    ("[kind^=\"acct-\"]", "photo"), ("[kind$=\"-7\"]", "photo"), ("[kind*=\"ct-\"]", "photo"), ("[kind^='']", ""),
    ("[kinds~=\"two\"]", "photo"), ("[kinds~=\"tw\"]", ""), ("[kind=\"ACCT-7\" i]", "photo"), ("[kind=\"ACCT-7\"]", ""),
    ("[role=button]", "note"), ("[secure]", "com.example:id/pin"), ("[secure=true]", "com.example:id/pin"),
    ("Image[secure=false]", "photo"), ("Image[hidden=unknown]", "photo"), ("[hidden]", ""),
    ("[hide_in_screenshot]", "field"),
    ("[checked]", ""), ("[checked=false]", "field"), ("[lines=3]", "field"), ("[lines=\"3\"].x", ""),
    ("Image[alpha=1]", "photo"), ("[text]", "greeting note number currency"), ("[class~=pan]", "number"),
    ("CardView Label", "number currency deep"), ("CardView > Label", "number currency"),
    ("CardView>Label", "number currency"),
    ("Window Group > Label", "deep"), ("CardView Group Label", "deep"), ("Label Label", ""),
    ("Label:not(.public)", "greeting fancy number currency deep"),
    (":not(Label, Window) > Label", "number currency deep"),
    ("CardView:has(.pan)", "card"), ("CardView:has(> .pan)", "card"), ("CardView:has(> #deep)", ""),
    ("CardView:has(Group > #deep)", "card"), ("Group:has(.pan), #photo", "photo"), (":has(> Group > Label)", "card"),
    (":is(#photo, .public)", "photo note"), (":is(Window) > :is(Image, CardView)", "photo card"),
    (":text(\"Note\")", "note"), (":text('note')", ""), (":text('note' i)", "note"), (":text('STRASSE' i)", ""),
    (":text('ï')", "deep"), ("#photo, .pan", "photo number"), (".pan, #photo", "photo number"),
    ("#photo,#photo", "photo"),
    ("*", "Window greeting com.example:id/pin fancy photo note card number currency group deep field"),
    ("*.pan", "number"),
    (#"#\70 hoto"#, "photo"), ("#none", ""),
  ])
  func `a selector matches exactly these views`(_ source: String, _ wanted: String) throws {
    let found = SelectorMatcher(screen).matches(try SelectorParser.parse(source))
    #expect(screen.names(found) == wanted.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("", "expected a selector, found the end at character 1"),
    ("#pin >", "expected a selector, found the end at character 7"),
    ("[a", "expected ']' or one of = ^= $= *= ~=, found the end at character 3"),
    ("[", "expected an attribute's name after '[', found the end at character 2"),
    ("[a=]", "expected a value after '=', found ']' at character 4"),
    ("[a='b]", "the quoted text does not end at character 4"),
    ("#", "expected an id after '#', found the end at character 2"),
    (".", "expected a class name after '.', found the end at character 2"),
    ("a,", "expected a selector, found the end at character 3"),
    ("a + b", "the combinator '+' is not supported (there are blank and '>') at character 3"),
    ("a)", "expected ',' or the end of the selector, found ')' at character 2"),
    (":not(a", "expected ')', found the end at character 7"),
    (":txt('a')", "there is no ':txt'; did you mean 'text'? at character 2"),
    (
      "#com.example:id/pin",
      "there is no ':id' (an id with punctuation is quoted, as in #\"com.example:id/pin\") at character 14"
    ),
    (":text(a)", "expected a quoted text, found 'a' at character 7"),
  ])
  func `what is no selector says where and what was expected`(_ source: String, _ message: String) {
    let error = #expect(throws: SelectorError.self) { try SelectorParser.parse(source) }
    #expect(error?.message == message)
  }

  @Test func `brackets without end are refused`() {
    let deep = String(repeating: ":not(", count: 100) + "a" + String(repeating: ")", count: 100)
    #expect(throws: SelectorError.self) { try SelectorParser.parse(deep) }
    #expect(throws: SelectorError.self) { try SelectorParser.parse(String(repeating: "a ", count: 10_000)) }
  }

  @Test func `a tree of a hundred thousand levels is matched in views times parts`() throws {
    var builder = SnapshotBuilder()
    for level in 0..<100_000 {
      var view = View(type: level % 2 == 0 ? "Even" : "Odd", bounds: .noArea(nil))
      if level == 99_999 { view.id = "leaf" }
      builder.open(view)
    }
    let matcher = SelectorMatcher(builder.finish(scale: 1))
    let selector = try SelectorParser.parse("Even:has(> Odd):has(#leaf) Odd:not(Odd Odd Odd), Even Even > #leaf")
    #expect(matcher.matches(selector) == [1, 3, 99_999])
    let cost = matcher.takeCost()
    #expect(cost > 100_000 && cost < 3_000_000)
  }

  @Test func `permuting siblings permutes the matches and changes nothing else`() throws {
    let nodes = [
      Node("A", "1", children: [Node("B", "2", classes: ["x"])]), Node("A", "3", children: [Node("C", "4")]),
      Node("B", "5", classes: ["x"]), Node("A", "6", children: [Node("A", "7", children: [Node("B", "8")])]),
    ]
    let sources = ["A > B", "A B", "A:has(B)", "A:not(:has(.x))", ":is(A, B).x", "A A, .x", "A:has(> A > B)"]
    for source in sources {
      let selector = try SelectorParser.parse(source)
      var results = Set<[String]>()
      for shift in nodes.indices {
        let tree = snapshot(Node("Window", children: Array(nodes[shift...] + nodes[..<shift])))
        results.insert(tree.names(SelectorMatcher(tree).matches(selector)).sorted())
      }
      #expect(results.count == 1, "\(source)")
    }
  }
}
