/// An ISO file that is changed in places, with all lengths put right.
struct TamperedISO {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(8 + content.count) + Array(name.utf8) + content
  }

  static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

  func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }

  /// Where a box stands, by its path: `moov/trak/tkhd`. Nil where it is not there.
  func place(_ path: String) -> (start: Int, end: Int)? {
    var start = 0, end = bytes.count, hit: (start: Int, end: Int)?
    for name in path.split(separator: "/") {
      hit = nil
      while start + 8 <= end {
        let length = number(at: start)
        if Array(bytes[start + 4..<start + 8]) == Array(name.utf8) {
          hit = (start, start + length)
          break
        }
        start += length
      }
      guard let found = hit else { return nil }
      // Lists of kinds begin behind a count, what a kind of pictures holds behind its numbers.
      let head = name == "stsd" ? 16 : name == "avc1" || name == "hvc1" ? 86 : 8
      (start, end) = (found.start + head, found.end)
    }
    return hit
  }

  /// Puts bytes at the end of a box.
  mutating func add(_ more: [UInt8], to path: String) {
    insert(more, at: place(path)!.end, within: path)
  }

  /// Puts bytes at a place within a box, and tells all that it lies in.
  mutating func insert(_ more: [UInt8], at place: Int, within path: String) {
    let names = path.split(separator: "/")
    let starts = (1...names.count).map { self.place(names.prefix($0).joined(separator: "/"))!.start }
    let media = self.place("mdat")!.start
    for start in starts { set(number(at: start) + more.count, at: start) }
    bytes.insert(contentsOf: more, at: place)
    guard media >= place, path != "mdat", let table = self.place("moov/trak/mdia/minf/stbl/stco") else { return }
    for entry in 0..<number(at: table.start + 12) {
      let at = table.start + 16 + 4 * entry
      set(number(at: at) + more.count, at: at)
    }
  }

  mutating func set(_ value: Int, at place: Int) { bytes.replaceSubrange(place..<place + 4, with: Self.number(value)) }

  mutating func replace(at place: Int, _ new: [UInt8]) { bytes.replaceSubrange(place..<place + new.count, with: new) }

  /// Puts a unit in front of a sample of the only track, or behind it.
  mutating func addUnit(_ unit: [UInt8], toSample sample: Int, inFront: Bool) {
    let table = "moov/trak/mdia/minf/stbl/"
    let sizes = place(table + "stsz")!.start + 20, first = number(at: place(table + "stco")!.start + 16)
    let before = (0..<sample + (inFront ? 0 : 1)).reduce(first) { $0 + number(at: sizes + 4 * $1) }
    let more = Self.number(unit.count) + unit
    insert(more, at: before, within: "mdat")
    let moved = place(table + "stsz")!.start + 20 + 4 * sample
    set(number(at: moved) + more.count, at: moved)
  }
}
