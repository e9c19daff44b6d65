public import ScrimCore
public import ScrimMasking

/// Where redacted frames go. One file in this folder for each format.
public protocol FrameSink: AnyObject, Sendable {
  /// Whether frames must come one by one and in order. Otherwise `write` may be called for several at once.
  var isOrdered: Bool { get }

  /// The directory in which each frame is a file of its own, so that a run can be resumed; else nil.
  var directory: BytePath? { get }

  /// [any thread; in order where `isOrdered`] Writes one frame, whole or not at all, and tells what became of it.
  func write(_ frame: consuming RedactedFrame) throws(SinkError) -> WrittenFrame

  /// [after all writes] Completes the output, so that it has its final name.
  func finish() throws(SinkError)

  /// [after all writes, in place of `finish`] Ends the output of a run that was stopped: frames that were taken get out where
  /// those before them have, and what is not complete is removed.
  func stop()

  /// [after all writes, in place of `finish`] Removes what is not complete.
  func abandon()
}

extension FrameSink {
  public func stop() { abandon() }
}

/// What a sink tells of a frame that it has written.
public struct WrittenFrame: Hashable, Sendable {
  /// The SHA-256 of the stored bytes, where each frame is a file.
  public var fingerprint: String?
  public var byteCount: Int

  public init(fingerprint: String? = nil, byteCount: Int) {
    self.fingerprint = fingerprint
    self.byteCount = byteCount
  }
}

/// What can be wrong with an output: facts; the words are made by the command.
public enum SinkError: Error, Hashable, Sendable {
  /// The output is something that the run reads, or lies in the input, or is a link to one of these.
  case isInput(path: BytePath)
  /// The report is the output, or has a name that the run gives a file in it.
  case isOutput(path: BytePath)
  /// The directory holds files already.
  case notEmpty(path: BytePath)
  /// There is a file that the run would replace, and no record of an earlier run which could have left it.
  case noRecord(path: BytePath)
  /// The system refused, with its reason ("No space left on device").
  case failed(path: BytePath, reason: String)
  /// The same of a stream, which cannot go on later: a file of it is removed, a pipe has got a part of it.
  case streamFailed(path: BytePath, reason: String)
  /// The reader of a pipe has gone: the run ends quietly.
  case closedPipe
  /// The run was asked to end while a pipe waited for its reader: to come, or to make room.
  case interrupted
  /// What is asked for goes into no such output, or does not fit what the input is: known before anything is written.
  case unfit(path: BytePath, reason: String)
  /// Frames that this output cannot take: another size, a kind of pixels.
  case unsuitable(path: BytePath, reason: String)
}
