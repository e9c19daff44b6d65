import Glibc
import ScrimCore
import Testing

private struct SystemError: Error {
  let code: Int32
}

/// What a script prints, and how it ends. `$SCRIM` is the program.
func shell(_ script: String) throws -> (output: String, code: Int32) {
  let program = try #require(program)
  guard let pipe = unsafe popen("SCRIM='\(program)'\n\(script)", "re") else { throw SystemError(code: errno) }
  var bytes: [UInt8] = []
  while case let byte = unsafe getc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  let status = unsafe pclose(pipe)
  // The code stands in the second byte of the status.
  return (String(decoding: bytes, as: UTF8.self), status >> 8 & 0xff)
}

/// The program that was built with these tests, beside them.
let program: String? = {
  // The running test binary stands in the folder of the products.
  let folder = unsafe realpath("/proc/self/exe", nil).map { path in
    defer { unsafe free(path) }
    // `realpath` gives a string of its own, ended by a zero.
    return unsafe BytePath(String(cString: path)).parent
  }
  let candidates = [folder, BytePath(CommandLine.arguments[0]).parent].compactMap { $0.map { $0 / "scrim" } }
  return candidates.first { path in unsafe path.withCString { unsafe access($0, X_OK) } == 0 }
    .map { String(decoding: $0.bytes, as: UTF8.self) }
}()
