import ScrimCore
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 23, height: 17)

private func randomRect(_ numbers: inout SeededNumbers, in size: PixelSize = size) -> PixelRect {
  let left = Int.random(in: 0..<size.width, using: &numbers), top = Int.random(in: 0..<size.height, using: &numbers)
  return PixelRect(
    left: left, top: top, right: Int.random(in: left...size.width, using: &numbers),
    bottom: Int.random(in: top...size.height, using: &numbers))
}

private func randomRegion(_ numbers: inout SeededNumbers) -> Region {
  Region.union(
    of: (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
      let rect = randomRect(&numbers)
      return Region(
        PixelRect(left: rect.left, top: rect.top, right: min(rect.right, rect.left + 8), bottom: rect.bottom))
    })
}

/// What every region promises of its bands, so that equal pixels are equal values.
private func isCanonical(_ region: Region) -> Bool {
  let bandsFit = zip(region.bands, region.bands.dropFirst()).allSatisfy { upper, lower in
    upper.rows.upperBound < lower.rows.lowerBound
      || (upper.rows.upperBound == lower.rows.lowerBound && upper.spans != lower.spans)
  }
  return bandsFit
    && region.bands.allSatisfy { band in
      !band.rows.isEmpty && !band.spans.isEmpty && band.spans.allSatisfy { !$0.isEmpty }
        && zip(band.spans, band.spans.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
    }
}

@Suite struct RegionTests {
  @Test func `operations agree with a bitmap, pixel by pixel`() {
    var numbers = SeededNumbers(seed: 1)
    for _ in 0..<400 {
      let a = randomRegion(&numbers), b = randomRegion(&numbers)
      let first = PixelPicture(a, size: size).pixels, second = PixelPicture(b, size: size).pixels
      let results = [
        (a.union(b), first.union(second)), (a.intersection(b), first.intersection(second)),
        (a.subtracting(b), first.subtracting(second)),
      ]
      for (region, pixels) in results {
        #expect(PixelPicture(region, size: size).pixels == pixels)
        #expect(isCanonical(region))
        #expect(region.area == pixels.count)
        #expect(region.rects.reduce(0) { $0 + $1.width * $1.height } == pixels.count, "rectangles do not overlap")
        #expect(pixels.allSatisfy { region.contains(x: $0 % size.width, y: $0 / size.width) })
      }
    }
  }

  @Test func `the union of many is the union one by one, in any order`() {
    var numbers = SeededNumbers(seed: 2)
    for _ in 0..<60 {
      var regions = (0..<Int.random(in: 0...30, using: &numbers)).map { _ in Region(randomRect(&numbers)) }
      let oneByOne = regions.reduce(Region.empty) { $0.union($1) }
      #expect(Region.union(of: regions) == oneByOne)
      regions.shuffle(using: &numbers)
      #expect(Region.union(of: regions) == oneByOne)
    }
  }

  @Test func `bounds are the smallest box around all pixels`() {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<100 {
      let region = randomRegion(&numbers), rects = region.rects
      #expect(region.bounds == rects.reduce(PixelRect.empty) { $0.union($1) })
      #expect(region.isEmpty == rects.isEmpty)
    }
  }

  @Test(arguments: [(1, 1), (2, 2), (2, 1), (4, 3)])
  func `growing to blocks takes every block that is touched, and no other`(width: Int, height: Int) {
    var numbers = SeededNumbers(seed: 4)
    for _ in 0..<100 {
      let region = randomRegion(&numbers), pixels = PixelPicture(region, size: size).pixels
      let blocks = Set(pixels.map { [$0 % size.width / width, $0 / size.width / height] })
      let expected = PixelPicture(size: size) { x, y in blocks.contains([x / width, y / height]) }
      let grown = region.grown(to: ChromaGrid(columns: width, rows: height), within: size.rect)
      #expect(PixelPicture(grown, size: size) == expected)
      #expect(isCanonical(grown))
    }
  }

  @Test(arguments: [(4, 1, 3, 0), (2, 4, 1, 2), (1, 2, 0, 1), (2, 2, 0, 0)])
  func `growing to blocks that begin elsewhere takes every block that is touched, and no other`(
    columns: Int, rows: Int, left: Int, top: Int
  ) {
    var numbers = SeededNumbers(seed: 4)
    for _ in 0..<100 {
      let region = randomRegion(&numbers), pixels = PixelPicture(region, size: size).pixels
      // A block begins at `left`, and so does one a whole block before it.
      func block(_ x: Int, _ y: Int) -> [Int] { [(x - left + columns) / columns, (y - top + rows) / rows] }
      let blocks = Set(pixels.map { block($0 % size.width, $0 / size.width) })
      let expected = PixelPicture(size: size) { x, y in blocks.contains(block(x, y)) }
      let grid = ChromaGrid(columns: columns, rows: rows, left: left, top: top)
      let grown = region.grown(to: grid, within: size.rect)
      #expect(PixelPicture(grown, size: size) == expected)
      #expect(isCanonical(grown))
    }
  }

  @Test func `growing rounds outward left of the origin too`() {
    let picture = PixelRect(left: -8, top: -8, right: 8, bottom: 8)
    let region = Region(PixelRect(left: -3, top: -1, right: -2, bottom: 1))
    let grown = region.grown(to: ChromaGrid(columns: 2, rows: 2), within: picture)
    #expect(grown == Region(PixelRect(left: -4, top: -2, right: -2, bottom: 2)))
  }

  @Test func `ten thousand rectangles are united exactly`() {
    var numbers = SeededNumbers(seed: 5)
    let big = PixelSize(width: 300, height: 300)
    let rects = (0..<10_000).map { _ in
      let rect = randomRect(&numbers, in: big)
      return PixelRect(left: rect.left, top: rect.top, right: rect.left + 1, bottom: rect.top + 1)
    }
    let region = Region.union(of: rects.map { Region($0) })
    #expect(region.area == Set(rects).count)
    #expect(rects.allSatisfy { region.contains(x: $0.left, y: $0.top) })
    #expect(isCanonical(region))
  }
}
