internal import ScrimCore
internal import ScrimMasking

/// Holds a frame against an original of another kind, or through a codec that loses something.
struct MadeCheck {
  let frame: FrameCheck
  let keeping: FileContents.Keeping

  /// - Parameter original: Nil for a frame that could not be decoded.
  func findings(
    _ output: borrowing RedactedFrame, original: borrowing RedactedFrame
  ) throws(PaintProblem) -> [Finding.Kind] {
    let refused = frame.secureCosmetics
    if !refused.isEmpty { return refused }
    let plan = frame.reported.planWithoutUnknownLabels, (format, encoding) = (output.format, output.encoding)
    let painted = try frame.painted(plan, over: original, complementing: false)
    var findings = try unpainted(painted, plan, original)
    guard let wanted = MadeFrame(painted, as: format, encoding),
      let source = MadeFrame(original, as: format, encoding)
    else { return findings + [.otherKind] }
    if keeping == .exactly && frame.reported.unknownLabels.isEmpty {
      return findings + differences(output, wanted, source)
    }
    guard let found = MadeFrame(output, as: format, encoding) else { return findings + [.otherKind] }
    if !isOpaque(output) { findings.append(.otherKind) }
    return findings + (try nearly(found, wanted, source, on: output))
  }

  /// The same without an original, for a frame that could not be decoded: a cover of its recording's kind.
  func findings(
    _ output: borrowing RedactedFrame, in place: (format: PixelFormat, encoding: SourceEncoding)
  ) throws(PaintProblem) -> [Finding.Kind] {
    let (format, encoding) = (output.format, output.encoding)
    let painted = try frame.cover(output.identity, as: place)
    guard let wanted = MadeFrame(painted, as: format, encoding), let found = MadeFrame(output, as: format, encoding)
    else { return [.otherKind] }
    if keeping == .exactly && frame.reported.unknownLabels.isEmpty { return differences(output, wanted, wanted) }
    return try nearly(found, wanted, wanted, on: output)
  }

  /// What a style leaves as it was comes out otherwise when it is painted over the complement of that.
  private func unpainted(
    _ painted: borrowing RedactedFrame, _ plan: Plan, _ original: borrowing RedactedFrame
  ) throws(PaintProblem) -> [Finding.Kind] {
    let hiding = frame.owned.filter { !frame.isCosmetic($0.place) }
    if hiding.isEmpty { return [] }
    let again = try frame.painted(plan, over: original, complementing: true)
    return try frame.differences(painted, again, original, hiding)
  }

  private func isOpaque(_ output: borrowing RedactedFrame) -> Bool {
    guard output.format.model == .rgba || output.format.model == .grayAlpha else { return true }
    return output.withPixels { pixels in
      (0..<pixels.size.height).allSatisfy { y in
        (0..<pixels.size.width).allSatisfy { x in pixels.pixel(x, y)[3] == .max }
      }
    }
  }

  // MARK: - Exactly

  private func differences(
    _ output: borrowing RedactedFrame, _ wanted: MadeFrame, _ source: MadeFrame
  ) -> [Finding.Kind] {
    output.withPixels { output in
      wanted.withPixels { wanted in
        source.withPixels { source in
          var findings: [Finding.Kind] = []
          if let different = output.difference(from: wanted, in: frame.outsideRegion) {
            findings.append(.changedOutside(different.box, count: different.count))
          }
          for (place, region) in frame.owned {
            guard let different = output.difference(from: wanted, in: region) else { continue }
            let same = output.count(nearerTo: source, than: wanted, in: region.intersection(Region(different.box)))
            findings.append(.notPainted(frame.name(of: place), different.box, count: different.count, original: same))
          }
          return findings
        }
      }
    }
  }

  // MARK: - Nearly

