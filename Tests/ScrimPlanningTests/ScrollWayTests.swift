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
    /// Fields stand beside labels, two in a row.
    var hasColumns = false
    /// A header stays where it is, with words and an id.
    var hasHeader = false

    /// How far the list has scrolled, and how far it has been pushed up itself, as by a keyboard.
    struct Place {
      var scroll: Double, push: Double
    }

    func listArea(at place: Place) -> Rect { area.offset(x: 0, y: -place.push) }

    func row(_ number: Int, at place: Place) -> Rect {
      let column = hasColumns ? number % 2 : 0, line = hasColumns ? number / 2 : number
      let width = hasColumns ? area.width / 2 - 6 : area.width - 8
      return Rect(
        x: area.x + 4 + Double(column) * area.width / 2, y: listArea(at: place).y + Double(line) * pitch - place.scroll,
        width: width,
        height: 10)
    }

    func snapshot(at place: Place) -> Snapshot {
      let area = listArea(at: place)
      let rows = isField.indices.compactMap { number -> Node? in
        let row = row(number, at: place)
        guard row.maxY > area.y, row.y < area.maxY else { return nil }
        let type = isField[number] ? "TextField" : "Label"
        return view(hasIDs ? "row\(number)" : nil, row.x, row.y, row.width, row.height, type: type) {
          $0.secure = isField[number] ? .yes : .no
          if texts.any && !isField[number] { $0.text = SensitiveText(texts.own ? "Row \(number)" : "Row") }
        }
      }
      let header = view("header", area.x + 4, area.y, area.width - 8, 6, type: "Title") {
        $0.text = SensitiveText("Cards")
      }
      let list = view(
        "list", area.x, area.y, area.width, area.height, type: type, { $0.clips = true },
        children: (hasHeader ? [header] : []) + rows)
      return ScrimPlanningTests.snapshot([window(size, [list])])
    }

    /// What of a field is to be seen.
    func seen(_ number: Int, at place: Place) -> Region {
      Region(row(number, at: place).roundedOutward(within: listArea(at: place).roundedInward(within: size.rect)))
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
        type: ["ScrollView", "RecyclerView", "UITableView"][Int.random(in: 0..<3, using: &random)],
        hasColumns: Bool.random(using: &random), hasHeader: Bool.random(using: &random))
      let end = max(0, Double(count) * Self.pitch / (model.hasColumns ? 2 : 1) - 40)
      let from = Double.random(in: 0...end, using: &random).rounded()
      let far = Double.random(in: -110...110, using: &random).rounded()
      let to = min(max(0, from + far), end), push = Bool.random(using: &random) ? 30.0 : 0
      let ends = (Model.Place(scroll: from, push: 0), Model.Place(scroll: to, push: push))
      let before = model.snapshot(at: ends.0), after = model.snapshot(at: ends.1)
      let plan = Planner().planBetween(
        before: (Self.decision(on: before), before), after: (Self.decision(on: after), after), size: size)
      let hidden = Region.union(of: plan.redactions.map(\.region))
      for step in 1..<8 {
        let part = Double(step) / 8, place = Model.Place(scroll: from + (to - from) * part, push: push * part)
        // One that neither snapshot has is nobody's to know.
        for number in kinds.indices where kinds[number] {
          let isKnown = !model.seen(number, at: ends.0).isEmpty || !model.seen(number, at: ends.1).isEmpty
          let rest = model.seen(number, at: place).subtracting(hidden)
          if isKnown && !rest.isEmpty { gaps.append("\(trial): \(model) from \(ends.0) to \(ends.1), row \(number)") }
        }
      }
    }
    #expect(gaps.isEmpty, "\(gaps.count), \(gaps.first ?? "")")
  }

  /// What is known again does not grow a mask.
  @Test func `a form that scrolls hides its field on its way alone`() {
    let model = Model(isField: [false, true, false], hasIDs: false, texts: (true, true), type: "ScrollView")
    let ends = (Model.Place(scroll: 0, push: 0), Model.Place(scroll: 6, push: 0))
    let before = model.snapshot(at: ends.0), after = model.snapshot(at: ends.1)
    let plan = Planner().planBetween(
      before: (Self.decision(on: before), before), after: (Self.decision(on: after), after), size: size)
    let field = model.row(1, at: ends.0).union(model.row(1, at: ends.1)).roundedOutward(within: size.rect)
    #expect(Region.union(of: plan.redactions.map(\.region)) == Region(field))
  }
}
