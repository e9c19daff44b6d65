import ScrimCore
import ScrimPlanning
import Testing

private let size = PixelSize(width: 20, height: 10)

private func redaction(_ rule: String, _ region: Region, hold: Hold = Hold(), view: String? = nil) -> Redaction {
  Redaction(region: region, bounds: region.bounds, style: .defaultMask, rule: rule, view: view, hold: hold)
}

private func plan(_ redactions: [Redaction], size: PixelSize = size) -> Plan {
  Plan(size: size, scale: 1, redactions: redactions)
}

/// What comes out of a window for the plans of a recording, with frame numbers 10 apart.
private func held(_ plans: [Plan], lookAhead: Int) -> [Plan] {
  var window = HoldWindow(lookAhead: lookAhead), out = [(index: Int, plan: Plan)]()
  for (place, plan) in plans.enumerated() { out += window.append(index: place * 10, plan: plan) }
  out += window.finish()
  #expect(out.map(\.index) == plans.indices.map { $0 * 10 })
  return out.map(\.plan)
}

@Suite struct HoldWindowTests {
  private let box = region(2, 2, 8, 6)

  @Test func `a redaction lasts from the frames before to the frames after those that asked for it`() {
    let asked = plan([redaction("pin", box, hold: Hold(before: 1, after: 2))])
    let plans = held(
      [plan([]), plan([]), plan([]), plan([]), asked, asked, plan([]), plan([]), plan([])], lookAhead: 1)
    #expect(plans.map { !$0.redactions.isEmpty } == [false, false, false, true, true, true, true, true, false])
    #expect(plans.allSatisfy { $0.redactions.count <= 1 }, "the same redaction is there once")
  }

  @Test func `holds end at the ends of the recording`() {
    let asked = plan([redaction("pin", box, hold: Hold(before: Int.max, after: Int.max))])
    let plans = held([plan([]), asked, plan([])], lookAhead: 5)
    #expect(plans.allSatisfy { $0.redactions.map(\.region) == [box] && $0.failures.isEmpty })
  }

  @Test func `a moving redaction is held at each of its places`() {
    let places = (0..<4).map { region($0 * 4, 0, $0 * 4 + 2, 2) }
    let plans = held(
      places.map { plan([redaction("pin", $0, hold: Hold(before: 1, after: 1), view: "#pin")]) }, lookAhead: 1)
    for (frame, plan) in plans.enumerated() {
      let expected = (max(0, frame - 1)...min(3, frame + 1)).map { places[$0] }
      #expect(Region.union(of: plan.redactions.map(\.region)) == Region.union(of: expected))
      #expect(plan.redactions.last?.region == places[frame], "its own place is painted above those it is held at")
    }
  }

