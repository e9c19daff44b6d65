import Foundation
@_spi(RawPixels) import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Testing

/// Guarantee 5 and 6 where the tree is wrong: a view that it has lost stays hidden while its pixels are there.
struct PersistenceTests {
  private let seen: [String] = [Lost.pin]

  @Test(arguments: [Lost.Kind.pictures, .stream])
  func `what the tree has lost stays hidden until its pixels change, and then never again`(
    _ kind: Lost.Kind
  ) throws {
    let recording = try Lost(
      kind, seeds: [1, 1, 1, 1, 1, nil, nil, 1, 2], trees: [seen, seen, [], [], [], [], [], [], []])
    #expect(try recording.redacted().failed == 0)
    #expect(try recording.fates() == "#####....")
    #expect(try recording.causes() == [[nil], [nil], ["persisted"], ["persisted"], ["persisted"], [], [], [], []])
    #expect(try recording.report()[0]["persistence"] as? String == "by_pixels")
  }

  @Test func `what is gone with its view is not hidden in its place`() throws {
    let recording = try Lost(seeds: [1, 1, nil, nil], trees: [seen, seen, [], []])
    try recording.redacted()
    #expect(try recording.fates() == "##..")
  }

  @Test func `recordings that differ only under the masks give the same bytes`() throws {
    let trees = [seen, seen, [], [], []]
    let one = try Lost(seeds: [1, 1, 1, 1, nil], trees: trees), two = try Lost(seeds: [9, 9, 9, 9, nil], trees: trees)
    try one.redacted()
    try two.redacted()
    #expect(try one.pictures() == two.pictures())
    #expect(try one.fates() == "####.")
    #expect(try one.causes() == two.causes())
  }

  @Test(arguments: [1, 2, 5]) func `the number of jobs, and where a run begins or goes on, change nothing`(
    _ jobs: Int
  ) throws {
    let recording = try Lost(
      seeds: Array(repeating: 1, count: 12) + [nil, nil],
      trees: Array(repeating: seen, count: 3) + Array(repeating: [], count: 11))
    try recording.redacted("whole", jobs: 1)
    try recording.redacted(jobs: jobs)
    #expect(try recording.pictures() == recording.pictures("whole"))
    #expect(try recording.fates() == "############..")

    var request = recording.request("part")
    request.start = 7
    request.jobs = jobs
    _ = try redact(request, observer: Witness(), control: RunControl())
    #expect(try recording.pictures("part") == Array(recording.pictures("whole")[7...]))

    let control = RunControl()
    request = recording.request("again")
    request.jobs = jobs
    _ = try redact(request, observer: Witness(interrupting: control, after: 5), control: control)
    request.existing = .resume
    #expect(try redact(request, observer: Witness(), control: RunControl()).resumed >= 5)
    #expect(try recording.pictures("again") == recording.pictures("whole"))
  }

  @Test(arguments: [Lost.Kind.pictures, .stream])
  func `a view that is lost between two snapshots stays hidden behind the second`(
    _ kind: Lost.Kind
  ) throws {
    let recording = try Lost(
      kind, seeds: [1, 1, 1, 1, 1, 1, 1, 1, nil, nil], trees: [seen, seen, [], [], []],
      times: [0, 0.25, 0.5, 0.75, 0.95])
    #expect(try recording.redacted().failed == 0)
    #expect(try recording.fates() == "########..")
  }

  @Test func `a view that went between two snapshots leaves no mask behind`() throws {
    let recording = try Lost(
      seeds: [1, 1, 1, 1, nil, nil, nil, nil, nil, nil], trees: [seen, seen, [], [], []],
      times: [0, 0.25, 0.5, 0.75, 0.95])
    try recording.redacted()
    // Up to the snapshot that has it no longer, it is hidden as such.
    #expect(try recording.fates() == "#####.....")
  }

  @Test func `the newest frame that had the view counts, however long it stood there`() throws {
    // What is typed changes in the last interval but one; the trees are never of a frame's own time.
    let recording = try Lost(
      seeds: [1, 1, 1, 1, 2, 2, 2, 2, 2, 2], trees: [seen, seen, seen, seen, [], []],
      times: [-0.05, 0.15, 0.35, 0.55, 0.75, 0.95])
    try recording.redacted()
    #expect(try recording.fates() == "##########")
  }

