internal import ScrimCore
internal import ScrimMasking

/// Holds one frame of an output against the original and the report.
struct FrameCheck {
  let masker: Masker
  let reported: ReportedFrame

  /// Of the plan's redactions, in their order.
  private let regions: [Region]
  private let picture: Region

  private let grid: ChromaGrid

  /// `format` is the output's, and `grid` the original's: regions grow to both, as masks do.
  init(_ reported: ReportedFrame, masker: Masker, format: PixelFormat, grid: ChromaGrid) {
    self.masker = masker
    self.reported = reported
    self.grid = grid
    let rect = reported.plan.size.rect
    picture = Region(rect)
    regions = reported.plan.redactions.map {
      $0.region.grown(to: grid, within: rect).grown(to: ChromaGrid(format), within: rect)
    }
  }

  /// Every pixel outside of all regions is the original's, by value: kinds of storage may differ.
  func outside(_ output: borrowing RedactedFrame, _ original: borrowing RedactedFrame) -> Finding.Kind? {
    let outside = outsideRegion
    return output.withPixels { output in
      original.withPixels { original in
        output.difference(from: original, in: outside).map { .changedOutside($0.box, count: $0.count) }
      }
    }
  }

  /// What no redaction takes.
  var outsideRegion: Region { picture.subtracting(Region.union(of: regions)) }

  /// Every pixel of a region is what the style paints that is on top there.
  ///
  /// Opaque styles and those that continue the surroundings are painted once more over the output, of whose regions
  /// nothing is left before: so neither an unpainted pixel nor one that depends on the original comes out the same. Styles
  /// that can be undone depend on the original, and are made of it once more; without one they cannot be right.
  func inside(_ output: borrowing RedactedFrame, original: borrowing RedactedFrame) throws(PaintProblem) -> [Finding
    .Kind]
  {
    // No masker paints these.
    let refused = secureCosmetics
    if !refused.isEmpty { return refused }
    let owned = owned
    var findings = [Finding.Kind]()
    let hiding = owned.filter { !isCosmetic($0.place) }, cosmetic = owned.filter { isCosmetic($0.place) }
    if !hiding.isEmpty {
      let painted = try painted(reported.planWithoutUnknownLabels, over: output, complementing: true)
      findings += try differences(output, painted, original, hiding)
    }
    if !cosmetic.isEmpty {
      let painted = try painted(reported.planWithoutUnknownLabels, over: original, complementing: false)
      findings += try differences(output, painted, original, cosmetic)
    }
    return findings
  }

  /// The same without an original, for a frame that could not be decoded.
  func inside(_ output: borrowing RedactedFrame) throws(PaintProblem) -> [Finding.Kind] {
    let painted = try painted(reported.planWithoutUnknownLabels, over: output, complementing: true)
    // In place of an original what is painted: no pixel that differs from it counts as the original's.
    return try differences(output, painted, painted, owned)
  }

  /// What a redaction owns of the picture: what none that is painted later takes.
  var owned: [(place: Int, region: Region)] {
    var above = Region.empty, owned = [(place: Int, region: Region)]()
    for place in regions.indices.reversed() {
      let rest = regions[place].subtracting(above)
      if rest.isEmpty { continue }
      owned.append((place, rest))
      above = above.union(rest)
    }
    return owned.reversed()
  }

  func isCosmetic(_ place: Int) -> Bool {
    switch reported.plan.redactions[place].style.tier {
    case .opaque, .surroundings: false
    case .cosmetic: true
    }
  }

  var secureCosmetics: [Finding.Kind] {
    reported.plan.redactions.indices.filter { isCosmetic($0) && reported.plan.redactions[$0].isSecure }
      .map { .cosmeticOnSecure(name(of: $0)) }
  }

  func differences(
    _ output: borrowing RedactedFrame, _ painted: borrowing RedactedFrame, _ original: borrowing RedactedFrame,
    _ owned: [(place: Int, region: Region)]
  ) throws(PaintProblem) -> [Finding.Kind] {
    var findings = [Finding.Kind]()
    for (place, region) in owned {
      let label = reported.unknownLabels.contains(place) ? try LabelSpan(of: place, in: region, on: output, self) : nil
      let finding: Finding.Kind? = output.withPixels { output in
        painted.withPixels { painted in
          original.withPixels { original in
            let different = output.difference(from: painted, in: region) { x, y in
              label?.holds(output.pixel(x, y), over: painted.pixel(x, y)) ?? false
            }
            guard let different else { return nil }
            var same = 0
            for rect in region.intersection(Region(different.box)).rects {
              for y in rect.top..<rect.bottom {
                for x in rect.left..<rect.right
                where output.pixel(x, y) != painted.pixel(x, y) && output.pixel(x, y) == original.pixel(x, y) {
                  same += 1
                }
              }
            }
            return .notPainted(name(of: place), different.box, count: different.count, original: same)
          }
        }
      }
      if let finding { findings.append(finding) }
    }
    return findings
  }

  func name(of place: Int) -> Finding.Reported {
    let redaction = reported.plan.redactions[place]
    return Finding.Reported(rule: redaction.rule, view: redaction.view, style: redaction.style.name)
  }

  /// The frame with a plan carried out, over what is there or over the complement of it.
  func painted(
    _ plan: Plan, over frame: borrowing RedactedFrame, complementing: Bool
  ) throws(PaintProblem) -> RedactedFrame {
    let result: MaskedResult
    do {
      result = try masker.repainted(frame, by: plan, on: grid, complementing: complementing)
    } catch {
      throw PaintProblem(cause: .masking(reason: "no memory for a picture"))
    }
    if let failure = result.failure { throw PaintProblem(cause: failure) }
    return result.takeFrame()
  }

  /// The cover in place of a frame that could not be decoded, in its recording's kind of pixels.
  func cover(
    _ identity: FrameIdentity, as kind: (format: PixelFormat, encoding: SourceEncoding)
  ) throws(PaintProblem) -> RedactedFrame {
    let plan = reported.planWithoutUnknownLabels, result: MaskedResult
    do {
      result = try masker.coverFrame(
        identity: identity, size: plan.size, encoding: kind.encoding, format: kind.format, plan: plan)
    } catch {
      throw PaintProblem(cause: .masking(reason: "no memory for a picture"))
    }
    if let failure = result.failure { throw PaintProblem(cause: failure) }
    return result.takeFrame()
  }
}

/// Why the masks could not be painted.
struct PaintProblem: Error {
  var cause: FailureCause
}
