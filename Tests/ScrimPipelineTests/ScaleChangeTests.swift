import Foundation
@_spi(RawPixels) import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Testing

/// A directory whose pictures change their size, as when a window moves to another display or a device is turned: what one
/// frame hides for another is hidden where it lies there.
struct ScaleChangeTests {
  /// Pictures of noise of some sizes, with trees in points.
  private struct Sized {
    let folder = try! TemporaryFolder()
    let sizes: [(width: Int, height: Int)]

    /// - Parameters:
    ///   - trees: For each frame the views in its window.
    ///   - inPixels: Whether the trees are in pixels, in a window as large as the picture.
    init(_ sizes: [(Int, Int)], trees: [[String]], inPixels: Bool = false) throws {
      self.sizes = sizes.map { (width: $0.0, height: $0.1) }
      let header = inPixels ? #""space":"pixels","size":[48,32],"scale":1"# : #""space":"points","size":[48,32]"#
      var lines = [#"{"scrim":"views","version":1,\#(header)}"#]
      for (frame, tree) in trees.enumerated() {
        let window = inPixels ? "\(sizes[frame].0),\(sizes[frame].1)" : "48,32"
        lines.append(
          #"{"record":"snapshot","frame":\#(frame),"windows":[{"type":"Window","bounds":[0,0,\#(window)],"children":[\#(tree.joined(separator: ","))]}]}"#
        )
      }
      try folder.write("in/views.jsonl", Array(lines.joined(separator: "\n").utf8) + [10])
      for (frame, size) in self.sizes.enumerated() {
        let picture = TestPNG(
          width: size.width, height: size.height, colourType: 2, bitDepth: 8, samples: samples(frame))
        try folder.write("in/\(Recording.name(frame))", picture.bytes)
      }
    }

    private func samples(_ frame: Int) -> [UInt16] {
      var noise = Noise(seed: 7)
      return (0..<sizes[frame].width * sizes[frame].height * 3).map { _ in 60 + noise.next(upTo: 120) }
    }

    @discardableResult
    func redacted(_ rules: String = Lost.rules) throws -> RunSummary {
      var request = RedactionRequest(
        input: InputRequest(path: BytePath("\(folder.path)/in")), output: .path(BytePath("\(folder.path)/out")),
        views: ViewsRequest(location: .automatic), rules: [RulesFile(name: "rules.lua", source: Array(rules.utf8))])
      request.report = BytePath("\(folder.path)/out.jsonl")
      return try redact(request, observer: Witness(), control: RunControl())
    }

    /// The box around all pixels that a frame lost; nil where it lost none. All in it must be gone.
    func hidden(_ frame: Int) throws -> PixelRect? {
      let size = sizes[frame], recorded = samples(frame)
      let found = try rgbPixels(folder.read("out/\(Recording.name(frame))"))
      let gone = (0..<size.width * size.height).filter { pixel in
        (pixel * 3..<pixel * 3 + 3).contains { UInt16(found[$0]) != recorded[$0] }
      }
      guard let first = gone.first, let last = gone.last else { return nil }
      let columns = gone.map { $0 % size.width }
      let box = PixelRect(
        left: columns.min()!, top: first / size.width, right: columns.max()! + 1, bottom: last / size.width + 1)
      #expect(gone.count > box.width * box.height * 9 / 10, "frame \(frame) is hidden in part")
      return box
    }

    func causes() throws -> [[String?]] {
      try String(decoding: folder.read("out.jsonl"), as: UTF8.self).split(separator: "\n").compactMap { line in
        let line = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        guard line["record"] as? String == "frame" else { return nil }
        return (line["redactions"] as? [[String: Any]] ?? []).map { $0["cause"] as? String }
      }
    }
  }

  private static let small = (48, 32), large = (96, 64), turned = (32, 48)
  private static let box = PixelRect(left: 9, top: 6, right: 26, bottom: 17)
  private static let doubled = PixelRect(left: 18, top: 12, right: 52, bottom: 34)

