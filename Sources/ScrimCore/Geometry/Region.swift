/// A set of pixels, as bands of rows that have the same spans.
///
/// Bands are ordered by `rows`, do not overlap, and are never empty; the spans of a band are ordered, do not touch, and
/// are never empty. So two regions of the same pixels compare equal.
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

  public var bounds: PixelRect {
    guard let first = bands.first, let last = bands.last else { return .empty }
    return PixelRect(
      left: bands.map { $0.spans.first!.lowerBound }.min()!, top: first.rows.lowerBound,
      right: bands.map { $0.spans.last!.upperBound }.max()!, bottom: last.rows.upperBound)
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

  public func union(_ other: Region) -> Region {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return combined(with: other) { $0 || $1 }
  }

  public func intersection(_ other: Region) -> Region { combined(with: other) { $0 && $1 } }

  public func subtracting(_ other: Region) -> Region {
    isEmpty || other.isEmpty ? self : combined(with: other) { $0 && !$1 }
  }

  /// All pixels of blocks of the given size that the region touches, as subsampled chroma needs; clamped to a picture.
  public func grown(toBlocksOf width: Int, by height: Int, within picture: PixelRect) -> Region {
    if width == 1 && height == 1 { return self }
    let bands = intersection(Region(picture)).bands
    var builder = RegionBuilder(), first = 0
    let last = (bands.last?.rows.upperBound ?? 0) + height - 1
    for top in stride(from: (bands.first?.rows.lowerBound ?? 0) / height * height, to: last / height * height, by: height) {
      let rows = top..<min(top + height, picture.bottom)
      while first < bands.count && bands[first].rows.upperBound <= top { first += 1 }
      var spans = [Range<Int>]()
      for band in bands[first...].prefix(while: { $0.rows.lowerBound < top + height }) {
        spans += band.spans.map {
          max($0.lowerBound / width * width, picture.left)
            ..< min(($0.upperBound + width - 1) / width * width, picture.right)
        }
      }
      builder.append(rows: rows, spans: Self.merged(spans))
    }
    return builder.region
  }

  /// The same numbers in spans that are ordered and do not touch.
  private static func merged(_ spans: [Range<Int>]) -> [Range<Int>] {
    var result = [Range<Int>]()
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) where !span.isEmpty {
      if let before = result.last, span.lowerBound <= before.upperBound {
        result[result.count - 1] = before.lowerBound..<max(before.upperBound, span.upperBound)
      } else {
        result.append(span)
      }
    }
    return result
  }

  private func combined(with other: Region, keep: (Bool, Bool) -> Bool) -> Region {
    var edges = Set<Int>()
    for band in bands + other.bands {
      edges.insert(band.rows.lowerBound)
      edges.insert(band.rows.upperBound)
    }
    let rows = edges.sorted()
    var builder = RegionBuilder()
    var i = 0, j = 0
    for (top, bottom) in zip(rows, rows.dropFirst()) {
      while i < bands.count && bands[i].rows.upperBound <= top { i += 1 }
      while j < other.bands.count && other.bands[j].rows.upperBound <= top { j += 1 }
      let mine = i < bands.count && bands[i].rows.lowerBound <= top ? bands[i].spans : []
      let theirs = j < other.bands.count && other.bands[j].rows.lowerBound <= top ? other.bands[j].spans : []
      builder.append(rows: top..<bottom, spans: Self.combined(mine, theirs, keep: keep))
    }
    return builder.region
  }

  private static func combined(_ a: [Range<Int>], _ b: [Range<Int>], keep: (Bool, Bool) -> Bool) -> [Range<Int>] {
    var edges = [(x: Int, first: Bool)]()
    edges.reserveCapacity(2 * (a.count + b.count))
    for span in a {
      edges.append((span.lowerBound, true))
      edges.append((span.upperBound, true))
    }
    for span in b {
      edges.append((span.lowerBound, false))
      edges.append((span.upperBound, false))
    }
    edges.sort { $0.x < $1.x }
    var result = [Range<Int>](), inA = false, inB = false, start: Int?
    for (n, edge) in edges.enumerated() {
      if edge.first { inA.toggle() } else { inB.toggle() }
      if n + 1 < edges.count && edges[n + 1].x == edge.x { continue }
      let inside = keep(inA, inB)
      if inside, start == nil { start = edge.x }
      if !inside, let from = start {
        result.append(from..<edge.x)
        start = nil
      }
    }
    return result
  }
}

/// Puts a region together from rows that come in order, from the top.
public struct RegionBuilder {
  private var bands = [Region.Band]()

  public init() {}

  /// Adds one row; its spans are in order and do not touch.
  public mutating func append(row: Int, spans: [Range<Int>]) {
    append(rows: row..<row + 1, spans: spans)
  }

  public mutating func append(rows: Range<Int>, spans: [Range<Int>]) {
    guard !spans.isEmpty, !rows.isEmpty else { return }
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
