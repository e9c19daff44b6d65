/// Boxes of a track that count something: each is exactly as long as its count says, and what they count is the same.
enum ISOTables {
  /// Bytes before the count, and of an entry.
  static let shapes: [String: (before: Int, entry: Int)] = [
    "stts": (4, 8), "ctts": (4, 8), "stss": (4, 4), "stsc": (4, 12), "stco": (4, 4), "co64": (4, 8), "sbgp": (8, 8),
    "stsz": (8, 4), "elst": (4, 12), "sdtp": (4, 1),
  ]
  static let names = Set(shapes.keys)
}

/// What the tables of one track say.
struct ISOTrack {
  private var sizes: [UInt8] = []
  /// Of all samples, where they have the same; else 0.
  private var size = 0
  private var count = 0
  private var places: [Int] = []
  private var runs: [(first: Int, count: Int)] = []
  /// Sound whose samples are one tick each, which is counted also where it lies in fragments.
  private var uniform: (path: String, count: Int, start: Int)?
  /// Samples by other tables, which is as many.
  private var counted: [(path: String, count: Int, start: Int)] = []

  mutating func take(_ box: ISOBox, _ path: String, _ bytes: FileReader, _ found: inout RideAlongs) {
    guard let shape = ISOTables.shapes[box.name] else { return }
    let content = bytes.bytes(at: box.content, box.count)
    guard content.count == box.count, content.count >= shape.before else {
      return found.add("a table that is cut off", in: path, at: box.start)
    }
    if box.name == "sdtp" { return takeDependencies(content, path, box, &found) }
    let head = shape.before + 4
    guard content.count >= head else { return found.add("a table that is cut off", in: path, at: box.start) }
    let entries = Int(content.bigEndian(shape.before, 4))
    // Tables with longer times, and the sizes of samples that all have the same.
    let isLong = box.name == "elst" && content[0] == 1
    let entry = isLong ? 20 : box.name == "stsz" && content.bigEndian(4, 4) != 0 ? 0 : shape.entry
    guard content.count == head + entries * entry else {
      return found.add("more or less than it counts", in: path, at: box.start)
    }
    let mayHaveVersion = isLong || box.name == "ctts"
    guard content[0] == 0 || (mayHaveVersion && content[0] == 1), content[1..<4].allSatisfy({ $0 == 0 }) else {
      return found.add("flags that no output has", in: path, at: box.start)
    }
    func number(_ index: Int, _ place: Int = 0, _ count: Int = 4) -> Int {
      Int(truncatingIfNeeded: content.bigEndian(head + index * entry + place, count))
    }
    var isGood = true
    switch box.name {
    case "stsz": (size, count, sizes) = (Int(content.bigEndian(4, 4)), entries, Array(content.dropFirst(head)))
    case "stco", "co64":
      isGood = places.isEmpty
      places = (0..<entries).map { number($0, 0, entry) }
    case "stsc":
      runs = (0..<entries).map { (number($0), number($0, 4)) }
      // Chunks are counted from 1, and there is one kind of samples.
      isGood = (0..<entries).allSatisfy { number($0, 8) == 1 && number($0) > ($0 == 0 ? 0 : number($0 - 1)) }
    case "stss":
      counted.append((path, entries == 0 ? 0 : number(entries - 1), box.start))
      isGood = (0..<entries).allSatisfy { number($0) > ($0 == 0 ? 0 : number($0 - 1)) }
    case "sbgp":
      isGood = content[4..<8].elementsEqual("roll".utf8) && (0..<entries).allSatisfy { number($0, 4) <= 1 }
      counted.append((path, (0..<entries).reduce(0) { $0 + number($1) }, box.start))
    case "stts" where entries == 1 && number(0, 4) == 1: uniform = (path, number(0), box.start)
    case "stts", "ctts": counted.append((path, (0..<entries).reduce(0) { $0 + number($1) }, box.start))
    // What is shown, at its own speed; before it perhaps nothing for a while.
    default: isGood = entries <= 2 && (0..<entries).allSatisfy { number($0, entry - 4) == 0x10000 }
    }
    if !isGood { found.add("entries that no output has", in: path, at: box.start) }
  }

  /// Which samples others depend on: a byte for each.
  private mutating func takeDependencies(_ content: [UInt8], _ path: String, _ box: ISOBox, _ found: inout RideAlongs) {
    // Depends on others or not; others on it, or nobody knows.
    let isKnown = content.dropFirst(4).allSatisfy { [0x10, 0x18, 0x20, 0x28].contains($0) }
    if !isKnown || content[..<4].contains(where: { $0 != 0 }) {
      found.add("entries that no output has", in: path, at: box.start)
    }
    counted.append((path, content.count - 4, box.start))
  }

  /// The places of all samples; where all have the same size, those of a chunk in one.
  mutating func samples(_ found: inout RideAlongs, _ box: ISOBox) -> [Range<Int>] {
    if let uniform, self.count > 0 { counted.append(uniform) }
    for (path, count, start) in counted {
      // The last key sample is one of them; all others count all.
      let isRight = path.hasSuffix("stss") ? count <= self.count : count == self.count
      if !isRight { found.add("more or less than there are samples", in: path, at: start) }
    }
    var ranges: [Range<Int>] = [], sample = 0, run = 0
    for (index, place) in places.enumerated() {
      while run + 1 < runs.count, runs[run + 1].first <= index + 1 { run += 1 }
      guard run < runs.count, runs[run].first <= index + 1, runs[run].count <= count - sample, place >= 0 else { break }
      let length = size > 0 ? runs[run].count * size : (sample..<sample + runs[run].count).reduce(0) { $0 + sizeOf($1) }
      let (end, isBeyond) = place.addingReportingOverflow(length)
      guard !isBeyond else { break }
      ranges.append(place..<end)
      sample += runs[run].count
    }
    if sample != count || ranges.count != places.count || (runs.last?.first ?? 0) > places.count {
      found.add("samples and chunks that do not fit together", in: "moov/trak", at: box.start)
    }
    return ranges
  }

  private func sizeOf(_ sample: Int) -> Int { Int(sizes.bigEndian(4 * sample, 4)) }
}
