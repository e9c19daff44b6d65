internal import ScrimCore
internal import ScrimTestSupport
@testable internal import ScrimRules
@testable internal import ScrimViews

/// The parser of selectors, and what it made of a text at work on a tree.
struct SelectorFuzzing: FuzzTarget {
  let name = "selector"
  let mutation = Mutation.text

  private static let tree: Snapshot = {
    let tree = SmallTree.all.first { $0.format == "uiautomator" }!
    // Read by the tests of its format, too.
    return try! TreeFile(Array(tree.text.utf8)).snapshot(format: nil, picture: tree.picture, scale: nil)
  }()

  func seeds() -> [[UInt8]] {
    [
      "[secure]", "#pin, .pan, CardView > Label", "*", "EditText:not([text=\"x\" i])",
      "FrameLayout:has(> EditText) TextView",
      "#\"a.b:id/pin\"", ":is(A, B, [id^='a'], [class$=b], [text*=c], [role~=d])", ":text(\"0000\" i)",
      "android.widget.TextView.bold", "a\\:b > \\31 23", "[hide_in_screenshot]",
    ].map { Array($0.utf8) }
  }

  func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(SelectorError) {
      let selector = try SelectorParser.parse(text)
      let matcher = SelectorMatcher(Self.tree)
      let found = matcher.matches(selector)
      demand(found == found.sorted() && Set(found).count == found.count, "matches are in document order, each once")
      demand(found.allSatisfy(Self.tree.views.indices.contains), "a match is a view")
      let others = SelectorMatcher(Self.tree).matches(selector)
      demand(found == others, "the same selector finds the same views")
    } catch {
      demand(error.position >= 1 && !error.problem.isEmpty, "an error says where and what")
    }
  }
}
