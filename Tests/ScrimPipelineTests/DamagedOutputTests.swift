import Foundation
import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Testing

/// A video whose file is not what was encoded gets no name.
struct DamagedOutputTests {
  let folder = try! TemporaryFolder()
  /// So many that an encoder with threads for each of a hundred processors has given most of them out by then.
  private static let frames = 200

  /// Changes the hidden file while it is being written.
  private final class Vandal: RunObserver {
    let folder: TemporaryFolder
    let change: @Sendable (FileHandle, UInt64) throws -> Void

    init(_ folder: TemporaryFolder, _ change: @escaping @Sendable (FileHandle, UInt64) throws -> Void) {
      self.folder = folder
      self.change = change
    }

    func leavesOut(sound: Bool, beside: [String: Int]) {}
    func began(total: Int?) {}
    func logged(_ line: String) {}

    func finished(_ outcome: FrameOutcome) {
      guard outcome.identity.index == DamagedOutputTests.frames - 1 else { return }
      do {
        let name = try #require(try folder.names().first { $0.hasPrefix(".") })
        let file = try #require(FileHandle(forUpdatingAtPath: "\(folder.path)/\(name)"))
        try change(file, try file.seekToEnd())
        try file.close()
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test(arguments: [VideoContainer.mp4, .mkv], [true, false]) func `a byte or an end that is lost fails the run`(
    container: VideoContainer, isCut: Bool
  ) throws {
    try folder.write("in.y4m", Clip(size: PixelSize(width: 160, height: 128), frames: Self.frames).bytes)
    let rules = try folder.write("rules.lua", Array(regionRules.utf8))
    var request = RedactionRequest(
      input: InputRequest(path: folder.file("in.y4m")), output: .path(folder.file("out.\(container)")),
      views: ViewsRequest(location: .none), rules: [try RulesFile(argument: BytePath(rules))])
    // As much as can be has left the encoder and lies in the file.
    request.codec = .h264
    request.quality = 0
    let vandal = Vandal(folder) { file, size in
      try #require(size > 60_000)
      if isCut { return try file.truncate(atOffset: size / 2) }
      try file.seek(toOffset: size / 2)
      let byte = try #require(try file.read(upToCount: 1))
      try file.seek(toOffset: size / 2)
      try file.write(contentsOf: Data(byte.map { $0 ^ 0x40 }))
    }
    let error = #expect(throws: RunError.self) { try redact(request, observer: vandal, control: RunControl()) }
    guard case .output(.failed(let path, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == folder.file("out.\(container)"))
    #expect(try folder.names() == ["in.y4m", "rules.lua"])
  }
}
