public import ScrimCore

/// What specs need of the stages before and behind the rules: views from tables and recordings, and plans.
///
/// The pipeline, which wires the stages, answers with the very readers and the planner of a run.
public protocol SpecStages: Sendable {
  /// Reads windows as a line of `views.jsonl` has them: a JSON list, lengths in image pixels.
  func snapshot(windows json: [UInt8], scale: Double) throws(SpecProblem) -> Snapshot

  /// Reads one frame's views of a recording; no picture is decoded.
  func frame(_ index: Int, of recording: SpecRecording) throws(SpecProblem) -> RecordedFrame

  /// Decides and plans one frame as a run does.
  func plan(_ frame: FrameContext, by rules: RuleSet) -> Plan

  /// The pixels of each view that can be seen: clipped, and without what surely covers it.
  func visibleRegions(of snapshot: Snapshot, in size: PixelSize) -> [Region]
}

/// A recording as a spec names it.
public struct SpecRecording: Hashable, Sendable {
  public var path: BytePath
  /// The picture's size, for a recording without pictures.
  public var size: PixelSize?
  public var framesPerSecond: Double?
}

/// A frame out of a recording.
public struct RecordedFrame: Sendable {
  public var context: FrameContext
  /// What happened in the frames before it.
  public var earlierEvents: [Event]

  public init(context: FrameContext, earlierEvents: [Event]) {
    self.context = context
    self.earlierEvents = earlierEvents
  }
}

/// Why a spec's frame cannot be had, in words that hold no text of a view.
public struct SpecProblem: Error, Hashable, Sendable {
  public var words: String

  public init(_ words: String) {
    self.words = words
  }
}
