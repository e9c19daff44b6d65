@_spi(RawPixels) import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import ScrimViews
import Testing

struct RedactionTests {
  private let control = RunControl()

  @Test func `the secret is one colour, and every other pixel is as it was`() throws {
    let recording = try Recording(frames: 7)
    let summary = try redact(recording.request(), observer: Witness(), control: control)
    #expect(summary.redacted == 7)
    let output = try recording.output()
    #expect(output.keys.sorted() == (0..<7).map(Recording.name))
    for frame in 0..<7 {
      let found = try rgbPixels(try #require(output[Recording.name(frame)]))
      var wanted = Recording.samples(frame, secretSeed: 1).map(UInt8.init)
      let box = Recording.secret(at: frame)
      for y in box.y..<box.y + box.height {
        for x in box.x..<box.x + box.width {
          wanted.replaceSubrange((y * 48 + x) * 3..<(y * 48 + x) * 3 + 3, with: [0x20, 0x26, 0x2E])
        }
      }
      #expect(found == wanted, "frame \(frame)")
    }
  }

  @Test func `what stood beside the pixels is counted in the report`() throws {
    let recording = try Recording(frames: 3)
    for frame in 0..<3 {
      var picture = TestPNG(
        width: 48, height: 32, colourType: 2, bitDepth: 8, samples: Recording.samples(frame, secretSeed: 1))
      picture.before = [("gAMA", [0, 0, 0xb1, 0x8f])]
      if frame > 0 { picture.before.append(("tEXt", Array("Title\0x".utf8))) }
      if frame == 1 {
        picture.after = [("tEXt", Array("a\0b".utf8)), ("eXIf", Array("MM\0*".utf8)), ("prVt", [])]
        picture.trailing = [1, 2, 3]
      }
      try recording.folder.write("in/\(Recording.name(frame))", picture.bytes)
    }
    let summary = try redact(recording.request(), observer: Witness(), control: control)
    let wanted = ["tEXt": 3, "eXIf": 1, "prVt": 1, "trailing_bytes": 3]
    #expect(summary.dropped == wanted)
    #expect(try recording.report().last?["dropped"] as? [String: Int] == wanted)
  }

  @Test func `two recordings that differ only in the secret give the same bytes`() throws {
    let one = try Recording(frames: 4, secretSeed: 1), two = try Recording(frames: 4, secretSeed: 2)
    _ = try redact(one.request(), observer: Witness(), control: control)
    _ = try redact(two.request(), observer: Witness(), control: control)
    #expect(try one.folder.read("in/\(Recording.name(2))") != two.folder.read("in/\(Recording.name(2))"))
    #expect(try one.output() == two.output())
  }

  @Test(arguments: [1, 2, 5])
  func `the bytes and the order of what is told do not depend on the jobs`(_ jobs: Int) throws {
    let recording = try Recording(frames: 20)
    let rules = """
      local seen = 0
      return { hide = { { "#pin", style = "noise" } }, frame = function(frame, plan)
        seen = seen + 1
        plan:hide({ x = seen, y = 25, width = 3, height = 3 })
      end }
      """
    var request = recording.request(rules: rules)
    let alone = try redact(request, observer: Witness(), control: control)
    let whole = try recording.output()
    request = recording.request(rules: rules, output: "out2")
    request.jobs = jobs
    let witness = Witness()
    #expect(try redact(request, observer: witness, control: control).matches == alone.matches)
    #expect(witness.order == Array(0..<20))
    #expect(try recording.output("out2") == whole)
  }

  @Test func `a file that is broken comes out covered, in the size of its neighbours`() throws {
    let recording = try Recording(frames: 5)
    try recording.folder.write("in/\(Recording.name(2))", Array("not a picture".utf8))
    let summary = try redact(recording.request(), observer: Witness(), control: control)
    #expect(summary.failed == 1)
    #expect(summary.redacted == 4)
    let cover = try rgbPixels(try recording.folder.read("out/\(Recording.name(2))"))
    #expect(cover.count == 48 * 32 * 3)
    #expect(Set(cover.prefix(3)).isSubset(of: [0xF2, 0xF7]))
    let line = try #require(try recording.report().first { $0["index"] as? Int == 2 })
    #expect(line["status"] as? String == "failed")
    #expect((line["cause"] as? String)?.contains("cannot be decoded") == true)
  }

  @Test func `where not one file can be decoded nothing is written`() throws {
    let recording = try Recording(frames: 3)
    for frame in 0..<3 { try recording.folder.write("in/\(Recording.name(frame))", Array("broken".utf8)) }
    #expect { try redact(recording.request(), observer: Witness(), control: control) } throws: { error in
      if case .nothingDecodable(let identity, _)? = error as? RunError { identity.index == 0 } else { false }
    }
    #expect(try recording.folder.names() == ["in"])
  }

