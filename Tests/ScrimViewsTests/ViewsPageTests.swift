import Foundation
@testable import ScrimViews
import Testing

/// The page on views names what the code has.
@Suite struct ViewsPageTests {
  private let page: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    page = try String(contentsOf: root.appendingPathComponent("docs/VIEWS.md"), encoding: .utf8)
  }

  @Test func `every format has a row`() {
    for format in ViewFormats.all { #expect(page.contains("| `\(format.name)` | "), "\(format.name)") }
  }

  @Test func `the styles of pages are listed in the order in which they are asked for`() {
    let names = DOMStyles.documented.map { "`\($0.name)`" }.joined(separator: ", ")
    #expect(page.replacing("\n", with: " ").contains(names))
  }

  @Test func `every type and description that is opaque to inspection is listed`() {
    for name in OpaqueTypes.endings + OpaqueTypes.elements + OpaqueTypes.descriptions {
      #expect(page.contains("`\(name)`"), "\(name)")
    }
  }

  @Test func `everything by which keyboards and marks of touches are known is listed`() {
    for name in KeyboardTypes.endings + KeyboardTypes.names + KeyboardTypes.processes + TouchIndicators.words {
      #expect(page.contains("`\(name)`"), "\(name)")
    }
  }
}
