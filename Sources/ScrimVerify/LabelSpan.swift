internal import ScrimCore
internal import ScrimMasking

/// What a pixel under a label can be, where the report does not have the label's words: rules computed them, and a report
/// repeats nothing that a script can have read.
///
/// Letters cover a pixel more or less. So each lies between the colour of the words and what they stand on: the mask
/// without a label, or the label's own ground.
struct LabelSpan {
  private let ground: SIMD4<UInt16>
  private let text: SIMD4<UInt16>
  private let isLumaAndChroma: Bool

  /// Two of 256 levels: a letter's coverage has 8 bits, and each channel is rounded by itself.
  private static let tolerance = 2.0 * 257

  /// - Parameters:
  ///   - place: Of the redaction in the plan.
  ///   - region: What the redaction owns; not empty.
  init(
    of place: Int, in region: Region, on output: borrowing RedactedFrame, _ check: FrameCheck
  ) throws(PaintProblem) {
    let colours = check.reported.plan.redactions[place].style.labelColours
    if case .yuv = output.format.model { isLumaAndChroma = true } else { isLumaAndChroma = false }
    ground = try Self.samples(of: colours.ground, in: region, on: output, check)
    text = try Self.samples(of: colours.text, in: region, on: output, check)
  }

  /// A colour as the output has it: a mask of it is painted, and looked at.
  private static func samples(
    of colour: Colour, in region: Region, on output: borrowing RedactedFrame, _ check: FrameCheck
  ) throws(PaintProblem) -> SIMD4<UInt16> {
    var style = RedactionStyle(.solid), plan = check.reported.plan
    style.color = .fixed(colour)
    plan.redactions = [Redaction(region: region, bounds: region.bounds, style: style, rule: "")]
    let painted = try check.painted(plan, over: output, complementing: false)
    let first = region.rects[0]
    return painted.withPixels { $0.pixel(first.left, first.top) }
  }

  /// The lowest and the highest level of each channel in 8 bits; `shift` is how many more a sample has.
  func levels(shift: Int) -> [ClosedRange<Int>] {
    (0..<4).map { channel in
      let one = Int(ground[channel]) >> shift, other = Int(text[channel]) >> shift
      return min(one, other)...max(one, other)
    }
  }

  func holds(_ pixel: SIMD4<UInt16>, over mask: SIMD4<UInt16>) -> Bool {
    isBetween(pixel, mask, text) || isBetween(pixel, ground, text)
  }

  private func isBetween(_ pixel: SIMD4<UInt16>, _ one: SIMD4<UInt16>, _ other: SIMD4<UInt16>) -> Bool {
    let channels = 0..<4
    if isLumaAndChroma {
      // A chroma sample is covered by the letters of several pixels, a luma sample by its own.
      return channels.allSatisfy {
        pixel[$0] >= min(one[$0], other[$0]) && pixel[$0] <= max(one[$0], other[$0])
      }
    }
    func distance(_ channel: Int) -> Double { Double(other[channel]) - Double(one[channel]) }
    let widest = channels.max { abs(distance($0)) < abs(distance($1)) } ?? 0
    let share = distance(widest) == 0 ? 0 : (Double(pixel[widest]) - Double(one[widest])) / distance(widest)
    guard (0...1).contains(share) else { return false }
    return channels.allSatisfy {
      abs(Double(pixel[$0]) - Double(one[$0]) - share * distance($0)) <= Self.tolerance
    }
  }
}

extension ReportedFrame {
  /// The plan, with nothing on the masks whose labels are not known.
  var planWithoutUnknownLabels: Plan {
    var plan = plan
    for place in unknownLabels {
      plan.redactions[place].style.text = nil
      plan.redactions[place].style.symbol = RedactionStyle.Symbol.none
    }
    return plan
  }
}
