internal import ScrimCore

/// How far a plane of an output is from what was painted, block by block: 8 samples square, as codecs have them.
struct PlaneBlocks {
  static let side = 8
  /// Stands for blocks with samples of several owners.
  static let mixed = UInt16.max

  struct Block {
    /// Of all samples, or `mixed`.
    var owner: UInt16
    var count: Int32 = 0
    var sum: Int32 = 0
    var squares: Int32 = 0
    /// Of what was painted, its squares, and its products with the differences.
    var painted: Int32 = 0
    var paintedSquares: Int32 = 0
    var products: Int32 = 0
    /// The greatest difference of one sample.
    var worst: UInt8 = 0
    var low: UInt8 = .max
    var high: UInt8 = 0
  }

  let columns: Int
  let rows: Int
  private(set) var blocks: [Block]

  init(output: SamplePlane, expected: SamplePlane, owners: OwnerPlane) {
    let (width, height) = (output.width, output.height)
    columns = (width + Self.side - 1) / Self.side
    rows = (height + Self.side - 1) / Self.side
    blocks = []
    blocks.reserveCapacity(columns * rows)
    // The three planes are of one size.
    unsafe output.samples.withUnsafeBytes { output in
      unsafe expected.samples.withUnsafeBytes { expected in
        unsafe owners.owners.withUnsafeBytes { owners in
          let planes = unsafe Planes(output: output, expected: expected, owners: owners, width: width)
          for top in stride(from: 0, to: height, by: Self.side) {
            for left in stride(from: 0, to: width, by: Self.side) {
              blocks.append(
                planes.block(left..<min(left + Self.side, width), top..<min(top + Self.side, height)))
            }
          }
        }
      }
    }
  }

  /// Whether a block and those around it are all one owner's: what bleeds over the edge of a region does not reach it.
  func isInterior(_ column: Int, _ row: Int) -> Bool {
    let owner = blocks[row * columns + column].owner
    if owner == Self.mixed { return false }
    for y in max(0, row - 1)...min(rows - 1, row + 1) {
      for x in max(0, column - 1)...min(columns - 1, column + 1) where blocks[y * columns + x].owner != owner {
        return false
      }
    }
    return true
  }

  /// How far apart samples lie in a block and those around it, as they were painted: where a codec has edges to lose.
  func contrast(_ column: Int, _ row: Int) -> Int {
    var low = UInt8.max, high = UInt8.min
    for y in max(0, row - 1)...min(rows - 1, row + 1) {
      for x in max(0, column - 1)...min(columns - 1, column + 1) {
        low = min(low, blocks[y * columns + x].low)
        high = max(high, blocks[y * columns + x].high)
      }
    }
    return Int(high) - Int(low)
  }

  /// Whether what has edges outside of all regions is another picture than was painted: even through the worst of qualities
  /// letters are like themselves by a fifth and more, and other letters are not at all.
  var isOtherPicture: Bool {
    var count = 0, painted = 0.0, found = 0.0, both = 0.0
    for row in 0..<rows {
      for column in 0..<columns where contrast(column, row) >= 16 && isInterior(column, row) {
        let block = blocks[row * columns + column]
        if block.owner != 0 { continue }
        count += 1
        let n = Double(block.count), (sum, level) = (Double(block.sum), Double(block.painted))
        // Without the block's mean.
        let square = Double(block.paintedSquares) - level * level / n
        let product = Double(block.products) - sum * level / n
        painted += square
        both += square + product
        found += square + 2 * product + Double(block.squares) - sum * sum / n
      }
    }
    // Where a codec has wiped letters out, there is no other picture.
    return count >= 24 && found > 0.5 * painted && both < 0.1 * (painted * found).squareRoot()
  }

