internal import Foundation

/// A thread of its own for work that has to end, and that is given up where it does not.
///
/// The budgets of rules are kept by the work itself: the hook, the charges, the match limits. Should any of them have a
/// hole, the thread hangs in C, where nothing can end it. Then whoever waits goes on without an answer, the thread is
/// given nothing more, and it lasts until the process ends.
final class WatchedThread: Sendable {
  private let channel = Channel()

  init() {
    let thread = Thread { [channel] in channel.serve() }
    thread.name = "rules"
    // Lua's nested C calls need at least 1 MiB.
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit { channel.submit(nil) }

  /// Runs the body on the thread and waits for what it gives; nil where it took longer than it may, and ever after.
  ///
  /// One caller at a time. A body that was given up can still run: what it holds must be read by nobody else then.
  func run<Answer>(within seconds: Double, _ body: @escaping () -> Answer) -> Answer? {
    if channel.isGivenUp { return nil }
    let box = AnswerBox<Answer>()
    channel.submit { box.answer = body() }
    guard channel.wait(seconds) else { return nil }
    return box.answer
  }
}

/// Where the body's result is put. Sendable without a lock: read only after the semaphore has said that it is written.
private final class AnswerBox<Answer>: @unchecked Sendable {
  var answer: Answer?
}

/// What caller and thread hand each other. Sendable without a lock: the semaphores say whose turn it is.
private final class Channel: @unchecked Sendable {
  private let submitted = DispatchSemaphore(value: 0)
  private let answered = DispatchSemaphore(value: 0)
  private var work: (() -> Void)?
  /// Read and set by the caller alone.
  private(set) var isGivenUp = false

  /// Seconds of one turn of waiting.
  private static let tick = 0.1

  /// [the caller] Nil ends the thread.
  func submit(_ work: (() -> Void)?) {
    if isGivenUp { return }
    self.work = work
    submitted.signal()
  }

  /// [the caller] Whether the work has ended in time.
  ///
  /// Counts turns instead of looking at a clock: a process that was stopped for an hour has not hung for an hour.
  func wait(_ seconds: Double) -> Bool {
    for _ in 0...Int(min(seconds, 1e9) / Self.tick) where answered.wait(timeout: .now() + Self.tick) == .success {
      return true
    }
    isGivenUp = true
    return false
  }

  /// [the thread] Works until there is nothing more to come.
  func serve() {
    while true {
      submitted.wait()
      guard let work else { return }
      work()
      // Else what the work holds would live as long as this thread, which it may itself keep.
      self.work = nil
      answered.signal()
    }
  }
}
