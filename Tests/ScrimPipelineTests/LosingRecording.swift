import Foundation
@_spi(RawPixels) import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Testing

/// A recording whose tree loses a view: noise that does not change, and in it a box of other noise.
struct LosingRecording {
  enum Kind { case pictures, stream }

  static let size = (width: 48, height: 32)
  /// x, y, width, height.
  static let box = (x: 9, y: 6, width: 17, height: 11)
  static let other = (x: 30, y: 18, width: 10, height: 8)
  static let pin = node("pin", box)
  static let rules = ##"return { style = { style = "solid", color = "#20262E" }, hide = { { "#pin" } } }"##

  let folder = try! TemporaryFolder()
  let kind: Kind
  let frames: [[UInt8]]

  static func node(_ id: String?, _ box: (x: Int, y: Int, width: Int, height: Int), _ more: String = "") -> String {
    let id = id.map { #""id":"\#($0)","# } ?? ""
    return #"{"type":"Label",\#(id)\#(more)"bounds":[\#(box.x),\#(box.y),\#(box.width),\#(box.height)]}"#
  }

  /// - Parameters:
  ///   - seeds: For each frame what the box shows: the seed of its noise, or nil for the ground.
  ///   - trees: For each frame the views in its window; nil where it has no snapshot.
  ///   - times: For each tree its time in seconds, in place of its frame.
  ///   - grounds: For each frame the seed of the noise around the box, or nil for one colour.
  ///   - scenes: Whether the window is the left part, of scene `a`, beside one of scene `b`.
  init(
    _ kind: Kind = .pictures, seeds: [UInt64?], trees: [[String]?], times: [Double]? = nil, events: [String] = [],
    grounds: [UInt64?]? = nil, scenes: Bool = false
  ) throws {
    self.kind = kind
    frames = zip(seeds, grounds ?? seeds.map { _ in 5 }).map { Self.samples($0, ground: $1) }
    var lines = [#"{"scrim":"views","version":1,"space":"pixels","size":[48,32],"scale":1}"#]
    for (place, tree) in trees.enumerated() {
      let when = times.map { #""time":\#($0[place])"# } ?? #""frame":\#(place)"#
      guard let tree else { continue }
      let (own, beside) =
        scenes
        ? (#""scene":"a","bounds":[0,0,28,32]"#, #",{"type":"Window","scene":"b","bounds":[28,0,20,32]}"#)
        : (#""bounds":[0,0,48,32]"#, "")
      lines.append(
        #"{"record":"snapshot",\#(when),"windows":[{"type":"Window",\#(own),"children":[\#(tree.joined(separator: ","))]}\#(beside)]}"#
      )
    }
    func frame(_ line: String) -> Int {
      let rest = line.components(separatedBy: #""frame":"#).dropFirst().first ?? "0"
      return Int(rest.prefix { $0.isNumber }) ?? 0
    }
    let records =
      events.isEmpty ? lines.dropFirst() : (lines.dropFirst() + events).sorted { frame($0) < frame($1) }[...]
    try folder.write("views.jsonl", Array(([lines[0]] + records).joined(separator: "\n").utf8) + [10])
    switch kind {
    case .pictures:
      for (number, samples) in frames.enumerated() {
        let picture = TestPNG(
          width: 48, height: 32, colourType: 2, bitDepth: 8, samples: samples.map(UInt16.init))
        try folder.write("in/\(Recording.name(number))", picture.bytes)
      }
    case .stream:
      var bytes = Array("YUV4MPEG2 W48 H32 F10:1 Ip A1:1 C444\n".utf8)
      for samples in frames { bytes += Array("FRAME\n".utf8) + Self.planes(samples) }
      try folder.write("in.y4m", bytes)
    }
  }

  private static func samples(_ seed: UInt64?, ground: UInt64?) -> [UInt8] {
    var noise = Noise(seed: ground ?? 0)
    var samples = (0..<48 * 32 * 3).map { _ in ground == nil ? 100 : UInt8(60 + noise.next(upTo: 120)) }
    guard let seed else { return samples }
    noise = Noise(seed: seed)
    for y in box.y..<box.y + box.height {
      for x in box.x * 3..<(box.x + box.width) * 3 { samples[y * 48 * 3 + x] = UInt8(60 + noise.next(upTo: 120)) }
    }
    return samples
  }

  private static func planes(_ samples: [UInt8]) -> [UInt8] {
    (0..<3).flatMap { channel in stride(from: channel, to: samples.count, by: 3).map { samples[$0] } }
  }

  func request(_ output: String = "out", rules: String = rules) -> RedactionRequest {
    func path(_ name: String) -> BytePath { BytePath("\(folder.path)/\(name)") }
    let isStream = kind == .stream
    var request = RedactionRequest(
      input: InputRequest(path: path(isStream ? "in.y4m" : "in")),
      output: .path(path(isStream ? "\(output).y4m" : output)),
      views: ViewsRequest(location: .path(path("views.jsonl"))),
      rules: [RulesFile(name: "rules.lua", source: Array(rules.utf8))])
    if !isStream { request.input.framesPerSecond = FrameRate(10) }
    request.report = path("\(output).jsonl")
    return request
  }

  @discardableResult
  func redacted(_ output: String = "out", rules: String = rules, jobs: Int = 2) throws -> RunSummary {
    var request = request(output, rules: rules)
    request.jobs = jobs
    return try redact(request, observer: Witness(), control: RunControl())
  }

  /// What came out of each frame: `#` where the box is hidden, `.` where it is as it was recorded, `C` for a cover.
  func fates(_ output: String = "out", box: (x: Int, y: Int, width: Int, height: Int) = box) throws -> String {
    let found = try pictures(output)
    return try String(
      zip(found, frames).map { found, recorded -> Character in
        let recorded = kind == .stream ? Self.planes(recorded) : recorded
        var hidden = 0, same = 0, outside = 0
        for (place, (new, old)) in zip(found, recorded).enumerated() {
          let pixel = kind == .stream ? place % (48 * 32) : place / 3, (x, y) = (pixel % 48, pixel / 48)
          let isInside = (box.x..<box.x + box.width).contains(x) && (box.y..<box.y + box.height).contains(y)
          if !isInside { outside += new == old ? 0 : 1 } else if new == old { same += 1 } else { hidden += 1 }
        }
        if outside > 48 * 32 { return "C" }
        try #require(same == 0 || hidden == 0 || hidden > 20 * same, "a box that is hidden in part")
        return hidden == 0 ? "." : "#"
      })
  }

  func pictures(_ output: String = "out") throws -> [[UInt8]] {
    switch kind {
    case .pictures:
      return try folder.names(in: output).sorted().map { name in
        let file = try folder.read("\(output)/\(name)")
        return try unsafe file.withUnsafeBytes { bytes in
          let frame = try unsafe decodePNG(bytes, identity: FrameIdentity(index: 0), name: "f", pixelLimit: 1 << 20)
          return unsafe frame.pixels.withBytes { unsafe Array($0) }
        }
      }
    case .stream:
      let bytes = try folder.read("\(output).y4m"), start = bytes.firstIndex(of: 10)! + 1
      return stride(from: start, to: bytes.count, by: 6 + 48 * 32 * 3).map {
        Array(bytes[$0 + 6..<$0 + 6 + 48 * 32 * 3])
      }
    }
  }

  func report(_ output: String = "out") throws -> [[String: Any]] {
    try String(decoding: folder.read("\(output).jsonl"), as: UTF8.self).split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// For each frame the causes of its redactions, as the report has them.
  func causes(_ output: String = "out") throws -> [[String?]] {
    try report(output).filter { $0["record"] as? String == "frame" }.map { line in
      (line["redactions"] as? [[String: Any]] ?? []).map { $0["cause"] as? String }
    }
  }
}

typealias Lost = LosingRecording
