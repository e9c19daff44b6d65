import ScrimCore
import ScrimPlaceholders
import Testing

@testable import ScrimMasking

/// Labels on masks: they are drawn, they differ, they stay inside, and they do not depend on who draws them.
struct OverlayTextTests {
  static let size = PixelSize(width: 200, height: 90)
  static let region = box(21, 17, 151, 51)
  static let rgb = PixelFormat(.rgb, bitDepth: 8)

  static let texts = [
    "Amount", "Name", "مبلغ الحساب", "金額は非表示です", "चालू खाता",
    String(repeating: "A text that is far too long for its small region ", count: 9),
    String(repeating: "unbreakable", count: 40), "two\nlines", "W",
  ]

  static func overlay(_ text: String, _ width: Int, _ height: Int, scale: Double = 1) -> Overlay {
    var overlay = Overlay(size: PixelSize(width: width, height: height), scale: scale)
    overlay.text = text
    return overlay
  }

  @Test(arguments: StyleName.allCases)
  func `different words look different`(name: StyleName) {
    var pictures = [[UInt8]]()
    for text in [nil] + Self.texts {
      let after = masked(
        plain(Self.size, Self.rgb, Colour(0xFF00FF)), plan(Self.size, redaction(name, Self.region) { $0.text = text }))
      #expect(after.failure == nil)
      #expect(!pictures.contains(after.bytes), "\(text ?? "nothing") looks like another text")
      pictures.append(after.bytes)
    }
  }

  @Test(arguments: StyleName.allCases, [(TextAlignment.left, 4.0), (.center, 1.0), (.right, 0.2)])
  func `a label never leaves its region`(name: StyleName, place: (align: TextAlignment, scale: Double)) {
    let before = Picture(plain(Self.size, Self.rgb, Colour(0xFF00FF)))
    for (index, text) in Self.texts.enumerated() {
      let symbols = RedactionStyle.Symbol.allCases
      let redaction = redaction(name, Self.region) {
        ($0.text, $0.align, $0.symbol) = (text, place.align, symbols[index % symbols.count])
      }
      let after = masked(plain(Self.size, Self.rgb, Colour(0xFF00FF)), plan(Self.size, scale: place.scale, redaction))
      #expect(after.isSame(as: before, outside: Self.region))
    }
  }

  @Test func `a label stands where its alignment says`() throws {
    func middle(_ align: TextAlignment, _ text: String) throws -> Int {
      var overlay = Self.overlay(text, 300, 60)
      overlay.align = align
      let bounds = try #require(try overlay.rendered()).bounds
      return (bounds.left + bounds.right) / 2
    }
    // Left is left in every script.
    for text in ["Amount", "مبلغ"] {
      #expect(try middle(.left, text) < 75)
      #expect(try abs(middle(.center, text) - 150) <= 2)
      #expect(try middle(.right, text) > 225)
    }
  }

  @Test func `words shrink down to 11 points, then they end in an ellipsis`() throws {
    // At 17 points these words need more room than a line of this width has; at 11 points they fit.
    let words = "Account balance"
    let free = try #require(try Self.overlay(words, 400, 40).rendered())
    let shrunk = try #require(try Self.overlay(words, 110, 22).rendered())
    #expect(shrunk.bounds.width < free.bounds.width)
    // Beyond that, longer texts are cut: they look the same.
    let long = try Self.overlay(words + " " + String(repeating: "and more ", count: 20), 110, 22).rendered()
    let longer = try Self.overlay(words + " " + String(repeating: "and more ", count: 30), 110, 22).rendered()
    #expect(long == longer)
    #expect(long != shrunk)
  }

  @Test(arguments: [(1, 1), (3, 40), (40, 5), (8, 8), (5, 300)])
  func `a region without room for a letter gets none`(width: Int, height: Int) throws {
    #expect(try Self.overlay("Amount", width, height).rendered() == nil)
  }

  @Test func `a text without end ends`() throws {
    #expect(try Self.overlay(String(repeating: "word ", count: 200_000), 300, 300).rendered() != nil)
  }

  @Test func `size follows the text style, the content size and the scale`() throws {
    func height(_ style: TextStyle, _ content: ContentSize, _ scale: Double) throws -> Int {
      var overlay = Self.overlay("H", 800, 800, scale: scale)
      (overlay.textStyle, overlay.contentSize) = (style, content)
      let drawn = try #require(try overlay.rendered())
      let rows = (0..<drawn.bounds.height).filter { y in
        drawn.coverage[y * drawn.bounds.width..<(y + 1) * drawn.bounds.width].contains { $0 > 127 }
      }
      return rows.count
    }
    let body = try height(.body, .large, 1)
    #expect(try height(.title1, .large, 1) > body)
    #expect(try height(.body, .extraLarge, 1) > body)
    #expect(try abs(height(.body, .large, 10) - 10 * body) <= 10)
  }

  @Test func `the bytes do not depend on the thread`() async throws {
    let overlay = Self.overlay("Amount مبلغ", 300, 60)
    let here = try overlay.rendered()
    await withTaskGroup(of: CoverageBitmap?.self) { group in
      for _ in 0..<16 { group.addTask { try? overlay.rendered() } }
      for await there in group { #expect(there == here) }
    }
  }

  @Test func `many threads with one masker get the same masks`() async {
    let masker = Masker(seed: 5)
    let plan = plan(
      Self.size, redaction(.card, Self.region) { $0.text = "Amount" }, redaction(.noise, box(0, 0, 20, 17)))
    let here = masked(plain(Self.size, Self.rgb, Colour(0xFF00FF)), plan)
    await withTaskGroup(of: Picture.self) { group in
      for _ in 0..<16 { group.addTask { masked(plain(Self.size, Self.rgb, Colour(0xFF00FF)), plan, by: masker) } }
      for await there in group { #expect(there == here) }
    }
  }

  @Test func `symbols differ and stay in their square`() throws {
    var seen = Set<[UInt8]>()
    for symbol in [RedactionStyle.Symbol.lock, .eye_slash, .shield] {
      var overlay = Overlay(size: PixelSize(width: 60, height: 60), scale: 1)
      overlay.symbol = symbol
      let drawn = try #require(try overlay.rendered())
      let ink = drawn.coverage.reduce(0) { $0 + Int($1) } / 255
      #expect(ink > drawn.coverage.count / 8 && ink < drawn.coverage.count * 3 / 4)
      seen.insert(drawn.coverage)
    }
    #expect(seen.count == 3)
  }

  @Test(arguments: [0x000000, 0xFFFFFF, 0x0A84FF, 0x808080, 0xFFCC00, 0x1C1C1E] as [UInt32])
  func `an automatic text colour can be read on its ground`(ground: UInt32) {
    #expect(Colour(ground).contrast(with: Colour(ground).readable) >= 4.5)
  }

  @Test func `a text colour is taken, and a translucent one is blended with its ground`() {
    func darkest(_ colour: ColourChoice) -> [Int]? {
      masked(
        plain(Self.size, Self.rgb, Colour(0xFF00FF)),
        plan(
          Self.size, scale: 3,
          redaction(.solid, box(0, 0, 200, 90)) {
            ($0.text, $0.color, $0.textColor) = ("I", .fixed(Colour(0xFFFFFF)), colour)
          })
      ).colours(Self.size.rect).min { $0[0] < $1[0] }
    }
    #expect(darkest(.fixed(Colour(0x204060))) == [0x20, 0x40, 0x60])
    // 60 % of #3C3C43 over white.
    #expect(darkest(.system(.secondaryLabel)) == [0x8A, 0x8A, 0x8E])
  }
}
