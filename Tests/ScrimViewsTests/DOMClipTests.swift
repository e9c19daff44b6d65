import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

/// What cuts the masks of a page, and what does not.
@Suite struct DOMClipTests {
  @Test func `an element that a descendant escapes from cuts nothing`() throws {
    func clips(_ position: String, own: String = "static") throws -> Bool {
      let nodes = [
        root, .init(0, "DIV", ["id", "o"], [0, 0, 90, 90]), .init(1, "DIV", ["id", "m"], [0, 0, 50, 50]),
        .init(2, "DIV", ["id", "a"], [60, 60, 9, 9]),
      ]
      let styles = ["", "visible;\(own);block", "auto;static;block", "visible;\(position);block"]
      return try page(nodes, styles: styles).view("m")?.clips == true
    }
    #expect(try clips("static"))
    #expect(try clips("relative"))
    #expect(try !clips("absolute"))
    #expect(try !clips("fixed"))
  }

  @Test(arguments: [("DIV", ["popover", "auto"]), ("DIALOG", ["open", ""]), ("SELECT", [])])
  func `what lies in the top layer escapes from all that is around it`(name: String, attributes: [String]) throws {
    func clips(_ name: String, _ attributes: [String]) throws -> Bool {
      let nodes = [
        root, .init(0, "DIV", ["id", "m"], [0, 0, 50, 50]), .init(1, name, attributes, [60, 60, 30, 9]),
        .init(2, "OPTION", [], [60, 60, 30, 9]),
      ]
      let isList = name == "SELECT"
      // What is around it contains what is positioned absolutely.
      let styles = [
        "", allStyles(["overflow": "hidden", "position": "relative"]),
        allStyles(["position": isList ? "static" : "absolute"]), allStyles(),
      ]
      return try page(nodes, styles: styles).view("m")?.clips == true
    }
    #expect(try !clips(name, attributes))
    #expect(try clips("DIV", ["class", "popover"]))
  }

  @Test func `a column of nothing but auto is no overflow`() throws {
    let nodes = [root, .init(0, "DIV", ["id", "m"], [0, 0, 20, 10]), .init(1, "DIV", [], [0, 0, 60, 40])]
    // These are display, position and z-index.
    let style = "block;static;auto"
    #expect(try page(nodes, styles: ["", style, style]).view("m")?.clips == false)
  }

  @Test func `what is no box of its own clips nothing, whatever its overflow says`() throws {
    func clips(_ display: String, name: String = "DIV") throws -> Bool {
      let nodes = [
        root, .init(0, name, ["id", "m"], [0, 0, 20, 10]), .init(1, "DIV", ["id", "a"], [0, 0, 60, 40]),
      ]
      return try page(nodes, styles: ["", allStyles(["display": display, "overflow": "hidden"]), allStyles()])
        .view("m")?.clips == true
    }
    for display in ["block", "flex", "inline-block", "grid", "table-cell", "list-item"] { #expect(try clips(display)) }
    for display in ["inline", "table-row", "table-row-group", "table", "contents", "ruby", "math"] {
      #expect(try !clips(display), "\(display)")
    }
    #expect(try !clips("block", name: "g"))
  }
}
