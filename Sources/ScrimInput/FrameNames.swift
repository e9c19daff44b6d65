internal import ScrimCore

/// What becomes of numbers that are missing between the first frame and the last.
public enum GapsPolicy: String, Hashable, Sendable, CaseIterable {
  /// An error: a frame that somebody forgot is a frame whose secrets nobody has looked for.
  case error
  /// Gaps stay gaps: the frames keep their numbers.
  case skip
}

/// A file's name with the number of its frame.
struct NumberedName: Hashable {
  var number: Int
  var name: BytePath
}

/// Puts the names of a recording in order and numbers them.
///
/// Where all names are alike but for one run of digits, the numbers are those in the names; gaps (unless skipped) and
/// duplicates are errors. Other names are ordered naturally and numbered by their place, from 0.
func numbered(_ names: [BytePath], gaps: GapsPolicy, path: BytePath) throws(InputError) -> [NumberedName] {
  let parts = names.map(parts(of:))
  guard let place = placeOfNumber(in: parts) else {
    return names.sorted(by: naturallyPrecedes).enumerated().map { NumberedName(number: $0, name: $1) }
  }
  var frames: [NumberedName] = []
  for (name, parts) in zip(names, parts) {
    // A number of twenty digits is no frame's number.
    guard let number = Int(String(decoding: parts[place], as: UTF8.self)) else {
      return names.sorted(by: naturallyPrecedes).enumerated().map { NumberedName(number: $0, name: $1) }
    }
    frames.append(NumberedName(number: number, name: name))
  }
  return try checked(frames, gaps: gaps, path: path)
}

/// Orders frames by their numbers, and refuses duplicates and, unless they are skipped, gaps.
func checked(_ frames: [NumberedName], gaps: GapsPolicy, path: BytePath) throws(InputError) -> [NumberedName] {
  let frames = frames.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
  for (one, next) in zip(frames, frames.dropFirst()) where one.number == next.number {
    let names = frames.filter { $0.number == one.number }.map(\.name)
    throw .duplicates(path: path, number: one.number, names: names)
  }
  guard gaps == .error, let first = frames.first, let last = frames.last else { return frames }
  // Subtracting first keeps this in range: the count is less than the span of numbers from 0 up.
  let count = last.number - first.number - (frames.count - 1)
  guard count > 0 else { return frames }
  var missing: [Int] = []
  for (one, next) in zip(frames, frames.dropFirst()) where missing.count < 10 {
    missing += (one.number + 1..<next.number).prefix(10 - missing.count)
  }
  throw .gaps(path: path, missing: missing, count: count)
}

/// Whether a name comes before another: runs of digits compare as numbers, all else as bytes, whatever the locale.
func naturallyPrecedes(_ one: BytePath, _ other: BytePath) -> Bool {
  var (left, right) = (one.bytes[...], other.bytes[...])
  while let byte = left.first, let otherByte = right.first {
    if isDigit(byte) && isDigit(otherByte) {
      let (digits, otherDigits) = (left.prefix(while: isDigit), right.prefix(while: isDigit))
      let (number, otherNumber) = (
        digits.drop { $0 == UInt8(ascii: "0") }, otherDigits.drop { $0 == UInt8(ascii: "0") }
      )
      if number.count != otherNumber.count { return number.count < otherNumber.count }
      if !number.elementsEqual(otherNumber) { return number.lexicographicallyPrecedes(otherNumber) }
      // Equal numbers: the one with fewer zeros, so that the order is the same wherever it starts.
      if digits.count != otherDigits.count { return digits.count < otherDigits.count }
      (left, right) = (left.dropFirst(digits.count), right.dropFirst(digits.count))
    } else {
      if byte != otherByte { return byte < otherByte }
      (left, right) = (left.dropFirst(), right.dropFirst())
    }
  }
  return left.isEmpty && !right.isEmpty
}

/// Cuts a name into text, digits, text, digits and so on; the first text may be empty. The ending is taken in lower case.
private func parts(of name: BytePath) -> [ArraySlice<UInt8>] {
  let stemCount = name.stem.bytes.count
  let bytes = name.bytes.enumerated().map { place, byte in
    place >= stemCount && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
  var parts: [ArraySlice<UInt8>] = []
  var rest = bytes[...]
  repeat {
    let text = rest.prefix { !isDigit($0) }
    let digits = rest.dropFirst(text.count).prefix(while: isDigit)
    parts.append(text)
    if !digits.isEmpty { parts.append(digits) }
    rest = rest.dropFirst(text.count + digits.count)
  } while !rest.isEmpty
  return parts
}

/// The place among the parts of the one run of digits in which names differ; nil where they differ in more, or elsewhere.
///
/// A name alone has a number where it has one run of digits: it is what is left of a numbered recording.
private func placeOfNumber(in names: [[ArraySlice<UInt8>]]) -> Int? {
  guard let first = names.first else { return nil }
  if names.count == 1 {
    let places = first.indices.filter { $0 % 2 == 1 }
    return places.count == 1 ? places[0] : nil
  }
  guard names.allSatisfy({ $0.count == first.count }) else { return nil }
  let differing = first.indices.filter { place in names.contains { $0[place] != first[place] } }
  return differing.count == 1 && differing[0] % 2 == 1 ? differing[0] : nil
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
