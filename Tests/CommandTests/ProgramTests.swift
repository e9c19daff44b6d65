import Glibc
import ScrimCore
import Testing

@testable import scrim

/// The program as a process: what a function cannot show.
@Suite(.enabled(if: program != nil, "the program is not built beside the tests"))
struct ProgramTests {
  @Test func `arguments arrive byte for byte`() throws {
    let found = try shell(#"name=$(printf 'no-\377-such.lua'); "$SCRIM" check "$name" 2>&1"#)
    #expect(found.output.contains(#"no-\xff-such.lua"#))
  }

  @Test func `a closed pipe ends quietly, not by a signal`() throws {
    // A pipe without a reader: the one that opened it has gone.
    let found = try shell(
      """
      fifo=$(mktemp -u) && mkfifo "$fifo" && exec 3<>"$fifo" 4>"$fifo" 3<&- && rm "$fifo"
      "$SCRIM" help 2>&1 >&4
      """)
    #expect(found.output.isEmpty && found.code == 0)
  }

  @Test func `a full device is named`() throws {
    let found = try shell(#""$SCRIM" help 2>&1 >/dev/full"#)
    #expect(found.output == "scrim: standard output: No space left on device; the text is incomplete.\n")
    #expect(found.code == 4)
  }

  @Test func `wrong usage is 2`() throws {
    #expect(try shell(#""$SCRIM" 2>/dev/null"#).code == 2)
  }

  /// What a script prints, and how it ends. `$SCRIM` is the program.
  private func shell(_ script: String) throws -> (output: String, code: Int32) {
    let program = try #require(program)
    let pipe = try #require(unsafe popen("SCRIM='\(program)'\n\(script)", "re"))
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let status = unsafe pclose(pipe)
    // The code stands in the second byte of the status.
    return (String(decoding: bytes, as: UTF8.self), status >> 8 & 0xff)
  }
}

/// The program that was built with these tests, beside them.
private let program: String? = {
  var buffer = [UInt8](repeating: 0, count: 4096)
  // `readlink` writes at most the array's length.
  let count = unsafe buffer.withUnsafeMutableBytes { unsafe readlink("/proc/self/exe", $0.baseAddress, $0.count) }
  let candidates = [BytePath(bytes: buffer.prefix(max(0, count))), BytePath(CommandLine.arguments[0])]
  for candidate in candidates {
    let path = candidate.parent / "scrim"
    if unsafe path.withCString({ unsafe access($0, X_OK) }) == 0 { return String(decoding: path.bytes, as: UTF8.self) }
  }
  return nil
}()
