import Glibc
import ScrimCore
import ScrimOutput
import Synchronization

@testable import scrim

/// Keeps what is written, or refuses it.
final class MemoryWriter: TextWriter {
  private let content = Mutex("")
  private let refusal: SinkError?

  init(refusing refusal: SinkError? = nil) {
    self.refusal = refusal
  }

  var text: String { content.withLock { $0 } }

  func write(_ text: String) throws(SinkError) {
    if let refusal { throw refusal }
    content.withLock { $0 += text }
  }
}

/// A clock that tests set.
final class TestClock: Sendable {
  private let seconds = Mutex(0.0)

  var now: Double { seconds.withLock { $0 } }
  func advance(by step: Double) { seconds.withLock { $0 += step } }
}

/// A command's surroundings in memory.
struct TestSurroundings {
  let output: MemoryWriter
  let messages = MemoryWriter()
  let clock = TestClock()
  var columns: Int?

  init(columns: Int? = nil, output: MemoryWriter = MemoryWriter()) {
    self.columns = columns
    self.output = output
  }

  var surroundings: Surroundings {
    let clock = clock, columns = columns
    return Surroundings(
      output: output, messages: messages, columns: { columns }, now: { clock.now }, processors: 2)
  }

  func run(_ arguments: Argument...) -> ExitCode {
    Command.run(arguments, in: surroundings)
  }
}

/// The options that a command line of `redact` gives; nil where it asks for help.
func parsed(_ arguments: [Argument]) throws(UsageError) -> RedactOptions? {
  switch try Parser.parse(arguments, flags: RedactCommand.flags) {
  case .options(let options): options
  case .help: nil
  }
}

/// The file's text, or nil where it cannot be read.
func contents(of path: String) -> String? {
  guard let file = unsafe fopen(path, "re") else { return nil }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = [], block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    // `fread` writes at most the array's length.
    let count = unsafe block.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
    guard count > 0 else { return String(validating: bytes, as: UTF8.self) }
    bytes += block[..<count]
  }
}

/// The package's folder: the nearest one above this file that holds `Package.swift`.
let packageFolder: String = {
  var path = BytePath("\(#filePath)")
  while unsafe (path / "Package.swift").withCString({ unsafe access($0, F_OK) }) != 0 { path = path.parent }
  return String(decoding: path.bytes, as: UTF8.self)
}()
