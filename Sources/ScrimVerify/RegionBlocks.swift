internal import ScrimCore

/// The regions of one plane of an output, block by block, beside what was painted and the original.
struct RegionBlocks {
  /// What was found in one region.
  struct Found {
    var likeness = Likeness()
    /// Of blocks with letters that are not known.
    var lettered = Likeness()
    /// Samples that are not what was painted, how many of them are nearer to the original, and the box around their blocks.
    var count = 0
    var original = 0
    var box = PixelRect.empty
    /// How much of the original shows, where that is more than chance.
    var shownShare: Double?
  }

  /// The levels between which letters lie that are not known.
  typealias Letters = ClosedRange<Int>

  private(set) var found: [UInt16: Found] = [:]

  private let output: SamplePlane
  private let painted: SamplePlane
  private let original: SamplePlane
  private let owners: OwnerPlane
  private let tolerance: CodecTolerance
  /// By owner.
  private let letters: [UInt16: Letters]
  private var edges: [Edge: EdgeSums] = [:]

  /// What bleeds over an edge into a region stays within so many samples for the greatest part.
  private static let margin = 4

  /// A piece of a region's edge: 16 samples long at the most.
  private struct Edge: Hashable {
    var owner: UInt16
    var column: Int
    var row: Int
    static let side = 16
  }

  private struct EdgeSums {
    var count = 0
    var product = 0
    var square = 0
    var box = PixelRect.empty

    mutating func add(_ other: EdgeSums) {
      count += other.count
      product += other.product
      square += other.square
      box = box.union(other.box)
    }

    func isOriginal(above limit: Double) -> Bool {
      // 20 levels: nearer to each other, original and mask are not told apart through a codec.
      square > 400 * count && Double(product) > limit * Double(square)
    }
  }

  /// Samples of the edge of a region of 24 x 24.
  private static let smallEdge = 180

  /// - Parameters:
  ///   - blocks: Of the same output and the same masks.
  ///   - looselyCompared: Owners whose masks are made of the original, so that their losses may be like it.
  init(
    output: SamplePlane, painted: SamplePlane, original: SamplePlane, owners: OwnerPlane, blocks: PlaneBlocks,
    tolerance: CodecTolerance, letters: [UInt16: Letters], looselyCompared: Set<UInt16>
  ) {
    (self.output, self.painted, self.original, self.owners) = (output, painted, original, owners)
    (self.tolerance, self.letters) = (tolerance, letters)
    for row in 0..<blocks.rows {
      for column in 0..<blocks.columns {
        let owner = blocks.blocks[row * blocks.columns + column].owner
        if owner == 0 { continue }
        let contrast = blocks.contrast(column, row)
        if blocks.isInterior(column, row) {
          judge(owner, column, row, contrast) { _ in true }
          continue
        }
        for owner in ownersOf(column, row) where owner != 0 {
          let inner = innerSamples(of: owner, column, row)
          if inner.contains(true) { judge(owner, column, row, contrast) { inner[$0] } }
        }
        if output.columns == 1 { addEdges(column, row) }
      }
    }
    for (owner, region) in found {
      guard Double(region.count) <= tolerance.outliersInside * Double(owners.counts[owner] ?? 0) else { continue }
      found[owner]?.count = 0
      found[owner]?.original = 0
      found[owner]?.box = .empty
    }
    judgeEdges(except: looselyCompared)
    for (owner, region) in found {
      let isLeak =
        looselyCompared.contains(owner) ? region.likeness.isOriginal : region.likeness.isLeak(above: tolerance.likeness)
      let shares = [isLeak ? region.likeness.share : nil, region.lettered.isLikeOriginal ? region.lettered.share : nil]
      found[owner]?.shownShare = shares.compactMap { $0?.share }.max()
    }
  }

  private func area(_ column: Int, _ row: Int) -> PixelRect {
    let side = PlaneBlocks.side
    return PixelRect(
      left: column * side, top: row * side, right: min((column + 1) * side, output.width),
      bottom: min((row + 1) * side, output.height))
  }

  private func inPixels(_ rect: PixelRect) -> PixelRect {
    PixelRect(
      left: rect.left * output.columns, top: rect.top * output.rows, right: rect.right * output.columns,
      bottom: rect.bottom * output.rows)
  }

  private func ownersOf(_ column: Int, _ row: Int) -> [UInt16] {
    var found: [UInt16] = []
    let area = area(column, row)
    for y in area.top..<area.bottom {
      for x in area.left..<area.right where !found.contains(owners.owners[y * owners.width + x]) {
        found.append(owners.owners[y * owners.width + x])
      }
    }
    return found
  }

  /// Whether a sample and those at a distance from it are all one owner's.
  private func isWithin(_ x: Int, _ y: Int, of owner: UInt16, by distance: Int, corners: Bool) -> Bool {
    let (left, right) = (max(x - distance, 0), min(x + distance, owners.width - 1))
    let (top, bottom) = (max(y - distance, 0), min(y + distance, owners.height - 1))
    func isOwn(_ x: Int, _ y: Int) -> Bool { owners.owners[y * owners.width + x] == owner }
    guard isOwn(x, y), isOwn(left, y), isOwn(right, y), isOwn(x, top), isOwn(x, bottom) else { return false }
    return !corners || (isOwn(left, top) && isOwn(right, top) && isOwn(left, bottom) && isOwn(right, bottom))
  }

