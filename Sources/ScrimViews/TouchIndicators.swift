/// Views that show where somebody touches the screen: over a hidden pad they would tell the digits.
public enum TouchIndicators {
  /// A type, an id or a class is one that has one of these words in it, without regard to capitals and punctuation; the
  /// documentation lists them from here.
  public static let words: [String] = [
    "touchindicator", "tapindicator", "clickindicator", "pressindicator", "cursorindicator", "pointerindicator",
    "gestureindicator", "touchvisualizer", "touchvisualiser", "tapvisualizer", "tapvisualiser", "gesturevisualizer",
    "fingertip", "touchoverlay", "touchesoverlay", "tapoverlay", "tapsoverlay", "cursoroverlay", "pointeroverlay",
    "touchmarker", "tapmarker", "clickmarker", "touchpoint", "touchspot", "touchdot", "tapdot", "touchcircle",
    "tapcircle", "showtaps", "showtouches", "simulatortouch", "pointerlocation", "mousepointer", "mousehelper",
    "mousecursor", "cursorhighlight",
  ]

  /// One of these is in every word: nearly all names are done with at a glance at their letters.
  private static let stems: [[UInt8]] = [
    "touch", "tap", "click", "press", "cursor", "pointer", "gesture", "finger", "mouse", "simulator",
  ].map { Array($0.utf8) }
  /// For each first letter of a stem, the second letters that follow it, as bits; by the lowest five bits of letters.
  private static let seconds: [UInt32] = {
    var seconds = [UInt32](repeating: 0, count: 32)
    for stem in stems { seconds[Int(stem[0] & 31)] |= 1 << UInt32(stem[1] & 31) }
    return seconds
  }()

  static func include(_ name: String) -> Bool {
    guard hasStem(name) else { return false }
    let letters = name.utf8.map(lowered).filter { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    let text = String(decoding: letters, as: UTF8.self)
    return words.contains { text.contains($0) }
  }

  private static func hasStem(_ name: String) -> Bool {
    let bytes = name.utf8.span, table = seconds, seconds = table.span
    /// The letters that make a beginning of a stem with the byte before.
    var wanted: UInt32 = 0
    for at in bytes.indices {
      let letter = Int(bytes[at] & 31)
      if wanted & 1 << UInt32(letter) != 0, isStem(bytes, at: at - 1) { return true }
      wanted = seconds[letter]
    }
    return false
  }

  private static func isStem(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    for stem in stems where start + stem.count <= bytes.count {
      var count = 0
      while count < stem.count, lowered(bytes[start + count]) == stem[count] { count += 1 }
      if count == stem.count { return true }
    }
    return false
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
