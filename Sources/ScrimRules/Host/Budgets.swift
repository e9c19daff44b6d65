/// What rules may use up. Set on the command line only; a script can neither read nor change it.
public struct Budgets: Hashable, Sendable {
  /// Instructions of Lua for each frame, with what calls of the API are charged. The same on every machine.
  public var instructions: UInt64
  /// Seconds for each frame, by the wall clock: the backstop.
  public var seconds: Double
  /// The same for loading the file with what it requires, once.
  public var loadInstructions: UInt64
  public var loadSeconds: Double
  /// Bytes that the state of one rules file may hold.
  public var memoryBytes: Int
  /// Seconds beyond the budgets after which rules count as hung and are given up: a hole in a budget must not keep a run
  /// for ever. Work that is slow on a busy machine, but ends, must not take as long.
  public var graceSeconds: Double = 30

  public init(
    instructions: UInt64 = 10_000_000, seconds: Double = 2, loadInstructions: UInt64 = 50_000_000,
    loadSeconds: Double = 5, memoryBytes: Int = 64 << 20
  ) {
    self.instructions = instructions
    self.seconds = seconds
    self.loadInstructions = loadInstructions
    self.loadSeconds = loadSeconds
    self.memoryBytes = memoryBytes
  }
}
