/// What types of views that scroll have in their names, in whatever toolkit: parts of words, without regard to capitals.
public enum ScrollingTypes {
  public static let words = [
    "scroll", "list", "table", "collection", "recycler", "grid", "lazy", "sliver", "webview", "feed",
  ]
  /// Of those that are turned page by page.
  public static let pagerWords = ["pager", "carousel", "pageview"]

  /// Whether a type is called like something that is turned page by page.
  public static func isPager(_ type: String) -> Bool { holds(type, one: pagerWords) }

  /// Whether a type is called like something that scrolls, page by page or not.
  public static func include(_ type: String) -> Bool { holds(type, one: words) || isPager(type) }

  private static func holds(_ type: String, one words: [String]) -> Bool {
    let name = type.lowercased()
    return words.contains { name.contains($0) }
  }
}
