public import ScrimCore

/// Provisional, until the rule sets are merged.
public final class RuleSet: Sendable {
  public init(files: [RulesFile], seed: UInt64, budgets: Budgets, log: @escaping @Sendable (String) -> Void) throws(RulesError) {}
  public func decide(_ frame: FrameContext) -> Decision { Decision() }
  public func decideBetween(_ frame: FrameContext) -> (Decision, Decision) { (Decision(), Decision()) }
  public var fingerprints: [(name: String, sha256: String)] { [] }
  public var longestHold: Hold { Hold() }
  public var extraHold: Hold { get { Hold() } set {} }
  public var failureCover: RedactionStyle { .defaultCover }
  public var neverMatched: [String] { [] }
}
extension RuleSet { public var hasFrameFunction: Bool { false } }
