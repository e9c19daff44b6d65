import Foundation
import ScrimCore
import ScrimInput
import ScrimTestSupport
import Testing

@Suite struct `Names of frames` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(
    _ names: [String], gaps: GapsPolicy = .error, as path: String = "", rate: FrameRate? = nil
  ) throws -> [FrameIdentity] {
    for name in names { try folder.write(name, Array("x".utf8)) }
    let path = BytePath(path.isEmpty ? folder.path : "\(folder.path)/\(path)")
    return try openInput(InputRequest(path: path, gaps: gaps, framesPerSecond: rate)).identities!
  }

  @Test(arguments: [
    (
      ["f2.png", "f10.png", "f1.png", "f0.png", "f3.png", "f4.png", "f5.png", "f6.png", "f7.png", "f8.png", "f9.png"], 0
    ),
    (["a 007.png", "a 8.png", "a 0009.png", "a 10.png"], 7),
    (["iphone14_1.png", "iphone14_2.png", "iphone14_3.png"], 1), (["99.png", "100.png", "101.PNG"], 99),
    (["take 5.png"], 5),
  ]) func `numbers in names are the frames' numbers, whatever their width and start`(names: [String], first: Int) throws
  {
    let frames = try open(names)
    #expect(frames.map(\.index) == Array(first..<first + names.count))
    for frame in frames { #expect(frame.name!.description.contains("\(frame.index).")) }
  }

  @Test(arguments: [
    ["b.png", "a10.png", "a2.png", "a02.png", "a.png"],
    ["2024-01-02 10.00.png", "2024-01-02 9.59.png", "2024-01-01 23.00.png"],
    ["99999999999999999999.png", "100000000000000000000.png"],
  ]) func `other names are ordered naturally and numbered by their place`(names: [String]) throws {
    let expected = [
      ["a.png", "a2.png", "a02.png", "a10.png", "b.png"],
      ["2024-01-01 23.00.png", "2024-01-02 9.59.png", "2024-01-02 10.00.png"],
      ["99999999999999999999.png", "100000000000000000000.png"],
    ]
    let frames = try open(names)
    #expect(expected.contains(frames.map { $0.name!.description }))
    #expect(frames.map(\.index) == Array(0..<names.count))
  }

  @Test func `a gap is an error that lists what is missing, unless gaps are skipped`() throws {
    let names = ["0", "1", "4", "5", "7"].map { "\($0).png" }
    #expect(throws: InputError.gaps(path: BytePath(folder.path), missing: [2, 3, 6], count: 3)) { try open(names) }
    #expect(try open(names, gaps: .skip).map(\.index) == [0, 1, 4, 5, 7])
  }

  @Test func `of a wide gap the first numbers are listed`() throws {
    let path = BytePath(folder.path)
    #expect(throws: InputError.gaps(path: path, missing: Array(6...15), count: 999_999_999_994)) {
      try open(["t5.png", "t1000000000000.png"])
    }
  }

  @Test(arguments: [GapsPolicy.error, .skip]) func `two files with one number are an error that names both`(
    gaps: GapsPolicy
  ) throws {
    let error = InputError.duplicates(path: BytePath(folder.path), number: 1, names: ["01.png", "1.png"])
    #expect(throws: error) { try open(["0.png", "1.png", "01.png", "2.png"], gaps: gaps) }
  }

  @Test func `hidden files, folders, pipes and other files are no frames, and a dead link is one`() throws {
    try folder.makeFolder("9.png")
    let made = unsafe mkfifo("\(folder.path)/8.png", 0o600)
    #expect(made == 0)
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/3.png", withDestinationPath: "nowhere")
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/2.png", withDestinationPath: "1.png")
    let frames = try open(["1.png", ".0.png", "views.jsonl", "notes.txt"])
    #expect(frames.map(\.index) == [1, 2, 3])
  }

  @Test func `where no name ends in png, content tells`() throws {
    let picture = TestPNG.noise(width: 2, height: 2, colourType: 2, bitDepth: 8, seed: 1)
    try folder.write("shot 1", picture.bytes)
    try folder.write("shot 2", picture.bytes)
    #expect(try open(["notes.txt"]).map { $0.name!.description } == ["shot 1", "shot 2"])
  }

  @Test func `a directory without a frame is an error`() throws {
    #expect(throws: InputError.noFrames(path: BytePath(folder.path))) { try open(["notes.txt"]) }
  }

  @Test(arguments: [
    ("shot_%04d.png", [1, 2, 10_000]), ("shot_%d.png", [7]), ("shot_%2d.png", [3, 44]),
  ]) func `a pattern takes the names that printf makes of it`(pattern: String, numbers: [Int]) throws {
    let names = [
      "shot_0001.png", "shot_0002.png", "shot_10000.png", "shot_01.png", "shot_7.png", "shot_ 3.png", "shot_44.png",
      "shot_x.png", "other_0001.png", "shot_0001.png.bak",
    ]
    let frames = try open(names, gaps: .skip, as: pattern)
    // Each of these is printf's text for %d, too, and so belongs to that pattern.
    let expected = pattern == "shot_%d.png" ? [7, 44, 10_000] : pattern == "shot_%2d.png" ? [3, 44, 10_000] : numbers
    #expect(frames.map(\.index) == expected)
  }

  @Test func `wildcards take the names that fit, and hidden ones need a dot`() throws {
    let names = ["a1.png", "a2.png", "b3.png", ".a4.png"]
    #expect(try open(names, as: "a*.png").map(\.index) == [1, 2])
    #expect(try open([], as: "[ab][13].png").map(\.index) == [0, 1])
    #expect(try open([], gaps: .skip, as: "?*.png").count == 3)
  }

  @Test func `a file of that very name comes before a pattern`() throws {
    let picture = TestPNG.noise(width: 2, height: 2, colourType: 2, bitDepth: 8, seed: 1)
    for name in ["shot_%d.png", "[1]*.png", "100%"] {
      try folder.write(name, picture.bytes)
      #expect(try open([], as: name).map(\.name) == [BytePath(name)])
    }
  }

  @Test func `what is not there is unreadable, with the system's reason`() {
    for name in ["nothing", "nothing/shot_%d.png", "nothing/*.png"] {
      do {
        _ = try open([], as: name)
        Issue.record("opened")
      } catch InputError.unreadable(_, let reason) {
        #expect(reason == "No such file or directory")
      } catch {
        Issue.record("another error")
      }
    }
  }

  @Test func `a name that is no UTF-8 is opened, and printed on one line`() throws {
    let picture = TestPNG.noise(width: 2, height: 2, colourType: 2, bitDepth: 8, seed: 1)
    let name = BytePath(bytes: [0x61, 0xff, 0x0a] + Array("\\ü1.png".utf8))
    let plain = try folder.write("plain.png", picture.bytes)
    let moved = unsafe (BytePath(folder.path) / name).withCString { unsafe rename(plain, $0) }
    #expect(moved == 0)
    let source = try openInput(InputRequest(path: BytePath(folder.path)))
    let ticket = try #require(try source.next())
    #expect(ticket.identity.name == name)
    #expect(name.description == "a\\xff\\n\\\\ü1.png")
    #expect(try ticket.decode().size == PixelSize(width: 2, height: 2))
  }

  @Test func `times count from the first frame and are exact after hours`() throws {
    let rate = try #require(FrameRate(30000, 1001))
    let frames = try open(["f10.png", "f11.png", "f7200010.png"], gaps: .skip, rate: rate)
    let expected: [Double?] = [0, 1001.0 / 30000, 240_240]
    #expect(frames.map(\.time) == expected)
    #expect(try open([], gaps: .skip).allSatisfy { $0.time == nil })
  }
}
