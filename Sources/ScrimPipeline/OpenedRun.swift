internal import ScrimCore
internal import ScrimInput
internal import ScrimRules
internal import ScrimViews

/// What decides a run, opened and checked before anything is written: rules, recording, views, and the feed that brings
/// them together.
struct OpenedRun {
  let rules: RuleSet
  let source: any FrameSource
  let views: any ViewsProvider
  let feed: FrameFeed

  /// - Parameters:
  ///   - touchesPixels: Whether frames may be decoded for their plans.
  ///   - watch: Is told of every frame's decision.
  init(
    _ request: RedactionRequest, log: @escaping @Sendable (String) -> Void, touchesPixels: Bool,
    watch: FrameFeed.Watch? = nil
  ) throws(RunError) {
    rules = try inRun(RunError.rules) { () throws(RulesError) in
      try RuleSet(files: request.rules, seed: request.seed, budgets: request.budgets, log: log)
    }
    rules.extraHold = Hold(before: request.hold, after: request.hold)
    var viewsRequest = request.views
    // Before the input, on which one may have to wait for a writer that waits for a reader of the views.
    let stream = try inRun(RunError.views) { () throws(ViewsError) in try ViewsStream.open(viewsRequest) }
    let source = try inRun(RunError.input) { () throws(InputError) in try openInput(request.input) }
    let firstSize = source.sizeOfNearestDecodable(to: source.identities?.first?.index ?? 0)
    try Self.checkSelection(request, source)
    if let stream, let firstSize, source.isStream {
      self.source = ReadAhead(source, beside: stream, size: firstSize, timeout: viewsRequest.timeout)
    } else {
      self.source = source
    }
    viewsRequest.directory = source.directory
    viewsRequest.frames = source.identities
    if let gap = rules.maximumGap { viewsRequest.maxGap = gap }
    viewsRequest.firstPicture = firstSize
    if source.isStream { viewsRequest.pixelAspect = Self.pixelAspect(of: source.coverKind.encoding) }
    views = try inRun(RunError.views) { () throws(ViewsError) in try openViews(viewsRequest, stream: stream) }
    guard let firstSize else { throw Self.nothingDecodable(source, path: request.input.path) }
    feed = FrameFeed(
      source: self.source, views: views, rules: rules, request: request, firstSize: firstSize,
      touchesPixels: touchesPixels, watch: watch)
  }

  private static func checkSelection(_ request: RedactionRequest, _ source: any FrameSource) throws(RunError) {
    guard let all = source.identities, let first = all.first?.index, let last = all.last?.index else { return }
    let start = request.start ?? first, end = request.end ?? last
    if !all.contains(where: { $0.index >= start && $0.index <= end }) {
      throw .nothingSelected(first: first, last: last)
    }
  }

  private static func pixelAspect(of encoding: SourceEncoding) -> Double {
    guard case .yuv(let encoding) = encoding, let aspect = encoding.tags.pixelAspect else { return 1 }
    return Double(aspect.numerator) / Double(aspect.denominator)
  }

  private static func nothingDecodable(_ source: any FrameSource, path: BytePath) -> RunError {
    do {
      guard let ticket = try source.next() else {
        return .input(source.isStream ? .undecodable(name: path, reason: "it shows no frame") : .noFrames(path: path))
      }
      do {
        _ = try ticket.decode()
        return .input(.noFrames(path: path))
      } catch {
        return .nothingDecodable(ticket.identity, error)
      }
    } catch {
      return .input(error)
    }
  }
}
