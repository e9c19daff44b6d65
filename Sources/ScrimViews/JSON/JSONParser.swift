internal import CYAJL

/// What is wrong with a JSON text; never with any of its characters.
struct JSONError: Error, Hashable {
  var problem: String
  /// From 1, within the text; nil where it is not known.
  var line: Int?

  fileprivate static let twoMembers = JSONError(problem: "an object has two members of one name")
}

extension JSONDocument {
  /// The deepest nesting of arrays and objects that is read: over 100,000 levels of views.
  static let deepest = 262_144

  /// Reads one JSON text, all of it.
  ///
  /// Strict: what is no JSON (NaN, comments, a second value behind the first), no UTF-8, nested deeper than `deepest`,
  /// or has two members of one name in an object is an error: of two readings, one hides less.
  convenience init(parsing bytes: consuming [UInt8]) throws(JSONError) {
    guard bytes.count < 1 << 30 else { throw JSONError(problem: "it is over 1 GiB long") }
    do {
      // Checked here as a whole, because the parser lets through some sequences that are no UTF-8.
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw JSONError(problem: "it is not UTF-8", line: bytes.line(at: error.byteOffsets.lowerBound))
    }
    var builder = JSONBuilder(byteCount: bytes.count)
    if let failure = parse(bytes, into: &builder) { throw failure }
    self.init(builder, of: bytes)
    try refuseDuplicates()
  }

  /// Refuses an object with two members of one name.
  private func refuseDuplicates() throws(JSONError) {
    for value in tokens.indices where kind(of: value) == .object {
      /// A bit for each mark that a name has had: nearly all names have one of their own, and need no comparison.
      var marks: UInt64 = 0
      var count = 0
      for (name, _) in members(of: value) {
        let mark = tokens[name].bit
        // Comparing with all before costs less than hashing where there are few.
        if marks & mark != 0, count <= Self.few,
          members(of: value).prefix(count).contains(where: { areEqual($0.name, name) })
        {
          throw .twoMembers
        }
        marks |= mark
        count += 1
      }
      if count > Self.few, Set(members(of: value).map { utf8(of: $0.name) }).count < count { throw .twoMembers }
    }
  }

  /// Up to how many names are compared each with each.
  private static let few = 24

  /// The members of both lists, by the tokens of their names; of two of one name, that in `members`.
  func merged(_ members: [Int], over others: [Int]) -> [Int] {
    if members.isEmpty { return others }
    if others.isEmpty { return members }
    if members.count <= Self.few, others.count <= Self.few {
      var merged: [Int] = []
      merged.reserveCapacity(others.count + members.count)
      for other in others where !members.contains(where: { areEqual($0, other) }) { merged.append(other) }
      merged.append(contentsOf: members)
      return merged
    }
    let names = Set(members.map { utf8(of: $0) })
    return others.filter { !names.contains(utf8(of: $0)) } + members
  }
}

/// Runs the parser over a whole text; gives what is wrong with it, or nil.
private func parse(_ bytes: [UInt8], into builder: inout JSONBuilder) -> JSONError? {
  // The table and the builder outlive the handle, which is freed before this function returns.
  unsafe withUnsafePointer(to: callbacks) { table in
    unsafe bytes.withUnsafeBufferPointer { text in
      unsafe withUnsafeMutablePointer(to: &builder) { builder in
        var target = unsafe Target(builder: builder, text: text)
        return unsafe withUnsafeMutablePointer(to: &target) { context in
          guard let handle = unsafe yajl_alloc(table, nil, context) else {
            return JSONError(problem: "memory is short")
          }
          defer { unsafe yajl_free(handle) }
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
}

/// What the callbacks fill, and the text that is read; both live as long as the parser does.
@unsafe private struct Target {
  let builder: UnsafeMutablePointer<JSONBuilder>
  let text: UnsafeBufferPointer<UInt8>

  /// Adds a text: by its place where it lies in the file, as every text without escapes does.
  @inline(__always) func append(_ start: UnsafePointer<UInt8>?, _ length: Int) {
    let bytes = unsafe UnsafeBufferPointer(start: start, count: length).span
    // Below zero, and so a large number, where it lies before the file.
    let offset = unsafe UInt(bitPattern: start) &- UInt(bitPattern: text.baseAddress)
    let isInFile = unsafe offset <= UInt(text.count) && Int(offset) + length <= text.count
    unsafe builder.pointee.append(bytes, at: isInFile ? Int(offset) : nil)
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
    guard let digits = unsafe digits else { return 0 }
    let number = unsafe digits.withMemoryRebound(to: UInt8.self, capacity: length) {
      unsafe JSONNumber(digits: UnsafeBufferPointer(start: $0, count: length).span)
    }
    switch number {
    case .integer(let value): unsafe builder(context).pointee.append(.integer, payload: UInt64(bitPattern: value))
    case .real(let value): unsafe builder(context).pointee.append(.number, payload: value.bitPattern)
    }
    return 1
  },
  yajl_string: { context, text, length in
    unsafe target(context).pointee.append(text, length)
    return 1
  },
  yajl_start_map: { context in unsafe begin(.object, in: builder(context)) },
  yajl_map_key: { context, text, length in
    unsafe target(context).pointee.append(text, length)
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

/// The context of every callback is what `parse` gave.
private func target(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Target> {
  unsafe context!.assumingMemoryBound(to: Target.self)
}

private func builder(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<JSONBuilder> {
  unsafe target(context).pointee.builder
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
