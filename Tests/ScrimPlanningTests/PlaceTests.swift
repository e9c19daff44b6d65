import Foundation
import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 12, height: 8)

@Suite struct PlaceTests {
  @Test func `a view is masked in its box and nowhere else`() {
    let plan = plan([view("pin", 2, 1, 5, 3), view("name", 2, 5, 5, 2)], hide: ["pin"], size: size)
    #expect(
      plan.picture == """
        . . . . . . . . . . . .
        . . M M M M M . . . . .
        . . M M M M M . . . . .
        . . M M M M M . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        """)
    #expect(plan.redactions.count == 1)
    #expect(plan.redactions[0].bounds == PixelRect(left: 2, top: 1, right: 7, bottom: 4))
    #expect(plan.redactions[0].rule == "rule pin" && plan.redactions[0].view == "#pin")
  }

  @Test func `fractions of pixels are rounded outward, also for a view smaller than a pixel`() {
    let plan = plan(
      [view("pin", 1.9, 1.2, 2.2, 1.9), view("dot", 7.4, 5.3, 0.3, 0.4)], hide: ["pin", "dot"], size: size)
    #expect(
      plan.picture == """
        . . . . . . . . . . . .
        . M M M M . . . . . . .
        . M M M M . . . . . . .
        . M M M M . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . M . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        """)
  }

  @Test func `a view that reaches out of the picture is masked up to the edge, one outside not at all`() {
    let plan = plan([view("pin", -9.5, 6, 11, 5000), view("far", 12, 0, 9, 9)], hide: ["pin", "far"], size: size)
    #expect(plan.redactions.map(\.region) == [region(0, 6, 2, 8)])
  }

  @Test func `a view in each corner is masked to the picture's edges, and no pixel further in`() {
    let corners = [(0, 0), (9, 0), (0, 6), (9, 6)]
    for (x, y) in corners {
      let plan = plan([view("pin", Double(x), Double(y), 3, 2)], hide: ["pin"], size: size)
      #expect(plan.redactions.map(\.region) == [region(x, y, x + 3, y + 2)])
    }
  }

  @Test func `a view turned by a right angle is masked past its corners`() {
    let plan = plan(
      [view("pin", 2, 3, 6, 2, { $0.transform = turn(cos: 0, sin: 1) })], hide: ["pin"], size: size)
    #expect(plan.region(of: "pin") == region(4, 1, 6, 7))
  }

  @Test func `a turned view is masked as a quad and not as the box around it`() {
    let size = PixelSize(width: 100, height: 100)
    let (cos, sin) = (cos(Double.pi / 6), sin(Double.pi / 6))
    let plan = plan(
      [view("pin", 20, 40, 60, 20, { $0.transform = turn(cos: cos, sin: sin) })], hide: ["pin"], size: size)
    let region = plan.region(of: "pin")
    for y in 0..<100 {
      for x in 0..<100 {
        let dx = Double(x) + 0.5 - 50, dy = Double(y) + 0.5 - 50
        let u = abs(cos * dx + sin * dy) - 30, v = abs(cos * dy - sin * dx) - 10
        if u < 0 && v < 0 { #expect(region.contains(x: x, y: y)) }
        if max(u, v) > 2 { #expect(!region.contains(x: x, y: y)) }
      }
    }
  }

  @Test(arguments: [0.5, 2.0])
  func `a scaling ancestor acts on place and size of what it holds`(scale: Double) {
    let size = PixelSize(width: 400, height: 400)
    let tree = view(
      "list", 100, 100, 200, 200, { $0.transform = Transform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0) },
      children: [view(nil, 120, 120, 100, 100, children: [view("pin", 160, 180, 20, 10)])])
    let plan = plan([tree], hide: ["pin"], size: size)
    let corner = (x: 200 + Int(scale * -40), y: 200 + Int(scale * -20))
    #expect(
      plan.region(of: "pin")
        == region(corner.x, corner.y, corner.x + Int(scale * 20), corner.y + Int(scale * 10)))
  }

  @Test func `a view's own transform comes first, then its ancestors'`() {
    let size = PixelSize(width: 100, height: 100)
    // Shifted by 10 in the group, which is turned by a right angle about (50, 50): right becomes down.
    let tree = view(
      "group", 0, 0, 100, 100, { $0.transform = turn(cos: 0, sin: 1) },
      children: [view("pin", 45, 45, 10, 10, { $0.transform = .translation(x: 10, y: 0) })])
    #expect(plan([tree], hide: ["pin"], size: size).region(of: "pin") == region(45, 55, 55, 65))
  }

  @Test(arguments: [1.0, 1.5, 2.0, 3.0])
  func `the same scene at another scale has the same masks, up to scale`(scale: Double) {
    let points = PixelSize(width: 120, height: 80)
    let size = PixelSize(width: Int(120 * scale), height: Int(80 * scale))
    func scene(_ scale: Double) -> [Node] {
      func at(_ id: String?, _ box: [Double], _ change: (inout View) -> Void = { _ in }, _ children: [Node] = [])
        -> Node
      {
        view(id, box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale, change, children: children)
      }
      return [
        at("pin", [10, 10, 40, 20]),
        at("clip", [60, 10, 20, 20], { $0.clips = true }, [at("long", [64, 14, 40, 40])]),
        at("sheet", [30, 20, 40, 30], { $0.opaque = .yes }),
      ]
    }
    let one = plan(scene(1), hide: ["pin", "long"], size: points)
    let other = plan(scene(scale), hide: ["pin", "long"], size: size)
    for (mine, theirs) in zip(one.redactions, other.redactions) {
      let scaled = mine.region.rects.map {
        Region(
          PixelRect(
            left: Int(Double($0.left) * scale), top: Int(Double($0.top) * scale), right: Int(Double($0.right) * scale),
            bottom: Int(Double($0.bottom) * scale)))
      }
      #expect(theirs.region == Region.union(of: scaled))
    }
    #expect(one.redactions.count == 2 && other.redactions.count == 2)
  }

  @Test func `a parent without area hides no child from the walk`() {
    for bounds in [Bounds.noArea(nil), .unknown, .rect(Rect(x: 1, y: 1, width: 1e-9, height: 1e-9))] {
      let tree = place("box", bounds, children: [view("pin", 4, 2, 3, 2)])
      #expect(plan([tree], hide: ["pin"], size: size).region(of: "pin") == region(4, 2, 7, 4))
    }
    let tree = place("box", .noArea(nil), children: [view("pin", 4, 2, 3, 2)])
    let plan = plan([tree], hide: ["box"], size: size)
    #expect(plan.region(of: "box") == region(4, 2, 7, 4))
    #expect(plan.redactions[0].bounds == PixelRect(left: 4, top: 2, right: 7, bottom: 4))
  }

  @Test func `a view without area has no mask`() {
    #expect(plan([place("pin", .noArea(nil))], hide: ["pin"], size: size).redactions.isEmpty)
    let line = Bounds.noArea(Rect(x: 4, y: 3, width: 5, height: 0))
    #expect(plan([place("pin", line)], hide: ["pin"], size: size).redactions.isEmpty)
  }

  @Test func `a text in a box lower than a line of its letters is masked a line high`() {
    let size = PixelSize(width: 60, height: 60)
    func masked(_ bounds: Bounds, _ attributes: ViewAttributes, text: String = "secret") -> Region {
      let node = place("pin", bounds) {
        $0.text = SensitiveText(text)
        $0.attributes = attributes
      }
      let tree = snapshot([window(size, [node])], scale: 2)
      return plan(tree, decision(on: tree, hide: ["pin"]), size: size).region(of: "pin")
    }
    let low = Bounds.rect(Rect(x: 4, y: 29, width: 30, height: 2)), own = region(4, 29, 34, 31)
    let line = region(4, 17, 34, 43)
    #expect(masked(low, ["font_size": .number(10)]) == line)
    #expect(masked(low, ["line_height": .text(SensitiveText("13px"))]) == line)
    #expect(masked(.noArea(Rect(x: 4, y: 30, width: 30, height: 0)), ["textSize": .integer(10)]) == line)
    // Where nothing is known of letters, or there are none, the box is what is known.
    #expect(masked(low, [:]) == own)
    #expect(masked(low, ["font_size": .number(10)], text: "") == own)
    #expect(masked(low, ["font_size": .number(0)]) == own && masked(low, ["font_size": .number(.nan)]) == own)
    let high = Bounds.rect(Rect(x: 4, y: 10, width: 30, height: 40))
    #expect(masked(high, ["font_size": .number(10)]) == region(4, 10, 34, 50))
  }

  @Test func `a parent without area turns and scales what it holds about its own centre`() {
    let size = PixelSize(width: 80, height: 60)
    func pin(_ pivot: Rect, _ own: Transform) -> Region {
      let pivot = place(
        "pivot", .noArea(pivot), { $0.transform = own }, children: [view("pin", 35, 25, 20, 20)])
      return plan([view("panel", 40, 40, 20, 10, children: [pivot])], hide: ["pin"], size: size).region(of: "pin")
    }
    let half = turn(cos: -1, sin: 0)
    #expect(pin(Rect(x: 30, y: 25, width: 0, height: 0), half) == region(5, 5, 25, 25))
    #expect(pin(Rect(x: 20, y: 25, width: 20, height: 0), half) == region(5, 5, 25, 25))
    #expect(
      pin(Rect(x: 35, y: 25, width: 0, height: 0), Transform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0, ty: 0))
        == region(35, 25, 45, 35))
    #expect(pin(Rect(x: .nan, y: 25, width: 0, height: 0), half) == region(40, 40, 60, 50))
  }
}

