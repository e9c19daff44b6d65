/// The blocks of pixels for which a recording has one sample of chroma each.
///
/// Masks grow to them: a sample at the edge of a mask is made of pixels on both sides of it. They can be larger than the
/// format's own blocks, where a decoder has spread rarer samplings or turned the picture, and where fields are interlaced.
public struct ChromaGrid: Hashable, Sendable {
  /// Columns and rows of a block, in pixels.
  public var columns: Int
  public var rows: Int
  /// Where a block begins: some column and some row, 0 or above.
  public var left: Int
  public var top: Int

  public init(columns: Int, rows: Int, left: Int = 0, top: Int = 0) {
    precondition(columns > 0 && rows > 0 && left >= 0 && top >= 0, "blocks have an area")
    self.columns = columns
    self.rows = rows
    self.left = left
    self.top = top
  }

  /// The grid on which a format itself keeps chroma.
  public init(_ format: PixelFormat) {
    guard case .yuv(let sampling) = format.model else {
      self.init(columns: 1, rows: 1)
      return
    }
    self.init(columns: sampling.blockWidth, rows: sampling.blockHeight)
  }

  /// The grid of pictures whose rows belong to two fields in turn: a sample that stands for two rows stands for two of its
  /// field, and the blocks of both fields are four rows of the picture.
  public var interlaced: ChromaGrid {
    rows == 1 ? self : ChromaGrid(columns: columns, rows: 2 * rows, left: left, top: top)
  }

  /// A rectangle with all pixels of the blocks that it touches.
  public func grown(_ rect: PixelRect) -> PixelRect {
    let width = (rect.left..<rect.right).grown(toMultiplesOf: columns, from: left)
    let height = (rect.top..<rect.bottom).grown(toMultiplesOf: rows, from: top)
    return PixelRect(
      left: width.lowerBound, top: height.lowerBound, right: width.upperBound, bottom: height.upperBound)
  }
}

extension Region {
  /// All pixels of a grid's blocks that the region touches, clamped to a picture.
  public func grown(to grid: ChromaGrid, within picture: PixelRect) -> Region {
    // What lies outside of the picture may not grow into it.
    let inside = intersection(Region(picture))
    if grid.columns == 1 && grid.rows == 1 { return inside }
    let grown = inside.bands.map { band in
      let spans = band.spans.map { $0.grown(toMultiplesOf: grid.columns, from: grid.left) }
      var builder = RegionBuilder()
      builder.append(
        rows: band.rows.grown(toMultiplesOf: grid.rows, from: grid.top), spans: spans.reduce(into: [], appendSpan))
      return builder.region
    }
    return Region.union(of: grown).intersection(Region(picture))
  }
}

extension Range<Int> {
  /// Outward to some number plus multiples of a step, below zero too.
  fileprivate func grown(toMultiplesOf step: Int, from start: Int) -> Range<Int> {
    func down(_ value: Int) -> Int { (value >= 0 ? value : value - step + 1) / step * step }
    return start + down(lowerBound - start)..<start + down(upperBound - start + step - 1)
  }
}
