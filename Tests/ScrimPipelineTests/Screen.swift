@_spi(RawPixels) import ScrimCore
import ScrimInput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Testing

/// One picture of noise with its tree, and the pixels that a run with the ready rules hides of it.
struct Screen {
  static let size = PixelSize(width: 100, height: 200)

  /// - Parameters:
  ///   - name: Of the file with the tree; by content it is told what it is.
  ///   - rules: Nil for the ready rules.
  static func hidden(_ name: String, _ tree: String, rules: String? = nil, size: PixelSize = Screen.size) throws
    -> Region
  {
    let folder = try TemporaryFolder()
    var noise = Noise(seed: 3)
    let samples = (0..<size.width * size.height * 3).map { _ in 60 + noise.next(upTo: 120) }
    let picture = TestPNG(width: size.width, height: size.height, colourType: 2, bitDepth: 8, samples: samples)
    try folder.write("in/f0.png", picture.bytes)
    try folder.write("in/\(name)", Array(tree.utf8))
    var request = RedactionRequest(
      input: InputRequest(path: BytePath("\(folder.path)/in")), output: .path(BytePath("\(folder.path)/out")),
      views: ViewsRequest(location: .automatic),
      rules: rules.map { [RulesFile(name: "rules.lua", source: Array($0.utf8))] } ?? [])
    request.report = BytePath("\(folder.path)/report.jsonl")
    let summary = try redact(request, observer: Witness(), control: RunControl())
    #expect(summary.failed == 0)
    let file = try folder.read("out/f0.png")
    let found = try unsafe file.withUnsafeBytes { bytes in
      let frame = try unsafe decodePNG(bytes, identity: FrameIdentity(index: 0), name: "f", pixelLimit: 1 << 20)
      return unsafe frame.pixels.withBytes { unsafe Array($0) }
    }
    var builder = RegionBuilder()
    for y in 0..<size.height {
      let row = (0..<size.width).filter { x in
        let at = (y * size.width + x) * 3
        return (at..<at + 3).contains { UInt16(found[$0]) != samples[$0] }
      }
      // Runs of pixels that follow each other.
      let starts = row.filter { !row.contains($0 - 1) }, ends = row.filter { !row.contains($0 + 1) }
      builder.append(rows: y..<y + 1, spans: zip(starts, ends).map { $0..<$1 + 1 })
    }
    return builder.region
  }
}

func region(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> Region {
  Region(PixelRect(left: left, top: top, right: right, bottom: bottom))
}
