import ScrimCore
import Testing

private let picture = PixelSize(width: 100, height: 80).rect

@Suite struct RectTests {
  @Test func `rounding outward takes every pixel that is met, and nothing beside it`() {
    let fractional = Rect(x: 10.3, y: 20.7, width: 30.1, height: 5.8)
    #expect(fractional.roundedOutward(within: picture) == PixelRect(left: 10, top: 20, right: 41, bottom: 27))
    let whole = Rect(x: 10, y: 20, width: 30, height: 5)
    #expect(whole.roundedOutward(within: picture) == PixelRect(left: 10, top: 20, right: 40, bottom: 25))
  }

  @Test(arguments: [(10.4, 0.3), (10.0, 1e-20), (10.0, 0.2), (10.999, 1e-20)])
  func `what is narrower than a pixel gets the pixel that it lies in`(x: Double, width: Double) {
    let rect = Rect(x: x, y: 5.5, width: width, height: 1e-20)
    #expect(rect.roundedOutward(within: picture) == PixelRect(left: 10, top: 5, right: 11, bottom: 6))
  }

  @Test func `boxes are clamped to the picture, however far they reach`() {
    let far = Rect(x: -1e300, y: -3e9, width: 2e300, height: 6e9)
    #expect(far.roundedOutward(within: picture) == picture)
    #expect(Rect(x: 1e300, y: 0, width: 9, height: 9).roundedOutward(within: picture) == .empty)
    #expect(
      Rect(x: -25.5, y: 79.5, width: 26, height: 9).roundedOutward(within: picture)
        == PixelRect(left: 0, top: 79, right: 1, bottom: 80))
  }

  @Test func `rounding inward takes whole pixels only`() {
    let fractional = Rect(x: 10.3, y: 20.7, width: 30.1, height: 5.8)
    #expect(fractional.roundedInward(within: picture) == PixelRect(left: 11, top: 21, right: 40, bottom: 26))
    #expect(Rect(x: 10.2, y: 0, width: 0.6, height: 80).roundedInward(within: picture) == .empty)
  }

  @Test func `a product that misses a whole pixel by its last bits is inside`() {
    let scale = 1080.0 / 414
    let window = Rect(x: 0, y: 0, width: 414, height: 736).scaled(by: scale)
    let size = PixelSize(width: 1080, height: 1920)
    #expect(window.roundedInward(within: size.rect) == size.rect)
    #expect(Rect(x: 0, y: 0, width: 99.999, height: 80).roundedInward(within: picture).right == 99)
  }

  @Test func `numbers too large for fractions of a pixel remove nothing`() {
    #expect(Rect(x: -1e18, y: 0, width: 1e18 + 50, height: 80).roundedInward(within: picture) == .empty)
  }

  @Test func `a transform about a centre leaves the centre where it is`() {
    let turn = Transform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0).about(Point(x: 7, y: 9))
    #expect(turn.applied(to: Point(x: 7, y: 9)) == Point(x: 7, y: 9))
    #expect(turn.applied(to: Point(x: 8, y: 9)) == Point(x: 7, y: 11))
  }

  @Test(arguments: [
    Transform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0), Transform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0),
    Transform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0), Transform(a: 1, b: 0, c: 0, d: 1, tx: .infinity, ty: 0),
    Transform(a: 1e200, b: 0, c: 0, d: 1e200, tx: 0, ty: 0),
  ])
  func `maps that lose an area or are not finite are not invertible`(transform: Transform) {
    #expect(!transform.isInvertible)
  }
}
