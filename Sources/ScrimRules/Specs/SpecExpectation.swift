import ScrimCore

/// Whether a plan is as a spec expects.
///
/// A frame that failed closed hides everything; so it is no answer to any expectation but `fails`: a test of what rules
/// hide must not pass because they broke.
struct SpecExpectation {
  /// What a matcher is given.
  enum Wanted {
    case nothing
    case text(String)
    case view(frame: Int, index: Int)
    case other(String)
  }

  /// What is not as expected, and what to look at.
  struct Problem {
    var message: String
    var details: [String]
  }

  private typealias Place = (snapshot: Int, view: Int)

  private let plan: SpecPlan
  private let frame: SpecFrame

  init(_ plan: SpecPlan, frame: SpecFrame) {
    self.plan = plan
    self.frame = frame
  }

  private var redactions: [Redaction] { plan.plan.redactions }
  private var failure: String? { plan.plan.failures.first?.problem }

  /// Nil where the plan is as expected. Throws where the question makes no sense.
  func problem(_ matcher: String, never: Bool, _ wanted: Wanted) throws(HostError) -> Problem? {
    let says = never ? "never to " : "to "
    if matcher == "fails" { return try failing(wanted, never: never) }
    if let failure {
      let whom = if case .text(let source) = wanted { " \(source)" } else { "" }
      return fails("expected the plan \(says)\(verb(matcher))\(whom); the frame failed closed: \(failure)")
    }
    switch matcher {
    case "covers":
      try check(nothing: wanted, matcher)
      if plan.plan.isCovered != never { return nil }
      return fails("expected the plan \(says)cover the frame; \(never ? "it does" : "no cover hides it whole")")
    case "hides_nothing":
      try check(nothing: wanted, matcher)
      if redactions.isEmpty != never { return nil }
      let rules = Set(redactions.map(\.rule)).sorted().joined(separator: ", ")
      return fails(
        "expected the plan \(says)hide nothing; \(never ? "it hides nothing" : "these hide something: \(rules)")")
    case "hides", "shows":
      let views = try places(wanted, matcher)
      let wrong = views.filter { isAs(matcher, $0) == never }
      guard let first = wrong.first else { return nil }
      let which = views.count > 1 ? " (\(wrong.count) of the \(views.count) that match)" : ""
      return fails(
        "expected the plan \(says)\(verb(matcher)) \(words(wanted, views)); \(name(first)) \(state(of: first))\(which)")
    default: throw HostError(message: "unknown matcher '\(matcher)'")
    }
  }

  private func verb(_ matcher: String) -> String {
    switch matcher {
    case "hides": "hide"
    case "shows": "show"
    case "covers": "cover the frame"
    default: "hide nothing"
    }
  }

  private func failing(_ wanted: Wanted, never: Bool) throws(HostError) -> Problem? {
    let part: String?
    switch wanted {
    case .nothing: part = nil
    case .text(let text): part = text
    case .view, .other:
      throw HostError(message: "fails: a part of the message was expected, as in fails(\"bank.lua:3\")")
    }
    guard let failure else { return never ? nil : fails("expected the frame to fail closed; it did not") }
    let passes = part.map { contains(failure, $0) } ?? true
    if passes != never { return nil }
    return fails(
      never
        ? "expected the frame never to fail closed; it did: \(failure)"
        : "expected the frame to fail closed with '\(part!)'; it says: \(failure)")
  }

  private func check(nothing wanted: Wanted, _ matcher: String) throws(HostError) {
    if case .nothing = wanted { return }
    throw HostError(message: "\(matcher): it takes nothing; hides and shows take a selector or a view")
  }

  // MARK: views

  private func places(_ wanted: Wanted, _ matcher: String) throws(HostError) -> [Place] {
    let views: [Place]
    switch wanted {
    case .text(let source): views = try places(source, matcher)
    case .view(let number, let index):
      guard number == plan.frame else {
        throw HostError(message: "\(matcher): the view belongs to another frame than the plan")
      }
      views = [(0, index)]
    case .nothing: throw HostError(message: "\(matcher): there is no view (nil); a selector may have found none")
    case .other(let kind): throw HostError(message: "\(matcher): a selector or a view was expected, not \(kind)")
    }
    let seen = views.filter { !plan.visible[$0.snapshot][$0.view].isEmpty }
    if let first = views.first, seen.isEmpty {
      throw HostError(message: "\(matcher): no pixel of \(name(first)) can be seen in the frame, hidden or not")
    }
    return seen
  }

  private func places(_ source: String, _ matcher: String) throws(HostError) -> [Place] {
    let selector: Selector
    do { selector = try SelectorParser.parse(source) } catch {
      throw HostError(message: "\(matcher): selector '\(source)': \(error.message)")
    }
    let views = frame.matchers.indices.flatMap { snapshot in
      frame.matchers[snapshot].matches(selector).map { (snapshot, $0) }
    }
    if views.isEmpty {
      let ids = frame.snapshots.flatMap(\.views).compactMap { $0.id.map { "#\($0)" } }
      throw HostError(
        message: "\(matcher): no view of the frame matches '\(source)'" + suggestion(for: source, among: ids))
    }
    return views
  }

  private func isAs(_ matcher: String, _ place: Place) -> Bool {
    let seen = plan.visible[place.snapshot][place.view]
    return matcher == "hides" ? seen.subtracting(hidden).isEmpty : seen.intersection(hidden).isEmpty
  }

  private var hidden: Region { Region.union(of: redactions.map(\.region)) }

  private func state(of place: Place) -> String {
    SpecDetails.state(of: plan.visible[place.snapshot][place.view], in: redactions)
  }

  private func name(_ place: Place) -> String { frame.snapshots[place.snapshot].name(of: place.view) }

  private func words(_ wanted: Wanted, _ views: [Place]) -> String {
    if case .text(let source) = wanted { return source }
    return views.first.map(name) ?? "it"
  }

  // MARK: how it is hidden

  /// Whether what hides the views has these options: `with` behind `hides` and `covers`.
  func problem(
    with value: LuaValue, of matcher: String, _ wanted: Wanted, never: Bool
  ) throws(HostError) -> Problem? {
    let options = try SpecOptions(value)
    let found: [(who: String, redaction: Redaction)]
    if matcher == "covers" {
      found = redactions.last { $0.style.name == .cover }.map { [("the cover", $0)] } ?? []
    } else {
      found = try places(wanted, "with").compactMap { place in
        let seen = plan.visible[place.snapshot][place.view]
        return redactions.last { !$0.region.intersection(seen).isEmpty }.map { (name(place), $0) }
      }
    }
    for (who, redaction) in found {
      let differences = options.differences(from: redaction)
      if differences.isEmpty == never {
        return fails(
          never
            ? "expected \(who) never to be hidden with \(options.words)"
            : "expected \(who) to be hidden with \(differences.joined(separator: ", "))")
      }
    }
    return nil
  }

  private func fails(_ message: String) -> Problem {
    Problem(message: message, details: SpecDetails.lines(plan, frame: frame))
  }
}
