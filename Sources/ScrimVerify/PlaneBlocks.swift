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
    // The three planes are of one size, and the places lie in it.
    unsafe output.samples.withUnsafeBufferPointer { output in
      unsafe expected.samples.withUnsafeBufferPointer { expected in
        unsafe owners.owners.withUnsafeBufferPointer { owners in
          for top in stride(from: 0, to: height, by: Self.side) {
            for left in stride(from: 0, to: width, by: Self.side) {
              let right = min(left + Self.side, width)
              var block = Block(owner: unsafe owners[top * width + left])
              for y in top..<min(top + Self.side, height) {
                for place in y * width + left..<y * width + right {
                  let wanted = unsafe expected[place], difference = unsafe Int32(output[place]) - Int32(wanted)
                  block.sum &+= difference
                  block.squares &+= difference &* difference
                  block.painted &+= Int32(wanted)
                  block.paintedSquares &+= Int32(wanted) &* Int32(wanted)
                  block.products &+= difference &* Int32(wanted)
                  block.worst = max(block.worst, UInt8(truncatingIfNeeded: abs(difference)))
                  block.low = min(block.low, wanted)
                  block.high = max(block.high, wanted)
                  if unsafe owners[place] != block.owner { block.owner = Self.mixed }
                }
                block.count &+= Int32(right - left)
              }
              blocks.append(block)
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
    return count >= 24 && both < 0.1 * (painted * found).squareRoot()
  }

  /// What the codec loses where there is something to lose: of nine blocks in ten with edges outside of all regions, the
  /// difference from the original is less, as a root of its mean square. Where there are few of these, regions count too.
  var noise: Double {
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
    return roots[roots.count * 9 / 10]
  }
}
