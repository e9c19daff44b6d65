import ScrimCore
import Testing

@Suite struct `Paths as bytes` {
  @Test(arguments: [
    ("a/b/c.png", "a/b", "c.png", "c"), ("a/b/", "a", "b", "b"), ("a//b", "a", "b", "b"), ("/a", "/", "a", "a"),
    ("/", "/", "/", "/"), ("a", ".", "a", "a"), ("", ".", "", ""), ("a/..", "a", "..", "."),
    (".hidden", ".", ".hidden", ".hidden"),
    ("a.b.c", ".", "a.b.c", "a.b"),
  ]) func `a path has a parent, a name and a stem`(path: String, parent: String, name: String, stem: String) {
    let path = BytePath(path)
    #expect(path.parent == BytePath(parent))
    #expect(path.lastComponent == BytePath(name))
    if name != ".." { #expect(path.stem == BytePath(stem)) }
  }

  @Test func `names are joined with one slash`() {
    #expect(BytePath("a") / "b" == "a/b")
    #expect(BytePath("a/") / "b" == "a/b")
    #expect(BytePath("/") / "b" == "/b")
    #expect(BytePath("") / "b" == "b")
  }

  @Test(arguments: [
    ("a.png", true), ("a.PnG", true), (".png", false), ("png", false), ("a.png.bak", false), ("d.png/x", false),
  ])
  func `an ending is told in either case`(name: String, isPNG: Bool) {
    #expect(BytePath(name).hasExtension("png") == isPNG)
  }

  @Test func `two forms of one letter are two names`() {
    #expect("e\u{301}" == "\u{e9}")
    #expect(BytePath("e\u{301}") != BytePath("\u{e9}"))
  }

  @Test(arguments: [
    ("Größe 屏幕🎬.png", "Größe 屏幕🎬.png"), ("a\nb\u{1b}[2J", "a\\nb\\u{1B}[2J"), ("a\\n", "a\\\\n"),
    ("x\u{202e}y", "x\\u{202E}y"),
  ]) func `what would break a line or steer a terminal is escaped`(name: String, shown: String) {
    #expect(BytePath(name).description == shown)
  }

  @Test func `bytes that are no UTF-8 are shown as numbers`() {
    #expect(BytePath(bytes: [0x61, 0xff, 0xc3, 0x28, 0xe2, 0x82, 0x05]).description == "a\\xff\\xc3(\\xe2\\x82\\u{05}")
  }

  @Test func `a zero ends a path`() {
    #expect(BytePath(bytes: [0x61, 0, 0x62]) == "a")
  }
}