  /// What the codec loses where there is something to lose: of nine blocks in ten with edges outside of all regions, the
  /// difference from the original is less, as a root of its mean square. Where there are few of these, regions count too.
  ///
  /// - Parameter isEven: Whether something is lost everywhere, as codecs do, and palettes do not: what has been changed in some
  ///   places is no measure for others then.
  func noise(isEven: Bool) -> Double {
    var outside: [Double] = [], all: [Double] = []
    for row in 0..<rows {
      for column in 0..<columns where contrast(column, row) >= 16 && isInterior(column, row) {
        let block = blocks[row * columns + column]
        let root = (Double(block.squares) / Double(block.count)).squareRoot()
        all.append(root)
        if block.owner == 0 { outside.append(root) }
      }
    }
    var roots = outside.count >= 24 ? outside : all
    if roots.isEmpty { return 0 }
    roots.sort()
    let most = roots[roots.count * 9 / 10]
    return isEven ? min(most, 1 + 3 * roots[roots.count / 2]) : most
  }
}

/// Planes of one size, lent to be looked at block by block.
@safe private struct Planes {
  private typealias Numbers = SIMD8<Int32>

  let output: UnsafeRawBufferPointer
  let expected: UnsafeRawBufferPointer
  let owners: UnsafeRawBufferPointer
  let width: Int

  init(
    output: UnsafeRawBufferPointer, expected: UnsafeRawBufferPointer, owners: UnsafeRawBufferPointer, width: Int
  ) {
    unsafe (self.output, self.expected, self.owners) = (output, expected, owners)
    self.width = width
  }

  /// The block of some columns, 8 at most, and rows; both lie in the planes.
  func block(_ columns: Range<Int>, _ rows: Range<Int>) -> PlaneBlocks.Block {
    var sum = Numbers(), squares = Numbers(), painted = Numbers(), paintedSquares = Numbers(), products = Numbers()
    var worst = Numbers(), low = Numbers(repeating: 255), high = Numbers()
    let first = unsafe owners.loadUnaligned(
      fromByteOffset: 2 * (rows.lowerBound * width + columns.lowerBound), as: UInt16.self)
    var others = SIMD8<UInt16>()
    for y in rows {
      let place = y * width + columns.lowerBound
      let (sample, wanted, owner) = samples(at: place, columns.count)
      let difference = sample &- wanted
      sum &+= difference
      squares &+= difference &* difference
      painted &+= wanted
      paintedSquares &+= wanted &* wanted
      products &+= difference &* wanted
      worst = pointwiseMax(worst, pointwiseMax(difference, 0 &- difference))
      low = pointwiseMin(low, wanted)
      high = pointwiseMax(high, wanted)
      others |= owner ^ SIMD8(repeating: first)
    }
    // What a narrow block has not is as its first column, and does not count.
    let missing = Int32(PlaneBlocks.side - columns.count)
    func total(_ numbers: Numbers) -> Int32 { numbers.wrappedSum() &- missing &* numbers[0] }
    return PlaneBlocks.Block(
      owner: others == SIMD8() ? first : PlaneBlocks.mixed, count: Int32(columns.count * rows.count), sum: total(sum),
      squares: total(squares), painted: total(painted), paintedSquares: total(paintedSquares),
      products: total(products), worst: UInt8(truncatingIfNeeded: worst.max()),
      low: UInt8(truncatingIfNeeded: low.min()), high: UInt8(truncatingIfNeeded: high.max()))
  }

  /// A row of a block; where it is narrow, its first sample stands for those that are missing.
  private func samples(at place: Int, _ count: Int) -> (output: Numbers, expected: Numbers, owners: SIMD8<UInt16>) {
    if count == PlaneBlocks.side {
      // The block's eight columns lie in the planes.
      return unsafe (
        Numbers(truncatingIfNeeded: output.loadUnaligned(fromByteOffset: place, as: SIMD8<UInt8>.self)),
        Numbers(truncatingIfNeeded: expected.loadUnaligned(fromByteOffset: place, as: SIMD8<UInt8>.self)),
        owners.loadUnaligned(fromByteOffset: 2 * place, as: SIMD8<UInt16>.self)
      )
    }
    var row = (output: Numbers(), expected: Numbers(), owners: SIMD8<UInt16>())
    for column in 0..<PlaneBlocks.side {
      let at = place + (column < count ? column : 0)
      // The same of as many columns as there are.
      unsafe row.output[column] = Int32(output[at])
      unsafe row.expected[column] = Int32(expected[at])
      unsafe row.owners[column] = owners.loadUnaligned(fromByteOffset: 2 * at, as: UInt16.self)
    }
    return row
  }
}
