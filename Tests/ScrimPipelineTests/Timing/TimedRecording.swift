import Foundation
import ScrimInput
import ScrimMasking
import ScrimRules
import ScrimTestSupport
import ScrimViews
import Synchronization

@_spi(RawPixels) import ScrimCore
@testable import ScrimPipeline

/// A recording made up from a seed: an interface in motion, its pictures, and a sidecar that sees it late or seldom.
struct TimedRecording: CustomStringConvertible {
  /// How often there is a snapshot.
  enum Sampling: Hashable {
    case everyFrame
    /// So many a second.
    case seldom(Int)
  }

  let seed: UInt64
  let scene: TimedScene
  let frameCount: Int
  let framesPerSecond: Int
  let sampling: Sampling
  /// By how many frames the trees are behind the pictures; the rules hold for as many on both sides.
  let lag: Int

  init(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    self.seed = seed
    let motion = Motion.allCases[Int(seed % UInt64(Motion.allCases.count))]
    let size = PixelSize(
      width: Int.random(in: 90...130, using: &numbers), height: Int.random(in: 110...170, using: &numbers))
    framesPerSecond = [30, 60].randomElement(using: &numbers)!
    sampling = [Sampling.everyFrame, .seldom(2), .seldom(5), .seldom(10)].randomElement(using: &numbers)!
    lag = Int.random(in: 0...3, using: &numbers)
    frameCount = framesPerSecond + Int.random(in: 1...9, using: &numbers)
    // What the trees tell of the end is older than the end: the motion is over by then.
    let last = Double(frameCount - 1 - lag), rate = framesPerSecond, delay = lag
    let stops: [Double] =
      switch sampling {
      case .everyFrame:
        Array(stride(from: 0, to: last, by: Double(Int.random(in: 1...8, using: &numbers))))
      case .seldom(let count):
        Self.snapshots(count, rate, frameCount).map { $0 - Double(delay) }.filter { $0 >= 0 && $0 <= last }
      }
    scene = TimedScene(motion, size: size, stops: [0] + stops.filter { $0 > 0 && $0 < last } + [last], using: &numbers)
  }

  /// The instants of the snapshots in frames, beyond the last frame.
  private static func snapshots(_ count: Int, _ framesPerSecond: Int, _ frameCount: Int) -> [Double] {
    let step = Double(framesPerSecond) / Double(count)
    return (0...Int((Double(frameCount) / step).rounded(.up))).map { Double($0) * step }
  }

  var description: String {
    "seed \(seed): \(scene.motion), \(sampling) at \(framesPerSecond) a second, lag and hold \(lag), \(frameCount) frames of \(scene.size.width)x\(scene.size.height)"
  }

  private func picture(_ index: Int) -> ScenePicture {
    ScenePicture(scene.tree(at: min(Double(index), Double(frameCount - 1 - lag))), size: scene.size)
  }

  private var identities: [FrameIdentity] {
    (0..<frameCount).map { FrameIdentity(index: $0, time: Double($0) / Double(framesPerSecond)) }
  }

