internal import ScrimCore
internal import ScrimInput
internal import ScrimMasking

/// A frame that is redacted, with the plan that tells what it looks like: with the failures that came up on the way.
struct MaskedFrame: ~Copyable {
  var frame: RedactedFrame
  var plan: Plan
  /// What stood in the frame's file beside the pixels.
  let dropped: [String: Int]

  fileprivate init(_ result: consuming MaskedResult, _ plan: Plan, dropped: [String: Int] = [:]) {
    self.dropped = dropped
    if let failure = result.failure, let cover = result.failureCover {
      self.plan = .covered(
        size: result.frame.size, scale: plan.scale, style: cover, failures: plan.failures + [failure])
    } else {
      self.plan = plan
    }
    frame = result.takeFrame()
  }

  /// Gives the frame away and ends the value.
  consuming func takeFrame() -> RedactedFrame { frame }
}

/// Decodes a frame and carries out its plan. Each step gives something that hides as much or more, or ends the run.
func mask(
  _ frame: PlannedFrame, of source: any FrameSource, by masker: Masker, failureCover: RedactionStyle
) throws(RunError) -> MaskedFrame {
  let raw: RawFrame
  do {
    raw = try frame.ticket.decode()
  } catch {
    return try cover(frame, of: source, by: masker, failureCover, after: error)
  }
  let dropped = raw.dropped
  return MaskedFrame(masker.mask(raw, by: frame.plan), frame.plan, dropped: dropped)
}

/// A cover in place of a frame that cannot be decoded, in the size of the nearest one that can.
private func cover(
  _ frame: PlannedFrame, of source: any FrameSource, by masker: Masker, _ style: RedactionStyle,
  after error: InputError
) throws(RunError) -> MaskedFrame {
  let identity = frame.ticket.identity
  guard let size = source.sizeOfNearestDecodable(to: identity.index) else {
    throw .nothingDecodable(identity, error)
  }
  let plan = Plan.covered(
    size: size, scale: frame.plan.scale, style: style,
    failures: frame.plan.failures + [.undecodable(reason: error.reason)])
  do {
    let covered = try masker.coverFrame(
      identity: identity, size: size, encoding: source.coverKind.encoding, format: source.coverKind.format,
      plan: plan)
    return MaskedFrame(covered, plan)
  } catch {
    throw .outOfMemory(identity)
  }
}
