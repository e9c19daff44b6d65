import Foundation
import ScrimTestSupport
import Testing

@testable import scrim

/// The recipes of docs/RULES.md, each under `scrim test` with a spec that says what its heading promises.
struct RecipeTests {
  struct Recipe: CustomTestStringConvertible, Sendable {
    /// What the page says above it.
    let heading: String
    /// The body of a test.
    let spec: String
    /// A slip of the pen, with which the spec must not pass any more.
    let slip: (right: String, wrong: String)
    var testDescription: String { heading }
  }

  private static let page =
    (try? String(contentsOfFile: "\(packageFolder)/docs/RULES.md", encoding: .utf8)) ?? ""

  /// Headings and sources, in the page's order.
  private static let onPage: [(heading: String, source: String)] =
    page.components(separatedBy: "\n\n```lua recipe\n").adjacentPairs.map { before, behind in
      (
        String(before.split(separator: "\n").last ?? ""),
        String(behind.components(separatedBy: "\n```")[0])
      )
    }

  private func run(_ source: String, _ spec: String) throws -> (code: ExitCode, output: String) {
    let folder = try TemporaryFolder()
    try folder.write("recipe.lua", Array(source.utf8))
    try folder.write("recipe_spec.lua", Array("it('does what it says', function()\n\(spec)\nend)\n".utf8))
    let test = TestSurroundings()
    return (test.run("test", Argument(folder.path)), test.output.text + test.messages.text)
  }

  @Test func `every recipe of the page has a spec here`() {
    #expect(Self.onPage.count >= 10)
    #expect(Self.onPage.map(\.heading) == Self.recipes.map(\.heading))
  }

  @Test(arguments: recipes)
  func `a recipe does what it says, and a broken one fails its spec`(_ recipe: Recipe) throws {
    let source = try #require(Self.onPage.first { $0.heading == recipe.heading }?.source)
    let right = try run(source, recipe.spec)
    #expect(right.code == .planned, "\(right.output)")
    #expect(source.contains(recipe.slip.right))
    let wrong = try run(source.replacing(recipe.slip.right, with: recipe.slip.wrong), recipe.spec)
    #expect(wrong.code == .failedClosed || wrong.code == .unreadable, "\(wrong.output)")
  }

  private static let recipes = [
    Recipe(
      heading: "Hide every text but that of buttons and titles:",
      spec: """
        local plan = frame {
          { type = "Label", id = "title", text = "Inbox", role = "heading" },
          { type = "Button", id = "send", text = "Send" },
          { type = "Label", id = "name", text = "Ada" },
          { type = "Image", id = "logo" },
        }:plan()
        expect(plan):shows "#title":shows "#send":shows "#logo"
        expect(plan):hides "#name"
        """, slip: ("hide_text", "show")),
    Recipe(
      heading: "Hide what people type, show the labels beside it:",
      spec: """
        local plan = frame {
          { type = "Label", id = "caption", text = "Name" },
          { type = "TextField", id = "name", text = "Ada", secure = false },
        }:plan()
        expect(plan):hides "#name":with { style = "card", text = "Input" }
        expect(plan):shows "#caption"
        """, slip: ("[text_input]", "[text_inptu]")),
    Recipe(
      heading: "Hide personal data in one part of the app only:",
      spec: """
        local plan = frame {
          { type = "Label", id = "support", text = "help@example.org" },
          { type = "List", id = "messages", children = {
            { type = "Label", id = "mail", text = "ada@example.org" }, { type = "Label", id = "hello", text = "Hello" },
          } },
        }:plan()
        expect(plan):hides "#mail":with { text = "Redacted" }
        expect(plan):shows "#hello":shows "#support"
        """, slip: ("#messages", "#mesages")),
    Recipe(
      heading: "Hide the row that belongs to a caption:",
      spec: """
        local plan = frame {
          { type = "Row", id = "pay", children = {
            { type = "Label", text = "Salary" }, { type = "Label", id = "sum", text = "9,999.00" },
          } },
          { type = "Row", id = "tip", children = { { type = "Label", text = "Tip" } } },
        }:plan()
        expect(plan):hides "#sum":hides "#pay"
        expect(plan):shows "#tip"
        """, slip: ("Salary\"))'", "Wages\"))'")),
    Recipe(
      heading: "Hide an account number of your own form:",
      spec: """
        local plan = frame {
          { type = "Label", id = "account", text = "no. NW-123456" }, { type = "Label", id = "other", text = "NW-12" },
        }:plan()
        expect(plan):hides "#account":with { text = "Account" }
        expect(plan):shows "#other"
        """, slip: ("\\d{6}", "\\d{7}")),
    Recipe(
      heading: "Hide the status bar, which is in no tree:",
      spec: """
        local plan = frame {
          width = 1170, height = 2532, scale = 3,
          { type = "View", id = "bar", bounds = { 0, 0, 1170, 141 } },
          { type = "View", id = "below", bounds = { 0, 141, 1170, 100 } },
        }:plan()
        expect(plan):hides "#bar"
        expect(plan):shows "#below"
        """, slip: ("height = 47", "height = 46")),
    Recipe(
      heading: "Show the map of a store finder, though maps are hidden by themselves:",
      spec: """
        local plan = frame { { type = "MKMapView", id = "store-map" }, { type = "MKMapView", id = "home-map" } }:plan()
        expect(plan):shows "#store-map"
        expect(plan):hides "#home-map"
        """, slip: ("show =", "floor =")),
    Recipe(
      heading: "Cover everything between two events of your own:",
      spec: """
        local function screen(name) return frame { events = name and { name }, { type = "Label", text = "x" } } end
        expect(screen():plan()):hides_nothing()
        expect(screen("checkout.began"):plan()):covers():with { text = "Payment" }
        expect(screen():plan()):covers()
        expect(screen("checkout.ended"):plan()):hides_nothing()
        """, slip: ("\"checkout.ended\"", "\"checkout.endet\"")),
    Recipe(
      heading: "Cover the screen while a view that its tree has lost already still slides away:",
      spec: """
        local function screen(index, id) return frame { index = index, { type = "View", id = id or "list" } } end
        expect(screen(3):plan()):hides_nothing()
        expect(screen(4, "card"):plan()):hides "#card"
        expect(screen(5):plan()):covers()
        expect(screen(19):plan()):covers()
        expect(screen(20):plan()):hides_nothing()
        """, slip: ("frame.index - last", "last - frame.index")),
    Recipe(
      heading: "Hide a sum only when it is large:",
      spec: """
        local plan = frame {
          { type = "Label", id = "sum", classes = "amount", text = "9,999.00" },
          { type = "Label", id = "small", classes = "amount", text = "2.00" },
          { type = "Label", id = "none", classes = "amount" },
        }:plan()
        expect(plan):hides "#sum":with { text = "Amount" }
        expect(plan):shows "#small":shows "#none"
        """, slip: ("> 5", "> 50")),
    Recipe(
      heading: "Number the hidden rows, so that a viewer can speak of them:",
      spec: """
        local plan = frame { { type = "Row", id = "a" }, { type = "Row", id = "b" }, { type = "Label", id = "c" } }:plan()
        expect(plan):hides "#a":with { text = "Row 1" }
        expect(plan):hides "#b":with { text = "Row 2" }
        expect(plan):shows "#c"
        """, slip: ("plan:hide", "plan:hied")),
  ]
}

extension Array {
  fileprivate var adjacentPairs: Zip2Sequence<Self, SubSequence> { zip(self, dropFirst()) }
}
