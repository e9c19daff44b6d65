internal import CLibFuzzer
internal import ScrimTestSupport

/// What libFuzzer calls for each new input. Bytes that are changed one by one seldom make a tree that is whole: of texts,
/// pieces between brackets and quotes are taken out, doubled, moved, and replaced by values that trouble readers.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt) -> Int {
  guard let target = unsafe running, target.mutation == .text, seed % 4 != 0, count > 0 else {
    return unsafe LLVMFuzzerMutate(bytes, count, limit)
  }
  // The fuzzer lends `limit` bytes, of which `count` are filled.
  var mutation = TextMutation(
    unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count)), seed: UInt64(seed))
  for _ in 0...(seed / 4 % 3) { mutation.step() }
  let changed = mutation.text.prefix(limit)
  _ = unsafe UnsafeMutableBufferPointer(start: bytes, count: limit).update(fromContentsOf: changed)
  return changed.count
}

private struct TextMutation {
  private(set) var text: [UInt8]
  private var random: SeededNumbers

  private static let values = [
    "-1", "0", "1e308", "1e999", "-0.0", "99999999999999999999", "2147483648", "0.4", "null", "true", "false", "[]",
    "{}", "\"\"", "\"x\"", "[0,0][0,0]", "[9,9][1,1]", "[0,0,0,0]", "[null]", "[[],[]]", "<a/>", "&#0;", "\u{0}",
    "nan", "inf", "{{0, 0}, {9, 9}}", "\\ud800",
  ].map { Array($0.utf8) }

  init(_ text: [UInt8], seed: UInt64) {
    self.text = text
    random = SeededNumbers(seed: seed)
  }

  mutating func step() {
    let piece = somePiece()
    switch random.next() % 6 {
    case 0: text.removeSubrange(piece)
    case 1: text.insert(contentsOf: text[piece], at: piece.upperBound)
    case 2: text.insert(contentsOf: Array(text[piece]), at: place())
    case 3, 4: text.replaceSubrange(piece, with: Self.values.randomElement(using: &random)!)
    default: text.replaceSubrange(piece, with: Array(text[somePiece()]))
    }
  }

  private mutating func place() -> Int { Int.random(in: 0...text.count, using: &random) }

  /// From one mark to the next of its kind, or from a bracket to the one that closes it; with a comma behind it.
  private mutating func somePiece() -> Range<Int> {
    guard let start = text[min(place(), max(text.count - 1, 0))...].firstIndex(where: Self.isMark) else { return 0..<0 }
    let mark = text[start]
    var end = start + 1
    switch mark {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      // Two behind the opening one in ASCII.
      var depth = 1
      while end < text.count, depth > 0 {
        depth += text[end] == mark ? 1 : text[end] == mark + 2 ? -1 : 0
        end += 1
      }
    case UInt8(ascii: "<"):
      while end < text.count, text[end] != UInt8(ascii: ">") { end += 1 }
      end = min(end + 1, text.count)
    case UInt8(ascii: "\""):
      while end < text.count, text[end] != mark { end += 1 }
      // With its quotes or without.
      if random.next() % 2 == 0 { return start + 1..<max(end, start + 1) }
      end = min(end + 1, text.count)
    default:
      while end < text.count, !Self.isMark(text[end]) { end += 1 }
    }
    if end < text.count, text[end] == UInt8(ascii: ",") { end += 1 }
    return start..<end
  }

  private static func isMark(_ byte: UInt8) -> Bool { marks.contains(byte) }
  private static let marks = Set("{[<\",: ".utf8)
}
