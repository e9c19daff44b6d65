/// A colour profile made anew from the numbers of another (ICC.1:2022): the white point, the primaries, the curves, the adaptation
/// and coding points, each in the size that its kind has.
///
/// All else stays behind: descriptions, makers, the display's model and serial number (which systems write into the profiles
/// of their screens, and so into every screenshot), dates, private tags, tables, bytes that no tag points to. What a profile
/// has to have is the same words in every output. Of what is no profile nothing is left but a header.
func cleanProfile(_ source: [UInt8]) -> [UInt8] {
  var tags: [(name: [UInt8], data: [UInt8])] = []
  let count = source.count >= 132 ? min(number(source, at: 128), 100) : 0
  for place in 0..<count {
    let entry = 132 + 12 * place
    guard entry + 12 <= source.count else { break }
    let name = Array(source[entry..<entry + 4]), start = number(source, at: entry + 4),
      size = number(source, at: entry + 8)
    guard colourTags.contains(String(decoding: name, as: UTF8.self)), !tags.contains(where: { $0.name == name }),
      start >= 132, start + size <= source.count, let data = numbers(source[start..<start + size])
    else { continue }
    tags.append((name, data))
  }
  let isNew = source.count > 8 && source[8] >= 4
  tags.append((Array("desc".utf8), isNew ? newText(description) : oldDescription))
  tags.append(
    (Array("cprt".utf8), isNew ? newText(copyright) : Array("text\0\0\0\0".utf8) + Array(copyright.utf8) + [0]))

  var table = bytes(tags.count), data: [UInt8] = [], places: [[UInt8]: Int] = [:]
  let dataStart = 132 + 12 * tags.count
  for tag in tags {
    // Three channels with one curve have it once.
    let place = places[tag.data] ?? dataStart + data.count
    if places.updateValue(place, forKey: tag.data) == nil {
      data += tag.data + Array(repeating: 0, count: -tag.data.count & 3)
    }
    table += tag.name + bytes(place) + bytes(tag.data.count)
  }
  return header(of: source, size: dataStart + data.count) + table + data
}

/// Section 9.2: what turns a picture's numbers into colours.
private let colourTags: Set = ["wtpt", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "chad", "cicp"]
private let description = "colours"
private let copyright = "none"

/// A tag's numbers, and nothing behind them; nil for kinds that hold others.
private func numbers(_ tag: ArraySlice<UInt8>) -> [UInt8]? {
  let tag = Array(tag)
  guard tag.count >= 12 else { return nil }
  let size: Int?
  switch String(decoding: tag[..<4], as: UTF8.self) {
  // Sections 10.31, 10.22, 10.3, 10.6 and 10.18, whose five functions have as many parameters.
  case "XYZ ": size = 20
  case "sf32": size = 44
  case "cicp": size = 12
  case "curv": size = 12 + 2 * number(tag, at: 8)
  case "para":
    let parameters = [1, 3, 4, 5, 7], function = Int(tag[8]) << 8 | Int(tag[9])
    size = function < parameters.count ? 12 + 4 * parameters[function] : nil
  default: size = nil
  }
  guard let size, size <= tag.count else { return nil }
  // Reserved bytes are 0.
  return tag[..<4] + [0, 0, 0, 0] + tag[8..<size]
}

/// Section 7.2: what a header has to say, and of the source its version, its kind and its two colour spaces.
private func header(of source: [UInt8], size: Int) -> [UInt8] {
  var header = [UInt8](repeating: 0, count: 128)
  header.replaceSubrange(0..<4, with: bytes(size))
  header.replaceSubrange(36..<40, with: Array("acsp".utf8))
  // D50, the only illuminant there is.
  header.replaceSubrange(68..<80, with: [0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d])
  guard source.count >= 128 else { return header }
  if (2...5).contains(source[8]) { header[8] = source[8] }
  header[9] = source[9]
  let words: [(place: Int, known: Set<String>)] = [
    (12, ["mntr", "scnr", "prtr", "spac"]), (16, ["RGB ", "GRAY"]), (20, ["XYZ ", "Lab "]),
  ]
  for (place, known) in words where known.contains(String(decoding: source[place..<place + 4], as: UTF8.self)) {
    header.replaceSubrange(place..<place + 4, with: source[place..<place + 4])
  }
  header[67] = source[67] & 3
  return header
}

/// Section 10.15: one text, in English.
private func newText(_ text: String) -> [UInt8] {
  let letters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
  return Array("mluc\0\0\0\0".utf8) + bytes(1) + bytes(12) + Array("enUS".utf8) + bytes(letters.count) + bytes(28)
    + letters
}

/// ICC.1:2001-04, section 6.5.17: the text in ASCII, and none in Unicode and for the Macintosh.
private var oldDescription: [UInt8] {
  Array("desc\0\0\0\0".utf8) + bytes(description.utf8.count + 1) + Array(description.utf8)
    + Array(repeating: 0, count: 1 + 4 + 4 + 2 + 1 + 67)
}

private func number(_ bytes: [UInt8], at place: Int) -> Int {
  bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
}

private func bytes(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
