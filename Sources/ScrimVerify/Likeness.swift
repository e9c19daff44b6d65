/// How much of the original a region of an output still has.
///
/// An output is what was painted, less what the codec lost of it, plus what must not be there: a share of the original. The three
/// are told apart by least squares: the difference between output and what was painted, in each block without its mean, is
/// explained by what was painted and by the original, and what the original alone explains is its share. A codec's losses follow
/// what was painted; nothing of them follows what it has never seen.
struct Likeness {
  private(set) var count = 0.0
  private(set) var blocks = 0
  // Sums of products, of the difference, the original and what was painted.
  private var rr = 0.0, ro = 0.0, re = 0.0, oo = 0.0, oe = 0.0, ee = 0.0

  /// The sums of a block's samples.
  struct Sums {
    var count: Int32 = 0
    var r: Int32 = 0, o: Int32 = 0, e: Int32 = 0
    var rr: Int32 = 0, ro: Int32 = 0, re: Int32 = 0, oo: Int32 = 0, oe: Int32 = 0, ee: Int32 = 0
    var worst: Int32 = 0

    mutating func add(output: UInt8, original: UInt8, painted: UInt8) {
      let (original, painted) = (Int32(original), Int32(painted)), difference = Int32(output) - painted
      count &+= 1
      r &+= difference
      o &+= original
      e &+= painted
      rr &+= difference &* difference
      ro &+= difference &* original
      re &+= difference &* painted
      oo &+= original &* original
      oe &+= original &* painted
      ee &+= painted &* painted
      worst = max(worst, abs(difference))
    }

    var mean: Double { Double(r) / Double(count) }
  }

  mutating func add(_ sums: Sums) {
    let n = Double(sums.count), (r, o, e) = (Double(sums.r), Double(sums.o), Double(sums.e))
    count += n
    blocks += 1
    rr += Double(sums.rr) - r * r / n
    ro += Double(sums.ro) - r * o / n
    re += Double(sums.re) - r * e / n
    oo += Double(sums.oo) - o * o / n
    oe += Double(sums.oe) - o * e / n
    ee += Double(sums.ee) - e * e / n
  }

  /// The original's share, from 0 to 1; how much of the difference it explains, likewise; and its strength in levels of 256.
  /// Nil where the original has nothing that what was painted has not.
  var share: (share: Double, correlation: Double, strength: Double)? {
    guard count > 0 else { return nil }
    let isFlat = ee / count < 0.05
    // What is left of the original once what was painted is taken out.
    let alone = isFlat ? oo : oo - oe * oe / ee
    // Two levels: less is no picture.
    guard alone / count >= 4 else { return nil }
    let product = isFlat ? ro : ro - oe / ee * re
    let share = product / alone
    let correlation = rr > 0 ? product / (rr * alone).squareRoot() : 0
    return (share, correlation, share * (alone / count).squareRoot())
  }

  /// - Parameter limit: The strength that a codec's own losses may have by chance.
  func isLeak(above limit: Double) -> Bool {
    guard let share else { return false }
    // By chance a few blocks are alike.
    let isSmall = blocks < 6
    return share.share > 0.03 && share.correlation > (isSmall ? 0.6 : 0.3)
      && share.strength > (isSmall ? 2 * limit : limit)
  }

  /// For letters that are not known, which are like others by chance, but not throughout.
  var isLikeOriginal: Bool {
    guard let share else { return false }
    return share.share > 0.05 && share.correlation > 0.8
  }

  /// For what may be like the original by its nature: only the original itself.
  var isOriginal: Bool {
    guard let share else { return false }
    return share.share > 0.5 && share.correlation > 0.8
  }
}
