internal import Glibc
internal import ScrimCore

/// What a YUV4MPEG2 file has beside its frames: words that no player needs, and bytes between or behind frames. Nothing
/// for standard input, which can be read only once.
///
/// - Parameter format: The samples of its frames.
func y4mExtras(in path: BytePath, frame format: PixelFormat) -> [String] {
  guard path != "-", let file = unsafe path.withCString({ unsafe fopen($0, "re") }) else { return [] }
  defer { unsafe fclose(file) }
  guard let header = unsafe line(file), let words = String(validating: header, as: UTF8.self)?.split(separator: " ")
  else {
    return ["a header that is no text"]
  }
  var extras: [String] = []
  var seen: Set<Character> = []
  for word in words.dropFirst() {
    let value = word.dropFirst()
    let isNumber = !value.isEmpty && value.allSatisfy(\.isASCIIDigit)
    let numbers = value.split(separator: ":", omittingEmptySubsequences: false)
    let isRatio =
      numbers.count == 2 && numbers.allSatisfy { !$0.isEmpty && $0.count <= 10 && $0.allSatisfy(\.isASCIIDigit) }
    // Each stands there once.
    guard let letter = word.first, seen.insert(letter).inserted else {
      extras.append("a word in the header that stands there twice")
      continue
    }
    let isKnown =
      switch letter {
      case "W", "H": isNumber && value.count <= 10
      case "F", "A": isRatio
      case "I": ["p", "t", "b", "m", "?"].contains(value)
      // Its kind of chroma is one that the decoder has read.
      case "C": value.count <= 12
      case "X": ["XCOLORRANGE=FULL", "XCOLORRANGE=LIMITED"].contains(word)
      default: false
      }
    if !isKnown { extras.append("a word in the header that is not of the format") }
  }
  func side(_ letter: Character) -> Int { words.first { $0.first == letter }.flatMap { Int($0.dropFirst()) } ?? 0 }
  let size = PixelSize(width: side("W"), height: side("H"))
  guard size.width > 0, size.height > 0 else { return extras }
  let count = format.planes(for: size).last!.end
  // Every frame is its line and its samples. Lines are read, samples are skipped.
  while let line = unsafe line(file) {
    if line != Array("FRAME".utf8) { return extras + ["something between frames"] }
    // What lies behind the end is found by the next line, or by the decoder.
    guard unsafe fseek(file, count, SEEK_CUR) == 0 else { return extras }
  }
  return extras
}

/// The bytes up to the next line feed, 4096 at most; nil at the end.
private func line(_ file: UnsafeMutablePointer<FILE>) -> [UInt8]? {
  var bytes: [UInt8] = []
  while bytes.count < 4096 {
    // The file is open.
    let byte = unsafe getc(file)
    if byte == EOF { return bytes.isEmpty ? nil : bytes }
    if byte == 10 { return bytes }
    bytes.append(UInt8(truncatingIfNeeded: byte))
  }
  return bytes
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