  @Test func `a mask of something else at the moment of loss does not end it`() throws {
    let recording = try Lost(seeds: [1, 1, 1, 1, 1, nil], trees: [seen, seen, [], [], [], []])
    let box = Lost.box
    let region = "{ x = \(box.x), y = \(box.y), width = \(box.width), height = \(box.height) }"
    let code = "frame = function(frame, plan) if frame.index == 2 then plan:hide(\(region)) end end, hide ="
    try recording.redacted(rules: Lost.rules.replacing("hide =", with: code))
    #expect(try recording.fates() == "#####.")
  }

  @Test func `another hidden view that stands in its place for a frame does not end it`() throws {
    let aside = Lost.node("sheet", Lost.other), there = Lost.node("sheet", Lost.box)
    let recording = try Lost(
      seeds: [1, 1, 1, 1, 1, nil], trees: [[Lost.pin, aside], [Lost.pin, aside], [there], [aside], [aside], [aside]])
    try recording.redacted(rules: Lost.rules.replacing("{ \"#pin\" }", with: "{ \"#pin\" }, { \"#sheet\" }"))
    #expect(try recording.fates().hasPrefix("#####"))
  }

  @Test func `under a cover another picture is not what the view looked like`() throws {
    let recording = try Lost(
      seeds: [1, 1, 3, 1, 1, nil], trees: [seen, seen, seen, [], [], []],
      events: [
        #"{"record":"event","frame":2,"event":"scene.didEnterBackground"}"#,
        #"{"record":"event","frame":3,"event":"scene.didBecomeActive"}"#,
      ])
    try recording.redacted(rules: Lost.rules.replacing("hide =", with: "cover = { on = \"background\" }, hide ="))
    #expect(try recording.fates() == "##C##.")
  }

  @Test func `what persists is held when it ends`() throws {
    let recording = try Lost(seeds: [1, 1, 1, 1, 2, 2, 2], trees: [seen, [], [], [], [], [], []])
    try recording.redacted(rules: Lost.rules.replacing("pin\" }", with: "pin\", hold = { after = 1 } }"))
    #expect(try recording.fates() == "#####..")
  }

  @Test(arguments: [Lost.Kind.pictures, .stream])
  func `a hold says by how much trees are behind, and what is looked at is as much earlier`(
    _ kind: Lost.Kind
  ) throws {
    // The tree has the view two frames longer than the pictures.
    let recording = try Lost(
      kind, seeds: [1, 1, 1, 1, nil, nil, nil, nil, nil, nil],
      trees: [seen, seen, seen, seen, seen, seen, [], [], [], []])
    try recording.redacted("blind")
    #expect(try recording.fates("blind") == "##########")
    try recording.redacted(rules: Lost.rules.replacing("pin\" }", with: "pin\", hold = { after = 2 } }"))
    #expect(try recording.fates() == "########..")
  }

  @Test func `a cover or a frame without views tells nothing of it`() throws {
    let recording = try Lost(
      seeds: [1, 1, 3, 1, 1, nil], trees: [seen, [], [], [], [], []],
      events: [
        #"{"record":"event","frame":2,"event":"scene.didEnterBackground"}"#,
        #"{"record":"event","frame":3,"event":"scene.didBecomeActive"}"#,
      ])
    try recording.redacted(rules: Lost.rules.replacing("hide =", with: "cover = { on = \"background\" }, hide ="))
    #expect(try recording.fates() == "##C##.")

    let broken = try Lost(seeds: [1, 1, 1, 1, nil], trees: [seen, seen, [], [], []])
    try broken.folder.write("in/\(Recording.name(1))", Array("no picture".utf8))
    try broken.folder.write("in/\(Recording.name(2))", Array("no picture".utf8))
    #expect(try broken.redacted().failed == 2)
    #expect(try broken.fates() == "#CC#.")
  }

