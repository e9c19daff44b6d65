internal import CLibFuzzer
internal import Foundation

/// What `./dev fuzz` runs: `--list`, `--seeds TARGET FOLDER`, or `TARGET [option of libFuzzer | folder]…`.
@main enum Fuzz {
  static let targets: [any FuzzTarget] =
    TreeFuzzing.all + [
      SidecarFuzzing(), SelectorFuzzing(), PatternFuzzing(), PictureFuzzing(), StreamFuzzing.y4m, StreamFuzzing.raw,
      StreamFuzzing.pictures, VideoFuzzing(),
    ]

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "--list": for target in targets { print(target.name) }
    case "--seeds" where arguments.count == 3: try writeSeeds(of: target(arguments[1]), to: arguments[2])
    case let name? where !name.hasPrefix("-"):
      let target = target(name)
      unsafe running = target
      exit(run([CommandLine.arguments[0]] + arguments.dropFirst()))
    default: fail("it takes --list, --seeds TARGET FOLDER, or a target with options of libFuzzer")
    }
  }

  private static func target(_ name: String) -> any FuzzTarget {
    guard let target = targets.first(where: { $0.name == name }) else {
      fail("there is no target \(name): " + targets.map(\.name).joined(separator: ", "))
    }
    return target
  }

  private static func fail(_ problem: String) -> Never {
    FileHandle.standardError.write(Data("scrim-fuzz: \(problem)\n".utf8))
    exit(2)
  }

  /// Writes a target's seeds, and the words in them as a dictionary beside the folder.
  private static func writeSeeds(of target: any FuzzTarget, to folder: String) throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let seeds = try target.seeds()
    for (number, seed) in seeds.enumerated() {
      try Data(seed).write(to: folder.appendingPathComponent("seed-\(number)"))
    }
    let words = target.mutation == .text ? dictionary(of: seeds) : []
    try Data(words.map { "\"\($0)\"\n" }.joined().utf8).write(to: folder.appendingPathExtension("dict"))
  }

  /// The names and short values in texts.
  private static func dictionary(of seeds: [[UInt8]]) -> [String] {
    var words = Set<String>()
    for seed in seeds {
      for word in seed.split(whereSeparator: { !isOfWord($0) }) where (3...30).contains(word.count) {
        words.insert(String(decoding: word, as: UTF8.self))
      }
    }
    return words.sorted()
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func run(_ arguments: [String]) -> CInt {
    unsafe texts = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var count = CInt(arguments.count)
    return unsafe texts.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      return unsafe LLVMFuzzerRunDriver(&count, &start) { bytes, count in
        // libFuzzer's bytes are valid for the call; without any there may be no pointer.
        unsafe running?.run([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      }
    }
  }
}

/// The driver's arguments, which it may keep: they live as long as the program.
nonisolated(unsafe) private var texts: [UnsafeMutablePointer<CChar>?] = unsafe []

/// The target in hand: set before the driver, which knows functions without context only, begins on the same thread.
nonisolated(unsafe) var running: (any FuzzTarget)?
