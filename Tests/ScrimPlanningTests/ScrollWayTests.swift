import ScrimCore
import ScrimPlanning
import ScrimTestSupport
import Testing

private let size = PixelSize(width: 80, height: 120)

/// Lists that scroll between two snapshots, of which each has the rows that are to be seen: a secure field is hidden wherever it can
/// have been on the way.
@Suite struct ScrollWayTests {
  private static let area = Rect(x: 10, y: 10, width: 60, height: 100), pitch = 14.0

  /// What a list is made of: which rows are fields, and what views say of themselves.
  private struct Model {
    var isField: [Bool]
    var hasIDs: Bool
    /// Whether labels say something, and each something else.
    var texts: (any: Bool, own: Bool)
    var type: String

    func row(_ number: Int, at scroll: Double) -> Rect {
      Rect(x: area.x + 4, y: area.y + Double(number) * pitch - scroll, width: area.width - 8, height: 10)
    }

    func snapshot(at scroll: Double) -> Snapshot {
      let rows = isField.indices.compactMap { number -> Node? in
        let row = row(number, at: scroll)
        guard row.maxY > area.y, row.y < area.maxY else { return nil }
        let type = isField[number] ? "TextField" : "Label"
        return view(hasIDs ? "row\(number)" : nil, row.x, row.y, row.width, row.height, type: type) {
          $0.secure = isField[number] ? .yes : .no
          if texts.any && !isField[number] { $0.text = SensitiveText(texts.own ? "Row \(number)" : "Row") }
        }
      }
      let list = view("list", area.x, area.y, area.width, area.height, type: type, { $0.clips = true }, children: rows)
      return ScrimPlanningTests.snapshot([window(size, [list])])
    }

    /// What of a field is to be seen.
    func seen(_ number: Int, at scroll: Double) -> Region {
      Region(row(number, at: scroll).roundedOutward(within: area.roundedInward(within: size.rect)))
    }
  }

  private static func decision(on snapshot: Snapshot) -> Decision {
    Decision(
      verdicts: snapshot.views.map { $0.secure == .yes ? .hide(order: 0) : .inherit },
      orders: [HideOrder(style: .defaultMask, rule: "rule")])
  }

  @Test func `fields are hidden wherever a list has them between two snapshots`() {
    var random = SeededNumbers(seed: 41), gaps: [String] = []
    for trial in 0..<400 {
      let count = 8 + Int.random(in: 0..<12, using: &random)
      let kinds = (0..<count).map { _ in Int.random(in: 0..<3, using: &random) == 0 }
      let model = Model(
        isField: kinds, hasIDs: Bool.random(using: &random),
        texts: (Bool.random(using: &random), Bool.random(using: &random)),
        type: ["ScrollView", "RecyclerView", "UITableView"][Int.random(in: 0..<3, using: &random)])
      let end = max(0, Double(count) * Self.pitch - 40)
      let from = Double.random(in: 0...end, using: &random).rounded()
      let far = Double.random(in: -110...110, using: &random).rounded()
      let to = min(max(0, from + far), end)
      let before = model.snapshot(at: from), after = model.snapshot(at: to)
      let plan = Planner().planBetween(
        before: (Self.decision(on: before), before), after: (Self.decision(on: after), after), size: size)
      let hidden = Region.union(of: plan.redactions.map(\.region))
      for step in 1..<8 {
        let scroll = from + (to - from) * Double(step) / 8
        // One that neither snapshot has is nobody's to know.
        for number in kinds.indices where kinds[number] {
          let isKnown = [from, to].contains { !model.seen(number, at: $0).isEmpty }
          let rest = model.seen(number, at: scroll).subtracting(hidden)
          if isKnown && !rest.isEmpty { gaps.append("\(trial): \(model) from \(from) to \(to), row \(number)") }
        }
      }
    }
    #expect(gaps.isEmpty, "\(gaps.count), \(gaps.first ?? "")")
  }

  /// What is known again does not grow a mask.
  @Test func `a form that scrolls hides its field on its way alone`() {
    let model = Model(isField: [false, true, false], hasIDs: false, texts: (true, true), type: "ScrollView")
    let before = model.snapshot(at: 0), after = model.snapshot(at: 6)
    let plan = Planner().planBetween(
      before: (Self.decision(on: before), before), after: (Self.decision(on: after), after), size: size)
    let field = model.row(1, at: 6).union(model.row(1, at: 0)).roundedOutward(within: size.rect)
    #expect(Region.union(of: plan.redactions.map(\.region)) == Region(field))
  }
}
