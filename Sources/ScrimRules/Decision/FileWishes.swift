import ScrimCore

/// What one rules file says about one snapshot, before anything is weighed.
struct FileWishes {
  /// What calls of the `frame` function say about a view.
  struct Call: Hashable {
    enum Word: Hashable {
      case hide
      case show(evenIfSecure: Bool)
    }

    /// The last one, which wins.
    var word: Word
    /// The order of the last `plan:hide`: the style of a secure view that a later call would show.
    var order: Int?
  }

  /// For each view the order of the `hide` entries that match it.
  var hidden: [Int?]
  /// For each view whether a `show` entry matches it.
  var shown: [Bool]
  /// For each view whether the file's `floor` matches it.
  var floor: [Bool]
  var calls: [Int: Call] = [:]
  var regions: [(rect: Rect, order: Int)] = []
  /// The rules that matched a view, or named a region.
  var matched: Set<String> = []

  init(count: Int) {
    hidden = Array(repeating: nil, count: count)
    shown = Array(repeating: false, count: count)
    floor = Array(repeating: false, count: count)
  }
}

extension FileWishes {
  /// Reads a file's entries against a snapshot. `file` is its place among the files.
  ///
  /// Entries are tried in order, and a later one that matches the same view refines the options of the earlier ones.
  init(
    _ rules: RulesDefinition, file: Int, facts: FrameFacts, recognizers: RecognizerBook, orders: inout OrderBook
  ) throws(HostError) {
    self.init(count: facts.snapshot.views.count)
    // The combination of entries that has matched a view so far; -1 is none.
    var combination = Array(repeating: -1, count: hidden.count)
    var combinations: [(options: StyleOptions, hold: Hold, last: Int)] = []

    for (place, entry) in rules.hide.enumerated() {
      switch entry.target {
      case .region(let rect, let inPoints):
        let order = orders.add(
          HideOrder(
            style: rules.style.refined(by: entry.options).applied(to: .defaultMask), rule: entry.rule,
            hold: entry.hold ?? rules.hold), .entry(place, file: file))
        regions.append((try facts.pixels(rect, inPoints: inPoints), order))
        matched.insert(entry.rule)
      case .views(let selector, let find):
        var refinements: [Int: Int] = [:]
        let views = try facts.views(selector, find: find, recognizers)
        if !views.isEmpty { matched.insert(entry.rule) }
        for view in views {
          let before = combination[view]
          if let known = refinements[before] {
            combination[view] = known
            continue
          }
          let base = before < 0 ? (rules.style, rules.hold, -1) : combinations[before]
          combinations.append((base.0.refined(by: entry.options), entry.hold ?? base.1, place))
          refinements[before] = combinations.count - 1
          combination[view] = combinations.count - 1
        }
      }
    }

    let places = combinations.map { combination in
      orders.add(
        HideOrder(
          style: combination.options.applied(to: .defaultMask), rule: rules.hide[combination.last].rule,
          hold: combination.hold), .entry(combination.last, file: file))
    }
    for (view, index) in combination.enumerated() where index >= 0 { hidden[view] = places[index] }
    mark(rules.show, in: \.shown, facts.matcher)
    mark(rules.floor, in: \.floor, facts.matcher)
  }

  private mutating func mark(
    _ rules: [RulesDefinition.Named], in list: WritableKeyPath<FileWishes, [Bool]>, _ matcher: SelectorMatcher
  ) {
    for rule in rules {
      for view in matcher.matches(rule.selector) {
        self[keyPath: list][view] = true
        matched.insert(rule.rule)
      }
    }
  }
}
