internal import ScrimCore
internal import ScrimOutput

extension Message {
  /// What is wrong with the output.
  init(_ error: SinkError, after extent: RunExtent = .nothing) {
    self.init(.error, Message.text(error, after: extent))
  }

  /// What a command prints could not be written.
  static func incompleteText(_ error: SinkError) -> Message {
    switch error {
    case .failed(let path, let reason), .streamFailed(let path, let reason):
      Message(.error, "\(path): \(oneLine(reason)); the text is incomplete.")
    case .isInput, .isOutput, .notEmpty, .noRecord, .closedPipe, .interrupted, .unfit, .unsuitable:
      Message(error)
    }
  }

  private static func text(_ error: SinkError, after extent: RunExtent) -> String {
    switch error {
    case .isInput(let path):
      """
      \(path): the output would be written over what is read: the input, its views or rules, or what lies in the input; \
      nothing was written. Choose another --output.
      """
    case .isOutput(let path):
      "\(path): there is another output of the run; nothing was written. Choose another path."
    case .notEmpty(let path):
      """
      \(path): there are files already; nothing was written. --resume goes on with a run that was broken off, \
      --overwrite replaces files of the same names and leaves all others.
      """
    case .noRecord(let path):
      """
      \(path): there is a file already, and no record of a run that was broken off and has left it; nothing was written. \
      --overwrite replaces files of the same names and leaves all others.
      """
    case .failed(let path, let reason):
      "\(path): \(oneLine(reason)); the run ended here; \(extent.words)\(extent.advice)."
    case .streamFailed(let path, let reason):
      """
      \(path): \(oneLine(reason)); the run ended here. A stream cannot be gone on with: its file is removed, a pipe has \
      got a part of it.
      """
    case .closedPipe:
      "the reader of the output has gone; the run ended here."
    case .interrupted:
      "interrupted; nothing was written."
    case .unfit(let path, let reason):
      "\(path): \(oneLine(reason)); nothing was written."
    case .unsuitable(let path, let reason):
      "\(path): \(oneLine(reason)); the run ended here, and nothing was left."
    }
  }

  /// The report could not be written.
  static func report(_ error: SinkError) -> Message {
    if case .isOutput(let path) = error {
      return Message(
        .error,
        "\(path): the report would be written over the output; nothing was written. --report FILE names another place.")
    }
    let problem =
      switch error {
      case .isInput(let path): "\(path): the report is the input, lies in it, or is a link to it"
      case .isOutput(let path): "\(path): there is the output"
      case .notEmpty(let path), .noRecord(let path): "\(path): there is a file already"
      case .failed(let path, let reason), .streamFailed(let path, let reason), .unfit(let path, let reason),
        .unsuitable(let path, let reason):
        "\(path): \(oneLine(reason))"
      case .closedPipe: "the reader of the report has gone"
      case .interrupted: "interrupted"
      }
    return Message(.error, "\(problem); the report is missing or incomplete. --report FILE names another place.")
  }
}