  @Test func `a script error covers its frame, and with stop ends the run before it`() throws {
    let recording = try Recording(frames: 6)
    let rules = ##"return { hide = { { "#pin" } }, frame = function(f) if f.index == 3 then error("no") end end }"##
    var request = recording.request(rules: rules)
    let summary = try redact(request, observer: Witness(), control: control)
    #expect(summary.failed == 1)
    #expect(try recording.report().count == 8)
    request = recording.request(rules: rules, output: "stopped")
    request.onError = .stop
    #expect { try redact(request, observer: Witness(), control: control) } throws: { error in
      if case .stopped(let identity, .rules)? = error as? RunError { identity.index == 3 } else { false }
    }
    #expect(try recording.folder.names(in: "stopped") == (0..<3).map(Recording.name))
  }

  @Test(arguments: [false, true])
  func `a run that stops reports up to its failure, and has written nothing behind it`(_ failsLate: Bool) throws {
    let recording = try Recording(frames: 12)
    // Found by the rules, before any worker has the frame; or by the decoder, while others work on later frames.
    let rules =
      failsLate
      ? Recording.rules
      : ##"return { hide = { { "#pin" } }, frame = function(f) if f.index == 4 then error("no") end end }"##
    if failsLate { try recording.folder.write("in/\(Recording.name(4))", Array("broken".utf8)) }
    var request = recording.request(rules: rules)
    request.onError = .stop
    request.jobs = 6
    let witness = Witness()
    #expect { try redact(request, observer: witness, control: control) } throws: { error in
      if case .stopped(let identity, _)? = error as? RunError { identity.index == 4 } else { false }
    }
    #expect(witness.order == [0, 1, 2, 3])
    #expect(try recording.folder.names(in: "out") == (0..<4).map(Recording.name))
    let lines = try recording.report()
    #expect(lines.map { $0["record"] as? String } == ["run"] + Array(repeating: "frame", count: 5) + ["summary"])
    #expect(lines[5]["index"] as? Int == 4 && lines[5]["status"] as? String == "failed")
    #expect(lines[5]["cause"] != nil)
    #expect(lines[6]["failed"] as? Int == 1 && lines[6]["exit_code"] as? Int == 1)
  }

  @Test func `only the chosen frames are written, and rules saw the others`() throws {
    let recording = try Recording(frames: 8)
    let rules = """
      local seen = 0
      return { frame = function(frame, plan)
        seen = seen + 1
        if seen ~= frame.index + 1 then error("frames are missing") end
      end }
      """
    var request = recording.request(rules: rules)
    (request.start, request.end) = (2, 4)
    let summary = try redact(request, observer: Witness(), control: control)
    #expect(summary.failed == 0)
    #expect(try recording.folder.names(in: "out") == (2...4).map(Recording.name))
    (request.start, request.end) = (20, 30)
    #expect { try redact(request, observer: Witness(), control: control) } throws: { error in
      if case .nothingSelected(first: 0, last: 7)? = error as? RunError { true } else { false }
    }
  }

  @Test func `a dry run and a null run tell the same and write no picture`() throws {
    let recording = try Recording(frames: 4)
    let whole = try redact(recording.request(), observer: Witness(), control: control)
    let frames = try recording.folder.read("report.jsonl").split(separator: 10).dropFirst()
    for output in [RedactionRequest.Output.dryRun, .null] {
      var request = recording.request()
      request.output = output
      #expect(try redact(request, observer: Witness(), control: control).redacted == whole.redacted)
      #expect(try recording.folder.read("report.jsonl").split(separator: 10).dropFirst() == frames)
      #expect(try recording.folder.names() == ["in", "out", "report.jsonl"])
    }
  }

  @Test(arguments: ["in/f003.png", "in/report.jsonl", "in/views.jsonl", "views.jsonl"])
  func `a report that would be written over what the run reads is refused`(_ place: String) throws {
    let recording = try Recording(frames: 4)
    try recording.folder.write("views.jsonl", recording.folder.read("in/views.jsonl"))
    let before = try recording.output("in")
    var request = recording.request()
    request.views.location = .path(recording.path("views.jsonl"))
    request.report = recording.path(place)
    #expect { try redact(request, observer: Witness(), control: control) } throws: { error in
      if case .report(.isInput)? = error as? RunError { true } else { false }
    }
    #expect(try recording.output("in") == before)
    #expect(try recording.folder.names() == ["in", "views.jsonl"])
  }

  @Test func `views of another recording's numbers are an error before anything is written`() throws {
    let recording = try Recording(frames: 3)
    var views = String(decoding: try recording.folder.read("in/views.jsonl"), as: UTF8.self)
    views.replace(#""frame":2"#, with: #""frame":7"#)
    try recording.folder.write("in/views.jsonl", Array(views.utf8))
    #expect { try redact(recording.request(), observer: Witness(), control: control) } throws: { error in
      if case .views? = error as? RunError { true } else { false }
    }
    #expect(try recording.folder.names() == ["in"])
  }

  @Test func `no text of a view is in the output, in the report, or in what is told`() throws {
    let recording = try Recording(frames: 3)
    let rules =
      ##"return { hide = { { "#pin" } }, frame = function(f) local v = f:first("#pin") print(v.text) error("x " .. v.text) end }"##
    let witness = Witness()
    let summary = try redact(recording.request(rules: rules), observer: witness, control: control)
    #expect(summary.failed == 3)
    let told = witness.lines.joined() + String(decoding: try recording.folder.read("report.jsonl"), as: UTF8.self)
    #expect(told.contains("rules.lua:1"))
    for part in ["4929", "1234"] {
      #expect(!told.contains(part))
      for (_, bytes) in try recording.output() { #expect(!String(decoding: bytes, as: UTF8.self).contains(part)) }
    }
  }

  /// RGB pixels of an output frame that are not the mask's colour in the secret's box of another frame.
  private func uncovered(_ recording: Recording, frame: Int, secretOf other: Int) throws -> Bool {
    let found = try rgbPixels(try recording.folder.read("out/\(Recording.name(frame))"))
    let raw = Recording.samples(frame, secretSeed: 1).map(UInt8.init)
    let box = Recording.secret(at: other)
    let row = (box.y * 48 + box.x) * 3..<(box.y * 48 + box.x + box.width) * 3
    return found[row].elementsEqual(raw[row])
  }

  @Test func `what a failed frame would have held for its neighbours, its cover is held for`() throws {
    let recording = try Recording(frames: 7)
    let rules = ##"""
      return { hold = { before = 1, after = 1 }, hide = { { "#pin" } },
        frame = function(frame) if frame.index == 3 then error("no") end end }
      """##
    let summary = try redact(recording.request(rules: rules), observer: Witness(), control: control)
    #expect(summary.failed == 1)
    #expect(summary.covered == 2)
    for frame in [2, 3, 4] { #expect(try !uncovered(recording, frame: frame, secretOf: 3)) }
  }

  @Test func `a file whose size cannot be read keeps what it was to hold`() throws {
    let recording = try Recording(frames: 5)
    try recording.folder.write("in/\(Recording.name(2))", Array("broken".utf8))
    let rules = ##"return { hold = 1, hide = { { "#pin" } } }"##
    let summary = try redact(recording.request(rules: rules), observer: Witness(), control: control)
    #expect(summary.failed == 1)
    #expect(summary.covered == 2)
  }

  @Test(arguments: [
    "plan:hide({ x = 2, y = 2, width = 9, height = 9 }, { hold = 3 })",
    #"plan:hide({ x = 2, y = 2, width = 9, height = 9 }, { ["ho" .. "ld"] = 3 })"#,
    "plan:hide({ x = 2, y = 2, width = 9, height = 9 }, { hold = 150 })",
  ])
  func `a call of the frame function reaches back, however it asks`(_ call: String) throws {
    let recording = try Recording(frames: 6)
    let rules = "return { frame = function(frame, plan) if frame.index == 4 then \(call) end end }"
    let summary = try redact(recording.request(rules: rules), observer: Witness(), control: control)
    #expect(summary.failed == 0)
    #expect(summary.redacted >= 5)
    let found = try rgbPixels(try recording.folder.read("out/\(Recording.name(1))"))
    #expect(found[(2 * 48 + 2) * 3] != UInt8(Recording.samples(1, secretSeed: 1)[(2 * 48 + 2) * 3]))
  }
}
