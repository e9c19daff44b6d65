internal import CDeflate

/// A walk over all elements of a Matroska or WebM file, down to their last byte.
///
/// It knows what may be there, and everything else is a finding.
struct EBMLWalk {
  private(set) var found = RideAlongs()

  private let bytes: FileReader
  private var places = EBMLPlaces()

  var extras: [String] { found.all }

  init(_ bytes: FileReader) {
    self.bytes = bytes
    walk(EBMLGrammar.file, "", 0, bytes.count)
    places.check(&found)
  }

  private mutating func walk(_ known: [EBMLPart], _ parent: String, _ start: Int, _ end: Int) {
    var at = start, counts = [Int](repeating: 0, count: known.count)
    while at < end {
      guard let element = EBMLElement(bytes, at: at, before: end) else {
        return found.add("\(end - at) bytes that are of no element", in: parent, at: at)
      }
      if let index = known.firstIndex(where: { $0.id == element.id }) {
        let part = known[index]
        counts[index] += 1
        if counts[index] > part.often.upperBound {
          found.add("a second \(part.name) where there is one", in: parent, at: at)
        } else {
          take(element, part, parent, isFirst: at == start, end)
        }
      } else {
        found.add("an element that is not of the recording", in: parent, at: at)
      }
      at = element.end
    }
    for (part, count) in zip(known, counts) where count < part.often.lowerBound {
      found.add("no \(part.name), which is always there", in: parent, at: start)
    }
  }

  private mutating func take(_ element: EBMLElement, _ part: EBMLPart, _ parent: String, isFirst: Bool, _ end: Int) {
    let path = parent.isEmpty ? part.name : "\(parent)/\(part.name)"
    func number() -> UInt64? {
      let content = bytes.bytes(at: element.content, min(element.count, 9))
      let isShort = (1...8).contains(element.count) && (element.count == 1 || content.first != 0)
      return isShort ? content.bigEndian(0, element.count) : nil
    }
    let isRight: Bool
    var value: UInt64 = 0
    switch part.content {
    case .parts(let parts):
      places.begin(element)
      walk(parts, path, element.content, element.end)
      places.end(element, bytes, path, &found)
      return
    case .number:
      isRight = number() != nil
      value = number() ?? 0
    case .numberOf(let values):
      isRight = number().map(values.contains) ?? false
      value = number() ?? 0
    case .fraction(let unit, let bound):
      isRight = element.count == 8 && isFraction(bytes.bytes(at: element.content, 8), of: unit, upTo: bound)
    case .bytes(let patterns):
      isRight = patterns.contains {
        $0.count == element.count && $0.matches(bytes.bytes(at: element.content, $0.count))
      }
    case .nothing:
      // The writer leaves a few hundred bytes for its index.
      isRight = element.count < 512 && bytes.bytes(at: element.content, element.count).allSatisfy { $0 == 0 }
    case .checksum: isRight = isFirst && element.count == 4 && isChecksum(of: element.end..<end, element)
    case .other: isRight = true
    }
    if !isRight { found.add("something else than what outputs say there", in: path, at: element.start) }
    places.take(element, value, bytes, path, &found)
  }

  private func isFraction(_ content: [UInt8], of unit: Double, upTo bound: Double) -> Bool {
    let value = Double(bitPattern: content.bigEndian(0, 8))
    // As the writer divides: what comes out has no bits of its own.
    return value >= 0 && value <= bound && (value * unit).rounded() / unit == value && value.sign == .plus
  }

  /// CRC-32 of all that follows in the same element, its lowest byte first.
  private func isChecksum(of range: Range<Int>, _ element: EBMLElement) -> Bool {
    var sum: UInt32 = 0, at = range.lowerBound
    while at < range.upperBound {
      let part = bytes.bytes(at: at, min(1 << 20, range.upperBound - at))
      if part.isEmpty { return false }
      // The array has so many bytes.
      sum = unsafe part.withUnsafeBytes { unsafe libdeflate_crc32(sum, $0.baseAddress, $0.count) }
      at += part.count
    }
    return bytes.bytes(at: element.content, 4) == (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
  }
}
