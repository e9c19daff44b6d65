import Foundation
@_spi(RawPixels) import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Testing

/// A recording whose tree loses a view: noise that does not change, and in it a box of other noise.
private struct LosingRecording {
  enum Kind { case pictures, stream }

  static let size = (width: 48, height: 32)
  /// x, y, width, height.
  static let box = (x: 9, y: 6, width: 17, height: 11)
  static let other = (x: 30, y: 18, width: 10, height: 8)
  static let pin = node("pin", box)
  static let rules = ##"return { style = { style = "solid", color = "#20262E" }, hide = { { "#pin" } } }"##

  let folder = try! TemporaryFolder()
  let kind: Kind
  let frames: [[UInt8]]

  static func node(_ id: String?, _ box: (x: Int, y: Int, width: Int, height: Int), _ more: String = "") -> String {
    let id = id.map { #""id":"\#($0)","# } ?? ""
    return #"{"type":"Label",\#(id)\#(more)"bounds":[\#(box.x),\#(box.y),\#(box.width),\#(box.height)]}"#
  }

  /// - Parameters:
  ///   - seeds: For each frame what the box shows: the seed of its noise, or nil for the ground.
  ///   - trees: For each frame the views in its window; nil where it has no snapshot.
  ///   - times: For each tree its time in seconds, in place of its frame.
  ///   - grounds: For each frame the seed of the noise around the box, or nil for one colour.
  ///   - scenes: Whether the window is the left part, of scene `a`, beside one of scene `b`.
  init(
    _ kind: Kind = .pictures, seeds: [UInt64?], trees: [[String]?], times: [Double]? = nil, events: [String] = [],
    grounds: [UInt64?]? = nil, scenes: Bool = false
  ) throws {
    self.kind = kind
    frames = zip(seeds, grounds ?? seeds.map { _ in 5 }).map { Self.samples($0, ground: $1) }
    var lines = [#"{"scrim":"views","version":1,"space":"pixels","size":[48,32],"scale":1}"#]
    for (place, tree) in trees.enumerated() {
      let when = times.map { #""time":\#($0[place])"# } ?? #""frame":\#(place)"#
      guard let tree else { continue }
      let (own, beside) =
        scenes
        ? (#""scene":"a","bounds":[0,0,28,32]"#, #",{"type":"Window","scene":"b","bounds":[28,0,20,32]}"#)
        : (#""bounds":[0,0,48,32]"#, "")
      lines.append(
        #"{"record":"snapshot",\#(when),"windows":[{"type":"Window",\#(own),"children":[\#(tree.joined(separator: ","))]}\#(beside)]}"#
      )
    }
    func frame(_ line: String) -> Int {
      let rest = line.components(separatedBy: #""frame":"#).dropFirst().first ?? "0"
      return Int(rest.prefix { $0.isNumber }) ?? 0
    }
    let records =
      events.isEmpty ? lines.dropFirst() : (lines.dropFirst() + events).sorted { frame($0) < frame($1) }[...]
    try folder.write("views.jsonl", Array(([lines[0]] + records).joined(separator: "\n").utf8) + [10])
    switch kind {
    case .pictures:
      for (number, samples) in frames.enumerated() {
        let picture = TestPNG(
          width: 48, height: 32, colourType: 2, bitDepth: 8, samples: samples.map(UInt16.init))
        try folder.write("in/\(Recording.name(number))", picture.bytes)
      }
    case .stream:
      var bytes = Array("YUV4MPEG2 W48 H32 F10:1 Ip A1:1 C444\n".utf8)
      for samples in frames { bytes += Array("FRAME\n".utf8) + Self.planes(samples) }
      try folder.write("in.y4m", bytes)
    }
  }

  private static func samples(_ seed: UInt64?, ground: UInt64?) -> [UInt8] {
    var noise = Noise(seed: ground ?? 0)
    var samples = (0..<48 * 32 * 3).map { _ in ground == nil ? 100 : UInt8(60 + noise.next(upTo: 120)) }
    guard let seed else { return samples }
    noise = Noise(seed: seed)
    for y in box.y..<box.y + box.height {
      for x in box.x * 3..<(box.x + box.width) * 3 { samples[y * 48 * 3 + x] = UInt8(60 + noise.next(upTo: 120)) }
    }
    return samples
  }

  private static func planes(_ samples: [UInt8]) -> [UInt8] {
    (0..<3).flatMap { channel in stride(from: channel, to: samples.count, by: 3).map { samples[$0] } }
  }

  func request(_ output: String = "out", rules: String = rules) -> RedactionRequest {
    func path(_ name: String) -> BytePath { BytePath("\(folder.path)/\(name)") }
    let isStream = kind == .stream
    var request = RedactionRequest(
      input: InputRequest(path: path(isStream ? "in.y4m" : "in")),
      output: .path(path(isStream ? "\(output).y4m" : output)),
      views: ViewsRequest(location: .path(path("views.jsonl"))),
      rules: [RulesFile(name: "rules.lua", source: Array(rules.utf8))])
    if !isStream { request.input.framesPerSecond = FrameRate(10) }
    request.report = path("\(output).jsonl")
    return request
  }

  @discardableResult
  func redacted(_ output: String = "out", rules: String = rules, jobs: Int = 2) throws -> RunSummary {
    var request = request(output, rules: rules)
    request.jobs = jobs
    return try redact(request, observer: Witness(), control: RunControl())
  }

  /// What came out of each frame: `#` where the box is hidden, `.` where it is as it was recorded, `C` for a cover.
  func fates(_ output: String = "out", box: (x: Int, y: Int, width: Int, height: Int) = box) throws -> String {
    let found = try pictures(output)
    return try String(
      zip(found, frames).map { found, recorded -> Character in
        let recorded = kind == .stream ? Self.planes(recorded) : recorded
        var hidden = 0, same = 0, outside = 0
        for (place, (new, old)) in zip(found, recorded).enumerated() {
          let pixel = kind == .stream ? place % (48 * 32) : place / 3, (x, y) = (pixel % 48, pixel / 48)
          let isInside = (box.x..<box.x + box.width).contains(x) && (box.y..<box.y + box.height).contains(y)
          if !isInside { outside += new == old ? 0 : 1 } else if new == old { same += 1 } else { hidden += 1 }
        }
        if outside > 48 * 32 { return "C" }
        try #require(same == 0 || hidden == 0 || hidden > 20 * same, "a box that is hidden in part")
        return hidden == 0 ? "." : "#"
      })
  }

  func pictures(_ output: String = "out") throws -> [[UInt8]] {
    switch kind {
    case .pictures:
      return try folder.names(in: output).sorted().map { name in
        let file = try folder.read("\(output)/\(name)")
        return try unsafe file.withUnsafeBytes { bytes in
          let frame = try unsafe decodePNG(bytes, identity: FrameIdentity(index: 0), name: "f", pixelLimit: 1 << 20)
          return unsafe frame.pixels.withBytes { unsafe Array($0) }
        }
      }
    case .stream:
      let bytes = try folder.read("\(output).y4m"), start = bytes.firstIndex(of: 10)! + 1
      return stride(from: start, to: bytes.count, by: 6 + 48 * 32 * 3).map {
        Array(bytes[$0 + 6..<$0 + 6 + 48 * 32 * 3])
      }
    }
  }

  func report(_ output: String = "out") throws -> [[String: Any]] {
    try String(decoding: folder.read("\(output).jsonl"), as: UTF8.self).split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// For each frame the causes of its redactions, as the report has them.
  func causes(_ output: String = "out") throws -> [[String?]] {
    try report(output).filter { $0["record"] as? String == "frame" }.map { line in
      (line["redactions"] as? [[String: Any]] ?? []).map { $0["cause"] as? String }
    }
  }
}

private typealias Lost = LosingRecording

/// Guarantee 5 and 6 where the tree is wrong: a view that it has lost stays hidden while its pixels are there.
struct PersistenceTests {
  private let seen: [String] = [Lost.pin]

  @Test(arguments: [LosingRecording.Kind.pictures, .stream])
  private func `what the tree has lost stays hidden until its pixels change, and then never again`(
    _ kind: LosingRecording.Kind
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

  @Test(arguments: [LosingRecording.Kind.pictures, .stream])
  private func `a view that is lost between two snapshots stays hidden behind the second`(
    _ kind: LosingRecording.Kind
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

  @Test(arguments: [LosingRecording.Kind.pictures, .stream])
  private func `a hold says by how much trees are behind, and what is looked at is as much earlier`(
    _ kind: LosingRecording.Kind
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

  @Test(arguments: [LosingRecording.Kind.pictures, .stream]) private func `what a frame that failed shows ends it, too`(
    _ kind: LosingRecording.Kind
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

  @Test(arguments: [LosingRecording.Kind.pictures, .stream], [0, 1, 2])
  private func `a longer hold hides no less of what has changed with its tree`(
    _ kind: LosingRecording.Kind, _ hold: Int
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

  /// A view without words of its own, and what lies in it.
  private func row(
    _ box: (x: Int, y: Int, width: Int, height: Int), _ text: String = "anna", besides more: String = ""
  ) -> String {
    let label = Lost.node(nil, box, #""text":"\#(text)","#)
    return Lost.node(nil, box, #""role":"s","children":[\#(label)\#(more)],"#)
  }

  /// The app is in the background in the frames 1 and 2, and its page stands elsewhere then.
  private func shrunk(
    _ kind: LosingRecording.Kind = .pictures, from before: [String], to under: [String], and after: [String]
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

  @Test(arguments: [LosingRecording.Kind.pictures, .stream])
  private func `a view that stood elsewhere under a cover only, and says the same, leaves no mask there`(
    _ kind: LosingRecording.Kind
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

  @Test func `a dry run touches no pixel and says that it has not decided`() throws {
    let recording = try Lost(seeds: [1, 1, 1], trees: [seen, [], []])
    var request = recording.request()
    request.output = .dryRun
    _ = try redact(request, observer: Witness(), control: RunControl())
    #expect(try recording.report()[0]["persistence"] as? String == "undecided")
    #expect(try recording.causes() == [[nil], [], []])
  }
}
