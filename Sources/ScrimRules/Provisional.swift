public import ScrimCore

/// Provisional, until the rule sets are merged.
public struct RulesFile: Sendable {
  public var path: BytePath
  public init(path: BytePath) { self.path = path }
}
