/// Rules that are wrong as they stand: nothing is written then.
public struct RulesError: Error, Hashable, Sendable {
  /// The file's name as given.
  public var file: String
  /// From 1.
  public var line: Int?
  /// What is wrong, and what was perhaps meant.
  public var problem: String

  public init(file: String, line: Int? = nil, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }
}
