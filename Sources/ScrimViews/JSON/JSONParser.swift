internal import CYAJL

/// What is wrong with a JSON text; never with any of its characters.
struct JSONError: Error, Hashable {
  var problem: String
  /// From 1, within the text; nil where it is not known.
  var line: Int?
}

extension JSONDocument {
  /// The deepest nesting of arrays and objects that is read: over 100,000 levels of views.
  static let deepest = 262_144

  /// Reads one JSON text, all of it.
  ///
  /// Strict: what is no JSON (NaN, comments, a second value behind the first), no UTF-8, nested deeper than `deepest`,
  /// or has two members of one name in an object is an error: of two readings, one hides less.
  init(parsing bytes: [UInt8]) throws(JSONError) {
    guard bytes.count < 1 << 30 else { throw JSONError(problem: "it is over 1 GiB long") }
    do {
      // Checked here as a whole, because the parser lets through some sequences that are no UTF-8.
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw JSONError(problem: "it is not UTF-8", line: bytes.line(at: error.byteOffsets.lowerBound))
    }
    var builder = JSONBuilder()
    builder.reserve(bytes: bytes.count)
    if let failure = parse(bytes, into: &builder) { throw failure }
    self = builder.document
    try refuseDuplicates()
  }

  /// Refuses an object with two members of one name.
  private func refuseDuplicates() throws(JSONError) {
    /// The tokens of an object's names.
    var names: [Int] = []
    for value in tokens.indices where kind(of: value) == .object {
      names.removeAll(keepingCapacity: true)
      var isTwice = false
      var name = value + 1
      while name < end(of: value) {
        // Comparing with all before costs less than hashing where there are few.
        if names.count < 24 { isTwice = isTwice || names.contains { areEqual($0, name) } }
        names.append(name)
        name = end(of: name + 1)
      }
      if names.count > 24 { isTwice = isTwice || Set(names.map { utf8(of: $0) }).count < names.count }
      if isTwice { throw JSONError(problem: "an object has two members of one name") }
    }
  }

  /// Whether two texts have the same bytes.
  private func areEqual(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (tokens[a], tokens[b])
    guard a.length == b.length else { return false }
    let (first, second) = (Int(a.payload), Int(b.payload))
    for i in 0..<Int(a.length) where texts[first + i] != texts[second + i] { return false }
    return true
  }
}

/// Runs the parser over a whole text; gives what is wrong with it, or nil.
private func parse(_ bytes: [UInt8], into builder: inout JSONBuilder) -> JSONError? {
  // The table and the builder outlive the handle, which is freed before this function returns.
  unsafe withUnsafePointer(to: callbacks) { table in
    unsafe withUnsafeMutablePointer(to: &builder) { context in
      guard let handle = unsafe yajl_alloc(table, nil, context) else { return JSONError(problem: "memory is short") }
      defer { unsafe yajl_free(handle) }
      return unsafe bytes.withUnsafeBufferPointer { text in
        var status = unsafe yajl_parse(handle, text.baseAddress, text.count)
        let consumed = unsafe yajl_get_bytes_consumed(handle)
        if status == yajl_status_ok { status = unsafe yajl_complete_parse(handle) }
        switch status {
        case yajl_status_ok: return nil
        case yajl_status_client_canceled:
          return JSONError(
            problem: "it is nested over \(JSONDocument.deepest) levels deep", line: bytes.line(at: consumed))
        default:
          // Not verbose: the message holds none of the text.
          guard let message = unsafe yajl_get_error(handle, 0, nil, 0) else {
            return JSONError(problem: "it is no JSON")
          }
          defer { unsafe yajl_free_error(handle, message) }
          let reason = unsafe String(cString: message).split(separator: "\n").first ?? ""
          return JSONError(problem: "it is no whole JSON (\(reason))", line: bytes.line(at: consumed))
        }
      }
    }
  }
}

/// The parser calls these from `parse` alone, with a pointer to its builder; the texts live as long as the call.
private let callbacks = unsafe yajl_callbacks(
  yajl_null: { context in
    unsafe builder(context).pointee.append(.null)
    return 1
  },
  yajl_boolean: { context, value in
    unsafe builder(context).pointee.append(value != 0 ? .yes : .no)
    return 1
  },
  yajl_integer: nil,
  yajl_double: nil,
  yajl_number: { context, digits, length in
    let number = unsafe JSONNumber(digits: UnsafeRawBufferPointer(start: digits, count: length))
    switch number {
    case .integer(let value): unsafe builder(context).pointee.append(.integer, payload: UInt64(bitPattern: value))
    case .real(let value): unsafe builder(context).pointee.append(.number, payload: value.bitPattern)
    }
    return 1
  },
  yajl_string: { context, text, length in
    unsafe builder(context).pointee.append(text: UnsafeBufferPointer(start: text, count: length))
    return 1
  },
  yajl_start_map: { context in unsafe begin(.object, in: builder(context)) },
  yajl_map_key: { context, text, length in
    unsafe builder(context).pointee.append(text: UnsafeBufferPointer(start: text, count: length))
    return 1
  },
  yajl_end_map: { context in
    unsafe builder(context).pointee.end()
    return 1
  },
  yajl_start_array: { context in unsafe begin(.array, in: builder(context)) },
  yajl_end_array: { context in
    unsafe builder(context).pointee.end()
    return 1
  })

/// The context of every callback is the builder that `parse` gave.
private func builder(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<JSONBuilder> {
  unsafe context!.assumingMemoryBound(to: JSONBuilder.self)
}

/// Opens a container; 0, which ends the parse, where it is too deep.
private func begin(_ kind: JSONDocument.Kind, in builder: UnsafeMutablePointer<JSONBuilder>) -> CInt {
  guard unsafe builder.pointee.depth < JSONDocument.deepest else { return 0 }
  unsafe builder.pointee.begin(kind)
  return 1
}

extension [UInt8] {
  /// The line of a place, from 1.
  func line(at offset: Int) -> Int {
    1 + self[..<Swift.min(offset, count)].count { $0 == UInt8(ascii: "\n") }
  }
}
