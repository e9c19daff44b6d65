import Foundation
@_spi(RawPixels) import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Synchronization

/// A made-up recording on disk: noise with a secret view that moves by a pixel a frame.
struct Recording {
  let folder: TemporaryFolder
  let count: Int
  static let size = (width: 48, height: 32)
  static let rules = ##"return { style = { style = "solid", color = "#20262E" }, hide = { { "#pin" } } }"##

  /// The secret's box at a frame: x, y, width, height.
  static func secret(at frame: Int) -> (x: Int, y: Int, width: Int, height: Int) { (6 + frame % 5, 8, 12, 9) }

  /// `secretSeed` decides the pixels inside of the secret's box, and nothing else.
  init(frames count: Int, secretSeed: UInt64 = 1, views: Bool = true) throws {
    folder = try TemporaryFolder()
    self.count = count
    for frame in 0..<count { try write(frame: frame, secretSeed: secretSeed) }
    if views {
      let header = #"{"scrim":"views","version":1,"space":"pixels","size":[48,32],"scale":1}"#
      let records = (0..<count).map { frame in
        let box = Self.secret(at: frame)
        return """
          {"record":"snapshot","frame":\(frame),"windows":[{"type":"Window","bounds":[0,0,48,32],"children":[\
          {"type":"Label","id":"pin","text":"4929 1234","bounds":[\(box.x),\(box.y),\(box.width),\(box.height)]}]}]}
          """
      }
      try folder.write("in/views.jsonl", Array(([header] + records).joined(separator: "\n").utf8) + [10])
    }
  }

  static func name(_ frame: Int) -> String { "f\(1000 + frame).png".replacing("f1", with: "f0") }

  /// The samples of a frame as it was recorded, RGB.
  static func samples(_ frame: Int, secretSeed: UInt64) -> [UInt16] {
    var picture = TestPNG.noise(
      width: size.width, height: size.height, colourType: 2, bitDepth: 8, seed: UInt64(frame) + 99
    ).samples
    var noise = Noise(seed: secretSeed)
    let box = secret(at: frame)
    for y in box.y..<box.y + box.height {
      for x in box.x * 3..<(box.x + box.width) * 3 { picture[y * size.width * 3 + x] = noise.next(upTo: 255) }
    }
    return picture
  }

  private func write(frame: Int, secretSeed: UInt64) throws {
    let picture = TestPNG(
      width: Self.size.width, height: Self.size.height, colourType: 2, bitDepth: 8,
      samples: Self.samples(frame, secretSeed: secretSeed))
    try folder.write("in/\(Self.name(frame))", picture.bytes)
  }

  func path(_ name: String) -> BytePath { BytePath("\(folder.path)/\(name)") }

  /// A run from `in` to `out`, with these rules.
  func request(rules: String = Recording.rules, output: String = "out") -> RedactionRequest {
    var request = RedactionRequest(
      input: InputRequest(path: path("in")), output: .path(path(output)), views: ViewsRequest(location: .automatic),
      rules: [RulesFile(name: "rules.lua", source: Array(rules.utf8))])
    request.report = path("report.jsonl")
    request.jobs = 2
    return request
  }

  /// The lines of the report.
  func report() throws -> [[String: Any]] {
    try String(decoding: folder.read("report.jsonl"), as: UTF8.self).split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// All output files by name.
  func output(_ name: String = "out") throws -> [String: [UInt8]] {
    let names = try folder.names(in: name)
    return Dictionary(uniqueKeysWithValues: try names.map { ($0, try folder.read("\(name)/\($0)")) })
  }
}

/// Keeps what a run tells; can interrupt it after some frames.
final class Witness: RunObserver {
  private let told = Mutex<(order: [Int], lines: [String])>(([], []))
  private let interruption: (after: Int, control: RunControl)?

  init(interrupting control: RunControl? = nil, after: Int = 0) {
    interruption = control.map { (after, $0) }
  }

  var order: [Int] { told.withLock { $0.order } }
  var lines: [String] { told.withLock { $0.lines } }

  func began(total: Int?) {}
  func leavesOut(sound: Bool, beside: [String: Int]) {}
  func logged(_ line: String) { told.withLock { $0.lines.append(line) } }
  func finished(_ outcome: FrameOutcome) {
    let count = told.withLock { told in
      told.order.append(outcome.identity.index)
      return told.order.count
    }
    if let interruption, count == interruption.after { interruption.control.interrupt(by: 2) }
  }
}

/// RGB bytes of a PNG file.
func rgbPixels(_ file: [UInt8]) throws -> [UInt8] {
  try unsafe file.withUnsafeBytes { bytes in
    let frame = try unsafe decodePNG(bytes, identity: FrameIdentity(index: 0), name: "f", pixelLimit: 1 << 20)
    return unsafe frame.pixels.withBytes { unsafe Array($0) }
  }
}
