import FoundationEssentials
import ScrimInput
import ScrimTestSupport
import Testing

@_spi(RawPixels) import ScrimCore
@testable import scrim

/// `scrim verify` and `scrim inspect`, from the command line to what they print.
struct VerifyAndInspectTests {
  /// A word that only a secure view has.
  private static let canary = "Quizzaciously77"

  private let folder: TemporaryFolder
  private var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    var lines = [#"{"scrim":"views","version":1,"space":"pixels","size":[60,40],"scale":1}"#]
    for frame in 0..<3 {
      let picture = TestPNG.noise(width: 60, height: 40, colourType: 2, bitDepth: 8, seed: UInt64(frame))
      try folder.write("in/f_\(frame).png", picture.bytes)
      lines.append(
        #"{"record":"snapshot","frame":\#(frame),"windows":[{"type":"Window","bounds":[0,0,60,40],"children":[{"type":"TextField","id":"pin","secure":true,"text":"\#(Self.canary)","bounds":[4,4,20,12]},{"type":"Label","id":"name","text":"Ann","classes":["big"],"bounds":[30,20,24,10]}]}]}"#
      )
    }
    try folder.write("in/views.jsonl", Array(lines.joined(separator: "\n").utf8))
  }

  private func run(_ arguments: [String]) -> (code: ExitCode, output: String, messages: String) {
    let test = TestSurroundings()
    let code = Command.run(arguments.map { Argument($0) }, in: test.surroundings)
    return (code, test.output.text, test.messages.text)
  }

  private func redact() {
    #expect(run(["redact", "\(path)/in", "-o", "\(path)/out", "--report", "\(path)/report.jsonl"]).code == .planned)
  }

  private func verify(_ more: String...) -> (code: ExitCode, output: String, messages: String) {
    run(["verify", "\(path)/in", "\(path)/out", "--report", "\(path)/report.jsonl"] + more)
  }

  private func inspect(_ more: String...) -> (code: ExitCode, output: String, messages: String) {
    run(["inspect", "\(path)/in"] + more)
  }

  // MARK: verify

  @Test func `a clean output ends with 0 and a line, and with nothing where it is quiet`() {
    redact()
    let found = verify()
    #expect(found.code == .planned && found.output.isEmpty)
    #expect(found.messages == "scrim: 3 frames with 3 redactions verified\n")
    #expect(verify("--quiet").messages.isEmpty)
  }

