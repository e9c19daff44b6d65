@_spi(RawPixels) public import ScrimCore

/// What a region looked like in a raw frame, to tell later whether it still does.
///
/// Samples of it, held in this module and nowhere else: a print answers one question with yes or no, and shows nothing of
/// what it holds.
public struct RegionPrint: Sendable, CustomReflectable {
  private let region: Region
  private let size: PixelSize
  private let step: Int
  private let samples: [SIMD4<UInt16>]

  /// The pixels of a region that are kept at most.
  public static let mostPixels = 16_384

  /// A sample that differs by no more than this, of 65,535, is unchanged: a coder's noise, or the first frames of a fade in
  /// which everything can still be read.
  private static let tolerance: UInt16 = 16 * 257

  /// A region without anything drawn on its ground is another one where more than this part of its pixels has changed.
  private static let changedPart = 100
  /// What is drawn on the ground: fewer samples are none.
  private static let fewestDrawn = 16
  /// A region is the same one while more than this percentage of what was drawn is still to be seen. An alert over a third
  /// of it, a caret and a spinner leave more; other words or nothing in its place leave less.
  private static let partToBeSeen = 60
  /// Where something large lies in front of the rest, a third is enough of which more than this percentage is to be seen.
  private static let partToBeSeenBesides = 80
  /// What is drawn can be read as long as it keeps this part of its contrast to the ground, in a fade or behind a veil.
  private static let contrastPart: Int32 = 6
  /// The ground is the same one where this part of the pixels has its colour.
  private static let groundPart = 5
  /// A ground on which nothing is drawn differs from itself by no more.
  private static let bareTolerance: UInt16 = 4 * 257

  /// So many rows have a ground of their own, if they have enough samples: half of a region may lie under a header. Enough
  /// rows for the bars of a code that lies across to be drawn on a ground, and not to be grounds; and no multiple of 8, so
  /// that thicker bars on a designer's grid do not all end where a strip does.
  private static let rowsOfStrip = 29
  private static let samplesOfStrip = 64
  /// Of fewer samples of a ground nothing is told of what lies behind the others.
  private static let fewestBehind = 16

  /// Rows that follow each other, and the ground that things are drawn on there.
  private struct Strip: Sendable {
    let rows: ArraySlice<Range<Int>>
    let ground: SIMD4<UInt16>

    init(_ rows: ArraySlice<Range<Int>>, of samples: [SIMD4<UInt16>]) {
      self.rows = rows
      ground = RegionPrint.median(samples[Self.range(rows)])
    }

    var samples: Range<Int> { Self.range(rows) }

    private static func range(_ rows: ArraySlice<Range<Int>>) -> Range<Int> {
      (rows.first?.lowerBound ?? 0)..<(rows.last?.upperBound ?? 0)
    }
  }

  /// What differs from its ground, and is drawn.
  private struct Drawing: Sendable {
    let strips: [Strip]
    /// By how much a sample may differ and be unchanged: less where all that is drawn is faint, as behind a veil.
    let tolerance: UInt16
    let count: Int

    init(_ strips: [Strip], _ tolerance: UInt16, of samples: [SIMD4<UInt16>]) {
      self.strips = strips
      self.tolerance = tolerance
      count = strips.reduce(0) { count, strip in
        count + samples[strip.samples].count { RegionPrint.isChanged($0, strip.ground, by: tolerance) }
      }
    }
  }

  private let whole: Strip
  private let drawing: Drawing

  /// - Parameters:
  ///   - region: Lies in the frame.
  ///   - pixels: How many of its pixels are kept at most; spread evenly, the same ones in every run.
  public init(of region: Region, in frame: borrowing RawFrame, pixels limit: Int = RegionPrint.mostPixels) {
    self.region = region.intersection(Region(frame.size.rect))
    size = frame.size
    step = max(1, (self.region.area + limit - 1) / max(1, limit))
    let found = RegionSamples(of: self.region, every: step, in: frame.pixels), samples = found.values
    let whole = Strip(found.rows[...], of: samples), strips = Self.strips(found)
    self.samples = samples
    self.whole = whole
    // What fills strips evenly is their ground, so where they show nothing the region's one ground counts.
    let ways = [
      (strips, Self.tolerance), ([whole], Self.tolerance), (strips, Self.bareTolerance), ([whole], Self.bareTolerance),
    ]
    let drawings = ways.lazy.map { Drawing($0, $1, of: samples) }
    drawing = drawings.first { $0.count >= Self.fewestDrawn } ?? drawings[ways.count - 1]
  }

  /// What is left at the end belongs to the last one.
  private static func strips(_ samples: RegionSamples) -> [Strip] {
    var strips = [ArraySlice<Range<Int>>](), begin = 0
    for (place, row) in samples.rows.enumerated() {
      let count = row.upperBound - samples.rows[begin].lowerBound
      if place + 1 - begin < rowsOfStrip || count < samplesOfStrip { continue }
      strips.append(samples.rows[begin...place])
      begin = place + 1
    }
    let last = strips.popLast()?.startIndex ?? 0
    return (strips + [samples.rows[last...]]).map { Strip($0, of: samples.values) }
  }

