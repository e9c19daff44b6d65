import ScrimCore

/// What a rules file does, entry by entry and in plain words, and what in it is probably not meant.
public struct RulesReview: Sendable {
  public struct Statement: Hashable, Sendable {
    /// `hide[1]`, `cover`, `frame`.
    public var entry: String
    /// From 1; nil where it is not known.
    public var line: Int?
    public var words: String
  }

  /// Something that is worth a warning; the rules are right all the same.
  public struct Concern: Hashable, Sendable {
    public var line: Int?
    /// Holds no text of a view: the screen that rules are tried on is made up.
    public var words: String
  }

  /// The file's name as messages give it.
  public var file: String
  public var statements: [Statement] = []
  public var concerns: [Concern] = []
}

extension RuleSet {
  /// Reads what each file says, and tries all of them on a made-up screen that has a view of every kind that they name,
  /// and on an empty one. The frames count as decided: a run begins with rules of its own.
  public func review(by stages: any SpecStages) -> [RulesReview] {
    var reviews = definitions.map { RulesReviewer($0, source: $1).review() }
    guard !reviews.isEmpty else { return [] }
    let screens =
      definitions.map { ("a made-up screen", SampleViews.snapshot(for: $0.rules)) } + [
        ("an empty screen", SampleViews.empty)
      ]
    for (index, (name, snapshot)) in screens.enumerated() {
      let views = FrameViews(tree: .exact(snapshot), events: [.becameActive], lifecycle: .active)
      let frame = FrameContext(
        identity: FrameIdentity(index: index, time: Double(index)), size: SampleViews.size, views: views, scale: 1)
      let plan = stages.plan(frame, by: self)
      var words = plan.failures.map { "on \(name) the frame fails closed: \($0.problem)" }
      words += plan.rulesHidingNearlyAll.map {
        "\($0) hides nearly the whole of \(name): is a container meant, or what is in it?"
      }
      for word in words where !reviews[reviews.count - 1].concerns.contains(where: { $0.words == word }) {
        reviews[reviews.count - 1].concerns.append(RulesReview.Concern(words: word))
      }
    }
    return reviews
  }
}

extension Event {
  fileprivate static let becameActive = Event(name: "application.didBecomeActive", instant: .frame(0))
}

extension Lifecycle {
  fileprivate static let active: Lifecycle = {
    var lifecycle = Lifecycle()
    lifecycle.apply(.becameActive)
    return lifecycle
  }()
}

extension FailureCause {
  /// Without what kind of failure it is.
  var problem: String {
    switch self {
    case .rules(let message), .budget(let message): message
    case .undecodable(let reason), .noSnapshot(let reason), .badViews(let reason), .masking(let reason): reason
    }
  }
}

/// Reads one file.
private struct RulesReviewer {
  private let rules: RulesDefinition
  private let source: RulesSource
  private var result: RulesReview

  init(_ rules: RulesDefinition, source: RulesSource) {
    self.rules = rules
    self.source = source
    result = RulesReview(file: rules.file)
  }

  consuming func review() -> RulesReview {
    for (place, entry) in rules.hide.enumerated() { hide(entry, place) }
    for (place, rule) in rules.show.enumerated() {
      named(rule, "show", place, "shows \(rule.selector.words), in what is hidden too; not where it is secure")
    }
    for (place, rule) in rules.floor.enumerated() {
      named(rule, "floor", place, "hides \(rule.selector.words) whatever this file and later ones say")
    }
    if rules.hidesText { say("default", "hides every view with a text that nothing else mentions") }
    if let cover = rules.cover {
      let states = cover.states.contains(.inactive) ? "inactive or in the background" : "in the background"
      say("cover", "covers the app, or the scene, while it is \(states)")
    }
    if rules.showsOutside == true { say("outside", "shows what no window covers, status bars say") }
    if rules.event != nil { say("event", "a function hears every event") }
    if rules.frame != nil { say("frame", "a function decides on each frame what else is hidden or shown") }
    return result
  }

  private mutating func say(_ entry: String, path: [String]? = nil, _ words: String) {
    result.statements.append(
      RulesReview.Statement(entry: entry, line: source.line(of: path ?? [entry]), words: words))
  }

  private mutating func warn(_ entry: String, path: [String], _ words: String) {
    result.concerns.append(RulesReview.Concern(line: source.line(of: path), words: "\(entry): \(words)"))
  }

  private mutating func named(_ rule: RulesDefinition.Named, _ list: String, _ place: Int, _ words: String) {
    let entry = "\(list)[\(place + 1)]", path = [list, "[\(place + 1)]"]
    say(entry, path: path, words)
    weigh(rule.selector, entry, path)
  }

  private mutating func hide(_ rule: RulesDefinition.HideEntry, _ place: Int) {
    let entry = "hide[\(place + 1)]", path = ["hide", "[\(place + 1)]"]
    let style = rules.style.refined(by: rule.options).applied(to: .defaultMask)
    let target: String
    switch rule.target {
    case .region(let rect, let inPoints):
      let sides = [rect.width, rect.height, rect.x, rect.y].map { Int(exactly: $0).map(String.init) ?? "\($0)" }
      target = "\(sides[0]) x \(sides[1]) \(inPoints ? "points" : "pixels") at \(sides[2]), \(sides[3])"
    case .views(let selector, let find):
      let found = find.joined(separator: " or ")
      switch (selector, find.isEmpty) {
      case (let selector?, true): target = selector.words
      case (let selector?, false): target = "\(selector.words), where its texts hold \(found)"
      case (nil, _): target = "every view whose texts hold \(found)"
      }
      if let selector { weigh(selector, entry, path) }
      if let selector, selector.isWithin(rules.show.map(\.selector)) {
        warn(
          entry, path: path, "it hides nothing that is not secure, since 'show' has all of it, and the exception wins")
      }
      if let later = shadow(of: rule, at: place, selector, find) {
        warn(entry, path: path, "hide[\(later + 1)] matches all of it, and says every one of its options again")
      }
    }
    say(entry, path: path, "hides \(target): \(words(style, hold: rule.hold ?? rules.hold))")
    if style.tier == .cosmetic {
      warn(entry, path: path, "'\(style.name.rawValue)' can be undone; an opaque style cannot")
    }
  }

  /// A later entry that leaves nothing of this one.
  private func shadow(
    of rule: RulesDefinition.HideEntry, at place: Int, _ selector: Selector?, _ find: [String]
  ) -> Int? {
    rules.hide.indices.first { later in
      guard later > place, case .views(let other, let otherFind) = rules.hide[later].target,
        otherFind.isEmpty || otherFind == find,
        let selector, let other, selector.isWithin([other])
      else { return false }
      let options = rules.hide[later].options
      return rule.options.refined(by: options) == options && (rule.hold == nil || rules.hide[later].hold != nil)
    }
  }

  private mutating func weigh(_ selector: Selector, _ entry: String, _ path: [String]) {
    if let reason = selector.contradiction {
      warn(entry, path: path, "'\(selector.source)' can never match: \(reason)")
    }
    for reason in selector.partialContradictions {
      warn(entry, path: path, "a part of '\(selector.source)' can never match: \(reason)")
    }
    for test in selector.attributeTests {
      if let near = test.probablyMeant {
        warn(entry, path: path, "[\(test.name)] is no member of the model but a format's own; did you mean '\(near)'?")
      }
    }
  }

  private func words(_ style: RedactionStyle, hold: Hold) -> String {
    var words = style.name.summary
    if let text = style.text { words += ", text \"\(text)\"" }
    if hold != Hold() { words += ", held \(hold.before) frames before and \(hold.after) after" }
    return words
  }
}
