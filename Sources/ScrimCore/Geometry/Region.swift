/// A set of pixels, as bands of rows that have the same spans.
///
/// Bands are ordered by `rows`, do not overlap, and are never empty; the spans of a band are ordered, do not touch, and
/// are never empty; bands that touch differ in their spans. So two regions of the same pixels compare equal.
public struct Region: Hashable, Sendable {
  public struct Band: Hashable, Sendable {
    public var rows: Range<Int>
    public var spans: [Range<Int>]
  }

  public private(set) var bands: [Band]

  public static let empty = Region(bands: [])

  public init(_ rect: PixelRect) {
    bands = rect.isEmpty ? [] : [Band(rows: rect.top..<rect.bottom, spans: [rect.left..<rect.right])]
  }

  fileprivate init(bands: [Band]) {
    self.bands = bands
  }

  public var isEmpty: Bool { bands.isEmpty }

  /// The number of pixels.
  public var area: Int {
    bands.reduce(0) { $0 + $1.rows.count * $1.spans.reduce(0) { $0 + $1.count } }
  }

  /// The smallest rectangle that holds all pixels; `.empty` where there are none.
  public var bounds: PixelRect {
    guard let first = bands.first, let last = bands.last else { return .empty }
    var left = Int.max, right = Int.min
    for band in bands {
      left = min(left, band.spans.first!.lowerBound)
      right = max(right, band.spans.last!.upperBound)
    }
    return PixelRect(left: left, top: first.rows.lowerBound, right: right, bottom: last.rows.upperBound)
  }

  /// Disjoint rectangles that are the region together, from the top, then from the left.
  public var rects: [PixelRect] {
    bands.flatMap { band in
      band.spans.map {
        PixelRect(left: $0.lowerBound, top: band.rows.lowerBound, right: $0.upperBound, bottom: band.rows.upperBound)
      }
    }
  }

  public func contains(x: Int, y: Int) -> Bool {
    bands.contains { $0.rows.contains(y) && $0.spans.contains { $0.contains(x) } }
  }

  /// The pixels of all regions together.
  ///
  /// Halves are united, then the halves of these: thousands of small ones cost about as much as they have bands.
  public static func union(of regions: [Region]) -> Region {
    var parts = regions.filter { !$0.isEmpty }.sorted { $0.bands[0].rows.lowerBound < $1.bands[0].rows.lowerBound }
    while parts.count > 1 {
      parts = stride(from: 0, to: parts.count, by: 2).map {
        $0 + 1 < parts.count ? parts[$0].union(parts[$0 + 1]) : parts[$0]
      }
    }
    return parts.first ?? .empty
  }

  public func union(_ other: Region) -> Region {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return combined(with: other, spans: unionOfSpans)
  }

  public func intersection(_ other: Region) -> Region {
    isEmpty || other.isEmpty ? .empty : combined(with: other, spans: intersectionOfSpans)
  }

  public func subtracting(_ other: Region) -> Region {
    isEmpty || other.isEmpty ? self : combined(with: other, spans: differenceOfSpans)
  }

  /// Walks down both at once, from one edge of a band to the next, and combines the spans of each step.
  private func combined(
    with other: Region, spans combine: ([Range<Int>], [Range<Int>]) -> [Range<Int>]
  ) -> Region {
    let mine = bands, theirs = other.bands
    var builder = RegionBuilder(), i = 0, j = 0
    var top = min(mine[0].rows.lowerBound, theirs[0].rows.lowerBound)
    while i < mine.count || j < theirs.count {
      let inMine = i < mine.count && mine[i].rows.lowerBound <= top
      let inTheirs = j < theirs.count && theirs[j].rows.lowerBound <= top
      var bottom = Int.max
      if i < mine.count { bottom = inMine ? mine[i].rows.upperBound : mine[i].rows.lowerBound }
      if j < theirs.count { bottom = min(bottom, inTheirs ? theirs[j].rows.upperBound : theirs[j].rows.lowerBound) }
      if inMine || inTheirs {
        builder.append(
          rows: top..<bottom, spans: combine(inMine ? mine[i].spans : [], inTheirs ? theirs[j].spans : []))
      }
      if inMine && mine[i].rows.upperBound == bottom { i += 1 }
      if inTheirs && theirs[j].rows.upperBound == bottom { j += 1 }
      top = bottom
    }
    return builder.region
  }
}

/// Adds a span behind the others, or to the last where they touch. Spans come ordered by where they begin.
func appendSpan(_ spans: inout [Range<Int>], _ span: Range<Int>) {
  if let last = spans.last, last.upperBound >= span.lowerBound {
    spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
  } else {
    spans.append(span)
  }
}

private func unionOfSpans(_ a: [Range<Int>], _ b: [Range<Int>]) -> [Range<Int>] {
  if a.isEmpty { return b }
  if b.isEmpty { return a }
  var union = [Range<Int>](), i = 0, j = 0
  while i < a.count || j < b.count {
    if j == b.count || (i < a.count && a[i].lowerBound <= b[j].lowerBound) {
      appendSpan(&union, a[i])
      i += 1
    } else {
      appendSpan(&union, b[j])
      j += 1
    }
  }
  return union
}

private func intersectionOfSpans(_ a: [Range<Int>], _ b: [Range<Int>]) -> [Range<Int>] {
  var intersection = [Range<Int>](), i = 0, j = 0
  while i < a.count && j < b.count {
    let left = max(a[i].lowerBound, b[j].lowerBound), right = min(a[i].upperBound, b[j].upperBound)
    if left < right { intersection.append(left..<right) }
    if a[i].upperBound <= b[j].upperBound { i += 1 } else { j += 1 }
  }
  return intersection
}

private func differenceOfSpans(_ a: [Range<Int>], _ b: [Range<Int>]) -> [Range<Int>] {
  if b.isEmpty { return a }
  var difference = [Range<Int>](), j = 0
  for span in a {
    var left = span.lowerBound
    while j < b.count && b[j].upperBound <= left { j += 1 }
    var hole = j
    while hole < b.count && b[hole].lowerBound < span.upperBound {
      if left < b[hole].lowerBound { difference.append(left..<b[hole].lowerBound) }
      left = b[hole].upperBound
      hole += 1
    }
    if left < span.upperBound { difference.append(left..<span.upperBound) }
  }
  return difference
}

/// Puts a region together from rows that come in order, from the top.
public struct RegionBuilder {
  private var bands = [Region.Band]()

  public init() {}

  /// Adds rows; their spans are in order, do not touch, and are not empty.
  public mutating func append(rows: Range<Int>, spans: [Range<Int>]) {
    guard !spans.isEmpty, !rows.isEmpty else { return }
    assert(zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, "spans are in order")
    if let last = bands.last {
      precondition(last.rows.upperBound <= rows.lowerBound, "rows come in order")
      if last.rows.upperBound == rows.lowerBound && last.spans == spans {
        bands[bands.count - 1].rows = last.rows.lowerBound..<rows.upperBound
        return
      }
    }
    bands.append(Region.Band(rows: rows, spans: spans))
  }

  public var region: Region { Region(bands: bands) }
}
