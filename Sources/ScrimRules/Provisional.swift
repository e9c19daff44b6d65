public import ScrimCore

/// Provisional, until the Lua host is merged.
public struct RulesFile: Sendable {
  public var path: BytePath
  public init(path: BytePath) { self.path = path }
}

/// Provisional, until the Lua host is merged.
public struct Budgets: Sendable {
  public var instructions = 10_000_000
  public var seconds = 1.0
  public var memory = 64 << 20
  public init() {}
}
