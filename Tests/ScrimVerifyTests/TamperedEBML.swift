/// A Matroska file as a tree, which is written without the indices that lead to places.
indirect enum TamperedEBML {
  case parts(UInt64, [TamperedEBML])
  case bytes(UInt64, [UInt8])

  private static let masters: Set<UInt64> = [
    0x1853_8067, 0x1F43_B675, 0x1654_AE6B, 0xAE, 0x1549_A966, 0xA0, 0xE0, 0xE1, 0x1254_C367, 0x7373, 0x67C8,
  ]
  /// Places, sums and free space, which a file can do without.
  private static let leftOut: Set<UInt64> = [0x114D_9B74, 0x1C53_BB6B, 0xEC, 0xBF]

  static func parsed(_ bytes: ArraySlice<UInt8>) -> [TamperedEBML] {
    var rest = bytes, parts: [TamperedEBML] = []
    while let first = rest.first {
      let id = rest.prefix(first.leadingZeroBitCount + 1)
      rest = rest.dropFirst(id.count)
      let size = rest.prefix(rest.first!.leadingZeroBitCount + 1)
      rest = rest.dropFirst(size.count)
      let bits = UInt64(1) << UInt64(7 * size.count)
      let length = size.reduce(0) { $0 << 8 | UInt64($1) } & (bits - 1)
      let content = length == bits - 1 ? rest : rest.prefix(Int(length))
      rest = rest.dropFirst(content.count)
      let number = id.reduce(0) { $0 << 8 | UInt64($1) }
      if leftOut.contains(number) { continue }
      parts.append(masters.contains(number) ? .parts(number, parsed(content)) : .bytes(number, Array(content)))
    }
    return parts
  }

  var id: UInt64 {
    switch self {
    case .parts(let id, _), .bytes(let id, _): id
    }
  }

  var written: [UInt8] {
    switch self {
    case .parts(let id, let parts): Self.written(id, parts.flatMap(\.written))
    case .bytes(let id, let bytes): Self.written(id, bytes)
    }
  }

  private static func written(_ id: UInt64, _ content: [UInt8]) -> [UInt8] {
    let name = (0..<8).map { UInt8(truncatingIfNeeded: id >> (56 - 8 * $0)) }.drop { $0 == 0 }
    return name + (0..<8).map { UInt8(truncatingIfNeeded: UInt64(content.count) >> (56 - 8 * $0)) | ($0 == 0 ? 1 : 0) }
      + content
  }

  /// Puts an element at the end of the first one that a path leads to.
  static func add(_ more: TamperedEBML, to path: [UInt64], in parts: inout [TamperedEBML]) {
    change(path, in: &parts) { $0.append(more) }
  }

  static func change(_ path: [UInt64], in parts: inout [TamperedEBML], _ body: (inout [TamperedEBML]) -> Void) {
    guard let first = path.first else { return body(&parts) }
    guard let index = parts.firstIndex(where: { $0.id == first }), case .parts(_, var inner) = parts[index] else {
      return
    }
    change(Array(path.dropFirst()), in: &inner, body)
    parts[index] = .parts(first, inner)
  }

  /// Replaces what the first element of a path holds.
  static func set(_ path: [UInt64], in parts: inout [TamperedEBML], _ body: ([UInt8]) -> TamperedEBML) {
    change(path.dropLast(), in: &parts) { inner in
      guard let index = inner.firstIndex(where: { $0.id == path.last }), case .bytes(_, let bytes) = inner[index] else {
        return
      }
      inner[index] = body(bytes)
    }
  }
}
