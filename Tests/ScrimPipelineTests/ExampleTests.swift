import Foundation
@_spi(RawPixels) import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Testing

/// The recording that comes with Scrim, redacted as a user would.
struct ExampleTests {
  private static let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Examples/kestrel").standardized
  private static let secrets = [
    "#email", "#password", "#balance", "#pan", "#iban", "#member", ".payee", ".who", ".sum",
  ]

  /// The boxes of the views that a frame's tree marks as one of the secrets, in pixels, outward.
  private func secretBoxes() throws -> [Int: [PixelRect]] {
    var boxes = [Int: [PixelRect]]()
    let text = try String(contentsOf: Self.example.appendingPathComponent("views.jsonl"), encoding: .utf8)
    for line in text.split(separator: "\n") {
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      guard let frame = record["frame"] as? Int, let windows = record["windows"] as? [[String: Any]] else { continue }
      var todo = windows
      while let view = todo.popLast() {
        todo += view["children"] as? [[String: Any]] ?? []
        let names = (view["classes"] as? [String] ?? []).map { "." + $0 } + ["#\(view["id"] as? String ?? "")"]
        guard names.contains(where: Self.secrets.contains), let bounds = view["bounds"] as? [Double] else { continue }
        boxes[frame, default: []].append(
          Rect(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3]).scaled(by: 2)
            .roundedOutward(within: PixelRect(left: 0, top: 0, right: 720, bottom: 1280)))
      }
    }
    return boxes
  }

  @Test func `every secret is one colour in every frame, and the stay in the background is covered`() throws {
    let folder = try TemporaryFolder()
    let rules = """
      return { style = { style = "solid", color = "#0A141E" }, cover = { on = "background" },
        hide = { { "\(Self.secrets.joined(separator: ", "))" } } }
      """
    var request = RedactionRequest(
      input: InputRequest(path: BytePath(Self.example.path)), output: .path(BytePath("\(folder.path)/out")),
      views: ViewsRequest(location: .automatic),
      rules: [RulesFile(name: "rules.lua", source: Array(rules.utf8))])
    request.jobs = 2
    let summary = try redact(request, observer: Witness(), control: RunControl())
    #expect(summary.redacted == 22 && summary.covered == 3 && summary.failed == 0)

    let boxes = try secretBoxes()
    #expect(boxes.count == 25)
    for frame in 0..<25 {
      let file = try folder.read("out/frame_\(String(1000 + frame).dropFirst()).png")
      try unsafe file.withUnsafeBytes { bytes in
        let picture = try unsafe decodePNG(bytes, identity: FrameIdentity(index: frame), name: "f", pixelLimit: 1 << 24)
        let channels = picture.format.channels
        unsafe picture.pixels.withBytes { pixels in
          func colour(_ x: Int, _ y: Int) -> [UInt8] {
            let start = (y * 720 + x) * channels
            return unsafe Array(pixels[start..<start + 3])
          }
          if (20...22).contains(frame) {
            // The ground and a gray label, nothing else.
            for y in stride(from: 0, to: 1280, by: 7) {
              for x in stride(from: 0, to: 720, by: 5) {
                let found = colour(x, y)
                #expect(Int(found.max()!) - Int(found.min()!) <= 5)
              }
            }
            return
          }
          for box in boxes[frame] ?? [] where !box.isEmpty {
            let isHidden = (box.top..<box.bottom).allSatisfy { y in
              (box.left..<box.right).allSatisfy { x in colour(x, y) == [0x0A, 0x14, 0x1E] }
            }
            // Under the dialog, what it surely covers shows the dialog.
            #expect(isHidden || (16...17).contains(frame), "frame \(frame), \(box)")
          }
        }
      }
    }
  }
}
