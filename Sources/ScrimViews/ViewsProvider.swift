public import ScrimCore

/// Gives what was on screen at each frame. Called by one thread at a time, once for each frame, in the order of frames.
public protocol ViewsProvider: AnyObject, Sendable {
  /// `picture` is the frame's size, from which the scale may follow.
  func views(for frame: FrameIdentity, picture: PixelSize) -> FrameViews
  /// How many snapshots lie behind a frame by their frame's number: where that frame was a stream's last, the pictures
  /// that they belong to are missing. 0 where nothing goes by numbers.
  func snapshots(behind index: Int) -> Int
  /// What a user should be told of the frames asked for so far.
  var warnings: ViewsWarnings { get }
  /// Whether the run was asked to end while views were waited for: what was given for that frame is void.
  var isInterrupted: Bool { get }
}

extension ViewsProvider {
  public var isInterrupted: Bool { false }
}

/// What is not wrong with views, and worth a word: counts, and no text of a view.
public struct ViewsWarnings: Sendable, Hashable {
  /// Frames whose views come from a format without a mark of secrecy, and have inputs: all of those count as secure.
  public internal(set) var framesWithUnmarkedInputs = 0
  /// Records of a stream that came after a frame that they were for, and the lines of the first ones.
  public internal(set) var lateRecords = 0
  public internal(set) var firstLateLines: [Int] = []
  /// Snapshots of a stream that were left out because too many were ahead of the frames.
  public internal(set) var droppedSnapshots = 0

  public init() {}

  mutating func countLate(line: Int) {
    lateRecords += 1
    if firstLateLines.count < 5 { firstLateLines.append(line) }
  }

  mutating func count(_ tree: FrameViews.Tree) {
    func isUnmarked(_ snapshot: Snapshot) -> Bool {
      let views = snapshot.views
      return views.indices.contains { views[$0].isTextInput && views[$0].secure == .unknown }
    }
    switch tree {
    case .exact(let snapshot): if isUnmarked(snapshot) { framesWithUnmarkedInputs += 1 }
    case .between(let before, let after, _):
      if isUnmarked(before) || isUnmarked(after) { framesWithUnmarkedInputs += 1 }
    case .none, .missing: break
    }
  }
}

/// Where views are looked for, and how they are read.
public struct ViewsRequest: Sendable {
  public enum Location: Hashable, Sendable {
    /// `views.jsonl` in the recording's directory, or files beside the frames.
    case automatic
    /// `--views none`.
    case none
    /// A file, a directory with one file for each frame, or a pipe.
    case path(BytePath)
    /// A descriptor that is open already.
    case descriptor(Int32)
  }

  public var location: Location
  /// The name of a format, in place of its detection.
  public var format: String?
  /// Image pixels per point, where the format does not say.
  public var scale: Double?
  /// The recording's directory, where it has one.
  public var directory: BytePath?
  /// All frames of the recording in order, where they are known before the first is read; also those that `--start` and
  /// `--end` leave out, since what was secure in them stays secure.
  public var frames: [FrameIdentity]?
  /// The first picture's size, where it is known: a scale that cannot be is an error before the first frame.
  public var firstPicture: PixelSize?
  /// Of a stream or video, whose pictures have one size: their pixels are so many times as wide as high. Nil for others.
  public var pixelAspect: Double?
  /// The longest time between two snapshots, in seconds, that frames between them are bridged across.
  public var maxGap = 1.0
  /// How the times of a sidecar become the recording's.
  public var timing = ViewsTiming()
  /// How long a frame waits for its views in a stream, in seconds, from when it was read.
  public var timeout = ViewsRequest.standardTimeout
  /// A descriptor that becomes readable when the run is to end; -1 is none.
  public var wakeDescriptor: Int32 = -1

  public static let standardTimeout = 5.0

  public init(location: Location) {
    self.location = location
  }
}

/// What can be wrong with views as a whole: nothing is written then. What is wrong with the tree of one frame is a
/// `FailureCause` of that frame.
public struct ViewsError: Error, Hashable, Sendable {
  public var path: BytePath
  /// From 1.
  public var line: Int?
  /// What is wrong, with member names, types and counts, but no values: they may be the secret.
  public var problem: String
  /// Whether the views may be whole, and what is asked of them makes no sense.
  public var isUsage: Bool

  public init(path: BytePath, line: Int? = nil, problem: String, isUsage: Bool = false) {
    self.path = path
    self.line = line
    self.problem = problem
    self.isUsage = isUsage
  }

  /// As a part of a sentence.
  var words: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(problem)" }
}
