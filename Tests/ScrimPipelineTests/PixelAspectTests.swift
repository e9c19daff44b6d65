import ScrimInput
import ScrimPipeline
import ScrimTestSupport
import ScrimViews
import Testing

/// Where pixels are not square, views may be of the stored picture or of the screen: their size has to tell.
struct PixelAspectTests {
  let folder = try! TemporaryFolder()

  @Test(
    arguments: [
      ("1:1", "[96,64]", false), ("0:0", "[96,64]", false), ("2:1", "[96,64]", false), ("1:1", nil, false),
      ("200:201", nil, false), ("1:1", "[192,64]", true), ("1:1", "[96,70]", true),
      ("2:1", "[192,64]", true), ("2:1", "[96,32]", true), ("2:1", nil, true), ("10:11", "[96,70]", true),
    ] as [(String, String?, Bool)])
  func `views of the screen are refused where its pixels are not the stored ones`(
    aspect: String, size: String?, isRefused: Bool
  ) throws {
    let clip = Clip(frames: 2)
    let header = Array("YUV4MPEG2 W96 H64 F25:1 Ip A\(aspect) C420mpeg2\n".utf8)
    try folder.write("in.y4m", header + clip.bytes.drop { $0 != 10 }.dropFirst())
    let views = """
      {"scrim":"views","version":1,"space":"pixels",\(size.map { "\"size\":\($0)," } ?? "")"scale":1}
      {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,96,64]}]}
      {"record":"snapshot","frame":1,"windows":[{"type":"Window","bounds":[0,0,96,64]}]}
      """
    try folder.write("views.jsonl", Array(views.utf8))
    func run() throws {
      try folder.redacted("in.y4m", to: "out.y4m") { $0.views.location = .path(folder.file("views.jsonl")) }
    }
    guard isRefused else { return try run() }
    let error = #expect(throws: RunError.self) { try run() }
    guard case .views(let problem) = error else { throw error! }
    #expect(problem.problem.contains("not square"))
    #expect(try !folder.names().contains("out.y4m"))
  }
}
