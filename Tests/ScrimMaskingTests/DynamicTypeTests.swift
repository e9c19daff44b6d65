import ScrimCore
import Testing

@testable import ScrimPlaceholders

/// The table of type sizes, and what becomes of it in pixels.
struct DynamicTypeTests {
  @Test(arguments: TextStyle.allCases)
  func `sizes never shrink with the content size, and leading has room for the letters`(style: TextStyle) {
    let row = ContentSize.allCases.map(style.metrics(at:))
    for (smaller, larger) in zip(row, row.dropFirst()) {
      #expect(smaller.size <= larger.size && smaller.leading <= larger.leading)
    }
    #expect(row.allSatisfy { Double($0.leading) >= 1.16 * Double($0.size) })
    #expect(row.allSatisfy { $0.size >= 11 })
  }

  @Test(arguments: ContentSize.allCases)
  func `a style is never larger than the one above it, but headline equals body`(size: ContentSize) {
    let column = TextStyle.allCases.map { $0.metrics(at: size).size }
    for (above, below) in zip(column, column.dropFirst()) { #expect(above >= below) }
    #expect(TextStyle.headline.metrics(at: size) == TextStyle.body.metrics(at: size))
  }

  @Test func `the four smallest styles stop at 11 or 12 points`() {
    let smallest = [TextStyle.subhead, .footnote, .caption1, .caption2].map { $0.metrics(at: .extraSmall).size }
    #expect(smallest == [12, 12, 11, 11])
  }

  @Test func `size and leading are multiplied by the scale, and the leading is rounded after that`() {
    var overlay = Overlay(size: PixelSize(width: 1170, height: 2532), scale: 3)
    overlay.textStyle = .title1
    #expect(overlay.fullSize == 84)
    #expect(overlay.leading(at: overlay.fullSize) == 102)
    overlay.contentSize = .accessibilityExtraExtraExtraLarge
    #expect(overlay.fullSize == 174)
    #expect(overlay.leading(at: overlay.fullSize) == 204)
    overlay.scale = 1.5
    (overlay.textStyle, overlay.contentSize) = (.subhead, .small)
    #expect(overlay.fullSize == 19.5)
    #expect(overlay.leading(at: overlay.fullSize) == 27)
    #expect(overlay.leastSize == 16.5)
  }
}
