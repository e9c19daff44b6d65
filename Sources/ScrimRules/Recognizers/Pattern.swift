internal import CPCRE2

/// Why a pattern is none, or gave up.
enum PatternError: Error, Hashable {
  case invalid(problem: String, position: Int)
  /// The work that a match may take is bounded: `(a+)+$` would take years.
  case tooMuchWork
}

/// A compiled PCRE2 pattern, with limits on what a match may cost.
///
/// Interpreted, not compiled to machine code: the limits then count the same steps on every machine, so that a pattern
/// which gives up does so everywhere.
@safe final class Pattern {
  private let code: OpaquePointer
  private let match: OpaquePointer
  private let context: OpaquePointer

  /// Steps of one match. A recognizer of the table takes some hundred on a line of text.
  private static let matchLimit: UInt32 = 400_000
  private static let depthLimit: UInt32 = 50_000
  /// KiB of heap for one match.
  private static let heapLimit: UInt32 = 16_384
  /// Bytes of a pattern's source.
  static let longest = 4096

  init(_ source: String) throws(PatternError) {
    let bytes = Array(source.utf8)
    guard bytes.count <= Self.longest else {
      throw .invalid(problem: "it is longer than \(Self.longest) bytes", position: Self.longest)
    }
    var failure: Int32 = 0
    var offset = 0
    let options = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY
    // The pointer is good for `count` bytes, during the call alone; what comes back is ours to free.
    let compiled = unsafe bytes.withUnsafeBufferPointer {
      unsafe pcre2_compile_8($0.baseAddress ?? Self.nothing, $0.count, options, &failure, &offset, nil)
    }
    guard let compiled = unsafe compiled else {
      throw .invalid(problem: Self.words(for: failure), position: offset + 1)
    }
    guard let match = unsafe pcre2_match_data_create_from_pattern_8(compiled, nil) else {
      unsafe pcre2_code_free_8(compiled)
      throw .tooMuchWork
    }
    guard let context = unsafe pcre2_match_context_create_8(nil) else {
      unsafe pcre2_match_data_free_8(match)
      unsafe pcre2_code_free_8(compiled)
      throw .tooMuchWork
    }
    unsafe pcre2_set_match_limit_8(context, Self.matchLimit)
    unsafe pcre2_set_depth_limit_8(context, Self.depthLimit)
    unsafe pcre2_set_heap_limit_8(context, Self.heapLimit)
    unsafe self.code = compiled
    unsafe self.match = match
    unsafe self.context = context
  }

  deinit {
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_match_data_free_8(match)
    unsafe pcre2_code_free_8(code)
  }

  /// The first match that is not empty and begins at `start` or behind it, as a range of bytes. The bytes are UTF-8.
  func firstMatch(in text: [UInt8], from start: Int) throws(PatternError) -> Range<Int>? {
    // UTF-8 is not checked again: the bytes come out of a String. The pointer is good for `count` bytes.
    let status = unsafe text.withUnsafeBufferPointer {
      unsafe pcre2_match_8(
        code, $0.baseAddress ?? Self.nothing, $0.count, start, PCRE2_NOTEMPTY | PCRE2_NO_UTF_CHECK, match, context)
    }
    if status == PCRE2_ERROR_NOMATCH { return nil }
    guard status >= 0, let offsets = unsafe pcre2_get_ovector_pointer_8(match) else { throw .tooMuchWork }
    // A match has at least one pair of offsets. `\K` can move its start behind its end: then there is nothing to hide.
    let (low, high) = unsafe (offsets[0], offsets[1])
    return low < high ? low..<high : nil
  }

  /// What an empty array is read from: it has no address, and the library wants one.
  nonisolated(unsafe) private static let nothing = unsafe UnsafePointer(
    UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  private static func words(for failure: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
      // The message ends in NUL within the 256 bytes that the library is told of.
      guard unsafe pcre2_get_error_message_8(failure, buffer.baseAddress!, 256) > 0 else { return "it is not valid" }
      return unsafe String(cString: buffer.baseAddress!)
    }
  }
}
