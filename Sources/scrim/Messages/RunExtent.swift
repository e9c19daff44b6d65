internal import ScrimCore
internal import ScrimOutput
internal import ScrimPipeline

/// How far a run came before it broke off, and where its frames went: so that a message says what is true.
struct RunExtent {
  /// Frames that were finished.
  var frames = 0
  var output = RedactionRequest.Output.dryRun
  /// What the command line asks for where the path does not tell.
  var format: OutputFormat?

  /// A command that writes no frames, or a run before its first.
  static let nothing = RunExtent()

  /// What got out, as a part of a sentence.
  var words: String {
    guard frames > 0 else { return "nothing was written" }
    let before = "the \(counted(frames, "frame")) before \(frames == 1 ? "it" : "that")"
    switch output {
    case .null, .dryRun: return "\(counted(frames, "frame")) went through"
    case .path("-"): return "\(counted(frames, "frame")) went to standard output, where the stream ends"
    case .path(let path) where isWrittenStraight(path):
      return "\(counted(frames, "frame")) went to \(path), where the stream ends"
    case .path(let path) where holdsAll(path):
      return "nothing is left of \(before), since one file is complete or not there"
    case .path: return "\(before) \(frames == 1 ? "is" : "are") complete and \(frames == 1 ? "stays" : "stay")"
    }
  }

  /// What to do about the rest, as the end of a sentence; nothing where `--resume` cannot go on with it.
  var advice: String {
    guard frames > 0, case .path(let path) = output, !holdsAll(path), !isWrittenStraight(path) else { return "" }
    return ", and --resume goes on with the rest"
  }

  /// Whether one file holds all frames.
  private func holdsAll(_ path: BytePath) -> Bool { (format ?? OutputFormat(endingOf: path) ?? .png) != .png }
}