  @Test func `held redactions are painted in the order of the rules, covers last`() {
    let hold = Hold(before: 1, after: 1)
    var cover = redaction("cover", Region(size.rect), hold: hold)
    cover.style = .defaultCover
    let full = plan([redaction("a", box, hold: hold), redaction("b", box), redaction("c", box, hold: hold), cover])
    let plans = held(
      [plan([redaction("b", region(0, 0, 1, 1))]), full, plan([redaction("b", region(0, 0, 1, 1))])], lookAhead: 1)
    for plan in plans { #expect(plan.redactions.map(\.rule) == ["a", "b", "c", "cover"]) }
  }

  @Test func `a held region grows and shrinks with the picture, outward, and a whole frame stays whole`() {
    let double = PixelSize(width: 40, height: 20), third = PixelSize(width: 7, height: 3),
      hold = Hold(before: 1, after: 1)
    func plans(_ box: Region, _ other: PixelSize, scale: Double) -> [Plan] {
      let asked = plan([redaction("pin", box, hold: hold)])
      let around = Plan(size: other, scale: scale, redactions: [])
      return held([around, asked, around], lookAhead: 1)
    }
    for place in [0, 2] {
      #expect(plans(box, double, scale: 2)[place].redactions.map(\.region) == [region(4, 4, 16, 12)])
      let small = plans(box, third, scale: 1 / 3)[place].redactions
      #expect(small.map(\.region) == [region(0, 0, 3, 3)], "each side by its own factor, whichever hides more")
      #expect(small.map(\.bounds) == [PixelRect(left: 0, top: 0, right: 3, bottom: 3)])
      #expect(plans(Region(size.rect), double, scale: 2)[place].redactions.map(\.region) == [Region(double.rect)])
    }
  }

  @Test func `where no tree says that all has grown, a held region is hidden grown and as it was`() {
    let asked = plan([redaction("pin", box, hold: Hold(after: 1))]), double = PixelSize(width: 40, height: 20)
    let plans = held([asked, plan([], size: double)], lookAhead: 0)
    #expect(plans[1].redactions.map(\.region) == [box.union(region(4, 4, 16, 12))])
    #expect(plans[1].redactions[0].bounds == PixelRect(left: 2, top: 2, right: 16, bottom: 12))
    // Without a column and two rows it has the same shape as far as anybody can tell, and was not made smaller.
    let screen = PixelSize(width: 1080, height: 2400), place = region(900, 2200, 1060, 2300)
    let cut = held(
      [
        plan([redaction("pin", place, hold: Hold(after: 1))], size: screen),
        plan([], size: PixelSize(width: 1079, height: 2398)),
      ], lookAhead: 0)
    #expect(cut[1].redactions.map { place.subtracting($0.region).isEmpty } == [true])
  }

  @Test(arguments: [PixelSize(width: 10, height: 20), PixelSize(width: 20, height: 14), PixelSize(width: 5, height: 4)])
  func `what is held hides a picture of another shape whole`(_ other: PixelSize) {
    let asked = plan([redaction("pin", box, hold: Hold(before: 1, after: 1))])
    let plans = held([plan([], size: other), asked, plan([], size: other)], lookAhead: 1)
    for place in [0, 2] {
      #expect(plans[place].redactions.map(\.region) == [Region(other.rect)])
      #expect(plans[place].redactions[0].bounds == other.rect)
      #expect(plans[place].failures.isEmpty && !plans[place].isCovered, "it is the rule that hides it")
    }
    #expect(plans[1] == asked)
  }

  @Test func `frames come out when their look-ahead is complete, and not later`() {
    var window = HoldWindow(lookAhead: 2)
    #expect(window.append(index: 0, plan: plan([])).isEmpty)
    #expect(window.append(index: 1, plan: plan([])).isEmpty)
    #expect(window.append(index: 2, plan: plan([])).map(\.index) == [0])
    #expect(window.finish().map(\.index) == [1, 2])
    #expect(window.finish().isEmpty)
    var none = HoldWindow(lookAhead: 0)
    #expect(none.append(index: 7, plan: plan([])).map(\.index) == [7])
  }

  @Test func `a hold that reaches behind the look-ahead fails its frame and hides what is still here`() {
    #expect(HoldWindow.exceeds(Hold(before: 3), lookAhead: 2))
    #expect(!HoldWindow.exceeds(Hold(before: 2, after: 9), lookAhead: 2))
    let asked = plan([redaction("pin", box, hold: Hold(before: 3))])
    let plans = held([plan([]), plan([]), plan([]), plan([]), asked, plan([])], lookAhead: 2)
    #expect(plans.map { !$0.redactions.isEmpty } == [false, false, true, true, true, false])
    #expect(plans[4].isCovered && !plans[4].failures.isEmpty && plans[3].failures.isEmpty)
    #expect(held([plan([]), asked], lookAhead: 2)[1].failures.isEmpty, "no frame before was gone yet")
  }

  @Test func `a frame that failed stays covered, and is covered only`() {
    let failed = Plan.covered(size: size, scale: 1, failures: [.budget(message: "time")])
    let asked = plan([redaction("pin", box, hold: Hold(before: 1, after: 1))])
    let plans = held([asked, failed, asked], lookAhead: 1)
    #expect(plans[1] == failed)
    #expect(plans[0].redactions.count == 1 && plans[2].redactions.count == 1)
  }

  @Test(arguments: 0...3)
  func `with a constant lag, no secret pixel shows once hold covers it`(lag: Int) {
    let moving = (0..<12).map { region(($0 * 3) % 17, 2, ($0 * 3) % 17 + 3, 6) }
    let plans = held(moving.map { plan([redaction("pin", $0, hold: Hold(before: lag, after: lag))]) }, lookAhead: lag)
    for frame in lag..<12 {
      let hidden = Region.union(of: plans[frame].redactions.map(\.region))
      #expect(moving[frame - lag].subtracting(hidden).isEmpty, "pixels trail behind views")
      #expect(moving[frame].subtracting(hidden).isEmpty)
    }
    for frame in 0..<12 - lag {
      let hidden = Region.union(of: plans[frame].redactions.map(\.region))
      #expect(moving[frame + lag].subtracting(hidden).isEmpty, "views trail behind pixels")
    }
  }
}