  /// Whether what was to be seen in the region still is; nil where the frame has another size, so that nothing can be told.
  public func holds(in frame: borrowing RawFrame) -> Bool? {
    guard frame.size == size else { return nil }
    return isSeen(in: RegionSamples(of: region, every: step, in: frame.pixels).values)
  }

  /// Whether nothing at all is to be seen in the region but its ground, a coder's noise aside.
  public var isBare: Bool { samples.allSatisfy { !Self.isChanged($0, whole.ground, by: Self.bareTolerance) } }

  /// Whether what an earlier print of the same region shows is still to be seen in this one.
  public func shows(_ earlier: RegionPrint) -> Bool {
    earlier.samples.count == samples.count && earlier.isSeen(in: samples)
  }

  private func isSeen(in now: [SIMD4<UInt16>]) -> Bool {
    if drawing.count < Self.fewestDrawn {
      let changed = zip(samples, now).count { Self.isChanged($0, $1) }
      return changed * Self.changedPart <= samples.count
    }
    var count = (seen: 0, behind: 0)
    for strip in drawing.strips { look(at: strip, in: now, &count) }
    let besides = drawing.count - count.behind
    return count.seen * 100 > drawing.count * Self.partToBeSeen
      || besides * 3 >= drawing.count && count.seen * 100 > besides * Self.partToBeSeenBesides
  }

  /// Counts what of a strip is still to be seen, and what is not where something in front fills its row.
  private func look(at strip: Strip, in now: [SIMD4<UInt16>], _ count: inout (seen: Int, behind: Int)) {
    func isDrawn(_ place: Int) -> Bool { Self.isChanged(samples[place], strip.ground, by: drawing.tolerance) }
    // Only where the ground was: behind a veil something else may have its colour.
    let plain = strip.samples.filter { !isDrawn($0) }
    let common = ground(plain.count < Self.fewestBehind ? Array(strip.samples) : plain, of: strip, in: now)
    for row in strip.rows {
      let drawn = row.filter(isDrawn)
      if drawn.isEmpty { continue }
      // A card that begins in some of the rows stands out from the others' ground as letters did, but from nothing in its
      // own. A row that is drawn for the most part, as one in a bar of a code, tells nothing of what lies behind it.
      let tells = row.count - drawn.count >= max(Self.fewestBehind, drawn.count)
      let own = tells ? ground(row.filter { !isDrawn($0) }, of: strip, in: now) : common
      let seen = drawn.count { isSeen(samples[$0], on: strip.ground, in: now[$0], on: own) }
      count.seen += seen
      if tells && own != strip.ground { count.behind += drawn.count - seen }
    }
  }

  /// What is now where the ground was: something large in front is not the ground, as long as enough of the old one is left.
  private func ground(_ places: [Int], of strip: Strip, in now: [SIMD4<UInt16>]) -> SIMD4<UInt16> {
    let left = places.count { !Self.isChanged(now[$0], strip.ground) }
    return left * Self.groundPart >= places.count ? strip.ground : Self.median(places.map { now[$0] }[...])
  }

  /// Whether a sample is what it was, or stands out from its ground as it did, in the channel in which it did most.
  private func isSeen(
    _ old: SIMD4<UInt16>, on ground: SIMD4<UInt16>, in new: SIMD4<UInt16>, on newGround: SIMD4<UInt16>
  ) -> Bool {
    if !Self.isChanged(old, new, by: drawing.tolerance) { return true }
    let was = SIMD4<Int32>(truncatingIfNeeded: old) &- SIMD4<Int32>(truncatingIfNeeded: ground)
    let now = SIMD4<Int32>(truncatingIfNeeded: new) &- SIMD4<Int32>(truncatingIfNeeded: newGround)
    let channel = was.indices.max { abs(was[$0]) < abs(was[$1]) }!
    return was[channel].signum() == now[channel].signum() && abs(now[channel]) * Self.contrastPart >= abs(was[channel])
  }

  /// The middle one of all values of each channel, to eight bits: the ground that things are drawn on.
  private static func median(_ samples: ArraySlice<SIMD4<UInt16>>) -> SIMD4<UInt16> {
    var ground = SIMD4<UInt16>()
    for channel in ground.indices {
      var counts = [Int](repeating: 0, count: 256), passed = 0
      for sample in samples { counts[Int(sample[channel] >> 8)] += 1 }
      let middle = counts.firstIndex { count in
        passed += count
        return 2 * passed >= samples.count
      }
      ground[channel] = UInt16(middle ?? 0) * 257
    }
    return ground
  }

  private static func isChanged(
    _ one: SIMD4<UInt16>, _ other: SIMD4<UInt16>, by tolerance: UInt16 = tolerance
  ) -> Bool {
    let high = pointwiseMax(one, other), low = pointwiseMin(one, other)
    return (high &- low).max() > tolerance
  }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