  @Test func `what the tree has lost stays hidden where it is when the picture's scale changes, and changes back`()
    throws
  {
    for (sizes, boxes) in [
      (
        [Self.small, Self.small, Self.large, Self.large, Self.small],
        [Self.box, Self.box, Self.doubled, Self.doubled, Self.box]
      ),
      ([Self.large, Self.large, Self.small, Self.small], [Self.doubled, Self.doubled, Self.box, Self.box]),
    ] {
      // Lost with the change, and before it.
      for first in [2, 1] {
        let recording = try Sized(sizes, trees: sizes.indices.map { $0 < first ? [Lost.pin] : [] })
        #expect(try recording.redacted().failed == 0)
        for (frame, box) in boxes.enumerated() { #expect(try recording.hidden(frame) == box, "frame \(frame)") }
        #expect(try recording.causes() == sizes.indices.map { [$0 < first ? nil : "persisted"] })
      }
    }
  }

  @Test func `holds before and after reach the same place at another scale`() throws {
    let plain = Lost.node("pin", Lost.box, #""role":"plain","#)
    let rules =
      ##"return { style = { style = "solid", color = "#20262E" }, hide = { { "#pin:not([role=plain])", hold = 2 } } }"##
    let recording = try Sized(
      [Self.small, Self.small, Self.large, Self.small, Self.small, Self.small],
      trees: [[plain], [plain], [Lost.pin], [plain], [plain], [plain]])
    try recording.redacted(rules)
    #expect(
      try (0..<6).map { try recording.hidden($0) } == [Self.box, Self.box, Self.doubled, Self.box, Self.box, nil])
  }

  @Test func `in a picture of another shape nobody can tell where it is, and all of it is hidden`() throws {
    let whole = PixelSize(width: 32, height: 48).rect
    let recording = try Sized(
      [Self.small, Self.small, Self.turned, Self.turned, Self.small, Self.turned],
      trees: [[Lost.pin], [Lost.pin], [], [], [], [Lost.pin]], inPixels: true)
    try recording.redacted()
    #expect(try (0..<5).map { try recording.hidden($0) } == [Self.box, Self.box, whole, whole, Self.box])
    #expect(try recording.hidden(5) == Self.box, "it is back, and its tree says where")
    #expect(try recording.causes() == [[nil], [nil], ["persisted"], ["persisted"], ["persisted"], [nil]])
  }

  @Test
  func
    `views without names and words are known again at their part of the picture, and by their count in another shape`()
    throws
  {
    let marked = #""role":"s","#, rules = Lost.rules.replacing("#pin", with: "[role=s]")
    let two = [Lost.node(nil, Lost.box, marked), Lost.node(nil, Lost.other, marked)]
    let scaled = try Sized([Self.small, Self.small, Self.large, Self.large], trees: [two, two, two, two])
    try scaled.redacted(rules)
    #expect(try scaled.causes() == Array(repeating: [nil, nil], count: 4))
    // The one that has gone is the one whose place is empty.
    let less = try Sized([Self.small, Self.small, Self.large, Self.large], trees: [two, two, [two[1]], [two[1]]])
    try less.redacted(rules)
    #expect(try less.causes() == [[nil, nil], [nil, nil], ["persisted", nil], ["persisted", nil]])
    // One that is back at its place, at another scale.
    let back = try Sized([Self.small, Self.small, Self.large], trees: [two, [two[1]], two])
    try back.redacted(rules)
    #expect(try back.causes() == [[nil, nil], ["persisted", nil], [nil, nil]])

    let moved = [Lost.node(nil, (2, 3, 8, 8), marked), Lost.node(nil, (12, 20, 8, 8), marked)]
    let turned = try Sized([Self.small, Self.turned], trees: [two, moved], inPixels: true)
    try turned.redacted(rules)
    #expect(try turned.causes() == [[nil, nil], [nil, nil]])
    let fewer = try Sized([Self.small, Self.turned], trees: [two, [moved[0]]], inPixels: true)
    try fewer.redacted(rules)
    #expect(try fewer.hidden(1) == PixelSize(width: 32, height: 48).rect)
  }
}
