public import ScrimCore
internal import ScrimInput
internal import ScrimPlanning
public import ScrimRules
internal import ScrimViews

/// The stages of a run as specs and checks use them, frame by frame and without pixels.
public struct PipelineStages: SpecStages {
  public init() {}

  public func snapshot(windows json: [UInt8], scale: Double) throws(SpecProblem) -> Snapshot {
    do { return try ScrimViews.snapshot(windows: json, scale: scale) } catch { throw SpecProblem(error.problem) }
  }

  public func plan(_ frame: FrameContext, by rules: RuleSet) -> Plan {
    Planner(failureCover: rules.failureCover).plan(rules.decide(frame), for: frame)
  }

  public func visibleRegions(of snapshot: Snapshot, in size: PixelSize) -> [Region] {
    snapshot.visibleRegions(in: size)
  }

  public func frame(_ index: Int, of recording: SpecRecording) throws(SpecProblem) -> RecordedFrame {
    let pictures = try Pictures(of: recording, upTo: index)
    guard let size = recording.size ?? pictures.size else {
      throw SpecProblem("\(recording.path): no picture tells its size: { width = 390, height = 844 } does")
    }
    var request = ViewsRequest(location: pictures.all == nil ? .path(recording.path) : .automatic)
    request.directory = recording.path
    request.frames = pictures.all
    request.firstPicture = size
    let views: any ViewsProvider
    do { views = try openViews(request) } catch {
      throw SpecProblem("\(error.path)\(error.line.map { ":\($0)" } ?? ""): \(error.problem)")
    }
    // Asked for the frame before, a provider gives all events up to there.
    let earlier = pictures.before.map { views.views(for: $0, picture: size).events } ?? []
    let context = FrameContext(
      identity: pictures.frame, size: size, views: views.views(for: pictures.frame, picture: size))
    return RecordedFrame(context: context, earlierEvents: earlier)
  }
}

/// What a recording's pictures tell without being decoded.
private struct Pictures {
  /// Nil where there are none: then every frame has views alone.
  private(set) var all: [FrameIdentity]?
  /// The frame that is asked for, and the one before it.
  private(set) var frame: FrameIdentity
  private(set) var before: FrameIdentity?
  /// As the picture's header tells it.
  private(set) var size: PixelSize?

  init(of recording: SpecRecording, upTo index: Int) throws(SpecProblem) {
    // To a thousandth of a frame a second: 29.97 is 29970/1000.
    let rate = recording.framesPerSecond.flatMap { FrameRate(Int(min($0, 1e6) * 1000), 1000) }
    func made(_ index: Int) -> FrameIdentity { FrameIdentity(index: index, at: rate?.time(ofFrame: index)) }
    frame = made(index)
    do {
      let source = try openInput(InputRequest(path: recording.path, gaps: .skip, framesPerSecond: rate))
      all = source.identities
      while let ticket = try source.next() {
        size = ticket.announcedSize ?? size
        if ticket.identity.index == index {
          frame = ticket.identity
          return
        }
        before = ticket.identity
      }
    } catch {
      if case .noFrames = error {
        before = index > 0 ? made(index - 1) : nil
        return
      }
      throw SpecProblem("\(recording.path): \(error.reason)")
    }
    let range = all?.first.map { "; there are \($0.index) to \(all!.last!.index)" } ?? ""
    throw SpecProblem("\(recording.path): there is no frame \(index)\(range)")
  }
}