  @Test func `a leak ends with 5, and names frame and rectangle`() throws {
    redact()
    try folder.write("out/f_1.png", folder.read("in/f_1.png"))
    let found = verify("--quiet")
    #expect(found.code == .leakFound)
    #expect(
      found.messages == """
        scrim: frame 1 (f_1.png): 240 pixels within (4, 4, 20 x 12) are not what 'solid' over #pin (default secure) paints; 240 of them are the original's
        scrim: 3 frames with 3 redactions, 1 finding: this output is not safe to pass on.

        """)
  }

  @Test func `what cannot be read ends with 3, and JSON asked for is JSON`() throws {
    redact()
    #expect(run(["verify", "\(path)/no", "\(path)/out", "--report", "\(path)/report.jsonl"]).code == .unreadable)
    #expect(run(["verify", "\(path)/in", "\(path)/no", "--report", "\(path)/report.jsonl"]).code == .unreadable)
    #expect(run(["verify", "\(path)/in", "\(path)/out", "--report", "\(path)/no"]).code == .unreadable)
    _ = run(["redact", "\(path)/in", "--dry-run", "--report", "\(path)/dry.jsonl"])
    let dry = run(["verify", "\(path)/in", "\(path)/out", "--report", "\(path)/dry.jsonl"])
    #expect(dry.code == .unreadable && dry.messages.contains("--dry-run"))
    try folder.write("out/f_1.png", folder.read("in/f_1.png"))
    for line in verify("--progress", "json").messages.split(separator: "\n") {
      _ = try JSONDecoder().decode([String: JSONScalar].self, from: Data(line.utf8))
    }
  }

  @Test func `many findings are counted`() throws {
    redact()
    for number in 0..<30 { try folder.write("out/more_\(number).png", [1]) }
    let lines = verify().messages.split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines[20] == "scrim: 10 more findings; each is as grave as those above.")
  }

  // MARK: inspect

  @Test func `a frame's views are printed with what becomes of them, and no text of them`() {
    let found = inspect("--frame", "1")
    #expect(found.code == .planned)
    #expect(
      found.output == """
        UNREDACTED: names and places as they were recorded; texts of views by their length.
        frame 1 (f_1.png), 60 x 40 pixels: redacted
          Window (0, 0, 60 x 40): no rule
            TextField #pin (4, 4, 20 x 12) text ‹15 characters›, secure, input: hidden by default secure ('solid')
            Label #name .big (30, 20, 24 x 10) text ‹3 characters›: no rule

        """)
    #expect(found.messages.isEmpty)
  }

  @Test func `the scale by which places became pixels is told`() throws {
    struct Frame: Decodable {
      let scale: Double?
    }
    func scale() throws -> Double? {
      let frame = try JSONDecoder().decode(Frame.self, from: Data(inspect("--json").output.utf8))
      return frame.scale
    }
    #expect(try scale() == 1)
    try folder.write(
      "in/views.jsonl",
      Array(
        #"""
        {"scrim":"views","version":1,"space":"points","size":[24,16],"scale":2.5}
        {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,24,16]}]}

        """#.utf8))
    #expect(try scale() == 2.5)
    #expect(inspect().output.contains("frame 0 (f_0.png), 60 x 40 pixels, 2.5 a point: untouched\n"))
  }

  @Test func `a frame that is not there is named with those that are`() {
    let found = inspect("--frame", "99")
    #expect(found.code == .unreadable && found.output.isEmpty)
    #expect(found.messages == "scrim: there is no frame 99: the recording has frames 0 to 2. Nothing was shown.\n")
  }

  @Test(arguments: ["mkv", "mp4", "y4m", "gif"])
  func `a video made of pictures is verified, and one without masks is a leak`(kind: String) {
    let report = "\(path)/r.jsonl", output = "\(path)/out.\(kind)"
    #expect(run(["redact", "\(path)/in", "--fps", "10", "-o", output, "--report", report]).code == .planned)
    let found = run(["verify", "\(path)/in", output, "--report", report])
    #expect(found.code == .planned)
    #expect(found.messages.contains("3 frames with 3 redactions verified"))
    let bare = "\(path)/bare.\(kind)", rules = "\(path)/none.lua"
    #expect(FileManager.default.createFile(atPath: rules, contents: Data("return {}".utf8)))
    #expect(
      run(["redact", "\(path)/in", "--views", "none", "--rules", rules, "--fps", "10", "-o", bare]).code == .planned)
    let leak = run(["verify", "\(path)/in", bare, "--report", report])
    #expect(leak.code == .leakFound)
    #expect(leak.messages.contains("frame 0 (f_0.png)") && leak.messages.contains("#pin"))
  }

  @Test func `views are selected by selector and by pixel`() {
    #expect(inspect("--select", "Label.big").output.contains("Window[0]/Label[0] #name"))
    #expect(!inspect("--select", "Label.big").output.contains("#pin"))
    #expect(inspect("--at", "5,5").output.contains("#pin"))
    #expect(inspect("--at", "50,5").output.contains("Window[0] ("))
    #expect(inspect("--select", "#none").output.contains("none of its 3 views"))
    let wrong = inspect("--select", "Label[")
    #expect(wrong.code == .unreadable && wrong.messages.contains("--select"))
  }

  @Test func `as JSON it is one object, without a text of a view`() throws {
    struct Frame: Decodable {
      struct Node: Decodable {
        let fate: String
        let rule: String?
        let text_lengths: [String: Int]
      }
      let unredacted: Bool
      let frame: Int
      let trees: [[Node]]
    }
    let found = inspect("--json")
    let frame = try JSONDecoder().decode(Frame.self, from: Data(found.output.utf8))
    #expect(frame.unredacted && frame.frame == 0 && frame.trees[0].map(\.fate) == ["untouched", "hidden", "untouched"])
    #expect(frame.trees[0][1].text_lengths == ["text": 15] && frame.trees[0][1].rule == "default secure")
    #expect(!found.output.contains(Self.canary))
  }

  @Test func `the picture has outlines, and nothing of a secure view`() throws {
    #expect(inspect("-o", "\(path)/edges.png").code == .planned)
    let edges = try samples("edges.png"), raw = try samples("in/f_0.png")
    func pixel(_ picture: [UInt8], _ x: Int, _ y: Int) -> [UInt8] {
      Array(picture[(y * 60 + x) * 3..<(y * 60 + x + 1) * 3])
    }
    let red: [UInt8] = [0xFF, 0x3B, 0x30], blue: [UInt8] = [0x0A, 0x84, 0xFF]
    for (x, y) in [(4, 4), (23, 15), (5, 10), (22, 10)] { #expect(pixel(edges, x, y) == red) }
    for (x, y) in [(0, 0), (59, 39), (30, 20), (53, 29)] { #expect(pixel(edges, x, y) == blue) }
    for y in 6..<14 { for x in 6..<22 { #expect(pixel(edges, x, y) == [0x1C, 0x1C, 0x1E]) } }
    for (x, y) in [(25, 10), (2, 2), (32, 22), (29, 25)] { #expect(pixel(edges, x, y) == pixel(raw, x, y)) }
    // What is there already stays.
    let again = inspect("-o", "\(path)/edges.png")
    #expect(again.code == .usage && again.messages.contains("--overwrite"))
    #expect(inspect("-o", "\(path)/edges.png", "--overwrite").code == .planned)
    #expect(inspect("-o", "\(path)/in/edges.png").code == .usage)
  }

  @Test func `pixels as they were recorded are shown only under a name that says so`() throws {
    #expect(inspect("-o", "\(path)/a.png", "--unsafe-show-pixels").code == .usage)
    #expect(try !folder.names().contains("a.png"))
    let found = inspect("-o", "\(path)/a-UNREDACTED.png", "--unsafe-show-pixels")
    #expect(found.code == .planned && found.messages.hasPrefix("scrim: warning: --unsafe-show-pixels"))
    let shown = try samples("a-UNREDACTED.png"), raw = try samples("in/f_0.png"), at = (10 * 60 + 10) * 3
    #expect(shown[at..<at + 3] == raw[at..<at + 3])
  }

  @Test func `a frame that fails says why and ends with 1`() throws {
    try folder.write("rules.lua", Array("return { frame = function() error('no') end }".utf8))
    let found = inspect("--rules", "\(path)/rules.lua")
    #expect(found.code == .failedClosed && found.output.contains("failed"))
    #expect(found.messages.contains("rules.lua:1") && found.messages.contains("a run covers this frame"))
    #expect(inspect("--frame", "9").code == .unreadable)
  }

  /// The samples of a picture in RGB with 8 bits.
  private func samples(_ name: String) throws -> [UInt8] {
    let file = try folder.read(name)
    var samples: [UInt8] = []
    // The array outlives the call.
    try unsafe file.withUnsafeBytes { bytes in
      let frame = try unsafe decodePNG(
        bytes, identity: FrameIdentity(index: 0), name: "test.png", pixelLimit: 1 << 20)
      samples = unsafe frame.pixels.withBytes { unsafe Array($0) }
    }
    return samples
  }
}
