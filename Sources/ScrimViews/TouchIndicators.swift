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
  private static let seconds: InlineArray<32, UInt32> = {
    var seconds = InlineArray<32, UInt32>(repeating: 0)
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
    let bytes = name.utf8.span, seconds = seconds
    guard bytes.count > 1 else { return false }
    for at in 0..<bytes.count - 1 where seconds[Int(bytes[at] & 31)] & 1 << UInt32(bytes[at + 1] & 31) != 0 {
      let isStem = stems.contains { stem in
        at + stem.count <= bytes.count && stem.indices.allSatisfy { lowered(bytes[at + $0]) == stem[$0] }
      }
      if isStem { return true }
    }
    return false
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
