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
}

/// What is not wrong with views, and worth a word: counts, and no text of a view.
public struct ViewsWarnings: Sendable, Hashable {
  /// Frames whose views come from a format without a mark of secrecy, and have inputs: all of those count as secure.
  public internal(set) var framesWithUnmarkedInputs = 0

  public init() {}

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
    /// A file, or a directory with one file for each frame.
    case path(BytePath)
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
  /// The longest time between two snapshots, in seconds, that frames between them are bridged across.
  public var maxGap = 1.0

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

  public init(path: BytePath, line: Int? = nil, problem: String) {
    self.path = path
    self.line = line
    self.problem = problem
  }
}
