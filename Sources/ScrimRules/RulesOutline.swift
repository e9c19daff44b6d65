/// What one rules file holds, in counts, for `scrim check`.
public struct RulesOutline: Hashable, Sendable {
  /// The file's name as messages give it.
  public var file: String
  /// Entries of `hide`, `show` and `floor`.
  public var hide: Int
  public var show: Int
  public var floor: Int
  /// Whether what no rule mentions is hidden where it is text.
  public var hidesText: Bool
  public var hasCover: Bool
  public var hasEventFunction: Bool
  public var hasFrameFunction: Bool

  init(_ rules: RulesDefinition) {
    file = rules.file
    hide = rules.hide.count
    show = rules.show.count
    floor = rules.floor.count
    hidesText = rules.hidesText
    hasCover = rules.cover != nil
    hasEventFunction = rules.event != nil
    hasFrameFunction = rules.frame != nil
  }
}