  private func innerSamples(of owner: UInt16, _ column: Int, _ row: Int) -> [Bool] {
    let area = area(column, row)
    return (area.top..<area.bottom).flatMap { y in
      (area.left..<area.right).map { x in isWithin(x, y, of: owner, by: Self.margin, corners: true) }
    }
  }

  // MARK: - Blocks

  /// Judges those samples of a block that are meant, counted row by row.
  private mutating func judge(
    _ owner: UInt16, _ column: Int, _ row: Int, _ contrast: Int, _ isMeant: (Int) -> Bool
  ) {
    let area = area(column, row), letters = letters[owner]
    let beyond = tolerance.letter(contrast: letters.map { $0.upperBound - $0.lowerBound } ?? 0)
    var sums = Likeness.Sums(), number = 0, isLettered = letters != nil
    for y in area.top..<area.bottom {
      for place in y * output.width + area.left..<y * output.width + area.right {
        defer { number += 1 }
        guard isMeant(number) else { continue }
        let (sample, ground) = (output.samples[place], painted.samples[place])
        sums.add(output: sample, original: original.samples[place], painted: ground)
        if let letters {
          let low = min(letters.lowerBound, Int(ground)), high = max(letters.upperBound, Int(ground))
          if !(low - beyond...high + beyond).contains(Int(sample)) { isLettered = false }
        }
      }
    }
    // A mean of few samples is as good as one of them.
    let isOff = sums.count >= 16 && abs(sums.mean) > tolerance.inside
    if isLettered && (isOff || Int(sums.worst) > tolerance.letter(contrast: 0)) {
      found[owner, default: Found()].lettered.add(sums)
      return
    }
    found[owner, default: Found()].likeness.add(sums)
    guard isOff || Double(sums.worst) > tolerance.sample + Double(contrast) else { return }
    var count = 0, same = 0
    number = 0
    for y in area.top..<area.bottom {
      for place in y * output.width + area.left..<y * output.width + area.right {
        defer { number += 1 }
        guard isMeant(number) else { continue }
        let difference = abs(Int(output.samples[place]) - Int(painted.samples[place]))
        guard Double(difference) > (isOff ? tolerance.inside : tolerance.sample) else { continue }
        count += 1
        if abs(Int(output.samples[place]) - Int(original.samples[place])) < difference { same += 1 }
      }
    }
    note(owner, inPixels(area), count: count, original: same)
  }

  private mutating func note(_ owner: UInt16, _ box: PixelRect, count: Int, original: Int) {
    found[owner, default: Found()].count += max(count, 1)
    found[owner, default: Found()].original += original
    found[owner, default: Found()].box = found[owner, default: Found()].box.union(box)
  }

  // MARK: - Edges

  /// Samples at the very edge of a region, which a mask that lies a little beside it leaves as they were.
  private mutating func addEdges(_ column: Int, _ row: Int) {
    let area = area(column, row)
    for y in area.top..<area.bottom {
      for x in area.left..<area.right {
        let place = y * output.width + x, owner = owners.owners[place]
        if owner == 0 || isWithin(x, y, of: owner, by: 2, corners: false) { continue }
        let wanted = Int(painted.samples[place]), distance = Int(original.samples[place]) - wanted
        let edge = Edge(owner: owner, column: x / Edge.side, row: y / Edge.side)
        edges[edge, default: EdgeSums()].add(
          EdgeSums(
            count: 1, product: (Int(output.samples[place]) - wanted) * distance, square: distance * distance,
            box: PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)))
      }
    }
  }

  private mutating func judgeEdges(except loose: Set<UInt16>) {
    guard let limit = tolerance.edge else { return }
    var left: [UInt16: [EdgeSums]] = [:], whole: [UInt16: EdgeSums] = [:]
    for (edge, sums) in edges where !loose.contains(edge.owner) {
      whole[edge.owner, default: EdgeSums()].add(sums)
      if sums.count >= 12 && sums.isOriginal(above: limit) { left[edge.owner, default: []].append(sums) }
    }
    for (owner, pieces) in left {
      // One piece alone is a letter across the edge, which the codec has taken from the frame before.
      let count = pieces.reduce(0) { $0 + $1.count }
      guard pieces.count > 1, count >= 40 else { continue }
      for piece in pieces { note(owner, inPixels(piece.box), count: piece.count, original: piece.count) }
    }
    // Of a small region, the edge is the greatest part, and has few pieces.
    for (owner, edge) in whole where edge.count < Self.smallEdge && edge.isOriginal(above: limit + 0.1) {
      note(owner, inPixels(edge.box), count: edge.count, original: edge.count)
    }
  }
}
