import Foundation
import ScrimCore
@testable import ScrimMasking
import ScrimOutput
import ScrimTestSupport
import Testing

@Suite struct `A directory of PNG files` {
  private let folder: TemporaryFolder
  private var output: BytePath { BytePath(folder.path) / "out" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func frame(_ name: BytePath?, index: Int = 0, width: Int = 4) throws -> RedactedFrame {
    let picture = TestPNG.noise(width: width, height: 3, colourType: 2, bitDepth: 8, seed: UInt64(width))
    return redacted(try decode(picture.bytes), as: FrameIdentity(index: index, name: name))
  }

  @Test func `files have the frames' names, and there are no others`() throws {
    let sink = try PNGDirectory(output, existing: .refuse)
    let written = try sink.write(try frame("b 2.png"))
    _ = try sink.write(try frame(nil, index: 41))
    try sink.finish()
    #expect(try folder.names(in: "out") == ["000041.png", "b 2.png"])
    let bytes = try folder.read("out/b 2.png")
    #expect(written == WrittenFrame(fingerprint: sha256(bytes), byteCount: bytes.count))
    #expect(try decoded(bytes).size.width == 4)
  }

  @Test func `a longer file is replaced whole, other files stay`() throws {
    try folder.write("out/a.png", Array(repeating: 1, count: 100_000))
    try folder.write("out/notes.txt", [1])
    #expect(throws: SinkError.notEmpty(path: output)) { try PNGDirectory(output, existing: .refuse) }
    let sink = try PNGDirectory(output, existing: .overwrite)
    let written = try sink.write(try frame("a.png"))
    try sink.finish()
    sink.abandon()
    #expect(try folder.read("out/a.png").count == written.byteCount)
    #expect(try folder.names(in: "out") == ["a.png", "notes.txt"])
  }

  @Test func `a link is replaced and not followed`() throws {
    try folder.write("original.png", [7])
    try folder.makeFolder("out")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/out/a.png", withDestinationPath: "../original.png")
    try FileManager.default.linkItem(atPath: "\(folder.path)/original.png", toPath: "\(folder.path)/out/b.png")
    let sink = try PNGDirectory(output, existing: .overwrite)
    _ = try sink.write(try frame("a.png"))
    _ = try sink.write(try frame("b.png"))
    #expect(try folder.read("original.png") == [7])
  }

  @Test func `a write that fails leaves nothing and tells why`() throws {
    try folder.makeFolder("out/a.png")
    let sink = try PNGDirectory(output, existing: .overwrite)
    #expect(throws: SinkError.failed(path: output / "a.png", reason: "Is a directory")) {
      try sink.write(try frame("a.png"))
    }
    #expect(try folder.names(in: "out") == ["a.png"])
    for name in ["../a.png", "..", ""] {
      #expect(throws: SinkError.unsuitable(path: BytePath(name), reason: "not a name in a directory")) {
        try sink.write(try frame(BytePath(name)))
      }
    }
  }

  @Test func `a directory that was made for nothing goes`() throws {
    try PNGDirectory(output, existing: .refuse).abandon()
    #expect(try folder.names() == [])
    try folder.makeFolder("out")
    try PNGDirectory(output, existing: .refuse).abandon()
    #expect(try folder.names() == ["out"])
    let sink = try PNGDirectory(output, existing: .refuse)
    _ = try sink.write(try frame("a.png"))
    sink.abandon()
    #expect(try folder.names(in: "out") == ["a.png"])
  }

  @Test func `a place that cannot be is refused with the system's reason`() throws {
    let path = BytePath(folder.path) / "no" / "out"
    #expect(throws: SinkError.failed(path: path, reason: "No such file or directory")) {
      try PNGDirectory(path, existing: .refuse)
    }
    let file = BytePath(try folder.write("file", [1]))
    #expect(throws: SinkError.failed(path: file, reason: "Not a directory")) {
      try PNGDirectory(file, existing: .overwrite)
    }
  }

  @Test func `long names are written`() throws {
    let name = BytePath(String(repeating: "ü", count: 125) + ".png")
    _ = try PNGDirectory(output, existing: .refuse).write(try frame(name))
    #expect(try folder.names(in: "out") == [name.description])
  }

  @Test func `frames can be written from many threads`() async throws {
    let sink = try PNGDirectory(output, existing: .refuse)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask { _ = try sink.write(try frame(BytePath("f\(index).png"), width: 1 + index)) }
      }
      try await group.waitForAll()
    }
    #expect(try folder.names(in: "out").count == 40)
    for index in 0..<40 { #expect(try decoded(try folder.read("out/f\(index).png")).size.width == 1 + index) }
  }

  @Test func `one picture can be written as one file`() throws {
    let path = BytePath(folder.path) / "shot.png"
    let sink = try PNGDirectory(file: path, existing: .refuse)
    _ = try sink.write(try frame("other.png"))
    try sink.finish()
    #expect(try folder.names() == ["shot.png"])
    #expect(throws: SinkError.unsuitable(path: path, reason: "one file cannot hold several frames")) {
      try sink.write(try frame("second.png"))
    }
    #expect(throws: SinkError.notEmpty(path: path)) { try PNGDirectory(file: path, existing: .refuse) }
  }

  @Test func `luma and chroma become red, green and blue`() throws {
    let size = PixelSize(width: 4, height: 4)
    guard var pixels = PixelBuffer(size: size, format: PixelFormat(.yuv(.s420), bitDepth: 8)) else { return }
    // The middle gray of limited range: luma 126, chroma 128.
    for place in 0..<24 { unsafe pixels.withMutableBytes { unsafe $0[place] = place < 16 ? 126 : 128 } }
    let frame = RedactedFrame(
      identity: FrameIdentity(index: 0, name: "a.png"), encoding: .yuv(YUVEncoding(matrix: .bt709, fullRange: false)),
      isClear: false, pixels: pixels)
    let picture = try decoded(try encoded(frame))
    #expect(picture.size == size && picture.encoding.colourType == .rgb)
    #expect(picture.rgba16.enumerated().allSatisfy { $0 % 4 == 3 || abs(Int($1) / 257 - 128) <= 1 })
  }
}

