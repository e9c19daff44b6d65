import Foundation
@_spi(RawPixels) import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Testing

/// Which view is taken for one that the tree has lost: while it is known again, the rules decide about it where it stands.
struct KnownAgainTests {
  private let seen: [String] = [Lost.pin]

  @Test func `when the view is back, the rules decide`() throws {
    let plain = Lost.node("pin", Lost.box, #""role":"plain","#)
    let recording = try Lost(seeds: [1, 1, 1, 1, 1], trees: [seen, [], [], [plain], []])
    try recording.redacted(rules: Lost.rules.replacing("} } }", with: "} }, show = { \"[role=plain]\" } }"))
    #expect(try recording.fates() == "###..")
  }

  @Test func `a view that is there and that the rules show is shown`() throws {
    let recording = try Lost(seeds: [1, 1, 1], trees: [seen, seen, seen])
    let rules = """
      return { style = { style = "solid", color = "#20262E" },
        frame = function(frame, plan) if frame.index < 2 then plan:hide(frame:first("#pin")) end end }
      """
    try recording.redacted(rules: rules)
    #expect(try recording.fates() == "##.")
  }

  @Test func `of likes without names, the one that is lost is known by its place`() throws {
    let marked = #""role":"s","#
    let two = [Lost.node(nil, Lost.box, marked), Lost.node(nil, Lost.other, marked)]
    let recording = try Lost(seeds: [1, 1, 1, nil], trees: [two, two, [two[1]], [two[1]]])
    try recording.redacted(rules: Lost.rules.replacing("#pin", with: "[role=s]"))
    #expect(try recording.fates() == "###.")
  }

  @Test(arguments: ["pin", nil]) func `of likes that say the same, one is not taken for the other`(
    _ id: String?
  ) throws {
    let says = #""role":"s","text":"12.00","#
    let rules = Lost.rules.replacing("#pin", with: "[role=s]")
    let two = [Lost.node(id, Lost.box, says), Lost.node(id, Lost.other, says)]
    let stays = try Lost(seeds: [1, 1, 1, 1, nil], trees: [two, two, [two[1]], [two[1]], [two[1]]])
    try stays.redacted(rules: rules)
    #expect(try stays.fates() == "####.")

    // Which of them has moved, nobody can tell.
    let third = Lost.node(id, (20, 1, 10, 4), says)
    let moved = try Lost(seeds: [1, 1, 1, nil], trees: [two, [third], [third], [third]])
    try moved.redacted(rules: rules)
    #expect(try moved.fates() == "###.")

    // What stands where another one stood, is that one, whatever it says now.
    let empty = Lost.node(id, Lost.other, #""role":"s","text":"","#)
    let filled = try Lost(seeds: [1, 1, 1, nil], trees: [[two[0], empty], [two[1]], [two[1]], [two[1]]])
    try filled.redacted(rules: rules)
    #expect(try filled.fates() == "###.")

    let plain = Lost.node(id, Lost.box, #""role":"plain","text":"12.00","#)
    let isBack = try Lost(seeds: [1, 1, 1, 1], trees: [two, [two[1]], [plain, two[1]], [plain, two[1]]])
    try isBack.redacted(rules: rules)
    #expect(try isBack.fates() == "##..")
  }

  @Test func `of views that share an id, one that says something else is another`() throws {
    func row(_ box: (x: Int, y: Int, width: Int, height: Int), _ text: String) -> String {
      Lost.node("row", box, #""text":"\#(text)","#)
    }
    let before = [row(Lost.box, "anna@example.org"), row(Lost.other, "two")]
    let after = [row(Lost.box, "two"), row(Lost.other, "three")]
    let recording = try Lost(seeds: [1, 1, 1, nil], trees: [before, after, after, after])
    try recording.redacted(rules: Lost.rules.replacing("\"#pin\"", with: "find = \"email\""))
    #expect(try recording.fates() == "###.")
  }

  @Test func `a view that loses its area, or gives its place to another, is lost`() throws {
    let flat = Lost.node("pin", (Lost.box.x, Lost.box.y, Lost.box.width, 0))
    let folded = try Lost(seeds: [1, 1, 1, nil], trees: [seen, [flat], [flat], [flat]])
    try folded.redacted()
    #expect(try folded.fates() == "###.")

    let secret = Lost.node(nil, Lost.box, #""role":"s","text":"4929","#)
    let plain = Lost.node(nil, Lost.box, #""text":"Welcome","#)
    let replaced = try Lost(seeds: [1, 1, 1, nil], trees: [[secret], [plain], [plain], [plain]])
    try replaced.redacted(rules: Lost.rules.replacing("#pin", with: "[role=s]"))
    #expect(try replaced.fates() == "###.")
  }

  /// A view without words of its own, and what lies in it.
  private func row(
    _ box: (x: Int, y: Int, width: Int, height: Int), _ text: String = "anna", besides more: String = ""
  ) -> String {
    let label = Lost.node(nil, box, #""text":"\#(text)","#)
    return Lost.node(nil, box, #""role":"s","children":[\#(label)\#(more)],"#)
  }

  /// The app is in the background in the frames 1 and 2, and its page stands elsewhere then.
  private func shrunk(
    _ kind: Lost.Kind = .pictures, from before: [String], to under: [String], and after: [String]
  ) throws -> LosingRecording {
    let recording = try Lost(
      kind, seeds: [1, 1, 1, 1, 1, 1], trees: [before, under, under, after, after, after],
      events: [
        #"{"record":"event","frame":1,"event":"scene.didEnterBackground"}"#,
        #"{"record":"event","frame":3,"event":"scene.didBecomeActive"}"#,
      ], grounds: [5, 5, 5, 5, 5, 6])
    let cover = Lost.rules.replacing("hide =", with: "cover = { on = \"background\" }, hide =")
    try recording.redacted(rules: cover.replacing("#pin", with: "[role=s]"))
    return recording
  }

  @Test(arguments: [Lost.Kind.pictures, .stream])
  func `a view that stood elsewhere under a cover only, and says the same, leaves no mask there`(
    _ kind: Lost.Kind
  ) throws {
    let recording = try shrunk(kind, from: [row(Lost.box)], to: [row(Lost.other)], and: [row(Lost.box)])
    #expect(try recording.fates() == "#CC###")
    #expect(try recording.fates(box: Lost.other) == ".CC...")
  }

  @Test func `what may be another view is not known again by what is said in it`() throws {
    let corner = (x: 2, y: 22, width: 8, height: 6), image = ",\(Lost.node(nil, corner))"
    let likely: [(under: [String], after: [String])] = [
      // Other words, none, fewer of them, and something that is not there any longer.
      ([row(Lost.other)], [row(Lost.box, "berta")]),
      ([row(Lost.other, "")], [row(Lost.box, "")]),
      ([row(Lost.other), row(corner)], [row(Lost.box)]),
      ([row(Lost.other, besides: image)], [row(Lost.box)]),
    ]
    for (under, after) in likely {
      let recording = try shrunk(from: after, to: under, and: after)
      #expect(try recording.fates(box: Lost.other) == ".CC##.")
    }
  }

  @Test func `a view without words that was in the open stays hidden while its pixels do`() throws {
    let moved = try shrunk(from: [row(Lost.other)], to: [row(Lost.other)], and: [row(Lost.box)])
    #expect(try moved.fates(box: Lost.other) == "#CC##.")
  }

  @Test func `hidden views whose ids change with each frame do not pile up`() throws {
    let trees = (0..<30).map { [Lost.node("clock-\($0)", Lost.box, #""role":"s","#)] } + [[], [], []]
    let recording = try Lost(seeds: Array(repeating: 1, count: 32) + [nil], trees: trees)
    try recording.redacted(rules: Lost.rules.replacing("#pin", with: "[role=s]"))
    #expect(try recording.fates() == String(repeating: "#", count: 32) + ".")
    let causes = try recording.causes()
    #expect(causes.prefix(30).allSatisfy { $0 == [nil] })
    #expect(causes.dropFirst(30).allSatisfy { $0.count <= 3 })
  }

  @Test func `a view that takes the place of a lost one by the same rule, and moves on, does not end it`() throws {
    let secret = Lost.node("a", Lost.box, #""role":"s","#)
    let there = Lost.node("b", Lost.box, #""role":"s","#), aside = Lost.node("b", Lost.other, #""role":"s","#)
    let recording = try Lost(
      seeds: [1, 1, 1, 1, nil], trees: [[secret], [there], [aside], [aside], [aside]])
    try recording.redacted(rules: Lost.rules.replacing("#pin", with: "[role=s]"))
    #expect(try recording.fates() == "####.")
  }
}
