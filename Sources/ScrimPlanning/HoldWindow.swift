public import ScrimCore

/// Keeps redactions alive in the frames before and after those that asked for them.
///
/// Plans come in by the order of frames and go out by the same order, `lookAhead` frames later. A redaction with a hold
/// of (b, a) is also in the plans of the b frames before and the a frames after, as it was; where their pictures have another
/// size, wherever it may lie in these (`PictureScale`). Frames count by their place in the sequence, gaps in their indices
/// or not.
///
/// Memory holds `lookAhead` plans, and of past redactions those whose hold still lasts.
public struct HoldWindow: Sendable {
  private struct Waiting {
    var index: Int
    var plan: Plan
    /// From other frames, in the order of these.
    var held: [Redaction] = []
  }

  private struct Lasting {
    var redaction: Redaction
    /// The last frame that it is held for, counted from the first frame.
    var last: Int
    var picture: PictureScale
  }

  private let lookAhead: Int
  private var waiting: [Waiting] = []
  private var lasting: [Lasting] = []
  /// Frames appended so far.
  private var count = 0
  private var order = RuleOrder()

  /// `lookAhead`: how many frames are held back, 0 or more. It should be the largest `before` that the rules can ask for;
  /// see `exceeds`.
  public init(lookAhead: Int) {
    precondition(lookAhead >= 0, "frames cannot be held back less than not at all")
    self.lookAhead = lookAhead
  }

  /// Whether a hold reaches back behind what a window can still change. Callers check this where the rules are loaded; in
  /// `append`, such a redaction fails its frame.
  public static func exceeds(_ hold: Hold, lookAhead: Int) -> Bool { hold.before > lookAhead }

  /// Takes the next frame's plan; gives the plans that are complete with it, at most one.
  ///
  /// A redaction that asks for frames which are gone already reaches those that are still here, and its own frame fails
  /// closed: it must not pass as if all had been hidden.
  public mutating func append(index: Int, plan: Plan) -> [(index: Int, plan: Plan)] {
    var entry = Waiting(index: index, plan: plan)
    order.learn(plan.redactions)
    lasting.removeAll { $0.last < count }
    entry.held = lasting.map { $0.redaction.carried(from: $0.picture, to: plan.picture) }

    for redaction in plan.redactions {
      let before = max(0, redaction.hold.before)
      for place in max(0, waiting.count - before)..<waiting.count {
        waiting[place].held.append(redaction.carried(from: plan.picture, to: waiting[place].plan.picture))
      }
      if redaction.hold.after > 0 {
        let (last, tooFar) = count.addingReportingOverflow(redaction.hold.after)
        lasting.append(Lasting(redaction: redaction, last: tooFar ? Int.max : last, picture: plan.picture))
      }
    }
    let gone = count - waiting.count
    if let tooLong = plan.redactions.map(\.hold.before).max(), tooLong > waiting.count, gone > 0 {
      let problem = "a hold of \(tooLong) frames before reaches behind the \(lookAhead) frames of look-ahead"
      entry.plan = .covered(
        size: plan.size, scale: plan.scale, failures: plan.failures + [.rules(message: problem)])
    }
    waiting.append(entry)
    count += 1
    return waiting.count > lookAhead ? [completed(waiting.removeFirst())] : []
  }

  /// Ends the sequence; gives the plans that were held back.
  public mutating func finish() -> [(index: Int, plan: Plan)] {
    defer { waiting = [] }
    return waiting.map(completed)
  }

  private func completed(_ entry: Waiting) -> (index: Int, plan: Plan) {
    var plan = entry.plan
    // A frame that failed is covered whole: there is nothing left to hide.
    if plan.failures.isEmpty && !entry.held.isEmpty {
      plan.redactions = order.merged(held: entry.held, own: plan.redactions)
    }
    return (entry.index, plan)
  }
}

/// The order in which rules are painted, as the plans so far have shown it.
private struct RuleOrder: Sendable {
  /// What is one and the same to a hold.
  private struct Key: Hashable {
    var view: String?
    var rule: String
    var region: Region
  }

  private var rules: [String] = []
  private var ranks: [String: Int] = [:]

  /// Puts rules that were not seen before behind the rule after which they come here.
  mutating func learn(_ redactions: [Redaction]) {
    var place = 0
    for redaction in redactions where redaction.style.name != .cover {
      if let rank = ranks[redaction.rule] {
        place = max(place, rank + 1)
        continue
      }
      rules.insert(redaction.rule, at: place)
      place += 1
      for (rank, rule) in rules.enumerated() { ranks[rule] = rank }
    }
  }

  /// A frame's own redactions with those held from other frames, these below where the rule is the same; covers last.
  func merged(held: [Redaction], own: [Redaction]) -> [Redaction] {
    var seen = Set(own.map(Self.key))
    let others = held.filter { seen.insert(Self.key($0)).inserted }
    let all = (others + own).enumerated().map { (rank: rank($0.element), offset: $0.offset, redaction: $0.element) }
    return all.sorted { ($0.rank, $0.offset) < ($1.rank, $1.offset) }.map(\.redaction)
  }

  private func rank(_ redaction: Redaction) -> Int {
    redaction.style.name == .cover ? Int.max : ranks[redaction.rule] ?? Int.max - 1
  }

  private static func key(_ redaction: Redaction) -> Key {
    Key(view: redaction.view, rule: redaction.rule, region: redaction.region)
  }
}