@Suite struct `Where an output may be` {
  private let folder: TemporaryFolder

  /// A folder with frames, links to it, and an output beside it.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("in/a_1.png", [1])
    try folder.write("in/deep/b.png", [1])
    try folder.write("movie.y4m", [1])
    try folder.makeFolder("out")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "in")
    try files.createSymbolicLink(atPath: "\(folder.path)/out/back", withDestinationPath: "../in/deep")
    try files.createSymbolicLink(atPath: "\(folder.path)/soft.y4m", withDestinationPath: "movie.y4m")
    try files.linkItem(atPath: "\(folder.path)/movie.y4m", toPath: "\(folder.path)/hard.y4m")
  }

  @Test(arguments: [
    ("in", "in"), ("in", "in/"), ("in/", "in"), ("in", "in/."), ("in", "./in"), ("in", "in/../in"), ("in", "new/../in"),
    ("in", "in/redacted"), ("in", "in/new/deeper"), ("in", "in/deep"), ("in", "link"), ("in", "link/new"),
    ("link", "in"),
    ("link", "in/new"), ("in", "out/back"), ("in", "out/back/new"), ("in", "out/../link/new"), ("in", "in/out.y4m"),
    ("in/a_1.png", "in/a_1.png"), ("in/a_1.png", "in"), ("in/a_1.png", "link/"), ("in/a_1.png", "link/a_1.png"),
    ("in/a_%d.png", "in"), ("in/*.png", "link"), ("movie.y4m", "movie.y4m"), ("movie.y4m", "soft.y4m"),
    ("movie.y4m", "hard.y4m"), ("soft.y4m", "hard.y4m"),
  ]) func `the input, what is in it, and links to it are refused`(input: String, output: String) throws {
    let (input, output) = (BytePath(folder.path) / input, BytePath(folder.path) / output)
    #expect(throws: SinkError.isInput(path: output)) { try requireApart(input: input, output: output) }
  }

  @Test(arguments: [
    ("in", "out"), ("in", "new"), ("in", "in2"), ("in", "in-redacted"), ("in", "out/in"), ("in", "."),
    ("in/deep", "in"),
    ("in/a_1.png", "in/out"), ("in/a_1.png", "in/b_1.png"), ("in/a_%d.png", "in/out"), ("movie.y4m", "out.y4m"),
    ("movie.y4m", "out"), ("in", "nowhere/at/all"), ("-", "out"), ("in", "-"),
  ]) func `other places are accepted`(input: String, output: String) throws {
    let place = { (path: String) in path == "-" ? BytePath(path) : BytePath(folder.path) / path }
    try requireApart(input: place(input), output: place(output))
  }
}
