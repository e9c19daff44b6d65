public import ScrimCore
public import ScrimInput
public import ScrimOutput
public import ScrimRules
public import ScrimViews

/// One run: what goes in, what decides, where it comes out.
public struct RedactionRequest: Sendable {
  /// What becomes of a frame that fails.
  public enum ErrorPolicy: String, Sendable, CaseIterable {
    /// It is covered, and the run goes on.
    case cover
    /// The run ends before it; what was written before stays.
    case stop
  }

  public enum Output: Hashable, Sendable {
    case path(BytePath)
    /// `--null`: everything is done, nothing is written.
    case null
    /// `--dry-run`: decide and report, touch no pixel.
    case dryRun
  }

  /// What becomes of the input's sound.
  public enum SoundPolicy: String, Sendable, CaseIterable {
    case drop
    /// It is copied as it is; only a video can hold it.
    case keep
    /// It is encoded afresh, silent from each frame in which something was covered to the next one.
    case muteRedacted = "mute-redacted"
  }

  public var input: InputRequest
  public var output: Output
  public var existing = ExistingFiles.refuse
  public var views: ViewsRequest
  public var rules: [RulesFile]
  public var budgets = Budgets()
  public var seed: UInt64 = 0
  /// Frames before and after for every redaction, on top of what the rules say.
  public var hold = 0
  /// The first and the last frame to be written, by index; nil is the recording's own.
  public var start: Int?
  public var end: Int?
  /// Frames in work at once; at least 1.
  public var jobs = 1
  public var onError = ErrorPolicy.cover
  public var report: BytePath?
  public var sound = SoundPolicy.drop
  /// What the output holds; nil where its path's ending tells it.
  public var outputFormat: OutputFormat?
  /// Nil for the container's usual one.
  public var codec: VideoCodec?
  /// The encoder's constant quality, 0 for lossless; nil for the codec's standard.
  public var quality: Int?

  /// The sound of a recording as the output keeps it; nil where it does not.
  func keptSound(of source: any FrameSource) -> KeptSound? {
    guard let sound = source.sound else { return nil }
    switch self.sound {
    case .drop: return nil
    case .keep: return KeptSound(sound, .copied, endsWithPictures: true)
    // Of a part of a recording, what lies behind it is no longer there.
    case .muteRedacted: return KeptSound(sound, .silencedWhereCovered, endsWithPictures: end != nil)
    }
  }

  /// Everything on the disk that the run reads.
  var inputPaths: [BytePath] {
    [input.path] + sideInputs
  }

  /// What it reads beside the recording: views and rules.
  var sideInputs: [BytePath] {
    var paths = rules.compactMap(\.path)
    if case .path(let path) = views.location { paths.append(path) }
    return paths
  }

  public init(input: InputRequest, output: Output, views: ViewsRequest, rules: [RulesFile]) {
    self.input = input
    self.output = output
    self.views = views
    self.rules = rules
  }
}
