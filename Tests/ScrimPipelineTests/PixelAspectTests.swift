import ScrimInput
import ScrimPipeline
import ScrimTestSupport
import ScrimViews
import Testing

/// Views count square pixels: of others, nobody knows which ones they count.
struct PixelAspectTests {
  let folder = try! TemporaryFolder()

  @Test(arguments: [("1:1", false), ("0:0", false), ("200:201", false), ("2:1", true), ("10:11", true)])
  func `views of pictures whose pixels are not square are refused`(aspect: String, isRefused: Bool) throws {
    let clip = Clip(frames: 2)
    let header = Array("YUV4MPEG2 W96 H64 F25:1 Ip A\(aspect) C420mpeg2\n".utf8)
    try folder.write("in.y4m", header + clip.bytes.drop { $0 != 10 }.dropFirst())
    let views = """
      {"scrim":"views","version":1,"space":"pixels","size":[96,64],"scale":1}
      {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,96,64]}]}
      {"record":"snapshot","frame":1,"windows":[{"type":"Window","bounds":[0,0,96,64]}]}
      """
    try folder.write("views.jsonl", Array(views.utf8))
    try folder.redacted("in.y4m", to: "without.y4m")
    func run() throws {
      try folder.redacted("in.y4m", to: "with.y4m") { $0.views.location = .path(folder.file("views.jsonl")) }
    }
    guard isRefused else { return try run() }
    let error = #expect(throws: RunError.self) { try run() }
    guard case .input(.unsupported(name: _, let reason)) = error else { throw error! }
    #expect(reason.contains("not square (\(aspect))"))
    #expect(try !folder.names().contains("with.y4m"))
  }
}
