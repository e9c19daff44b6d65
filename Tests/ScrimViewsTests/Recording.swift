import ScrimCore
import ScrimTestSupport
import ScrimViews

/// A folder with views in it, opened as the command opens them.
struct Recording {
  let folder: TemporaryFolder
  var request = ViewsRequest(location: .automatic)
  var picture = PixelSize(width: 390, height: 844)

  /// A recording of so many frames, `frame_0000.png` and so on; with a rate they have times.
  init(frames count: Int = 3, rate: Double? = nil) throws {
    folder = try TemporaryFolder()
    request.directory = BytePath(folder.path)
    request.firstPicture = picture
    request.frames = (0..<count).map { index in
      let digits = String(index)
      let name = "frame_" + String(repeating: "0", count: 4 - digits.count) + digits + ".png"
      return FrameIdentity(index: index, time: rate.map { Double(index) / $0 }, name: BytePath(name))
    }
  }

  /// A recording with a `views.jsonl` of a header in pixels and these lines.
  init(frames count: Int = 3, rate: Double? = nil, _ lines: String...) throws {
    try self.init(frames: count, rate: rate)
    try write(header: Recording.header, lines)
  }

  static let header = #"{"scrim":"views","version":1,"space":"pixels","size":[390,844],"scale":1}"#

  func write(header: String, _ lines: [String]) throws {
    try write("views.jsonl", ([header] + lines).map { $0 + "\n" }.joined())
  }

  func write(_ name: String, _ text: String) throws {
    try folder.write(name, Array(text.utf8))
  }

  func open() throws -> any ViewsProvider { try openViews(request) }

  /// The views of all frames, asked for in order.
  func views() throws -> [FrameViews] {
    let provider = try open()
    return (request.frames ?? []).map { provider.views(for: $0, picture: picture) }
  }

  /// What opening it says is wrong; nil if nothing is.
  func failure() -> ViewsError? {
    do {
      _ = try open()
      return nil
    } catch {
      return error as? ViewsError
    }
  }
}

/// A line with a snapshot of one window that holds these nodes.
func snapshot(frame: Int, _ nodes: String...) -> String {
  #"{"record":"snapshot","frame":\#(frame),"windows":[\#(window(nodes))]}"#
}

func snapshot(time: Double, _ nodes: String...) -> String {
  #"{"record":"snapshot","time":\#(time),"windows":[\#(window(nodes))]}"#
}

func event(_ name: String, _ when: String, scene: String? = nil) -> String {
  #"{"record":"event",\#(when),"event":"\#(name)"\#(scene.map { #","scene":"\#($0)""# } ?? "")}"#
}

private func window(_ nodes: [String]) -> String {
  #"{"type":"Window","bounds":[0,0,390,844],"children":[\#(nodes.joined(separator: ","))]}"#
}

extension FrameViews {
  /// The snapshot of this very frame.
  var exact: Snapshot? {
    if case .exact(let snapshot) = tree { snapshot } else { nil }
  }

  var between: (Snapshot, Snapshot, fraction: Double)? {
    if case .between(let before, let after, let fraction) = tree { (before, after, fraction) } else { nil }
  }

  var missing: FailureCause? {
    if case .missing(let cause) = tree { cause } else { nil }
  }

  /// `exact`, `between`, `none` or `missing`.
  var kind: String {
    switch tree {
    case .exact: "exact"
    case .between: "between"
    case .none: "none"
    case .missing: "missing"
    }
  }
}

extension Snapshot {
  func view(_ id: String) -> View? { views.first { $0.id == id } }
}

extension FailureCause {
  /// What a message would show of it.
  var reason: String {
    switch self {
    case .rules(let text), .budget(let text), .undecodable(let text), .noSnapshot(let text), .badViews(let text),
      .masking(let text):
      text
    }
  }
}