/// Ways in which it is not known where a view is.
private let odd: [(name: String, bounds: Bounds, transform: Transform?)] = {
  let rect = Rect(x: 4, y: 3, width: 2, height: 2)
  func map(_ a: Double, _ d: Double, _ tx: Double = 0) -> Transform { Transform(a: a, b: 0, c: 0, d: d, tx: tx, ty: 0) }
  return [
    ("unknown", .unknown, nil), ("nan", .rect(Rect(x: .nan, y: 3, width: 2, height: 2)), nil),
    ("infinite", .rect(Rect(x: 4, y: 3, width: .infinity, height: 2)), nil),
    ("overflow", .rect(Rect(x: 1.7e308, y: 3, width: 1.7e308, height: 2)), nil),
    ("inverted", .rect(Rect(x: 6, y: 5, width: -2, height: -2)), nil), ("singular", .rect(rect), map(0, 0)),
    ("flat", .rect(rect), map(1, 0)), ("nan map", .rect(rect), map(.nan, 1)),
    ("infinite shift", .rect(rect), map(1, 1, .infinity)), ("huge map", .rect(rect), map(1e200, 1e200)),
    ("turn about an unknown centre", .unknown, turn(cos: 0, sin: 1)),
    ("turn about a line of unknown place", .noArea(nil), turn(cos: 0, sin: 1)),
    ("shift beyond exact numbers", .rect(rect), map(1, 1, 1e17)),
    ("centre beyond exact numbers", .rect(Rect(x: 1e17, y: 3, width: 2, height: 2)), map(0.5, 1)),
  ]
}()

