import ScrimCore
import ScrimPipeline
import ScrimTestSupport
import ScrimVerify
import Testing

/// What a run of the pipeline makes is clean, whatever it was made of.
struct TrueOutputTests {
  private static let size = PixelSize(width: 120, height: 90)

  /// Every kind of PNG: colour type, depth, whether something is transparent, whether it is interlaced.
  static let kinds: [(type: Int, depth: Int, isTransparent: Bool, isInterlaced: Bool)] = {
    let depths: [(Int, [Int])] = [
      (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
    ]
    return depths.flatMap { type, depths in
      depths.flatMap { [(type, $0, false, false), (type, $0, type == 0 || type == 2 || type == 3, true)] }
    }
  }()

  /// A region for each style, and one over others.
  private static let allStyles: String = {
    let styles = StyleName.selectable.enumerated().map { number, style in
      let x = 4 + number % 3 * 38, y = 4 + number / 3 * 28
      let cosmetic = style.tier == .cosmetic ? ", allow_cosmetic = true" : ""
      return "{ region = { x = \(x), y = \(y), width = 34, height = 24 }, style = '\(style)', text = 'Ab'\(cosmetic) }"
    }
    let across = "{ region = { x = 20, y = 20, width = 40, height = 20 }, style = 'erase' }"
    return "return { hide = { \((styles + [across]).joined(separator: ", ")) } }"
  }()

  @Test(arguments: kinds.indices) func `every kind of picture with every style`(row: Int) throws {
    let kind = Self.kinds[row]
    let picture = TestPNG.noise(
      width: 120, height: 90, colourType: kind.type, bitDepth: kind.depth, transparent: kind.isTransparent,
      interlaced: kind.isInterlaced, seed: UInt64(row))
    let run = try VerifiedRun([("f_0.png", picture.bytes)], size: Self.size, rules: Self.allStyles) { $0.seed = 77 }
    let summary = try run.verified()
    #expect(summary.findings == [])
    #expect(summary.redactions == 8 && summary.cosmetic == 2)
  }

  private func frames(_ count: Int, colourType: Int = 2, bitDepth: Int = 8) -> [(name: String, bytes: [UInt8])] {
    (0..<count).map { number in
      let picture = TestPNG.noise(
        width: 120, height: 90, colourType: colourType, bitDepth: bitDepth, seed: UInt64(number))
      return (name: "f_\(number).png", bytes: picture.bytes)
    }
  }

  @Test func `covers, holds and views in motion`() throws {
    var lines = [String]()
    for frame in 0..<6 {
      lines.append(
        #"{"record":"snapshot","frame":\#(frame),"windows":[{"type":"Window","bounds":[0,0,120,90],"children":[{"type":"Label","id":"a","bounds":[\#(5 + 9 * frame),10,30,20]},{"type":"Label","id":"b","bounds":[60,50,40,30],"transform":[0.8,0.6,-0.6,0.8,0,0]}]}]}"#
      )
      if frame == 3 { lines.append(#"{"record":"event","frame":4,"event":"application.didEnterBackground"}"#) }
    }
    let rules = """
      return { hide = { { '#a', style = 'card', text = 'Card', text_style = 'caption1' }, { '#b', style = 'erase' } },
        hold = { before = 1, after = 2 }, cover = { on = 'background', text = 'Away', appearance = 'dark' } }
      """
    let run = try VerifiedRun(frames(6), size: Self.size, views: lines, rules: rules)
    #expect(try run.verified().findings == [])
    #expect(try run.verified().frames == 6)
  }

  @Test func `a redaction whose view the tree has lost`() throws {
    let still = frames(1)[0].bytes
    let lines = (0..<4).map { frame in
      let pin = #"{"type":"Label","id":"a","bounds":[5,10,30,20]}"#
      return
        #"{"record":"snapshot","frame":\#(frame),"windows":[{"type":"Window","bounds":[0,0,120,90],"children":[\#(frame < 2 ? pin : "")]}]}"#
    }
    let rules = "return { hide = { { '#a', style = 'noise' } } }"
    let files = (0..<4).map { (name: "f_\($0).png", bytes: still) }
    let summary = try VerifiedRun(files, size: Self.size, views: lines, rules: rules).verified()
    #expect(summary.findings == [])
    #expect(summary.redactions == 4)
  }

  @Test func `frames that failed, of a rule and of a broken file`() throws {
    let rules = """
      return { frame = function(frame, plan) if frame.index == 1 then error("no") end end,
        cover = { on = 'background', text = 'Nothing to see' } }
      """
    var files = frames(4, colourType: 6, bitDepth: 16)
    files[2].bytes.removeLast(2000)
    let run = try VerifiedRun(files, size: Self.size, rules: rules)
    #expect(try run.verified().findings == [])
    // A broken original whose frame is said to be as planned cannot be right.
    try run.folder.write("in/f_3.png", files[2].bytes)
    let found = try run.verified().findings.map(\.kind)
    guard case .originalUndecodable? = found.first, found.count == 1 else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func `words that rules compute are not in the report, and their colours are checked`() throws {
    let rules = """
      return { frame = function(frame, plan)
        plan:hide({ x = 4, y = 4, width = 100, height = 40 }, { text = "At " .. frame.index + 40, color = "#102030" })
      end }
      """
    let files = frames(1)
    let run = try VerifiedRun(files, size: Self.size, rules: rules)
    let summary = try run.verified()
    #expect(summary.findings == [] && summary.unknownLabels == 1)
    let report = String(decoding: try run.folder.read("report.jsonl"), as: UTF8.self)
    #expect(report.contains(#""text_length":5"#) && !report.contains("At 40"))
    // A report that gives other words does not fit.
    #expect(try !run.findings(report: #""text_length":5"#, becomes: #""text":"At 41""#).isEmpty)
    #expect(try run.findings(report: #""text_length":5"#, becomes: #""text":"At 40""#).isEmpty)
    // And the original's pixels are none of the two colours, nor between them.
    try run.folder.write("out/f_0.png", files[0].bytes)
    #expect(try !run.verified().findings.isEmpty)
  }

  @Test func `a part of a recording, and a single picture`() throws {
    let cases = (0..<4).map { SolidCase(seed: UInt64($0)) }
    let files = cases.enumerated().map { (name: "f_\($0).png", bytes: $1.original.bytes) }
    let part = try VerifiedRun(files, size: SolidCase.size, rules: SolidCase.rules) { ($0.start, $0.end) = (1, 2) }
    #expect(try part.verified().findings == [] && part.verified().frames == 2)
    let single = try VerifiedRun(
      [files[0]], size: SolidCase.size, rules: SolidCase.rules, input: "in/f_0.png", output: "one.png")
    #expect(try single.verified().findings == [])
    #expect(try !single.findings(changing: "one.png") { _ in cases[0].original.bytes }.isEmpty)
  }
}