  private func nearly(
    _ found: MadeFrame, _ wanted: MadeFrame, _ source: MadeFrame, on output: borrowing RedactedFrame
  ) throws(PaintProblem) -> [Finding.Kind] {
    let owned = frame.owned
    let letters = try self.letters(owned, on: output)
    let loose = Set(owned.filter { frame.isCosmetic($0.place) }.map { UInt16(clamping: $0.place + 1) })
    var outside = Difference(), inside: [UInt16: [RegionBlocks.Found]] = [:]
    var owners: OwnerPlane?, noise = 0.0
    for ((found, wanted), source) in zip(zip(found.samplePlanes, wanted.samplePlanes), source.samplePlanes) {
      // Planes of one size have the same owners.
      if owners?.width != found.width || owners?.height != found.height { owners = OwnerPlane(like: found, owned) }
      guard let owners else { continue }
      let blocks = PlaneBlocks(output: found, expected: wanted, owners: owners)
      // Chroma has few edges to tell its noise by, and is coded no better than luma.
      noise = max(noise, blocks.noise(isEven: keeping != .byPalettes))
      let tolerance = CodecTolerance(noise: noise, isPalette: keeping == .byPalettes)
      if found.columns == 1 && blocks.isOtherPicture {
        outside.box = frame.reported.plan.size.rect
        outside.count = max(outside.count, frame.outsideRegion.area)
      }
      let changed = blocks.changedOutside(tolerance)
      if Double(changed.count) > tolerance.outliersOutside * Double(owners.counts[0] ?? 0) {
        outside.add(changed, of: found)
      }
      if owned.isEmpty { continue }
      let regions = RegionBlocks(
        output: found, painted: wanted, original: source, owners: owners, blocks: blocks, tolerance: tolerance,
        letters: letters.mapValues { $0[found.channel] }, looselyCompared: loose)
      for (owner, region) in regions.found { inside[owner, default: []].append(region) }
    }
    var findings: [Finding.Kind] = outside.count > 0 ? [.changedOutside(outside.box, count: outside.count)] : []
    for (place, region) in owned {
      findings += judgement(place, region, inside[UInt16(clamping: place + 1)] ?? [])
    }
    return findings
  }

  /// - Parameter planes: What was found of one region in each plane.
  private func judgement(_ place: Int, _ region: Region, _ planes: [RegionBlocks.Found]) -> [Finding.Kind] {
    // The plane that tells most; others tell the same.
    if let worst = planes.filter({ $0.count > 0 }).max(by: { $0.count < $1.count }) {
      let box = worst.box.intersection(frame.reported.plan.size.rect)
      return [.notPainted(frame.name(of: place), box, count: worst.count, original: worst.original)]
    }
    guard let share = planes.compactMap(\.shownShare).max() else { return [] }
    return [
      .showsThrough(frame.name(of: place), region.bounds, percent: min(100, max(1, Int((100 * share).rounded()))))
    ]
  }

  /// The levels between which letters lie that are not known, in each plane, by owner.
  private func letters(
    _ owned: [(place: Int, region: Region)], on output: borrowing RedactedFrame
  ) throws(PaintProblem) -> [UInt16: [RegionBlocks.Letters]] {
    var letters: [UInt16: [RegionBlocks.Letters]] = [:]
    var shift = 8
    if case .yuv = output.format.model { shift = output.format.bitDepth - 8 }
    for (place, region) in owned where frame.reported.unknownLabels.contains(place) {
      let span = try LabelSpan(of: place, in: region, on: output, frame)
      letters[UInt16(clamping: place + 1)] = span.levels(shift: shift)
    }
    return letters
  }
}

extension Difference {
  /// Blocks of a plane.
  fileprivate mutating func add(_ other: Difference, of plane: SamplePlane) {
    if other.count == 0 { return }
    box = box.union(
      PixelRect(
        left: other.box.left * plane.columns, top: other.box.top * plane.rows, right: other.box.right * plane.columns,
        bottom: other.box.bottom * plane.rows))
    count = max(count, other.count * plane.columns * plane.rows)
  }
}

extension PlaneBlocks {
  /// Blocks outside of all regions that are further from the original than a codec makes them, in samples.
  fileprivate func changedOutside(_ tolerance: CodecTolerance) -> Difference {
    var difference = Difference()
    for row in 0..<rows {
      for column in 0..<columns {
        let block = blocks[row * columns + column]
        guard block.owner == 0, block.worst > 0 else { continue }
        let isOff = Double(abs(block.sum)) > tolerance.outside * Double(block.count)
        guard isOff || Double(block.worst) > tolerance.sample, isInterior(column, row),
          isOff || Double(block.worst) > tolerance.sample + Double(contrast(column, row))
        else { continue }
        difference.add(
          PixelRect(
            left: column * Self.side, top: row * Self.side, right: (column + 1) * Self.side,
            bottom: (row + 1) * Self.side), count: Int(block.count))
      }
    }
    return difference
  }
}

extension Difference {
  fileprivate mutating func add(_ rect: PixelRect, count: Int) {
    box = box.union(rect)
    self.count += count
  }
}

extension PixelReader {
  /// How many pixels of a region are not as in one picture, and nearer to another.
  fileprivate func count(nearerTo source: PixelReader, than wanted: PixelReader, in region: Region) -> Int {
    func distance(_ one: SIMD4<UInt16>, _ other: SIMD4<UInt16>) -> Int {
      (0..<4).reduce(0) { $0 + abs(Int(one[$1]) - Int(other[$1])) }
    }
    var count = 0
    for rect in region.rects {
      for y in rect.top..<rect.bottom {
        for x in rect.left..<rect.right {
          let pixel = pixel(x, y)
          if distance(pixel, source.pixel(x, y)) < distance(pixel, wanted.pixel(x, y)) { count += 1 }
        }
      }
    }
    return count
  }
}
