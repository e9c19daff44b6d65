internal import ScrimCore
internal import ScrimInput
internal import ScrimPipeline
internal import ScrimVerify

extension Message {
  /// Why nothing could be verified.
  init(_ error: VerifyError) {
    let problem =
      switch error {
      case .original(let error), .redacted(let error): Message.problem(error)
      case .report(let path, let reason): "\(path): \(oneLine(reason))"
      case .nothingWritten(let path):
        "\(path): this report is of a run with --null or --dry-run, which wrote no picture that could be verified"
      case .unsupported(let path):
        "\(path): one picture is no output of a stream or video; PNG files one behind the other are verified from a pipe, as `-`"
      }
    self.init(.error, "\(problem); nothing was verified.")
  }

  /// What should not be so: frame and rectangle, never what is there.
  init(_ finding: Finding) {
    let place = finding.frame.map { "\($0.shown): " } ?? ""
    self.init(.error, place + Message.problem(finding.kind))
  }

  private static func problem(_ kind: Finding.Kind) -> String {
    switch kind {
    case .report(let line, let problem):
      "the report\(line.map { ", line \($0)" } ?? "") is not whole: \(oneLine(problem))"
    case .unreported: "the original has it, and the report does not"
    case .notInOriginal: "the report has it, and the original does not"
    case .missing: "the report has it, and the output does not"
    case .unreportedFile(let path): "\(path): the report knows nothing of it, so nobody has verified it"
    case .undecodable(let error): "the output cannot be decoded: \(problem(error))"
    case .originalUndecodable(let error):
      "the original cannot be decoded, and the report does not say so: \(problem(error))"
    case .size(let reported, let original, let redacted):
      """
      its size is \(shown(redacted))\(original.map { ", the original's \(shown($0))" } ?? ""), and the report says \
      \(shown(reported))
      """
    case .time(let reported, let found):
      "its time is \(shownTime(found)), and the report says \(shownTime(reported))"
    case .changedOutside(let box, let count):
      "\(counted(count, "pixel")) outside of all redactions changed, within \(shown(box))"
    case .notPainted(let reported, let box, let count, let original):
      """
      \(counted(count, "pixel")) within \(shown(box)) \(count == 1 ? "is" : "are") not what \(words(reported)) paints\
      \(original > 0 ? "; \(original) of them \(original == 1 ? "is" : "are") the original's" : "")
      """
    case .showsThrough(let reported, let box, let percent):
      "about \(percent) % of the original shows through \(words(reported)) within \(shown(box))"
    case .otherKind: "its pixels are of a kind that no run makes of the original's"
    case .cosmeticOnSecure(let reported): "\(words(reported)) can be undone, and the view is secure"
    case .ridesAlong(let what): "the file has more than the picture: \(oneLine(what))"
    case .cannotPaint(let cause): "its masks could not be painted for comparison: \(oneLine(cause.words))"
    }
  }

  /// More findings than are told one by one.
  static func moreFindings(_ count: Int) -> Message {
    Message(.error, "\(counted(count, "more finding")); each is as grave as those above.")
  }

  /// For `--verbose`.
  static func checked(_ frame: FrameIdentity, isClean: Bool) -> Message {
    Message(.detail, "\(frame.shown): \(isClean ? "verified" : "not as reported")")
  }

  /// What was verified, in one line.
  static func verified(_ summary: VerificationSummary) -> Message {
    let done = "\(counted(summary.frames, "frame")) with \(counted(summary.redactions, "redaction"))"
    guard summary.findings.isEmpty else {
      return Message(
        .error, "\(done), \(counted(summary.findings.count, "finding")): this output is not safe to pass on.")
    }
    let cosmetic = summary.cosmetic > 0 ? "; \(summary.cosmetic) by styles that can be undone" : ""
    let labels =
      summary.unknownLabels > 0
      ? "; \(counted(summary.unknownLabels, "label")) whose words rules computed, checked by colour alone" : ""
    let stopped =
      summary.stoppedAt.map { "; the run was stopped at frame \($0), and wrote neither it nor what follows" } ?? ""
    return Message(.note, "\(done) verified\(cosmetic)\(labels)\(stopped)")
  }

  private static func words(_ reported: Finding.Reported) -> String {
    let view = reported.view.map { " over \(oneLine($0))" } ?? ""
    return "'\(reported.style.rawValue)'\(view) (\(oneLine(reported.rule)))"
  }

  private static func shown(_ size: PixelSize) -> String { "\(size.width) x \(size.height) pixels" }

  /// As the report has rectangles: place, then size.
  private static func shown(_ box: PixelRect) -> String {
    "(\(box.left), \(box.top), \(box.width) x \(box.height))"
  }
}