  /// The lines of `views.jsonl`.
  private var sidecar: String {
    let size = scene.size
    var lines = [
      #"{"scrim":"views","version":1,"space":"pixels","size":[\#(size.width),\#(size.height)],"scale":1}"#
    ]
    func add(_ when: String, _ instant: Double) {
      let seen = max(0, min(instant - Double(lag), Double(frameCount - 1 - lag)))
      lines.append(#"{"record":"snapshot",\#(when),"windows":[\#(json(scene.tree(at: seen)))]}"#)
    }
    switch sampling {
    case .everyFrame:
      for index in 0..<frameCount { add(#""frame":\#(index)"#, Double(index)) }
    case .seldom(let count):
      for instant in Self.snapshots(count, framesPerSecond, frameCount) {
        add(#""time":\#(instant / Double(framesPerSecond))"#, instant)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(_ node: SceneNode) -> String {
    var members = [
      #""type":"\#(node.type)""#,
      #""bounds":[\#(node.rect.x),\#(node.rect.y),\#(node.rect.width),\#(node.rect.height)]"#,
    ]
    if let id = node.id { members.append(#""id":"\#(id)""#) }
    if let mark = node.mark { members.append(#""mark":"\#(mark)""#) }
    if let text = node.text { members.append(#""text":"\#(text)""#) }
    if node.clips { members.append(#""clips":true"#) }
    if node.opaque { members.append(#""opaque":true"#) }
    if let t = node.transform { members.append(#""transform":[\#(t.a),\#(t.b),\#(t.c),\#(t.d),0,0]"#) }
    members.append(#""children":[\#(node.children.map(json).joined(separator: ","))]"#)
    return "{" + members.joined(separator: ",") + "}"
  }

  private var rules: String {
    """
    return { hide = { { '[mark="s"]' } }, show = { '[mark="p"]' }, hold = { before = \(lag), after = \(lag) } }
    """
  }

  /// What a run of the real feed and masker shows of the secret, and how much it hides.
  struct Outcome {
    /// Secret pixels that came out, by frame.
    var leaks: [Int: Int] = [:]
    /// Of frames that are not covered: pixels that were hidden, and pixels that are secret.
    var hidden = 0
    var secret = 0
    var covered = 0
    var failures = 0
  }

  func redacted() throws -> Outcome {
    let folder = try TemporaryFolder(), pictures = (0..<frameCount).map(picture)
    var views = ViewsRequest(location: .path(BytePath(try folder.write("views.jsonl", Array(sidecar.utf8)))))
    views.frames = identities
    views.firstPicture = scene.size
    let request = RedactionRequest(
      input: InputRequest(path: ""), output: .null, views: views, rules: [])
    let feed = FrameFeed(
      source: MemorySource(identities, size: scene.size) { pictures[$0.index].frame($0) },
      views: try openViews(views),
      rules: try RuleSet(files: [RulesFile(name: "timing.lua", source: Array(rules.utf8))]), request: request,
      firstSize: scene.size)
    let masker = Masker(seed: seed)
    var outcome = Outcome()
    while let frame = feed.next() {
      let index = frame.ticket.identity.index
      if !frame.plan.failures.isEmpty { outcome.failures += 1 }
      let result = masker.mask(try frame.ticket.decode(), by: frame.plan)
      let leaks = unsafe result.frame.withBytes { unsafe ScenePicture.secretCount(in: $0) }
      if leaks > 0 { outcome.leaks[index] = leaks }
      if frame.plan.isCovered {
        outcome.covered += 1
      } else {
        outcome.hidden += Region.union(of: frame.plan.redactions.map(\.region)).area
        outcome.secret += pictures[index].secretCount
      }
    }
    return outcome
  }
}

/// Frames that are made when they are asked for.
private final class MemorySource: FrameSource {
  private let all: [FrameIdentity]
  private let size: PixelSize
  private let make: @Sendable (FrameIdentity) -> RawFrame
  private let place = Mutex(0)

  init(_ all: [FrameIdentity], size: PixelSize, make: @escaping @Sendable (FrameIdentity) -> RawFrame) {
    self.all = all
    self.size = size
    self.make = make
  }

  var count: Int? { all.count }
  var isStream: Bool { false }
  var hasTimes: Bool { all.first?.time != nil }
  var identities: [FrameIdentity]? { all }
  var directory: BytePath? { nil }
  var coverKind: (format: PixelFormat, encoding: SourceEncoding) { (PixelFormat(.rgb, bitDepth: 8), .png(.plain)) }

  func next() -> FrameTicket? {
    let place = place.withLock { place in
      defer { place += 1 }
      return place
    }
    guard place < all.count else { return nil }
    let identity = all[place], make = make
    return FrameTicket(identity: identity, announcedSize: size, decode: { () throws(InputError) in make(identity) })
  }

  func sizeOfNearestDecodable(to index: Int) -> PixelSize? { size }
}