  @Test(arguments: [
    (true, [2, 1, 0, 0, 0], ""), (false, [2, 1, 0, 0, 0], ", { \"#pin\" }"), (false, [2, 0, 0, 0], ""),
  ]) func `what stays of a lost view is hidden, though the rest of it goes`(
    _ isSecure: Bool, _ states: [Int], _ rule: String
  ) throws {
    // The tree has a card with a pin in it (2), without it (1), none (0): the card's picture goes with the card.
    let pin = Lost.node("pin", Lost.box, #""secure":\#(isSecure),"#), card = (x: 2, y: 2, width: 32, height: 20)
    let trees = [[], [Lost.node("card", card)], [Lost.node("card", card, #""children":[\#(pin)],"#)]]
    let count = states.count
    let recording = try Lost(
      seeds: Array(repeating: 1, count: count - 1) + [nil], trees: states.map { trees[$0] },
      grounds: states.map { $0 == 0 ? nil : 5 })
    try recording.redacted(rules: Lost.rules.replacing("{ \"#pin\" }", with: "{ \"#card\" }\(rule)"))
    #expect(try recording.fates() == String(repeating: "#", count: count - 1) + ".")
    let strip = (x: 2, y: 2, width: 32, height: 4), hidden = states.count { $0 > 0 }
    let seen = String(repeating: "#", count: hidden) + String(repeating: ".", count: count - hidden)
    #expect(try recording.fates(box: strip) == seen)
  }

  @Test func `a view that was only there under a cover, or in a frame that failed, stays hidden`() throws {
    let covered = try Lost(
      seeds: [3, 3, 1, 1, nil], trees: [seen, seen, [], [], []],
      events: [
        #"{"record":"event","frame":0,"event":"scene.didEnterBackground"}"#,
        #"{"record":"event","frame":2,"event":"scene.didBecomeActive"}"#,
      ])
    try covered.redacted(rules: Lost.rules.replacing("hide =", with: "cover = { on = \"background\" }, hide ="))
    #expect(try covered.fates() == "CC##.")

    let secret = Lost.node("pin", Lost.box, #""secure":true,"#)
    let failing = try Lost(seeds: [1, 1, 1, 1, nil], trees: [[secret], [secret], [], [], []])
    let code = "return { frame = function(frame) if frame.index < 2 then error(\"x\") end end }"
    #expect(try failing.redacted(rules: code).failed == 2)
    #expect(try failing.fates() == "CC##.")
  }

  @Test(arguments: [Lost.Kind.pictures, .stream]) func `what a frame that failed shows ends it, too`(
    _ kind: Lost.Kind
  ) throws {
    let secret = Lost.node("pin", Lost.box, #""secure":true,"#)
    let recording = try Lost(kind, seeds: [1, 1, nil, nil], trees: [[secret], [secret], [], []])
    let code = "return { frame = function(frame) if frame.index == 1 then error(\"x\") end end }"
    #expect(try recording.redacted(rules: code).failed == 1)
    #expect(try recording.fates() == "#C..")
  }

  @Test func `a frame that failed does not end what the last one hid`() throws {
    let recording = try Lost(seeds: [1, 1, 1, 1, nil], trees: [seen, seen, [], [], []])
    let code = "frame = function(frame, plan) if frame.index == 1 then error(\"x\") end"
    let hide = " local pin = frame:first(\"#pin\") if pin then plan:hide(pin) end end"
    let rules = Lost.rules.replacing("hide = { { \"#pin\" } }", with: code + hide)
    #expect(try recording.redacted(rules: rules).failed == 1)
    #expect(try recording.fates() == "#C##.")
  }

  @Test(arguments: [Lost.Kind.pictures, .stream], [0, 1, 2])
  func `a longer hold hides no less of what has changed with its tree`(
    _ kind: Lost.Kind, _ hold: Int
  ) throws {
    let one = Lost.node("pin", Lost.box, #""text":"12.00","#), two = Lost.node("pin", Lost.box, #""text":"9876.5","#)
    let recording = try Lost(
      kind, seeds: [1, 1, 2, 2, 2, nil, nil, nil], trees: [[one], [one], [two], [], [], [], [], []])
    try recording.redacted(rules: Lost.rules.replacing("pin\" }", with: "pin\", hold = { after = \(hold) } }"))
    #expect(try recording.fates() == String(repeating: "#", count: 5 + hold) + String(repeating: ".", count: 3 - hold))
  }

  @Test func `under the cover of a scene nothing is compared`() throws {
    let recording = try Lost(
      seeds: [1, 3, 3, 1, 1, nil], trees: [seen, [], [], [], [], []],
      events: [
        #"{"record":"event","frame":1,"event":"scene.didEnterBackground","scene":"a"}"#,
        #"{"record":"event","frame":3,"event":"scene.didBecomeActive","scene":"a"}"#,
      ], scenes: true)
    try recording.redacted(rules: Lost.rules.replacing("hide =", with: "cover = { on = \"background\" }, hide ="))
    #expect(try recording.fates() == "#CC##.")
  }

  @Test func `a dry run touches no pixel and says that it has not decided`() throws {
    let recording = try Lost(seeds: [1, 1, 1], trees: [seen, [], []])
    var request = recording.request()
    request.output = .dryRun
    _ = try redact(request, observer: Witness(), control: RunControl())
    #expect(try recording.report()[0]["persistence"] as? String == "undecided")
    #expect(try recording.causes() == [[nil], [], []])
  }
}
