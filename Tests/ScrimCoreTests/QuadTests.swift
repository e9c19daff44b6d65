import Foundation
import ScrimCore
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 40, height: 32)

/// How far a convex shape and a pixel's square are apart along the axis that separates them best; below zero they
/// overlap by that much.
private func gap(between corners: [Point], x: Int, y: Int) -> Double {
  let square = [(0, 0), (1, 0), (1, 1), (0, 1)].map { Point(x: Double(x + $0.0), y: Double(y + $0.1)) }
  var axes = [Point(x: 1, y: 0), Point(x: 0, y: 1)]
  for (p, q) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
    let length = hypot(q.x - p.x, q.y - p.y)
    if length > 0 { axes.append(Point(x: (p.y - q.y) / length, y: (q.x - p.x) / length)) }
  }
  return axes.map { axis in
    let a = corners.map { $0.x * axis.x + $0.y * axis.y }, b = square.map { $0.x * axis.x + $0.y * axis.y }
    return max(a.min()! - b.max()!, b.min()! - a.max()!)
  }.max()!
}

private func isInside(_ corners: [Point], _ point: Point, slack: Double) -> Bool {
  let sides = zip(corners, corners.dropFirst() + corners.prefix(1)).map { p, q in
    ((q.x - p.x) * (point.y - p.y) - (q.y - p.y) * (point.x - p.x)) / max(hypot(q.x - p.x, q.y - p.y), 1e-12)
  }
  return sides.allSatisfy { $0 >= -slack } || sides.allSatisfy { $0 <= slack }
}

private func randomTransform(_ numbers: inout SeededNumbers) -> Transform {
  let angle = Double.random(in: 0..<2 * .pi, using: &numbers), scale = Double.random(in: 0.2...1.6, using: &numbers)
  let skew = Double.random(in: -0.6...0.6, using: &numbers)
  return Transform(a: scale * cos(angle), b: scale * sin(angle), c: -sin(angle) + skew, d: cos(angle), tx: 0, ty: 0)
}

private func randomQuad(_ numbers: inout SeededNumbers) -> Quad {
  let rect = Rect(
    x: .random(in: -8...38, using: &numbers), y: .random(in: -8...30, using: &numbers),
    width: .random(in: 0.01...20, using: &numbers), height: .random(in: 0.01...14, using: &numbers))
  let centre = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
  return Quad(rect, under: randomTransform(&numbers).about(centre))
}

@Suite struct QuadTests {
  @Test func `every pixel that a quad meets is in, and none that is farther away than a ring`() {
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<60 {
      let quad = randomQuad(&numbers), region = quad.touchedPixels(within: size.rect),
        picture = PixelPicture(region, size: size)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let gap = gap(between: quad.corners, x: x, y: y), isIn = picture.pixels.contains(y * size.width + x)
          if gap < -1e-9 { #expect(isIn, "(\(x), \(y)) of \(quad)") }
          if gap > 1 { #expect(!isIn, "(\(x), \(y)) of \(quad)") }
        }
      }
      #expect(quad.touchedBox(within: size.rect).contains(region.bounds))
    }
  }

  @Test func `covered pixels lie inside entirely, and all that surely do are there`() {
    var numbers = SeededNumbers(seed: 12)
    for _ in 0..<60 {
      let quad = randomQuad(&numbers), covered = PixelPicture(quad.coveredPixels(within: size.rect), size: size)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let square = [(0, 0), (1, 0), (1, 1), (0, 1)].map { Point(x: Double(x + $0.0), y: Double(y + $0.1)) }
          let isIn = covered.pixels.contains(y * size.width + x)
          if isIn { #expect(square.allSatisfy { isInside(quad.corners, $0, slack: 1e-6) }) }
          if square.allSatisfy({ isInside(quad.corners, $0, slack: -1e-6) }) { #expect(isIn) }
        }
      }
    }
  }

