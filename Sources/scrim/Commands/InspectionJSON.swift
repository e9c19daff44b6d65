internal import ScrimCore
internal import ScrimPipeline

/// An inspected frame as one JSON value. Texts of views are given by their length.
enum InspectionJSON {
  static func text(_ inspection: Inspection) -> String { JSONText.indented(Frame(inspection)) + "\n" }

  private struct Frame: Encodable {
    /// For whoever finds the file later: it names what was recorded.
    let unredacted = true
    let frame: Int
    let time: Double?
    let name: String?
    let width: Int
    let height: Int
    /// Pixels per point of its views, by which bounds became pixels; left out where no views are known.
    let scale: Double?
    let status: String
    let causes: [String]
    let trees: [[Node]]

    init(_ inspection: Inspection) {
      let outcome = inspection.outcome
      frame = outcome.identity.index
      time = outcome.identity.time
      name = outcome.identity.name?.description
      (width, height) = (outcome.plan.size.width, outcome.plan.size.height)
      scale = inspection.trees.first?.snapshot.scale
      status = outcome.status.rawValue
      causes = outcome.causes.map(\.words)
      trees = inspection.trees.map { tree in tree.selected.map { Node($0, in: tree) } }
    }
  }

  private struct Node: Encodable {
    let view: Int
    let parent: Int?
    let type: String
    let id: String?
    let classes: [String]
    /// `[x, y, width, height]` in pixels, or left out where it is not known.
    let bounds: [Double]?
    /// Characters of each text.
    let text_lengths: [String: Int]
    let flags: [String]
    let fate: String
    let rule: String?
    let style: String?
    /// The ancestor whose fate it shares.
    let with: Int?

    init(_ index: Int, in tree: Inspection.Tree) {
      let node = tree.snapshot.views[index]
      view = index
      parent = node.parent
      type = node.type
      id = node.id
      classes = node.classes
      if case .rect(let rect) = node.bounds {
        bounds = [rect.x, rect.y, rect.width, rect.height]
      } else {
        bounds = nil
      }
      let texts: [(String, SensitiveText?)] = [
        ("text", node.text), ("label", node.label), ("value", node.value), ("placeholder", node.placeholder),
      ]
      text_lengths = Dictionary(
        uniqueKeysWithValues: texts.compactMap { name, text in text.map { (name, $0.exposed.count) } })
      var bare = node
      (bare.text, bare.label, bare.value, bare.placeholder) = (nil, nil, nil, nil)
      flags = InspectionWords.facts(bare)
      switch tree.fates[index] {
      case .hidden(let rule, let style): (fate, self.rule, self.style, with) = ("hidden", rule, style.rawValue, nil)
      case .hiddenWith(let owner): (fate, rule, style, with) = ("hidden", nil, nil, owner)
      case .shown(let lifted): (fate, rule, style, with) = (lifted ? "lifted" : "shown", nil, nil, nil)
      case .shownWith(let owner): (fate, rule, style, with) = ("shown", nil, nil, owner)
      case .untouched: (fate, rule, style, with) = ("untouched", nil, nil, nil)
      }
    }
  }
}