@Suite struct OddGeometryTests {
  @Test func `numbers that cancel out where they are no longer exact tell no place`() {
    func pin(_ shifts: [Double], scale: Double = 1) -> Region {
      var tree = view("pin", 3, 3, 4, 2)
      for (place, shift) in shifts.enumerated() {
        let map = Transform(
          a: place == 1 ? scale : 1, b: 0, c: 0, d: place == 1 ? scale : 1, tx: shift, ty: 0)
        tree = view(nil, 0, 0, 12, 8, { $0.transform = map }, children: [tree])
      }
      return plan([view("box", 1, 2, 8, 5, children: [tree])], hide: ["pin"], size: size).region(of: "pin")
    }
    #expect(pin([-1e17, 7, 1e17]) == region(1, 2, 9, 7))
    #expect(pin([-1e4, 2, 1e4]) == region(5, 3, 9, 5))
    #expect(pin([0, 0, 0], scale: 1e13) == region(0, 0, 12, 8))
  }

  @Test(arguments: odd.indices)
  func `a view whose place is not known takes its parent's visible region`(row: Int) {
    if case .noArea = odd[row].bounds { return }
    let pin = place("pin", odd[row].bounds, { $0.transform = odd[row].transform })
    let tree = view("clip", 2, 1, 8, 4, { $0.clips = true }, children: [view("box", 1, 2, 6, 5, children: [pin])])
    #expect(plan([tree], hide: ["pin"], size: size).region(of: "pin") == region(2, 2, 7, 5), "\(odd[row].name)")
  }

  @Test(arguments: odd.indices)
  func `what lies in a view with an odd transform is not known either`(row: Int) {
    guard let transform = odd[row].transform else { return }
    let bad = place("bad", odd[row].bounds, { $0.transform = transform }, children: [view("pin", 4, 3, 2, 2)])
    let plan = plan([view("box", 1, 2, 6, 5, children: [bad])], hide: ["pin"], size: size)
    #expect(plan.region(of: "pin") == region(1, 2, 7, 7), "\(odd[row].name)")
  }

  @Test func `without any ancestor in the picture that has a place, the whole frame is hidden`() {
    let size = size
    let pin = place("pin", .unknown)
    let trees = [
      place("w", .unknown, children: [pin]), place("w", .noArea(nil), children: [pin]), pin,
      view("w", 50, 50, 9, 9, children: [pin]),
    ]
    for tree in trees {
      let snapshot = snapshot([tree])
      #expect(plan(snapshot, decision(on: snapshot, hide: ["pin"]), size: size).region(of: "pin") == Region(size.rect))
    }
  }

  @Test func `a clip out of the picture leaves nothing of what it holds, known or not`() {
    let tree = view(
      "clip", 50, 50, 9, 9, { $0.clips = true }, children: [place("pin", .unknown), view("tip", 0, 0, 9, 9)])
    #expect(plan([tree], hide: ["pin", "tip"], size: size).redactions.isEmpty)
  }

  @Test func `places beyond 32 bits and beyond exact numbers are clamped`() {
    for reach in [3e9, 1e18, 1e300] {
      let pin = view("pin", -reach, -reach, 2 * reach, 2 * reach)
      #expect(plan([pin], hide: ["pin"], size: size).region(of: "pin") == Region(size.rect))
    }
  }
}