  @Test func `a quad turned by a right angle is an upright box, exactly`() {
    let quad = Quad(
      Rect(x: 10, y: 10, width: 8, height: 4),
      under: Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0).about(Point(x: 14, y: 12)))
    #expect(quad.isUpright)
    let box = Region(PixelRect(left: 12, top: 8, right: 16, bottom: 16))
    #expect(quad.touchedPixels(within: size.rect) == box)
    #expect(quad.coveredPixels(within: size.rect) == box)
  }

  @Test(arguments: [0.4, 1e-9, 1e-300])
  func `a sliver of a quad gets a pixel, turned or not`(width: Double) {
    let rect = Rect(x: 9, y: 9, width: width, height: width)
    let turned = Transform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0, ty: 0).about(Point(x: 9, y: 9))
    #expect(Quad(rect).touchedPixels(within: size.rect).contains(x: 9, y: 9))
    #expect(Quad(rect, under: turned).touchedPixels(within: size.rect).contains(x: 9, y: 9))
  }

  @Test func `quads beyond all measure hide too much rather than too little`() {
    let turned = Transform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0, ty: 0)
    let huge = Quad(Rect(x: -1e18, y: -1e18, width: 2e18, height: 2e18), under: turned)
    #expect(huge.touchedPixels(within: size.rect) == Region(size.rect))
    #expect(huge.coveredPixels(within: size.rect).isEmpty)
    let overflowing = Quad(Rect(x: -1.5e308, y: 0, width: 1.5e308, height: 9), under: .translation(x: 1e308, y: 0))
    #expect(overflowing.touchedPixels(within: size.rect) == Region(PixelRect(left: 0, top: 0, right: 40, bottom: 9)))
  }

  @Test func `the polygon around two boxes is what the one sweeps on its way to the other`() {
    var numbers = SeededNumbers(seed: 13)
    for _ in 0..<60 {
      let from = Rect(
        x: .random(in: 0...30, using: &numbers), y: .random(in: 0...24, using: &numbers), width: 5, height: 4)
      let to = Rect(
        x: .random(in: 0...30, using: &numbers), y: .random(in: 0...24, using: &numbers), width: 9, height: 2)
      let swept = ConvexPolygon(around: Quad(from).corners + Quad(to).corners).touchedPixels(within: size.rect)
      for step in 0...16 {
        let share = Double(step) / 16
        func between(_ a: Double, _ b: Double) -> Double { a + share * (b - a) }
        let there = Rect(
          x: between(from.x, to.x), y: between(from.y, to.y), width: between(from.width, to.width),
          height: between(from.height, to.height))
        #expect(Region(there.roundedOutward(within: size.rect)).subtracting(swept).isEmpty)
      }
    }
  }

  @Test func `a polygon that is an upright box covers that box and no ring around it`() {
    let boxes = [Rect(x: 3, y: 4, width: 5, height: 6), Rect(x: 13, y: 4, width: 5, height: 6)]
    let swept = ConvexPolygon(around: boxes.flatMap { Quad($0).corners })
    #expect(swept.corners.count == 4)
    #expect(swept.touchedPixels(within: size.rect) == Region(PixelRect(left: 3, top: 4, right: 18, bottom: 10)))
  }

  @Test func `a polygon of one point or one line has the pixels that it touches`() {
    let point = ConvexPolygon(around: [Point(x: 3.5, y: 4.5), Point(x: 3.5, y: 4.5)])
    #expect(point.touchedPixels(within: size.rect) == Region(PixelRect(left: 3, top: 4, right: 4, bottom: 5)))
    let line = ConvexPolygon(around: [Point(x: 2.5, y: 1.5), Point(x: 2.5, y: 7.5), Point(x: 2.5, y: 4.5)])
    #expect(line.touchedPixels(within: size.rect) == Region(PixelRect(left: 2, top: 1, right: 3, bottom: 8)))
    #expect(line.coveredPixels(within: size.rect).isEmpty)
  }
}
