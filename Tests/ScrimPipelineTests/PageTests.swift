import ScrimCore
import ScrimTestSupport
import Testing

/// Pages of a browser, whose boxes tell less of what is painted than they seem to.
struct PageTests {
  private static let secret = region(10, 20, 90, 40)
  private static let root = SmallPage.Node(-1, "#document", [], [0, 0, 100, 200])
  /// All that was once asked for to tell what covers, of a white block that nothing turns, cuts or blends.
  private static let white =
    "visible;1;block;visible;0px;rgb(255, 255, 255);none;static;none;none;none;none;none;auto;none;none;none;normal;"
    + "border-box;none;visible"

  private func hidden(_ page: SmallPage, rules: String) throws -> Region {
    try Screen.hidden("f0.json", String(decoding: SmallPage.file(of: [page]), as: UTF8.self), rules: rules)
  }

  @Test(arguments: [[0, 1, 3, 4], [0, 1, 1, 2]])
  func `a white block with a higher number clears nothing: the number does not say that it is in front`(
    orders: [Int]
  ) throws {
    let nodes = [
      Self.root, .init(0, "DIV", [], [0, 10, 100, 60]), .init(1, "P", ["id", "secret"], [10, 20, 80, 20]),
      .init(1, "DIV", ["id", "bg"], [0, 10, 100, 60]),
    ]
    let page = SmallPage(nodes, styles: ["", Self.white, Self.white, Self.white], paintOrders: orders)
    #expect(try hidden(page, rules: ##"return { hide = { { "#secret" } } }"##) == Self.secret)
  }

  @Test func `a mark of touches over a hidden pad is neither shown nor does it stick out`() throws {
    let nodes = [
      Self.root, .init(0, "DIV", ["id", "pad"], [10, 20, 80, 20]),
      .init(1, "DIV", ["id", "mark", "class", "tap-indicator"], [84, 24, 12, 12]),
    ]
    #expect(
      try hidden(SmallPage(nodes), rules: ##"return { hide = { { "#pad" } }, show = { "#mark" } }"##)
        == Self.secret.union(region(84, 24, 96, 36)))
  }

  @Test func `a shown box with a higher number opens what is around it, and not the text beside it`() throws {
    let nodes = [
      Self.root, .init(0, "DIV", ["id", "card"], [0, 10, 100, 60]), .init(1, "P", [], [10, 20, 80, 20]),
      .init(1, "DIV", ["id", "bg"], [0, 30, 100, 20]),
    ]
    let page = SmallPage(nodes, styles: ["", Self.white, Self.white, Self.white], paintOrders: [0, 1, 3, 4])
    let card = region(0, 10, 100, 70), shown = region(0, 30, 100, 50)
    #expect(
      try hidden(page, rules: ##"return { hide = { { "#card" } }, show = { "#bg" } }"##)
        == card.subtracting(shown).union(Self.secret))
  }
}
